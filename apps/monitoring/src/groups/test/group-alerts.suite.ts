import { givenGroup, givenResource, givenType } from '../../test/given-inventory';
import { useMonitoring } from '../../test/use-monitoring';

let serial = 0;

/** Rules about a group are rules about its one type. */
describe('alert definitions of a group', () => {
  const api = useMonitoring();
  const db = () => api.database;

  const aMember = (type: { id: number }) => givenResource(db(), { type });
  /** A definition for the group, with children for its members. */
  const define = async (group: { id: number }): Promise<number> => {
    const { body } = await api
      .post(`/rest/alert/definitions?groupId=${group.id}`)
      .send({ name: 'of group', priority: 'LOW', enabled: true })
      .expect(201);
    return (body as { id: number }).id;
  };
  const toStatus = async (id: number): Promise<number> => (await api.get(`/rest/alert/definition/${id}`)).status;
  const children = async (id: number): Promise<number> =>
    (await db().query(`SELECT 1 FROM alert_definition d WHERE d.parent_id = $1 AND NOT d.is_deleted`, [id])).length;

  it('stay as long as all members are of one type', async () => {
    const type = await givenType(db());
    const [first, second] = [await aMember(type), await aMember(type)];
    const group = await givenGroup(db(), { members: [first] });
    const id = await define(group);
    await api.put(`/rest/group/${group.id}/resource/${second.id}`).expect(200);
    await api.delete(`/rest/group/${group.id}/resource/${first.id}`).expect(204);
    expect(await toStatus(id)).toBe(200);
  });

  it('go with their children when a member of another type enters', async () => {
    const type = await givenType(db());
    const [member, other] = [await aMember(type), await givenResource(db())];
    const group = await givenGroup(db(), { members: [member] });
    const id = await define(group);
    expect(await children(id)).toBe(1);
    await api.put(`/rest/group/${group.id}/resource/${other.id}`).expect(200);
    expect(await toStatus(id)).toBe(404);
    expect(await children(id)).toBe(0);
  });

  it.each<[string, (group: { id: number }, member: { id: number }) => Promise<unknown>]>([
    ['is taken out', (group, member) => api.delete(`/rest/group/${group.id}/resource/${member.id}`).expect(204)],
    ['leaves the inventory', (_group, member) => api.delete(`/rest/resource/${member.id}`).expect(204)],
  ])('stay without children when the last member %s, for the next one', async (_case, change) => {
    const type = await givenType(db());
    const [member, next] = [await aMember(type), await aMember(type)];
    const group = await givenGroup(db(), { members: [member] });
    const id = await define(group);
    await change(group, member);
    expect((await api.get(`/rest/group/${group.id}`).expect(200)).body).toMatchObject({ category: 'MIXED' });
    expect(await toStatus(id)).toBe(200);
    expect((await api.get(`/rest/alert/definitions?resourceId=${member.id}`).expect(200)).body).toEqual([]);
    await api.put(`/rest/group/${group.id}/resource/${next.id}`).expect(200);
    expect((await api.get(`/rest/alert/definitions?resourceId=${next.id}`).expect(200)).body).toHaveLength(1);
  });

  it('go with their children when the group is deleted', async () => {
    const type = await givenType(db());
    const group = await givenGroup(db(), { members: [await aMember(type)] });
    const id = await define(group);
    await api.delete(`/rest/group/${group.id}`).expect(204);
    expect(await toStatus(id)).toBe(404);
    expect(await children(id)).toBe(0);
  });

  it.each<[string, (definition: string, member: { id: number }) => Promise<unknown>]>([
    ['the definition of the group is deleted', (definition) => api.delete(definition).expect(204)],
    [
      'a calculation finds nothing for the group any more',
      async (definition, { id }) => {
        await db().query(`UPDATE resource SET name = 'renamed' WHERE id = $1`, [id]);
        await api.put(`${definition}?recalculate=true`).expect(204);
      },
    ],
  ])('go with their children when %s', async (_case, change) => {
    const name = `Generated ${++serial}`;
    const member = await aMember(await givenType(db(), { name }));
    const expression = ['groupby resource.name', `resource.type.name = ${name}`];
    const { body } = await api.post('/rest/group/definitions').send({ name, expression }).expect(201);
    const definition = `/rest/group/definition/${(body as { id: number }).id}`;
    await api.put(`${definition}?recalculate=true`).expect(204);
    const { body: read } = await api.get(definition).expect(200);
    const id = await define({ id: (read as { generatedGroupIds: number[] }).generatedGroupIds[0]! });
    expect(await children(id)).toBe(1);
    await change(definition, member);
    expect(await toStatus(id)).toBe(404);
    expect(await children(id)).toBe(0);
  });

  it('keep the type of a group that was created for it, regardless of its members', async () => {
    const type = await givenType(db());
    const member = await aMember(type);
    const { body } = await api.post('/rest/group').send({ name: 'typed', resourceTypeId: type.id }).expect(201);
    const group = body as { id: number };
    await api.put(`/rest/group/${group.id}/resource/${member.id}`).expect(200);
    const id = await define(group);
    await api.delete(`/rest/group/${group.id}/resource/${member.id}`).expect(204);
    expect(await toStatus(id)).toBe(200);
  });

  it('stay while a calculation replaces all members by others of their type, and are deleted with the type', async () => {
    const type = await givenType(db());
    const [old, young] = [await aMember(type), await aMember(type)];
    const other = await givenResource(db());
    const name = (resource: { id: number }, text: string) =>
      db().query(`UPDATE resource SET name = $2 WHERE id = $1`, [resource.id, text]);
    await name(old, 'chosen');
    const { body } = await api
      .post('/rest/group/definitions')
      .send({ name: 'chosen ones', expression: ['resource.name = chosen'] })
      .expect(201);
    const definition = `/rest/group/definition/${(body as { id: number }).id}`;
    await api.put(`${definition}?recalculate=true`).expect(204);
    const { body: read } = await api.get(definition).expect(200);
    const [groupId] = (read as { generatedGroupIds: number[] }).generatedGroupIds;
    const id = await define({ id: groupId! });
    await name(old, 'not');
    await name(young, 'chosen');
    await api.put(`${definition}?recalculate=true`).expect(204);
    expect(await toStatus(id)).toBe(200);
    await name(other, 'chosen');
    await api.put(`${definition}?recalculate=true`).expect(204);
    expect(await toStatus(id)).toBe(404);
  });
});
