import { eventually } from '@wardstone/testing';
import { OperationJobs } from '../../operations/operation-jobs.service';
import { aFind, MINUTE, NOW, useAgents } from './use-agents';

interface WorkBody {
  id: number;
  kind: string;
  resourceId: number;
  created: number;
  timeout: number;
  operation: { jobId: string; name: string; parameters: object };
  cancel: { workId: number };
}

describe('the work of an agent', () => {
  const { api, login, path, givenMachine } = useAgents();

  const take = async (query = '') =>
    (
      await login()
        .get(path(`/work${query}`))
        .expect(200)
    ).body as WorkBody[];
  const tell = (id: number, body: object) =>
    login()
      .put(path(`/work/${id}`))
      .send({ time: api.clock.now(), ...body });
  const getHref = (body: unknown, rel: string) =>
    (body as { links: Record<string, { href: string }>[] }).links.find((link) => link[rel])![rel]!.href;

  /** Executes the operation as users do, beginning with a draft. Returns its job id. */
  const order = async (resourceId: number, name = 'viewProcessList', params: object = {}): Promise<string> => {
    const { body } = await api.get(`/rest/operation/definitions?resourceId=${resourceId}`).expect(200);
    const definition = (body as { id: number; name: string }[]).find((known) => known.name === name)!;
    const draft = await api.post(`/rest/operation/definition/${definition.id}?resourceId=${resourceId}`).expect(200);
    const { id } = draft.body as { id: number };
    const sent = await api.put(`/rest/operation/${id}`).send({ readyToSubmit: true, params }).expect(200);
    return getHref(sent.body, 'history').split('/').at(-1)!;
  };
  const getHistory = async (jobId: string) =>
    (await api.get(`/rest/operation/history/${jobId}`).expect(200)).body as {
      status: string;
      result: Record<string, unknown>;
      errorMessage: string | null;
      lastModified: number;
    };

  const metric = async (pattern: RegExp): Promise<number> =>
    Number(pattern.exec((await api.get('/metrics').expect(200)).text)?.[1]);
  const untilOneWaits = () =>
    eventually('an agent that waits', async () => (await metric(/^agent_polls_waiting\S* (\d+)$/m)) === 1);

  it('shows the output of a program while it runs, and keeps it when it is canceled', async () => {
    const { platform = 0 } = await givenMachine();
    const jobId = await order(platform, 'discovery', { detailedDiscovery: true });
    const readOutput = async () =>
      ((await api.get(`/rest/operation/history/${jobId}/output`).expect(200)).body as { value: string }).value;
    const [work] = await take();
    await tell(work!.id, { state: 'started' }).expect(204);
    expect(await readOutput()).toBe('');

    await tell(work!.id, { state: 'started', result: { output: 'one\n' } }).expect(204);
    await tell(work!.id, { state: 'started', result: { output: 'one\ntwo\n' } }).expect(204);

    expect(await readOutput()).toBe('one\ntwo\n');
    expect(await getHistory(jobId)).toMatchObject({ status: 'inprogress', result: {} });

    await api.post(`/rest/operation/history/${jobId}/cancel`).expect(200);
    const [cancel] = await take();
    await tell(cancel!.id, { state: 'interrupted' }).expect(204);
    await tell(work!.id, { state: 'started', result: { output: 'late' } }).expect(204);
    expect(await getHistory(jobId)).toMatchObject({ status: 'canceled', result: { output: 'one\ntwo\n' } });
    expect(await readOutput()).toBe('one\ntwo\n');
  });

  it('is an operation from its draft to its history', async () => {
    const { platform = 0 } = await givenMachine();
    const jobId = await order(platform, 'discovery', { detailedDiscovery: true });

    const [work] = await take();
    expect(work).toMatchObject({
      kind: 'operation',
      resourceId: platform,
      created: NOW,
      timeout: 600,
      operation: { jobId, name: 'discovery', parameters: { detailedDiscovery: true } },
    });
    await tell(work!.id, { state: 'started' }).expect(204);
    expect(await getHistory(jobId)).toMatchObject({ status: 'inprogress', result: {} });
    api.clock.advance(1000);
    await tell(work!.id, { state: 'success', result: { operationResult: 'Found it' } }).expect(204);

    expect(await getHistory(jobId)).toMatchObject({
      status: 'success',
      result: { operationResult: 'Found it' },
      errorMessage: null,
      lastModified: NOW + 1000,
    });
  });

  it('keeps the order of result tables', async () => {
    const { platform = 0 } = await givenMachine();
    const jobId = await order(platform);
    const [work] = await take();
    const processList = [
      { pid: 1, name: 'init', size: 1_000_000, userTime: 10, kernelTime: null },
      { pid: 2, name: 'sh', size: 2_000_000, userTime: 20, kernelTime: 30 },
    ];

    await tell(work!.id, { state: 'success', result: { processList } }).expect(204);

    expect((await getHistory(jobId)).result).toEqual({
      processList: [
        { pid: '1', name: 'init', size: '1000000', userTime: '10', kernelTime: null },
        { pid: '2', name: 'sh', size: '2000000', userTime: '20', kernelTime: '30' },
      ],
    });
  });

  it('shows people the table of its result', async () => {
    const { platform = 0 } = await givenMachine();
    const jobId = await order(platform);
    const [work] = await take();
    const processList = [{ pid: 4711, name: '<init>' }];
    await tell(work!.id, { state: 'success', result: { processList } }).expect(204);

    const { text } = await api.get(`/rest/operation/history/${jobId}`).set('Accept', 'text/html').expect(200);

    expect(text).toContain('<th scope="row">name</th><td>&lt;init&gt;</td>');
    expect((await api.get('/rest/operation/history.html').expect(200)).text).toContain(jobId);
  });

  it('is offered again after a minute unless it is begun', async () => {
    const { platform = 0 } = await givenMachine();
    await order(platform);
    const [work] = await take();

    expect(await take()).toEqual([]);
    api.clock.advance(MINUTE);
    expect(await take()).toEqual([work]);
    await tell(work!.id, { state: 'started' }).expect(204);
    api.clock.advance(2 * MINUTE);
    expect(await take()).toEqual([]);
  });

  it('stays on offer to its agent when an administrator reads it', async () => {
    const { platform = 0 } = await givenMachine();
    await order(platform);

    const seen = (await api.get(path('/work')).expect(200)).body as WorkBody[];

    expect(seen).toHaveLength(1);
    expect(await take()).toEqual(seen);
  });

  it('is offered one item at a time for each resource, in the order of the orders', async () => {
    const { platform = 0 } = await givenMachine();
    const jobs = [await order(platform), await order(platform), await order(platform)];
    const begun: string[] = [];

    for (const _job of jobs) {
      const offered = await take();
      expect(offered).toHaveLength(1);
      begun.push(offered[0]!.operation.jobId);
      await tell(offered[0]!.id, { state: 'started' }).expect(204);
      expect(await take()).toEqual([]);
      await tell(offered[0]!.id, { state: 'success' }).expect(204);
    }

    expect(begun).toEqual(jobs);
  });

  it('is returned to a waiting poll as soon as it exists', async () => {
    const { platform = 0 } = await givenMachine();
    const waiting = take('?wait=30');
    await untilOneWaits();

    const jobId = await order(platform);

    expect(await waiting).toMatchObject([{ operation: { jobId } }]);
  });

  it('that is offered again without a notification is found while its agent waits', async () => {
    const { platform = 0 } = await givenMachine();
    await order(platform);
    const leased = await take();
    const waiting = take('?wait=30');
    await untilOneWaits();

    api.clock.advance(MINUTE);

    expect(await waiting).toEqual(leased);
  });

  it('is polled by at most 50 requests of one account', async () => {
    const ask = (wait: number) => login().get(path(`/work?wait=${wait}`));
    const responses = await Promise.all(Array.from({ length: 60 }, () => ask(8)));
    const refused = responses.filter(({ status }) => status === 429);
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(50);
    expect(refused).toHaveLength(10);
    expect(refused[0]!.headers).toMatchObject({ 'x-error-type': 'too_many_polls', 'retry-after': '8' });
    await ask(1).expect(200);
  });

  it('is waited for no longer than requested', async () => {
    const waiting = take('?wait=1');
    await untilOneWaits();

    expect(await waiting).toEqual([]);
  });

  it('is polled without counting as in flight or in durations', async () => {
    const { platform = 0 } = await givenMachine();
    const waiting = take('?wait=30');
    await untilOneWaits();

    // The request that reads the metrics.
    expect(await metric(/^http_requests_in_flight\S* (\d+)$/m)).toBe(1);

    await order(platform);
    await waiting;
    const { text } = await api.get('/metrics').expect(200);
    expect(text).toMatch(/^agent_polls_waiting\S* 0$/m);
    expect(text).not.toMatch(/^http_request_duration_seconds_count.*route="\/rest\/agent\/:name\/work",status="200"/m);
  });

  it.each(['max=0', 'max=101', 'wait=-1', 'wait=31', 'max=many'])('is rejected with %s', async (query) => {
    await login()
      .get(path(`/work?${query}`))
      .expect(406);
  });

  it('ends the poll of an agent whose machine a person imports, so that it reads its inventory', async () => {
    await login()
      .post(path('/inventory'))
      .send({ reportId: 'found', roots: [aFind('Linux', 'imported-host')] })
      .expect(200);
    const { body } = await login().get(path('/sync')).expect(200);
    const { resourceId } = (body as { resources: { resourceId: number }[] }).resources[0]!;
    const poll = login().get(path('/work?wait=30')).expect(200);
    const taken = poll.then(({ body: work, headers }) => [work, headers['x-inventory-changed']]);
    await untilOneWaits();

    await api.put(`/rest/resource/${resourceId}`).send({ status: 'COMMITTED' }).expect(200);

    expect(await taken).toEqual([[], 'true']);
    expect((await login().get(path('/work')).expect(200)).headers).not.toHaveProperty('x-inventory-changed');
  });

  it('makes every agent fetch plugins once when they are pushed', async () => {
    api.clock.advance(MINUTE);
    await api.post(`/rest/plugins/deploy?delay=${MINUTE}`).expect(200);
    expect(await take()).toEqual([]);
    api.clock.advance(MINUTE);

    const [work] = await take();
    expect(work).toMatchObject({ kind: 'updatePlugins' });
    await tell(work!.id, { state: 'success' }).expect(204);
    await tell(work!.id, { state: 'success' }).expect(204);
    await tell(work!.id, { state: 'failure' }).expect(409);

    api.clock.advance(5 * MINUTE);
    expect(await take()).toEqual([]);
  });

  it('may be reported again in the same way only', async () => {
    const { platform = 0 } = await givenMachine();
    const jobId = await order(platform);
    const [work] = await take();
    const done = { state: 'success', result: { processList: [] } };
    await tell(work!.id, done).expect(204);

    await tell(work!.id, done).expect(204);
    await tell(work!.id, { state: 'started' }).expect(204);
    const refused = await tell(work!.id, { state: 'failure', errorMessage: 'no' });

    expect([refused.status, refused.headers['x-error-type']]).toEqual([409, 'agent_work_ended']);
    expect(await getHistory(jobId)).toMatchObject({ status: 'success' });
  });

  it('of another agent is unknown', async () => {
    const { platform = 0 } = await givenMachine();
    await order(platform);
    const [work] = await take();
    await login('snoop').put('/rest/agent/snoop').send({}).expect(201);
    const snoop = login('snoop');

    expect((await snoop.get('/rest/agent/snoop/work').expect(200)).body).toEqual([]);
    await snoop.put(`/rest/agent/snoop/work/${work!.id}`).send({ state: 'success', time: NOW }).expect(404);
    await tell(work!.id + 1000, { state: 'success' }).expect(404);
    await tell(work!.id, { state: 'perhaps' }).expect(406);
  });

  it('that fails keeps its reason and partial result', async () => {
    const { platform = 0 } = await givenMachine();
    const jobId = await order(platform, 'discovery', { detailedDiscovery: false });
    const [work] = await take();

    await tell(work!.id, {
      state: 'failure',
      errorMessage: 'no rights',
      result: { operationResult: 'half' },
    }).expect(204);

    expect(await getHistory(jobId)).toMatchObject({
      status: 'failure',
      errorMessage: 'no rights',
      result: { operationResult: 'half' },
    });
  });

  it('that runs too long times out, unless its agent reports an outcome later', async () => {
    const { platform = 0 } = await givenMachine();
    const jobId = await order(platform);
    const [work] = await take();
    await tell(work!.id, { state: 'started' }).expect(204);
    const timeOut = () => api.service.app.get(OperationJobs, { strict: false }).timeOut();
    api.clock.advance(600_000);
    await timeOut();
    expect(await getHistory(jobId)).toMatchObject({ status: 'inprogress' });

    api.clock.advance(1);
    await timeOut();
    expect(await getHistory(jobId)).toMatchObject({
      status: 'failure',
      errorMessage: expect.stringContaining('600001 ms; 600000 ms') as string,
    });

    await tell(work!.id, { state: 'success', result: {} }).expect(204);
    expect(await getHistory(jobId)).toMatchObject({ status: 'success', errorMessage: null });
  });

  it('that waits is canceled at once, and not offered any more', async () => {
    const { platform = 0 } = await givenMachine();
    const jobId = await order(platform);

    const { body } = await api.post(`/rest/operation/history/${jobId}/cancel`).expect(200);

    expect(body).toMatchObject({ status: 'canceled' });
    expect(await take()).toEqual([]);
    await api.post(`/rest/operation/history/${jobId}/cancel`).expect(409);
  });

  it.each([
    ['interrupted', 'canceled'],
    ['dequeued', 'canceled'],
    ['unknown', 'canceled'],
    ['finished', 'inprogress'],
  ])('that runs is canceled by its agent: %s leaves it %s', async (state, status) => {
    const { platform = 0 } = await givenMachine();
    const jobId = await order(platform);
    const [work] = await take();
    await tell(work!.id, { state: 'started' }).expect(204);
    await api.post(`/rest/operation/history/${jobId}/cancel`).expect(200);
    // Asking twice orders once.
    await api.post(`/rest/operation/history/${jobId}/cancel`).expect(200);

    const orders = await take();
    expect(orders).toMatchObject([{ kind: 'cancel', resourceId: platform, cancel: { workId: work!.id } }]);
    expect(await getHistory(jobId)).toMatchObject({ status: 'inprogress' });
    await tell(orders[0]!.id, { state }).expect(204);
    await tell(orders[0]!.id, { state }).expect(204);

    expect(await getHistory(jobId)).toMatchObject({ status });
    if (state === 'finished') {
      await tell(work!.id, { state: 'success' }).expect(204);
      expect(await getHistory(jobId)).toMatchObject({ status: 'success' });
    }
  });
});
