import type { Response } from 'supertest';
import { givenMeasured, givenSchedule, overTen } from './alerts/alert-fixture';
import { givenAlert } from '../reports/test/given-records';
import { givenResource } from './given-inventory';
import { useMonitoring } from './use-monitoring';

interface Facts {
  thing?: { kind: string; id: number | string; name: string };
  changes?: { field: string; from: unknown; to: unknown }[];
}

describe('audit events of changes', () => {
  const api = useMonitoring();
  const toFacts = ({ headers }: Response): Facts => JSON.parse(headers['x-audit']!) as Facts;
  const put = async (path: string, body: object): Promise<Facts> => toFacts(await api.put(path).send(body).expect(200));

  async function givenDefinition(over: object = {}) {
    const { resource, metric } = await givenMeasured(api.database);
    const made = await api
      .post(`/rest/alert/definitions?resourceId=${resource.id}`)
      .send({ name: 'too slow', priority: 'HIGH', enabled: true, conditions: [overTen(metric)], ...over })
      .expect(201);
    const body = made.body as { id: number; conditions: [{ id: number }]; notifications: [{ id: number }] };
    return { ...body, metric, facts: toFacts(made), text: made.headers['x-audit']! };
  }

  it('have the definition that is created, changed and deleted, by name', async () => {
    const { id, facts } = await givenDefinition();
    const thing = { kind: 'alertDefinition', id, name: 'too slow' };
    expect(facts).toEqual({ thing });
    expect(await put(`/rest/alert/definition/${id}`, { enabled: false, priority: 'HIGH' })).toEqual({
      thing,
      changes: [{ field: 'enabled', from: true, to: false }],
    });
    expect(toFacts(await api.delete(`/rest/alert/definition/${id}`).expect(204))).toEqual({ thing });
  });

  it('name the alert that is acknowledged or deleted, and count several', async () => {
    const { id: definitionId } = await givenDefinition();
    const resource = await givenResource(api.database);
    const fire = () => givenAlert(api.database, { definition: { id: definitionId }, resource });
    const acknowledge = async (body: object): Promise<Facts> =>
      toFacts(await api.post('/rest/alert/acknowledge').send(body).expect(200));

    const { id } = await fire();
    const thing = { kind: 'alert', id, name: 'too slow' };
    expect(await acknowledge({ alerts: [id], comment: 'disk ordered' })).toEqual({
      thing,
      changes: [{ field: 'comment', from: null, to: 'disk ordered' }],
    });
    expect(await put(`/rest/alert/${id}`, {})).toEqual({ thing });
    expect(toFacts(await api.delete(`/rest/alert/${id}`).expect(204))).toEqual({ thing });

    const alerts = [(await fire()).id, (await fire()).id];
    expect(await acknowledge({ alerts })).toEqual({ thing: { kind: 'alerts', id: 2, name: 'too slow (2)' } });
    const again = await api.post('/rest/alert/acknowledge').send({ alerts }).expect(200);
    expect(again.headers['x-audit'] ?? '').not.toContain('too slow');
  });

  it('name resources that are removed together', async () => {
    const [one, other] = [
      await givenResource(api.database, { name: 'gone-1' }),
      await givenResource(api.database, { name: 'gone-2' }),
    ];
    const remove = async (query: string): Promise<Facts> =>
      toFacts(await api.delete(`/rest/resource?${query}`).expect(200));
    expect(await remove(`ids=${one.id},${other.id}&expected=2`)).toEqual({
      thing: { kind: 'resources', id: 2, name: 'gone-1, gone-2' },
    });
  });

  it('have conditions in words, before and after', async () => {
    const { id, conditions, metric } = await givenDefinition();
    expect(await put(`/rest/alert/condition/${conditions[0].id}`, { ...overTen(metric), threshold: 90 })).toEqual({
      thing: { kind: 'alertDefinition', id, name: 'too slow' },
      changes: [{ field: 'condition', from: 'CPU Utilisation > 10', to: 'CPU Utilisation > 90' }],
    });
  });

  it('have no secret of a notification, sent, stored or replaced', async () => {
    const sender = {
      senderName: 'Webhook',
      config: { url: 'https://hooks.example.test/T0/open-sesame', secret: 'open-sesame', format: 'json' },
    };
    const { notifications, text } = await givenDefinition({ notifications: [sender] });
    expect(text).not.toContain('sesame');
    const path = `/rest/alert/notification/${notifications[0].id}`;
    const changed = await api
      .put(path)
      .send({ config: { ...sender.config, secret: 'open-sesame-2' } })
      .expect(200);
    expect(changed.headers['x-audit']).not.toContain('sesame');
    expect(toFacts(changed)).toMatchObject({ notification: 'Webhook', properties: ['secret'] });
    const { id } = changed.body as { id: number };
    const removed = await api.delete(`/rest/alert/notification/${id}`).expect(204);
    expect(removed.headers['x-audit']).not.toContain('sesame');
    expect(toFacts(removed).changes).toEqual([{ field: 'notification', from: 'Webhook', to: null }]);
  });

  it('have names and descriptions of resources', async () => {
    const { id } = await givenResource(api.database, { name: 'web-1', description: 'old' });
    expect(await put(`/rest/resource/${id}`, { resourceName: 'web-2', description: 'new' })).toEqual({
      thing: { kind: 'resource', id, name: 'web-2' },
      changes: [
        { field: 'name', from: 'web-1', to: 'web-2' },
        { field: 'description', from: 'old', to: 'new' },
      ],
    });
    const removed = await api.delete(`/rest/resource/${id}`).expect(204);
    expect(toFacts(removed)).toEqual({ thing: { kind: 'resource', id, name: 'web-2' } });
  });

  it('name groups, their members and the roles with access to them', async () => {
    const made = await api.post('/rest/group').send({ name: 'shop' }).expect(201);
    const { id } = made.body as { id: number };
    const thing = { kind: 'group', id, name: 'shop' };
    expect(toFacts(made)).toEqual({ thing });
    const host = await givenResource(api.database, { name: 'web-4' });
    const added = [{ field: 'member', from: null, to: 'web-4' }];
    expect(await put(`/rest/group/${id}/resource/${host.id}`, {})).toEqual({ thing, changes: added });
    const removed = [{ field: 'member', from: 'web-4', to: null }];
    expect(toFacts(await api.delete(`/rest/group/${id}/resource/${host.id}`).expect(204))).toEqual({
      thing,
      changes: removed,
    });
    const role = `/rest/group/${id}/roles/viewer`;
    expect(toFacts(await api.put(role).expect(204)).changes).toEqual([{ field: 'role', from: null, to: 'viewer' }]);
    expect(toFacts(await api.delete(role).expect(204)).changes).toEqual([{ field: 'role', from: 'viewer', to: null }]);
    expect(await put(`/rest/group/${id}`, { name: 'shops' })).toEqual({
      thing: { ...thing, name: 'shops' },
      changes: [{ field: 'name', from: 'shop', to: 'shops' }],
    });
    expect(toFacts(await api.delete(`/rest/group/${id}`).expect(204)).thing).toEqual({ ...thing, name: 'shops' });
  });

  it('have intervals of schedules', async () => {
    const { type, metric } = await givenMeasured(api.database);
    const resource = await givenResource(api.database, { name: 'web-3', type });
    const schedule = await givenSchedule(api.database, resource, metric);
    expect(await put(`/rest/metric/schedule/${schedule}`, { collectionInterval: 120_000 })).toEqual({
      thing: { kind: 'schedule', id: resource.id, name: 'CPU Utilisation · web-3' },
      changes: [{ field: 'collectionInterval', from: 60_000, to: 120_000 }],
    });
  });

  it('have expressions of group definitions', async () => {
    const expression = ['groupby resource.type.name'];
    const made = await api.post('/rest/group/definitions').send({ name: 'by type', expression }).expect(201);
    const { id } = made.body as { id: number };
    const thing = { kind: 'groupDefinition', id, name: 'by type' };
    expect(toFacts(made)).toEqual({ thing });
    const changed = ['groupby resource.type.plugin'];
    expect(await put(`/rest/group/definition/${id}`, { expression: changed })).toEqual({
      thing,
      changes: [{ field: 'expression', from: expression, to: changed }],
    });
  });

  it('have a limited size, however long names are', async () => {
    const { id } = await givenResource(api.database, { name: 'web-4' });
    const long = { resourceName: 'ü'.repeat(400), description: 'é'.repeat(90), location: 'ß'.repeat(90) };
    const changed = await api.put(`/rest/resource/${id}`).send(long).expect(200);
    expect(changed.headers['x-audit']!.length).toBeLessThanOrEqual(4_000);
    expect(toFacts(changed).thing).toMatchObject({ kind: 'resource', id });
  });

  it('exclude rejected changes', async () => {
    const { id } = await givenDefinition();
    const refused = await api
      .as({ roles: ['viewer'] })
      .put(`/rest/alert/definition/${id}`)
      .send({ enabled: false });
    expect(refused.status).toBe(403);
    expect(toFacts(refused)).toEqual({});
  });
});
