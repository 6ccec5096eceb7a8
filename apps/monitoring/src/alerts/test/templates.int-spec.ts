import { givenGroup, givenResource, givenType } from '../../test/given-inventory';
import { PUBLIC_URL, useMonitoring } from '../../test/use-monitoring';
import { TemplateService } from '../definitions/template.service';
import { givenMetric, overTen } from './alert-scene';

interface Definition {
  id: number;
  name: string;
  conditions: { id: number }[];
  notifications: { id: number }[];
  links: Record<string, { href: string }>[];
}

describe('alert definitions of groups and types', () => {
  const api = useMonitoring();
  const db = () => api.database;
  const mail = { senderName: 'Direct Emails', config: { emailAddress: 'ops@example.test' } };

  async function create(query: string, body: object): Promise<Definition> {
    const response = await api.post(`/rest/alert/definitions?${query}`).send(body).expect(201);
    return response.body as Definition;
  }
  const read = async (id: number): Promise<Definition> =>
    (await api.get(`/rest/alert/definition/${id}`).expect(200)).body as Definition;
  const childrenOf = (id: number) =>
    db().query<{ id: number; resource_id: number; name: string; is_enabled: boolean; recovery_id: number }>(
      `SELECT d.* FROM alert_definition d WHERE d.parent_id = $1 AND NOT d.is_deleted ORDER BY d.id`,
      [id],
    );

  const templates = () => api.service.app.get(TemplateService, { strict: false });

  it('give each resource a child, which follows every change', async () => {
    const type = await givenType(db());
    const metric = await givenMetric(db(), type);
    const [one, two] = [await givenResource(db(), { type }), await givenResource(db(), { type })];
    await givenResource(db(), { type, status: 'NEW' });
    const { id } = await create(`resourceTypeId=${type.id}`, { name: 't', conditions: [overTen(metric)] });
    const children = await childrenOf(id);
    expect(children.map(({ resource_id }) => resource_id)).toEqual([one.id, two.id]);
    const child = await read(children[0]!.id);
    expect(child).toMatchObject({ name: 't', conditions: [{ measurementDefinition: metric.id }] });
    expect(child.links).toEqual([{ resource: { href: `${PUBLIC_URL}/rest/resource/${one.id}` } }]);

    await api.delete(`/rest/alert/definition/${children[1]!.id}`).expect(204);
    await api.put(`/rest/alert/definition/${id}`).send({ enabled: true, priority: 'HIGH' }).expect(200);
    expect(await read(child.id)).toMatchObject({ enabled: true, priority: 'HIGH', conditions: child.conditions });
    expect((await childrenOf(id)).map(({ resource_id }) => resource_id)).toEqual([one.id, two.id]);

    await api.post(`/rest/alert/definition/${id}/notifications`).send(mail).expect(201);
    expect(await read(child.id)).toMatchObject({ notifications: [mail], conditions: child.conditions });
    await api.delete(`/rest/alert/definition/${id}`).expect(204);
    expect(await childrenOf(id)).toEqual([]);
    await api.get(`/rest/alert/definition/${child.id}`).expect(404);
  });

  it('recover among siblings', async () => {
    const type = await givenType(db());
    await givenResource(db(), { type });
    const down = await create(`resourceTypeId=${type.id}`, { name: 'down', dampeningCategory: 'ONCE' });
    const up = await create(`resourceTypeId=${type.id}`, { name: 'up', recoveryId: down.id });
    expect((await childrenOf(up.id))[0]!.recovery_id).toBe((await childrenOf(down.id))[0]!.id);
  });

  it('follow the members of the group', async () => {
    const type = await givenType(db());
    const [one, two] = [await givenResource(db(), { type }), await givenResource(db(), { type })];
    const group = await givenGroup(db(), { members: [one] });
    const { id } = await create(`groupId=${group.id}`, { name: 'g' });
    await db().query(`DELETE FROM resource_group_member WHERE resource_group_id = $1`, [group.id]);
    await db().query(
      `INSERT INTO resource_group_member (resource_group_id, resource_id, is_explicit) VALUES ($1, $2, true)`,
      [group.id, two.id],
    );
    const jobs = await db().query<{ task_identifier: string }>(
      `SELECT j.task_identifier FROM graphile_worker.jobs j WHERE j.key = $1`,
      [`alert.propagate:${id}`],
    );
    expect(jobs).toEqual([{ task_identifier: 'alert.propagate' }]);
    await templates().followResources(id);
    expect((await childrenOf(id)).map(({ resource_id }) => resource_id)).toEqual([two.id]);
    await db().query(`DELETE FROM resource_group WHERE id = $1`, [group.id]);
    expect(await childrenOf(id)).toEqual([]);
    await api.get(`/rest/alert/definition/${id}`).expect(404);
  });

  it('follow the resources of the type', async () => {
    const type = await givenType(db());
    const { id } = await create(`resourceTypeId=${type.id}`, { name: 't' });
    await givenResource(db(), { type });
    const jobs = await db().query(`SELECT 1 FROM graphile_worker.jobs j WHERE j.key = $1`, [`alert.propagate:${id}`]);
    expect(jobs).toHaveLength(1);
  });
});
