import { MINUTE, NOW, useAgents } from './use-agents';

const YEAR = 365 * 24 * 60 * MINUTE;

describe('a report of availability', () => {
  const { api, login, report, givenMachine } = useAgents();

  const toHistory = async (id: number) => {
    const { body } = await api.get(`/rest/resource/${id}/availability/history?start=${NOW - 60 * MINUTE}`).expect(200);
    return (body as { type: string; since: number }[])
      .reverse()
      .map(({ type, since }) => [type, since === 0 ? 'ever' : since - NOW]);
  };
  const send = (...items: [resourceId: number, type: string, since?: number][]) =>
    report('availability', {
      changesOnly: true,
      items: items.map(([resourceId, type, since]) => ({ resourceId, type, since })),
    }).expect(200);

  it('starts a new record only when the availability changes', async () => {
    const { eth0 = 0 } = await givenMachine();
    await send([eth0, 'UP', NOW - 30 * MINUTE]);
    await send([eth0, 'UP', NOW - 20 * MINUTE]);
    await send([eth0, 'DOWN', NOW - 10 * MINUTE]);

    expect(await toHistory(eth0)).toEqual([
      ['UNKNOWN', 'ever'],
      ['UP', -30 * MINUTE],
      ['DOWN', -10 * MINUTE],
    ]);
  });

  it('merges a late report into the history', async () => {
    const { eth0 = 0 } = await givenMachine();
    await send([eth0, 'UP', NOW - 30 * MINUTE], [eth0, 'DOWN', NOW - 10 * MINUTE]);
    await send([eth0, 'DOWN', NOW - 20 * MINUTE]);

    expect(await toHistory(eth0)).toEqual([
      ['UNKNOWN', 'ever'],
      ['UP', -30 * MINUTE],
      ['DOWN', -20 * MINUTE],
    ]);
  });

  it('treats a missing resource as DOWN, and leaves a disabled one unchanged', async () => {
    const { eth0 = 0, '/data': data = 0 } = await givenMachine();
    await api
      .put(`/rest/resource/${eth0}/availability`)
      .send({ type: 'DISABLED', since: NOW - MINUTE })
      .expect(204);

    await send([data, 'MISSING', NOW], [eth0, 'UP', NOW]);

    expect((await toHistory(data)).at(-1)).toEqual(['DOWN', 0]);
    expect((await toHistory(eth0)).at(-1)).toEqual(['DISABLED', -MINUTE]);
  });

  it('is requested in full once a person enables a resource again', async () => {
    const { eth0 = 0 } = await givenMachine();
    const put = (type: string) => api.put(`/rest/resource/${eth0}/availability`).send({ type }).expect(204);
    await put('DISABLED');
    expect((await send([eth0, 'UP', NOW])).body).toMatchObject({ resync: false });

    await put('UNKNOWN');

    const responses = [await send(), await send()];
    expect(responses.map(({ body }) => (body as { resync: boolean }).resync)).toEqual([true, false]);
  });

  it('refuses unknown and foreign resources and invalid values, and accepts the rest', async () => {
    const { eth0 = 0, platform = 0 } = await givenMachine();
    await login('passer-by').put('/rest/agent/passer-by').send({}).expect(201);

    const { body } = await send([1, 'UP'], [eth0, 'SIDEWAYS'], [eth0, 'DISABLED'], [platform, 'UP']);
    expect(body).toMatchObject({ accepted: 1, rejected: [{ index: 0 }, { index: 1 }, { index: 2 }] });
    const foreign = await login('passer-by')
      .post('/rest/agent/passer-by/availability')
      .send({ reportId: 'a', items: [{ resourceId: platform, type: 'DOWN', since: NOW }] })
      .expect(200);

    expect(foreign.body).toMatchObject({ accepted: 0, rejected: [{ reason: `unknown resource ${platform}` }] });
    expect((await toHistory(platform)).at(-1)).toEqual(['UP', 0]);
  });

  it('gets the time of the server when the clock of its sender is ahead, so that later reports still count', async () => {
    const { eth0 = 0 } = await givenMachine();
    await send([eth0, 'UP', NOW + 5 * YEAR]);
    api.clock.advance(MINUTE);
    await send([eth0, 'UP', NOW + 5 * YEAR]);
    await send([eth0, 'DOWN', NOW + MINUTE]);

    expect(await toHistory(eth0)).toEqual([
      ['UNKNOWN', 'ever'],
      ['UP', 0],
      ['DOWN', MINUTE],
    ]);
  });

  it('may be empty', async () => {
    expect((await send()).body).toMatchObject({ accepted: 0, rejected: [], resync: false });
  });
});

