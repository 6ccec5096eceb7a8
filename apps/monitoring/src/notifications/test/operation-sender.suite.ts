import { givenResource, givenType } from '../../test/given-inventory';
import { useOperations } from '../../operations/test/use-operations';
import { Delivery } from '../delivery/delivery.service';

const down = { category: 'AVAILABILITY', name: 'AVAIL_GOES_DOWN' };

describe('notifications that execute operations', () => {
  const { api, db, resource, definition, givenDefinition } = useOperations();

  /** Fires an alert on the resource, and delivers its one notification. Returns the log. */
  async function fire(
    config: Record<string, unknown>,
    on = resource(),
    extraConfig?: Record<string, unknown>,
  ): Promise<string> {
    const usable = { 'selection-mode': 'SELF', 'operation-definition-id': definition() };
    const notifications = [{ senderName: 'Resource Operations', config: usable, ...(extraConfig && { extraConfig }) }];
    const body = { name: 'disk full', enabled: true, conditions: [down], notifications };
    const { body: made } = await api.post(`/rest/alert/definitions?resourceId=${on.id}`).send(body).expect(201);
    // Stores a configuration from before configurations were checked.
    const texts = Object.fromEntries(Object.entries(config).map(([name, value]) => [name, String(value)]));
    await db().query(
      `UPDATE alert_notification SET config = config - 'selection-mode' - 'operation-definition-id' || $2::jsonb WHERE id = $1`,
      [(made as { notifications: [{ id: number }] }).notifications[0].id, texts],
    );
    await api.put(`/rest/resource/${on.id}/availability`).send({ type: 'DOWN', since: 0 }).expect(204);
    const [log] = await db().query<{ id: number; alert_id: number }>(
      `SELECT l.id, l.alert_id FROM alert_notification_log l ORDER BY l.id DESC LIMIT 1`,
    );
    const delivery = api.service.app.get(Delivery, { strict: false });
    await Promise.all([delivery.deliver(log!.id), delivery.deliver(log!.id)]);
    const { body: logs } = await api.get(`/rest/alert/${log!.alert_id}/notifications`).expect(200);
    expect(logs).toHaveLength(1);
    return (logs as [string])[0];
  }
  const executions = (resourceId: number) =>
    db().query<{ parameters: object; requested_by: string; status: string }>(
      `SELECT h.parameters, h.requested_by, h.status FROM operation_history h WHERE h.resource_id = $1`,
      [resourceId],
    );

  it('start it once on the resource itself, with parameters that describe the alert', async () => {
    const log = await fire({
      'selection-mode': 'SELF',
      'operation-definition-id': definition(),
      'parameter.level': '<% alert.name %> <% alert.unknown %>',
    });
    expect(log).toMatch(/^Resource Operations: DEFERRED: Set Log Level was started on .*\/operation\/history\//);
    const [execution, ...others] = await executions(resource().id);
    expect(others).toEqual([]);
    expect(execution).toMatchObject({
      status: 'INPROGRESS',
      requested_by: 'alert',
      parameters: { level: 'disk full alert.unknown', seconds: 60 },
    });
  });

  it('pass the parameters of extraConfig, which are stored unchanged', async () => {
    const config = { 'selection-mode': 'SELF', 'operation-definition-id': definition() };
    const extraConfig = { level: 'of <% alert.name %>', seconds: 5 };
    expect(await fire(config, resource(), extraConfig)).toContain('DEFERRED');
    const [execution] = await executions(resource().id);
    expect(execution).toMatchObject({ parameters: { level: 'of disk full', seconds: 5 } });

    const body = { name: 'kept', notifications: [{ senderName: 'Resource Operations', config, extraConfig }] };
    const included = 'include=extraConfig';
    const { body: made } = await api
      .post(`/rest/alert/definitions?resourceId=${resource().id}&${included}`)
      .send(body)
      .expect(201);
    const { id, ...shown } = made.notifications[0];
    expect(shown).toEqual({ senderName: 'Resource Operations', config, extraConfig });
    const read = await api.get(`/rest/alert/notification/${id}?${included}`).expect(200);
    expect(read.body).toEqual({ id, ...shown });
    const xml = await api.get(`/rest/alert/notification/${id}.xml?${included}`).buffer(true).expect(200);
    expect(xml.text).toMatch(/<extraConfig>.*seconds.*<\/extraConfig>/);

    // A request of a contract's client, without the field.
    const unaware = { senderName: 'Resource Operations', config };
    const kept = await api.put(`/rest/alert/notification/${id}?${included}`).send(unaware).expect(200);
    expect(kept.body).toEqual({ id: expect.any(Number), ...unaware, extraConfig });
    const sent = { ...unaware, extraConfig: {} };
    const path = `/rest/alert/notification/${kept.body.id}?${included}`;
    const changed = await api.put(path).send(sent).expect(200);
    expect(changed.body).toEqual({ id: expect.any(Number), ...unaware });
  });

  it('start it on another given resource', async () => {
    const other = await givenResource(db());
    const log = await fire(
      {
        'selection-mode': 'SPECIFIC',
        'selection-specific-resource-id': resource().id,
        'operation-definition-id': definition(),
      },
      other,
    );
    expect(log).toContain('DEFERRED');
    expect(await executions(resource().id)).toHaveLength(1);
    expect(await executions(other.id)).toEqual([]);
  });

  it('start it on a relative, which must be the only one', async () => {
    const top = await givenType(db());
    const leaf = await givenType(db());
    const root = await givenResource(db(), { type: top });
    const fired = await givenResource(db(), { parent: root });
    const [first] = [await givenResource(db(), { type: leaf, parent: root, name: 'leaf one' })];
    const operation = await givenDefinition({ resource_type_id: leaf.id, parameters: null });
    const config = {
      'selection-mode': 'RELATIVE',
      'selection-relative-ancestor-type-id': top.id,
      'selection-relative-descendant-type-id': leaf.id,
      'operation-definition-id': operation,
    };
    expect(await fire(config, fired)).toContain('was started on leaf one');
    expect(await executions(first.id)).toHaveLength(1);
    await givenResource(db(), { type: leaf, parent: fired, name: 'leaf two' });
    const next = await givenResource(db(), { parent: root });
    expect(await fire(config, next)).toMatch(/FAILURE: 2 resources below .* exactly one is required/);
    const named = { ...config, 'selection-relative-descendant-name': 'leaf two' };
    expect(await fire(named, await givenResource(db(), { parent: root }))).toContain('was started on leaf two');
  });

  it.each([
    [{}, 'operation-definition-id is missing'],
    [{ 'operation-definition-id': 1 }, 'selection-mode must be'],
    [{ 'operation-definition-id': 1, 'selection-mode': 'SELF' }, 'has no operation with id 1'],
    [{ 'operation-definition-id': 1, 'selection-mode': 'SPECIFIC' }, 'resource-id is missing'],
    [{ 'operation-definition-id': 1, 'selection-mode': 'RELATIVE' }, 'ancestor-type-id is missing'],
    [
      { 'operation-definition-id': 1, 'selection-mode': 'SPECIFIC', 'selection-specific-resource-id': 13 },
      'unknown resource 13',
    ],
  ])('fail with %j: %s', async (config, reason) => {
    const log = await fire(config);
    expect(log).toMatch(/^Resource Operations: FAILURE: /);
    expect(log).toContain(reason);
    expect(log).not.toContain('tried again');
  });
});
