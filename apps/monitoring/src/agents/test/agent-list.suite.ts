import type { ListedAgent } from '@wardstone/dto/monitoring';
import { givenGroup } from '../../test/given-inventory';
import { aFind, MINUTE, NOW, useAgents } from './use-agents';

describe('the list of agents', () => {
  const { api, login, name, discover, givenMachine } = useAgents();
  const list = async (query: string, by: Pick<typeof api, 'get'> = api) => {
    const { body, headers } = await by.get(`/rest/agents?${query}`).expect(200);
    return { rows: body as ListedAgent[], total: Number(headers['x-collection-size']) };
  };
  const toNames = (rows: readonly ListedAgent[]) => rows.map((row) => row.name);

  async function givenAgents(prefix: string): Promise<void> {
    for (const number of [10, 2, 1]) {
      const agent = `${prefix}-${number}`;
      api.clock.advance(MINUTE);
      await login(agent)
        .put(`/rest/agent/${agent}`)
        .send({ version: `1.${number}`, hostname: `${agent}.example.test` })
        .expect(201);
    }
  }

  it('has the longest silent agent first, and is sorted, searched and paged', async () => {
    await givenAgents('listed');
    const { rows, total } = await list('q=listed');
    expect(total).toBe(3);
    expect(toNames(rows)).toEqual(['listed-10', 'listed-2', 'listed-1']);
    expect(rows[0]).toEqual({
      name: 'listed-10',
      version: '1.10',
      hostname: 'listed-10.example.test',
      registered: expect.any(Number) as number,
      lastSeen: rows[0]!.registered,
      silent: false,
      problems: [],
      hostId: null,
      hostName: null,
      hostStatus: null,
    });
    expect(rows[0]!.lastSeen).toBeGreaterThan(NOW);
    expect(toNames((await list('q=listed&sort=name')).rows)).toEqual(['listed-1', 'listed-2', 'listed-10']);
    expect(toNames((await list('q=listed&sort=version:desc')).rows)).toEqual(['listed-10', 'listed-2', 'listed-1']);
    expect(toNames((await list('q=LISTED-2.EXAMPLE')).rows)).toEqual(['listed-2']);
    expect(await list('q=listed&sort=name&ps=2&page=1')).toMatchObject({ rows: [{ name: 'listed-10' }], total: 3 });
    expect(await list('q=listed&ps=2&page=9')).toEqual({ rows: [], total: 3 });
    expect((await list('q=listed&silent=true')).total).toBe(0);
    expect((await list('q=listed&silent=false')).total).toBe(3);
  });

  it('names the machine for callers who see it', async () => {
    await discover(aFind('Linux', `machine of ${name()}`)).expect(200);
    const [found] = (await list(`q=${name()}`)).rows;
    expect(found).toMatchObject({ hostName: `machine of ${name()}`, hostStatus: 'NEW' });
    const viewer = api.as({ roles: ['viewer'] });
    expect((await list(`q=${name()}`, viewer)).total).toBe(0);
    const path = `/rest/resource/${found!.hostId}`;
    await api.put(path).send({ status: 'COMMITTED' }).expect(200);
    await givenGroup(api.database, { members: [{ id: found!.hostId! }], roles: ['viewer'] });
    expect((await list(`q=${name()}`, viewer)).rows).toMatchObject([{ name: name(), hostStatus: 'COMMITTED' }]);
    await api.delete(path).expect(204);
    expect((await list(`q=${name()}`)).rows).toMatchObject([{ hostId: null }]);
    expect((await list('', api.as({ roles: ['agent'] }))).total).toBe(0);
    await api.anonymous.get('/rest/agents').expect(401);
  });

  it('does not name a machine for callers who see only a part of it', async () => {
    const { '/data': disk, platform } = await givenMachine();
    await givenGroup(api.database, { members: [{ id: disk! }], roles: ['viewer'] });
    expect((await list(`q=${name()}`)).rows).toMatchObject([{ hostId: platform }]);
    expect(await list(`q=${name()}`, api.as({ roles: ['viewer'] }))).toEqual({ rows: [], total: 0 });
  });

  it.each(['sort=owner', 'silent=maybe', 'ps=x'])('refuses %s', async (query) => {
    await api.get(`/rest/agents?${query}`).expect(406);
  });
});
