import type { DryRun } from '@wardstone/dto/monitoring';
import { givenGroup, givenResource } from '../../test/given-inventory';
import { useMonitoring } from '../../test/use-monitoring';
import { AlertNotices } from '../alert-notices';
import { MetricFacts } from '../metric-facts.service';
import { givenMeasured, overTen } from '../../test/alerts/alert-fixture';
import { useOnCall } from '../../test/alerts/on-call-fixture';

const NOW = Date.UTC(2026, 0, 15, 12);
const MINUTE_MS = 60_000;

describe('the notifications of a dry run', () => {
  const api = useMonitoring(() => ({ ALERT_RECIPIENT_LIMIT: '4' }));
  const db = () => api.database;
  beforeEach(() => api.clock.set(NOW));

  const dryRun = async (resource: { id: number }, definition: object, query = ''): Promise<DryRun> => {
    const path = `/rest/alert/definitions/dry-run?resourceId=${resource.id}${query}`;
    return (await api.post(path).send(definition).expect(200)).body as DryRun;
  };
  /** One a minute. */
  const submit = async (scheduleId: number, values: readonly number[]): Promise<void> => {
    for (const value of values) {
      api.clock.advance(MINUTE_MS);
      const timeStamp = api.clock.now();
      await api.post('/rest/metric/data/raw').send([{ scheduleId, timeStamp, value }]).expect(204);
      await api.service.app.get(MetricFacts, { strict: false }).drain();
    }
  };

  it('show who would have been notified, with the silences of the resource', async () => {
    const { resource, metric, scheduleId } = await givenMeasured(db());
    const silence = { scope: { kind: 'RESOURCE', id: resource.id }, reason: 'works' };
    await api
      .post('/rest/silence')
      .send({ ...silence, startTime: NOW + 2 * MINUTE_MS, endTime: NOW + 4 * MINUTE_MS })
      .expect(201);
    await submit(scheduleId, [11, 11, 11, 11]);
    const notifications = [{ senderName: 'SNMP Traps' }, { senderName: 'No such sender' }];
    const { alerts } = await dryRun(resource, { conditions: [overTen(metric)], notifications });
    const heldMs = NOW + 4 * MINUTE_MS;
    const trap = (outcome: string, time: number) => [
      { senderName: 'SNMP Traps', kind: 'ALERT', outcome, time, addressees: [] },
    ];
    expect(alerts.map(({ notices }) => notices)).toEqual([
      trap('TOLD', NOW + MINUTE_MS),
      trap('SILENCED', heldMs),
      trap('SILENCED', heldMs),
      trap('TOLD', heldMs),
    ]);
  });

  it('show whom each step of a policy would have reached, by rotation and quiet hours of that time', async () => {
    const { person, users, policy } = useOnCall(api);
    const [bob, cleo] = [await person('bob'), await person('cleo')];
    const rotation = {
      name: 'r',
      timeZone: 'UTC',
      turn: 'DAILY',
      handOverTime: '12:20',
      firstDay: '2026-01-14',
      members: [{ userId: bob }, { userId: cleo }],
    };
    const { body: made } = await api.post('/rest/on-call/rotation').send(rotation).expect(201);
    const onCall = { senderName: 'On-Call Rotation', config: { rotationId: (made as { id: number }).id } };
    const escalationId = await policy([
      [10, onCall],
      [30, onCall],
      [40, users(bob, cleo)],
    ]);
    const quiet = { timeZone: 'UTC', startTime: '12:35', endTime: '13:00' };
    await api
      .as({ username: 'bob', roles: ['operator'] })
      .put('/rest/on-call/quiet-hours')
      .send(quiet)
      .expect(200);
    const { resource, metric, scheduleId } = await givenMeasured(db());
    await submit(scheduleId, [11, 11]);
    const mail = { senderName: 'Direct Emails', config: { emailAddress: 'ops@example.test' } };
    const sent = { conditions: [overTen(metric)], notifications: [mail] };
    const query = `&escalationId=${escalationId}`;
    const outcomes = ({ alerts }: DryRun) =>
      alerts.map(({ notices }) =>
        notices.map(({ senderName, outcome, step, time, addressees }) => [
          [senderName, outcome, step, (time - NOW) / 1000].join(' '),
          ...addressees.map(({ name, quietUntil }) =>
            quietUntil ? `${name} from ${(quietUntil - NOW) / 1000}` : name,
          ),
        ]),
      );
    expect(outcomes(await dryRun(resource, sent, query))).toEqual([
      [
        ['Direct Emails TOLD  60', 'ops@example.test'],
        ['On-Call Rotation TOLD 1 660', 'bob'],
        ['On-Call Rotation TOLD 2 1860', 'cleo'],
        ['System Users TOLD 3 2460', 'bob from 3600', 'cleo'],
      ],
      // One incident is escalated once.
      [['Direct Emails TOLD  120', 'ops@example.test']],
    ]);
    const viewer = api.as({ username: 'viewer', roles: ['viewer'], permissions: ['VIEW_RESOURCE'] });
    await givenGroup(db(), { members: [resource], roles: ['viewer'] });
    const path = `/rest/alert/definitions/dry-run?resourceId=${resource.id}`;
    const { text } = await viewer.post(path).send(sent).expect(200);
    expect(text).not.toContain('example.test');
    const refused = await viewer.post(`${path}${query}`).send(sent).expect(403);
    expect(refused.headers['x-error-type']).toBe('insufficient_scope');
    await api.post(`${path}&escalationId=2147483647`).send(sent).expect(404);
  });

  it('predict flapping as the engine detects it, and the limit of the recipient', async () => {
    const { resource, metric, scheduleId } = await givenMeasured(db());
    const mail = { senderName: 'Direct Emails', config: { emailAddress: 'ops@example.test' } };
    const definition = { conditions: [overTen(metric)], notifications: [mail] };
    await api
      .post(`/rest/alert/definitions?resourceId=${resource.id}`)
      .send({ ...definition, name: 'load', enabled: true })
      .expect(201);
    for (const value of [11, 9, 11, 9, 11, 9, 11, 9, 11]) {
      await submit(scheduleId, [value]);
      await api.service.app.get(AlertNotices, { strict: false }).release({ signal: new AbortController().signal });
    }

    const { alerts } = await dryRun(resource, definition);

    const notified = alerts.map(({ notices }) =>
      notices.map(({ kind, outcome, time }) => `${kind} ${outcome} ${(time - NOW) / MINUTE_MS}`),
    );
    expect(notified.at(-2)).toEqual(['ALERT TOLD 7']);
    // The hold is decided again after two minutes; the recipient's limit allows another notification an hour after the
    // first of four.
    expect(notified.at(-1)).toEqual(['ALERT FLAPPING 11', 'HELD DIGEST 61']);
    const held = await db().query<{ reason: string | null; untilMs: number }>(
      `SELECT h.reason, h.until_ms AS "untilMs" FROM alert_hold h JOIN alert a ON a.id = h.alert_id
        WHERE a.resource_id = $1 ORDER BY a.id`,
      [resource.id],
    );
    expect(held.map(({ reason }) => reason)).toEqual([null, null, null, null, 'FLAPPING']);
    expect((held.at(-1)!.untilMs - NOW) / MINUTE_MS).toBe(11);
  });

  it('show what a DOWN ancestor would have suppressed, by one notification', async () => {
    const { resource, metric, scheduleId } = await givenMeasured(db());
    const parent = await givenResource(db());
    await api
      .put(`/rest/resource/${resource.id}/dependencies`)
      .send({ dependsOn: [parent.id] })
      .expect(200);
    for (const [minutes, type] of [
      [0, 'UP'],
      [2, 'DOWN'],
      [4, 'UP'],
    ] as const) {
      api.clock.set(NOW + minutes * MINUTE_MS);
      await api.put(`/rest/resource/${parent.id}/availability`).send({ type, since: 0 }).expect(204);
    }
    api.clock.set(NOW);
    await submit(scheduleId, [11, 11, 11, 11]);
    const mail = { senderName: 'Direct Emails', config: {} };
    const { alerts } = await dryRun(resource, { conditions: [overTen(metric)], notifications: [mail] });
    const notified = alerts.map(({ notices }) =>
      notices.map(({ kind, outcome, time }) => `${kind} ${outcome} ${(time - NOW) / 1000}`),
    );
    expect(notified).toEqual([
      ['ALERT TOLD 60'],
      ['ALERT SUPPRESSED 240', 'HELD TOLD 120'],
      ['ALERT SUPPRESSED 300'],
      ['ALERT TOLD 240'],
    ]);
  });
});
