import { givenResource } from '../../test/given-inventory';
import { useMonitoring } from '../../test/use-monitoring';
import { AlertWatch } from '../delivery/alert-watch.service';
import { openWebSink, type WebSink } from '../../test/alerts/sinks';

const MINUTE = 60_000;

describe('the self-monitoring of alerts', () => {
  let sink: WebSink;
  beforeAll(async () => (sink = await openWebSink()));
  afterAll(() => sink.close());
  const allowed = useMonitoring(() => ({
    DEAD_MANS_SWITCH_URL: `${sink.url}/alive?key=1`,
    DEAD_MANS_SWITCH_MINUTES: '10',
    ALERT_ALLOWED_NETWORKS: '127.0.0.0/8',
  }));
  const guarded = useMonitoring(() => ({
    DEAD_MANS_SWITCH_URL: `${sink.url}/inside`,
    DEAD_MANS_SWITCH_MINUTES: '1',
  }));
  const ping = (api: typeof allowed) => api.service.app.get(AlertWatch, { strict: false }).pingDeadMansSwitch();
  /** Calls it each minute, as the job does. */
  const pass = async (minutes: number): Promise<void> => {
    for (let minute = 0; minute < minutes; minute++) {
      await ping(allowed);
      allowed.clock.advance(MINUTE);
    }
  };
  const toValue = async (metric: string): Promise<number> => {
    const { text } = await allowed.get('/metrics').expect(200);
    return Number(new RegExp(`^${metric}\\{service="monitoring"\\} (\\S+)$`, 'm').exec(text)?.[1]);
  };

  beforeEach(() => {
    sink.posts.length = 0;
    sink.status = 204;
  });

  it('sends requests to the external address at the interval, regardless of its response', async () => {
    await pass(30);
    expect(sink.posts.map(({ path }) => path)).toEqual(Array(3).fill('/alive?key=1'));
    expect(JSON.parse(sink.posts[0]!.body)).toEqual({
      type: 'alerts.alive',
      time: expect.stringMatching(/^2026-.*Z$/),
      outboxAgeSeconds: 0,
      engineLagSeconds: 0,
    });
    sink.status = 500;
    await pass(10);
    expect(sink.posts).toHaveLength(4);
  });

  it('sends no request to an address that the guard of webhooks rejects', async () => {
    await ping(guarded);
    expect(sink.posts).toEqual([]);
  });

  it('measures waiting work, and is quiet while that waits too long', async () => {
    const { database } = allowed;
    const resource = await givenResource(database);
    const definition = {
      name: 'a',
      enabled: true,
      conditions: [{ category: 'AVAILABILITY', name: 'AVAIL_GOES_DOWN' }],
      notifications: [{ senderName: 'Log4J Alerter', config: { log4JCategory: 'paging' } }],
    };
    await allowed.post(`/rest/alert/definitions?resourceId=${resource.id}`).send(definition).expect(201);
    await allowed.put(`/rest/resource/${resource.id}/availability`).send({ type: 'DOWN', since: 0 }).expect(204);
    const waitFor = (seconds: number) =>
      database.query(
        `UPDATE graphile_worker._private_jobs j SET run_at = now() - $1 * interval '1 s'
                       FROM graphile_worker._private_tasks t WHERE t.id = j.task_id AND t.identifier = 'alert.deliver'`,
        [seconds],
      );
    await waitFor(299);
    expect(await toValue('notification_outbox_age_seconds')).toBeGreaterThanOrEqual(299);
    await waitFor(400);
    await pass(10);
    expect(sink.posts).toEqual([]);
    await waitFor(-60);
    await database.query(
      `INSERT INTO metric_watched (schedule_ids, times, point_values, logged_at) VALUES ('', '', '', now() - interval '400 s')`,
    );
    expect(await toValue('notification_outbox_age_seconds')).toBe(0);
    expect(await toValue('alert_engine_lag_seconds')).toBeGreaterThanOrEqual(400);
    await pass(10);
    expect(sink.posts).toEqual([]);
    await database.query(`DELETE FROM metric_watched`);
    await pass(10);
    expect(sink.posts).toHaveLength(1);
    const { values } = (await allowed.get('/rest/status').expect(200)).body as { values: object };
    expect(values).toMatchObject({ AlertEngineLagSeconds: '0', NotificationOutboxAgeSeconds: '0' });
  });
});
