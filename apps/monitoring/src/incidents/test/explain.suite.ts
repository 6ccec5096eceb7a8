import type { AlertExplanation } from '@wardstone/dto/monitoring';
import { givenGroup, givenResource } from '../../test/given-inventory';
import { useMonitoring } from '../../test/use-monitoring';
import { Delivery } from '../../notifications/delivery/delivery.service';
import { openWebSink, type WebSink } from '../../test/alerts/sinks';

const HOUR = 3_600_000;
type Id = { id: number };

describe('the explanation of an alert', () => {
  let web: WebSink;
  beforeAll(async () => (web = await openWebSink()));
  afterAll(() => web.close());
  const api = useMonitoring(() => ({ ALERT_ALLOWED_NETWORKS: '127.0.0.0/8' }));
  const fire = async (resource: Id): Promise<number> => {
    const definition = {
      name: 'host down',
      enabled: true,
      conditions: [{ category: 'AVAILABILITY', name: 'AVAIL_GOES_DOWN' }],
      notifications: [
        { senderName: 'Webhook', config: { url: `${web.url}/T0/secret-of-the-channel`, secret: 'hunter2' } },
      ],
    };
    await api.post(`/rest/alert/definitions?resourceId=${resource.id}`).send(definition).expect(201);
    await api.put(`/rest/resource/${resource.id}/availability`).send({ type: 'DOWN', since: 0 }).expect(204);
    const [{ id }] = (await api.get(`/rest/alert?resourceId=${resource.id}`).expect(200)).body as [Id];
    return id;
  };
  const deliver = async (alertId: number): Promise<void> => {
    const logs = await api.database.query<Id>(`SELECT l.id FROM alert_notification_log l WHERE l.alert_id = $1`, [
      alertId,
    ]);
    for (const { id } of logs) await api.service.app.get(Delivery, { strict: false }).deliver(id);
  };
  const explain = async (alertId: number, caller: Pick<typeof api, 'get'> = api): Promise<AlertExplanation> =>
    (await caller.get(`/rest/alert/${alertId}/explain`).expect(200)).body as AlertExplanation;

  it('has the attempts, the responses of receivers, the plan and the acknowledgement', async () => {
    const resource = await givenResource(api.database);
    await givenGroup(api.database, { members: [resource], roles: ['viewer'] });
    const alertId = await fire(resource);
    const firedMs = api.clock.now();
    expect((await explain(alertId)).story.at(-1)).toEqual({ time: firedMs, kind: 'PLANNED', text: 'Webhook: attempt' });
    web.status = 503;
    web.reply = 'the pager is being repaired';
    await deliver(alertId);
    api.clock.advance(1000);
    await api.put(`/rest/alert/${alertId}`).expect(200);
    const { story, notifications } = await explain(alertId);
    expect(notifications).toMatchObject([
      {
        senderName: 'Webhook',
        settled: false,
        responses: [expect.stringMatching(/503: the pager is being repaired$/)],
      },
    ]);
    expect(story.map(({ kind }) => kind)).toEqual(['MEASURED', 'FIRED', 'ATTEMPT', 'ACKNOWLEDGED', 'PLANNED']);
    expect(story.at(-1)).toEqual({ time: firedMs + 5_000, kind: 'PLANNED', text: 'Webhook: attempt' });
    const viewer = api.as({ roles: ['viewer'], permissions: ['VIEW_RESOURCE'] });
    expect((await explain(alertId, viewer)).notifications).toMatchObject([{ responses: [] }]);
    for (const caller of [api, viewer]) {
      const { text } = await caller.get(`/rest/alert/${alertId}/explain`).expect(200);
      expect(text).not.toMatch(/secret-of-the-channel|hunter2/);
    }
    expect((await viewer.get(`/rest/alert/${alertId}/explain`)).text).not.toContain('repaired');
  });

  it('has the silence that holds it back, and is 404 for callers who do not see the alert', async () => {
    const resource = await givenResource(api.database);
    const scope = { kind: 'RESOURCE', id: resource.id };
    const endTime = api.clock.now() + HOUR;
    await api.post('/rest/silence').send({ scope, reason: 'disk <swap>', endTime }).expect(201);
    const alertId = await fire(resource);
    const { story } = await explain(alertId);
    expect(story.slice(-2)).toMatchObject([{ kind: 'HELD', text: 'Silenced: disk <swap>' }, { kind: 'PLANNED' }]);
    await api
      .as({ roles: ['viewer'] })
      .get(`/rest/alert/${alertId}/explain`)
      .expect(404);
  });

  it('names the resource that suppresses it only to callers who see that resource', async () => {
    const parent = await givenResource(api.database, { name: 'core-switch-9' });
    const resource = await givenResource(api.database, { parent });
    await givenGroup(api.database, { members: [resource], roles: ['viewer'] });
    await api.put(`/rest/resource/${parent.id}/availability`).send({ type: 'DOWN', since: 0 }).expect(204);
    const alertId = await fire(resource);
    const held = ({ story }: AlertExplanation) => story.find(({ kind }) => kind === 'HELD')?.text;
    expect(held(await explain(alertId))).toBe('Suppressed: core-switch-9 is DOWN');
    const viewer = api.as({ roles: ['viewer'], permissions: ['VIEW_RESOURCE'] });
    expect(held(await explain(alertId, viewer))).toBe('Suppressed: a resource it depends on is DOWN');
    expect((await viewer.get(`/rest/alert/${alertId}?include=hold`).expect(200)).body.hold).not.toHaveProperty(
      'causeName',
    );
    expect((await api.get(`/rest/alert/${alertId}?include=hold`).expect(200)).body.hold.causeName).toBe(
      'core-switch-9',
    );
  });
});
