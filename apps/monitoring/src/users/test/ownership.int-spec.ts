import { givenResource, givenType } from '../../test/given-inventory';
import { useMonitoring } from '../../test/use-monitoring';

let serial = 0;

describe('records that belong to a caller', () => {
  const api = useMonitoring();
  let [name, LOCAL, NEXT, FOREIGN] = ['', '', '', ''];
  const sam = (subject: string, over: object = {}) => api.as({ username: name, roles: ['operator'], subject, ...over });
  const agent = (subject: string) => sam(subject, { roles: ['agent'], type: 'ServiceAccount' });
  const getFavorites = async (subject: string): Promise<number[]> => {
    const { body } = await sam(subject).get('/rest/user/favorites/resource').expect(200);
    return (body as { resourceId: number }[]).map(({ resourceId }) => resourceId);
  };

  // Two callers of one name, and the account that was created under the name after the first was removed.
  beforeEach(() => {
    name = `sam-${++serial}`;
    LOCAL = `wardstone|acme|${name}|2026-01-01T00:00:00.000Z`;
    NEXT = `wardstone|acme|${name}|2026-02-02T00:00:00.000Z`;
    FOREIGN = `https://id.example|acme|${name}`;
  });

  it('are favorites: another caller of the same name neither sees nor removes them', async () => {
    const { id } = await givenResource(api.database);
    await sam(LOCAL).put(`/rest/user/favorites/resource/${id}`).expect(204);
    for (const subject of [FOREIGN, NEXT]) {
      expect(await getFavorites(subject)).toEqual([]);
      await sam(subject).delete(`/rest/user/favorites/resource/${id}?validate=true`).expect(404);
    }
    expect(await getFavorites(LOCAL)).toEqual([id]);
  });

  it('are drafts of operations', async () => {
    const type = await givenType(api.database);
    const { id } = await givenResource(api.database, { type });
    const [definition] = await api.database.query<{ id: number }>(
      `INSERT INTO operation_definition (resource_type_id, name, display_name, position)
       VALUES ($1, 'stop', 'Stop', 0) RETURNING id`,
      [type.id],
    );
    const { body } = await sam(LOCAL).post(`/rest/operation/definition/${definition!.id}?resourceId=${id}`).expect(200);
    const draft = `/rest/operation/${(body as { id: number }).id}`;
    await sam(FOREIGN).get(draft).expect(404);
    await sam(FOREIGN).put(draft).send({ readyToSubmit: true }).expect(404);
    await sam(FOREIGN).delete(draft).expect(204);
    await sam(LOCAL).get(draft).expect(200);
  });

  it('are agents: another caller of the same name is another login', async () => {
    await agent(LOCAL).put(`/rest/agent/${name}`).send({ version: '1' }).expect(201);
    for (const ask of [
      agent(FOREIGN).put(`/rest/agent/${name}`).send({ version: '6' }),
      agent(FOREIGN).get(`/rest/agent/${name}/sync`),
      agent(FOREIGN).get(`/rest/agent/${name}/work`),
    ]) {
      const { status, headers } = await ask;
      expect([status, headers['x-error-type']]).toEqual([403, 'agent_forbidden']);
    }
    await agent(LOCAL).put(`/rest/agent/${name}`).send({}).expect(200);
  });

  it('are agents: an account that an administrator created in place of the removed one takes them over', async () => {
    await agent(LOCAL).put(`/rest/agent/${name}`).send({}).expect(201);
    await agent(NEXT).put(`/rest/agent/${name}`).send({}).expect(200);
    await agent(FOREIGN).put(`/rest/agent/${name}`).send({}).expect(403);
  });
});