describe('a report of events', () => {
  const { api, login, report, givenMachine } = useAgents();

  const anEvent = (resourceId: number, over: object = {}) => ({
    resourceId,
    definition: 'logEntry',
    location: '/var/log/syslog',
    timestamp: NOW,
    severity: 'WARN',
    detail: 'slow',
    ...over,
  });
  const getEvents = async (id: number) =>
    (await api.get(`/rest/event/${id}/events`).expect(200)).body as { detail: string; severity: string }[];
  const getSources = async (id: number) =>
    (await api.get(`/rest/event/${id}/sources`).expect(200)).body as { location: string }[];

  it('creates the sources that it needs', async () => {
    const { platform = 0 } = await givenMachine();
    await report('events', { events: [anEvent(platform), anEvent(platform, { detail: 'slower' })] }).expect(200);
    await report('events', { events: [anEvent(platform, { location: '/other' })] }).expect(200);

    expect((await getSources(platform)).map(({ location }) => location).sort()).toEqual(['/other', '/var/log/syslog']);
    expect((await getEvents(platform)).map(({ detail }) => detail).sort()).toEqual(['slow', 'slow', 'slower']);
  });

  it('is dated now at the latest, so that no event outlives the retention', async () => {
    const { platform = 0 } = await givenMachine();
    await report('events', { events: [anEvent(platform, { timestamp: NOW + 5 * YEAR })] }).expect(200);
    expect(await getEvents(platform)).toMatchObject([{ timestamp: NOW }]);
  });

  it('is stored once, however often it is sent, and again under another id', async () => {
    const { platform = 0 } = await givenMachine();
    const sent = { reportId: 'e-1', events: [anEvent(platform)] };

    await Promise.all([1, 2, 3].map(() => report('events', sent).expect(200)));
    expect(await getEvents(platform)).toHaveLength(1);
    await report('events', { ...sent, reportId: 'e-2' }).expect(200);
    expect(await getEvents(platform)).toHaveLength(2);
  });

  it('cuts long texts, refuses invalid events, and accepts the rest', async () => {
    const { platform = 0, eth0 = 0 } = await givenMachine();
    const { body } = await report('events', {
      events: [
        anEvent(platform, { detail: 'x'.repeat(5000) }),
        anEvent(platform, { definition: 'noSuch' }),
        anEvent(platform, { severity: 'LOUD' }),
        anEvent(eth0),
        anEvent(7),
      ],
    }).expect(200);

    expect(body).toMatchObject({ accepted: 1, rejected: [{ index: 1 }, { index: 2 }, { index: 3 }, { index: 4 }] });
    expect((await getEvents(platform))[0]!.detail).toHaveLength(4000);
  });

  it('is refused for resources of another agent', async () => {
    const { platform = 0 } = await givenMachine();
    await login('listener').put('/rest/agent/listener').send({}).expect(201);

    const { body } = await login('listener')
      .post('/rest/agent/listener/events')
      .send({ reportId: 'e', events: [anEvent(platform)] })
      .expect(200);

    expect(body).toMatchObject({ accepted: 0, rejected: [{ reason: `unknown resource ${platform}` }] });
    expect(await getSources(platform)).toEqual([]);
  });
});
