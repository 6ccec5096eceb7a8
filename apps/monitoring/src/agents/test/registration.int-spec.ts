import { createHash } from 'node:crypto';
import { BUILT_IN_NAMES } from '../../plugins/test/plugin-fixture';
import { AgentJobs } from '../agent-jobs.service';
import { MINUTE, NOW, useAgents } from './use-agents';

describe('an agent', () => {
  const { api, name, login, path, report, givenMachine } = useAgents();

  const findSilent = () => api.service.app.get(AgentJobs, { strict: false }).findSilent();
  const getAvailability = async (id: number) =>
    ((await api.get(`/rest/resource/${id}/availability`).expect(200)).body as { type: string }).type;

  it('registers once, and is recognised from then on', async () => {
    api.clock.advance(MINUTE);
    const { body } = await login().put(path()).send({ version: '2.2' }).expect(200);

    expect(body).toMatchObject({
      name: name(),
      version: '2.2',
      lastSeen: NOW + MINUTE,
      serverTime: NOW + MINUTE,
      quietTimeout: 300_000,
      silent: false,
    });
    expect((body as { links: object[] }).links).toEqual([
      { inventory: { href: expect.stringMatching(`/rest${path('/inventory').slice(5)}$`) as string } },
      { sync: { href: expect.stringContaining('/sync') as string } },
      { work: { href: expect.stringContaining('/work') as string } },
    ]);
  });

  it('reports its problems until they are over', async () => {
    const problem = 'cannot read file systems: it does not respond within 10 s';
    const { body } = await login()
      .put(path())
      .send({ run: 'x', problems: [problem] })
      .expect(200);
    expect(body).toMatchObject({ problems: [problem] });
    const listed = async () =>
      ((await api.get(`/rest/agents?q=${name()}`).expect(200)).body as { problems: string[] }[])[0]!.problems;
    expect(await listed()).toEqual([problem]);
    await login().put(path()).send({ run: 'x', problems: [] }).expect(200);

    expect(await listed()).toEqual([]);
    await login()
      .put(path())
      .send({ problems: Array.from({ length: 21 }, String) })
      .expect(406);
  });

  it('is notified when two machines use its identity, and so are people', async () => {
    const call = async (run: string, hostname: string) => {
      api.clock.advance(MINUTE);
      const { body } = await login().put(path()).send({ run, hostname, problems: [] }).expect(200);
      return (body as { problems: string[] }).problems;
    };
    expect([await call('x', 'a'), await call('y', 'b')]).toEqual([[], []]);

    expect(await call('x', 'a')).toEqual([expect.stringContaining('is used on the hosts a, b')]);
    expect((await api.get(path()).expect(200)).body).toMatchObject({
      problems: [expect.stringContaining('invite each machine as an agent of its own')],
    });
    api.clock.advance(14 * MINUTE);
    expect(await call('x', 'a')).toEqual([]);
  });

  it('may omit its version', async () => {
    await login('plain').put('/rest/agent/plain').send({}).expect(201);
    const { body } = await login('plain').get('/rest/agent/plain').expect(200);

    expect(body).toMatchObject({ name: 'plain', version: null });
  });

  it.each(['a b', 'ä', 'x'.repeat(101), 'a:b'])('is not called %s', async (bad) => {
    await login()
      .put(`/rest/agent/${encodeURIComponent(bad)}`)
      .expect(406);
  });

  it('keeps its name and all below it from other agents', async () => {
    const other = login('somebody-else');
    const sent = { reportId: 'r' };

    await other.put(path()).expect(403);
    await other.get(path()).expect(403);
    await other.get(path('/sync')).expect(403);
    await other.get(path('/work')).expect(403);
    for (const kind of ['inventory', 'measurements', 'availability', 'events']) {
      await other
        .post(path(`/${kind}`))
        .send(sent)
        .expect(403);
    }
  });

  it('cannot take the name of a machine that is not registered yet', async () => {
    const squatted = await login().put('/rest/agent/web-9').send({ version: '6.6' });
    expect([squatted.status, squatted.headers['x-error-type']]).toEqual([403, 'agent_forbidden']);

    await login('web-9').put('/rest/agent/web-9').send({ version: '2.1' }).expect(201);
    await login().put('/rest/agent/web-9').send({}).expect(403);
  });

  it('may be registered under any name by whoever manages the inventory', async () => {
    const operator = api.as({ username: 'olga', roles: ['operator'] });
    await operator.put(`/rest/agent/of-olga-${name()}`).send({}).expect(201);
  });

  it('takes its own name back from an operator who registered it first', async () => {
    const operator = api.as({ username: 'olga', roles: ['operator'] });
    await operator.put('/rest/agent/db-1').send({ version: '6.6' }).expect(201);

    await login('db-1').put('/rest/agent/db-1').send({ version: '2.1' }).expect(200);

    await operator.put('/rest/agent/db-1').send({}).expect(403);
    await operator.get('/rest/agent/db-1/sync').expect(403);
    await login('db-1').get('/rest/agent/db-1/sync').expect(200);
    // A login of another name, and another one of this name, have no claim to it.
    await login('db-2').put('/rest/agent/db-1').send({}).expect(403);
    const namesake = { username: 'db-1', subject: 'oidc|elsewhere|db-1', roles: ['agent' as const] };
    await api.as(namesake).put('/rest/agent/db-1').send({}).expect(403);
  });

  it('is inaccessible without MANAGE_INVENTORY', async () => {
    const response = await api.as({ roles: ['viewer'], username: name() }).get(path());

    expect(response.status).toBe(403);
    expect(response.headers['x-error-type']).toBe('insufficient_scope');
    await api.anonymous.get(path()).expect(401);
  });

  it('is unknown until it registers', async () => {
    await login().get('/rest/agent/never-seen/sync').expect(404);
    await login().post('/rest/agent/never-seen/events').send({ reportId: 'r' }).expect(404);
  });

  it('counts as silent after five minutes: its machine is DOWN, and everything below it UNKNOWN', async () => {
    const { platform = 0, eth0 = 0 } = await givenMachine();
    await report('availability', {
      changesOnly: false,
      items: [platform, eth0].map((resourceId) => ({ resourceId, type: 'UP', since: NOW })),
    }).expect(200);
    api.clock.advance(5 * MINUTE);
    await findSilent();
    expect([await getAvailability(platform), await getAvailability(eth0)]).toEqual(['UP', 'UP']);

    api.clock.advance(1);
    await findSilent();

    expect([await getAvailability(platform), await getAvailability(eth0)]).toEqual(['DOWN', 'UNKNOWN']);
    // A request of an administrator is not a sign of life of the agent.
    expect((await api.get(path()).expect(200)).body).toMatchObject({ silent: true, lastSeen: NOW });
  });

  it('has its last contact stored at most once a minute, and immediately after a silence', async () => {
    await givenMachine();
    const seen = async () => ((await api.get(path()).expect(200)).body as { lastSeen: number }).lastSeen - NOW;
    const call = async (afterMs: number) => {
      api.clock.advance(afterMs);
      await login().get(path('/sync')).expect(200);
      await report('availability', { changesOnly: true, items: [] }).expect(200);
    };
    await call(MINUTE - 1);
    expect(await seen()).toBe(0);
    await call(1);
    expect(await seen()).toBe(MINUTE);
    await call(MINUTE - 1);
    expect(await seen()).toBe(MINUTE);
    api.clock.advance(5 * MINUTE);
    await findSilent();
    await call(0);
    expect(await seen()).toBe(7 * MINUTE - 1);
  });

  it('is requested to send a full report once after a silence', async () => {
    const { platform = 0 } = await givenMachine();
    api.clock.advance(6 * MINUTE);
    await findSilent();

    const first = await report('availability', { changesOnly: true, items: [] }).expect(200);
    const second = await report('availability', { changesOnly: true, items: [] }).expect(200);

    expect([first.body, second.body]).toMatchObject([{ resync: true }, { resync: false }]);
    await report('availability', {
      items: [{ resourceId: platform, type: 'UP', since: api.clock.now() }],
    }).expect(200);
    expect(await getAvailability(platform)).toBe('UP');
  });

  it('updates its last contact by any call, including polls for work', async () => {
    await givenMachine();
    for (let minute = 0; minute < 10; minute++) {
      api.clock.advance(MINUTE);
      await login().get(path('/work')).expect(200);
      await findSilent();
    }

    expect((await api.get(path()).expect(200)).body).toMatchObject({ silent: false });
  });

  it('leaves disabled resources disabled when it falls silent', async () => {
    const { eth0 = 0 } = await givenMachine();
    await api.put(`/rest/resource/${eth0}/availability`).send({ type: 'DISABLED', since: NOW }).expect(204);
    api.clock.advance(6 * MINUTE);

    await findSilent();

    expect(await getAvailability(eth0)).toBe('DISABLED');
  });

  it('fetches the packages of the plugins that are enabled', async () => {
    const { body } = await login().get(path('/plugins')).expect(200);
    const plugins = body as { name: string; version: string; md5: string }[];
    expect(plugins.map(({ name: plugin }) => plugin)).toEqual([...BUILT_IN_NAMES].sort());

    const fetched = await login().get(path('/plugins/Processes')).buffer(true).expect(200);
    const digest = createHash('md5')
      .update(fetched.body as Buffer)
      .digest('hex');

    expect(digest).toBe(plugins.find(({ name: plugin }) => plugin === 'Processes')!.md5);
    await login().get(path('/plugins/NoSuch')).expect(404);
    await login('somebody-else').get(path('/plugins')).expect(403);
  });
});
