import { givenGroup, givenResource } from '../../test/given-inventory';
import { useMonitoring } from '../../test/use-monitoring';

interface Listed {
  id: number;
  name: string;
}

describe('GET /rest/resource/{id}/groups', () => {
  const api = useMonitoring();
  const viewer = () => api.as({ roles: ['viewer'] });
  const namesAt = async (path: string, as = api.get(path)): Promise<string[]> =>
    ((await as.expect(200)).body as Listed[]).map(({ name }) => name);

  it('lists the groups that have it as an explicit or implicit member, by id', async () => {
    const host = await givenResource(api.database);
    const part = await givenResource(api.database, { parent: host });
    const { id } = await givenGroup(api.database, { name: 'only the part', members: [part] });
    await givenGroup(api.database, { name: 'only the host', members: [host] });
    const { body: made } = await api.post('/rest/group').send({ name: 'recursive', recursive: true }).expect(201);
    await api.put(`/rest/group/${(made as Listed).id}/resource/${host.id}`).expect(200);

    const { body, headers } = await api.get(`/rest/resource/${part.id}/groups`).expect(200);

    expect((body as Listed[]).map(({ name }) => name)).toEqual(['only the part', 'recursive']);
    expect(headers['x-collection-size']).toBe('2');
    expect((body as Listed[])[0]).toEqual((await api.get(`/rest/group/${id}`)).body);
  });

  it('is paged, narrowed by a part of the name', async () => {
    const member = await givenResource(api.database);
    for (const name of ['web 1', 'web 2', 'db', 'WEB 3']) await givenGroup(api.database, { name, members: [member] });
    const path = `/rest/resource/${member.id}/groups`;

    expect(await namesAt(`${path}?ps=2&page=1`)).toEqual(['db', 'WEB 3']);
    expect(await namesAt(`${path}?q=Web&ps=2`)).toEqual(['web 1', 'web 2']);
    const { body, headers } = await api.get(`${path}?q=web&ps=2&page=7`).expect(200);
    expect([body, headers['x-collection-size']]).toEqual([[], '3']);
    await api.get(`${path}?ps=0`).expect(406);
  });

  it('leaves out groups that the caller does not see, also from the total', async () => {
    const [member, hidden] = [await givenResource(api.database), await givenResource(api.database)];
    await givenGroup(api.database, { name: 'seen', members: [member], roles: ['viewer'] });
    await givenGroup(api.database, { name: 'hidden', members: [member, hidden] });
    const path = `/rest/resource/${member.id}/groups`;

    expect(await namesAt(path)).toEqual(['seen', 'hidden']);
    expect(await namesAt(path, viewer().get(path))).toEqual(['seen']);
    expect((await viewer().get(path)).headers['x-collection-size']).toBe('1');
    await viewer().get(`/rest/resource/${hidden.id}/groups`).expect(403);
    await api.get('/rest/resource/42/groups').expect(404);
  });

  it('is empty for a resource without groups', async () => {
    const { id } = await givenResource(api.database);
    expect(await namesAt(`/rest/resource/${id}/groups`)).toEqual([]);
  });
});
