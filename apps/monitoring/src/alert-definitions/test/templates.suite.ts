import { givenGroup, givenResource, givenType } from '../../test/given-inventory';
import { PUBLIC_URL, useMonitoring } from '../../test/use-monitoring';
import { givenMetric, overTen } from '../../test/alerts/alert-fixture';

interface Definition {
  id: number;
  name: string;
  conditions: { id: number }[];
  notifications: { id: number }[];
  links: Record<string, { href: string }>[];
}

let serial = 0;

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
  const getChildren = (id: number) =>
    db().query<{ id: number; resource_id: number; name: string; is_enabled: boolean; recovery_id: number }>(
      `SELECT d.* FROM alert_definition d WHERE d.parent_id = $1 AND NOT d.is_deleted ORDER BY d.id`,
      [id],
    );

  /** A type with a definition that fires once, and one that recovers it. */
  async function givenPair(): Promise<{ type: string; down: Definition; up: Definition }> {
    const type = `Later ${++serial}`;
    const { id } = await givenType(db(), { name: type });
    const down = await create(`resourceTypeId=${id}`, { name: 'down', dampeningCategory: 'ONCE' });
    return { type, down, up: await create(`resourceTypeId=${id}`, { name: 'up', recoveryId: down.id }) };
  }
  async function createResource(type: string, name: string): Promise<number> {
    const parent = await givenResource(db());
    const { body } = await api
      .post(`/rest/resource/${name}?plugin=Given&parentId=${parent.id}`)
      .send({ value: type })
      .expect(201);
    return Number((body as { resourceId: string }).resourceId);
  }

  it('are listed with their children, or without', async () => {
    const type = await givenType(db());
    await givenResource(db(), { type });
    const { id, name } = await create(`resourceTypeId=${type.id}`, { name: `listed ${++serial}` });
    const listed = async (query: string) =>
      (
        (await api.get(`/rest/alert/definitions?q=${encodeURIComponent(name)}${query}`).expect(200))
          .body as Definition[]
      ).map((each) => each.id);
    const [child] = await getChildren(id);
    expect(await listed('')).toEqual([id, child!.id]);
    expect(await listed('&children=false')).toEqual([id]);
  });

  it('give each resource a child, which follows every change', async () => {
    const type = await givenType(db());
    const metric = await givenMetric(db(), type);
    const [one, two] = [await givenResource(db(), { type }), await givenResource(db(), { type })];
    await givenResource(db(), { type, status: 'NEW' });
    const sent = { name: 't', onceUntilRecovered: true, conditions: [overTen(metric)] };
    const { id } = await create(`resourceTypeId=${type.id}`, sent);
    const children = await getChildren(id);
    expect(children).toMatchObject([{ once_until_recovered: true }, { once_until_recovered: true }]);
    expect(children.map(({ resource_id }) => resource_id)).toEqual([one.id, two.id]);
    const child = await read(children[0]!.id);
    expect(child).toMatchObject({ name: 't', conditions: [{ measurementDefinition: metric.id }] });
    expect(child.links).toEqual([{ resource: { href: `${PUBLIC_URL}/rest/resource/${one.id}` } }]);

    await api.delete(`/rest/alert/definition/${children[1]!.id}`).expect(204);
    await api.put(`/rest/alert/definition/${id}`).send({ enabled: true, priority: 'HIGH' }).expect(200);
    expect(await read(child.id)).toMatchObject({ enabled: true, priority: 'HIGH', conditions: child.conditions });
    expect((await getChildren(id)).map(({ resource_id }) => resource_id)).toEqual([one.id, two.id]);

    await api.post(`/rest/alert/definition/${id}/notifications`).send(mail).expect(201);
    expect(await read(child.id)).toMatchObject({ notifications: [mail], conditions: child.conditions });
    await api.delete(`/rest/alert/definition/${id}`).expect(204);
    expect(await getChildren(id)).toEqual([]);
    await api.get(`/rest/alert/definition/${child.id}`).expect(404);
  });

  it('recover the definition of the same resource', async () => {
    const type = await givenType(db());
    await givenResource(db(), { type });
    const down = await create(`resourceTypeId=${type.id}`, { name: 'down', dampeningCategory: 'ONCE' });
    const up = await create(`resourceTypeId=${type.id}`, { name: 'up', recoveryId: down.id });
    expect((await getChildren(up.id))[0]!.recovery_id).toBe((await getChildren(down.id))[0]!.id);
  });

  it('recover the definition of the same resource on resources that are created later', async () => {
    const { type, down, up } = await givenPair();
    const names = Array.from({ length: 12 }, (_, index) => `later-${index}`);
    const resources = await Promise.all(names.map((name) => createResource(type, name)));

    const problems = await getChildren(down.id);
    expect(problems.map(({ resource_id }) => resource_id).sort()).toEqual(resources.sort());
    const recovered = new Map((await getChildren(up.id)).map((child) => [child.resource_id, child.recovery_id]));
    expect(recovered).toEqual(new Map(problems.map(({ id, resource_id }) => [resource_id, id])));
  });

  it('recover nothing once their template recovers nothing', async () => {
    const { type, down, up } = await givenPair();
    await createResource(type, 'cleared');
    expect(await getChildren(up.id)).toMatchObject([{ recovery_id: (await getChildren(down.id))[0]!.id }]);
    await api
      .put(`/rest/alert/definition/${up.id}`)
      .send({ enabled: true, priority: 'LOW', recoveryId: 0 })
      .expect(200);
    expect(await getChildren(up.id)).toMatchObject([{ recovery_id: 0 }]);
  });

  it('recover the child that was created again', async () => {
    const { type, down, up } = await givenPair();
    await createResource(type, 'again');
    const [first] = await getChildren(down.id);
    await api.delete(`/rest/alert/definition/${first!.id}`).expect(204);
    expect(await getChildren(up.id)).toMatchObject([{ recovery_id: first!.id }]);
    const again = { enabled: true, priority: 'LOW', dampeningCategory: 'ONCE' };
    await api.put(`/rest/alert/definition/${down.id}`).send(again).expect(200);
    const [second] = await getChildren(down.id);
    expect(second!.id).not.toBe(first!.id);
    expect(await getChildren(up.id)).toMatchObject([{ recovery_id: second!.id }]);
  });

  it('exist on each added member when the response arrives', async () => {
    const type = await givenType(db());
    const group = await givenGroup(db(), { members: [await givenResource(db(), { type })] });
    const ids: number[] = [];
    for (const name of ['a', 'b', 'c']) ids.push((await create(`groupId=${group.id}`, { name })).id);
    for (let count = 2; count < 8; count++) {
      const member = await givenResource(db(), { type });
      await api.put(`/rest/group/${group.id}/resource/${member.id}`).expect(200);
      for (const id of ids) expect(await getChildren(id)).toHaveLength(count);
    }
  });

  it('are removed from a former member, and return with it', async () => {
    const type = await givenType(db());
    const [one, two] = [await givenResource(db(), { type }), await givenResource(db(), { type })];
    const group = await givenGroup(db(), { members: [one, two] });
    const { id } = await create(`groupId=${group.id}`, { name: 'g' });
    await api.delete(`/rest/group/${group.id}/resource/${one.id}`).expect(204);
    expect((await getChildren(id)).map(({ resource_id }) => resource_id)).toEqual([two.id]);
    await api.put(`/rest/group/${group.id}/resource/${one.id}`).expect(200);
    expect((await getChildren(id)).map(({ resource_id }) => resource_id)).toEqual([two.id, one.id]);
  });

  it('exist on a discovered resource as soon as it is imported', async () => {
    const type = await givenType(db(), { category: 'SERVER' });
    const found = await givenResource(db(), { type, status: 'NEW' });
    const { id } = await create(`resourceTypeId=${type.id}`, { name: 't' });
    expect(await getChildren(id)).toEqual([]);
    await api.put(`/rest/resource/${found.id}`).send({ status: 'COMMITTED' }).expect(200);
    expect(await getChildren(id)).toMatchObject([{ resource_id: found.id, name: 't' }]);
  });
});
