import type { AlertDefinitionRest } from '@wardstone/dto/monitoring';
import { MINUTE, type TestCaller, useExpressions } from './expression-fixture';

interface QueryResponse {
  data: { result: { metric: Record<string, string>; value?: [number, string]; values?: [number, string][] }[] };
}

describe('recording rules', () => {
  const { api, ann, aJob, send, sample, define, pass, alertsOf, stateOf, resourceNamed } = useExpressions();
  const record = (option: string, settings: object, over: object = {}): Promise<AlertDefinitionRest> =>
    define(option, { expression: { seconds: 60, ...settings }, ...over });
  const read = async (query: string): Promise<[Record<string, string>, string[]][]> => {
    const params = new URLSearchParams({ query, time: String(api.clock.now() / 1000) });
    const { body } = await ann().get(`/prometheus/api/v1/query?${params.toString()}`).expect(200);
    return (body as QueryResponse).data.result.map(({ metric, value, values = [value!] }) => [
      metric,
      values.map(([, text]) => text),
    ]);
  };
  const listRules = async (query: string): Promise<{ name: string; type: string }[]> => {
    const { body } = await ann().get(`/prometheus/api/v1/rules?${query}`).expect(200);
    return (body as { data: { groups: { rules: { name: string; type: string }[] }[] } }).data.groups.flatMap(
      ({ rules }) => rules,
    );
  };

  it('store the results of an expression with their labels, and end series that it no longer returns', async () => {
    const job = aJob();
    const name = `job:${job}:sum`;
    const definition = await record(`sum by (job) (up{job="${job}"}) > 0`, { record: name, labels: { team: 'web' } });
    await send(sample(job, 'a:1', 1), sample(job, 'b:1', 2));
    await pass(definition, 2, () => send(sample(job, 'a:1', 1), sample(job, 'b:1', 2)));
    expect(await stateOf(definition)).toMatchObject({ health: 'OK', series: 1 });
    const metric = { __name__: name, job, team: 'web' };
    expect(await read(`{__name__="${name}"}[1h]`)).toEqual([[metric, ['3', '3']]]);
    expect(await read(`last_over_time({__name__="${name}"}[1h:1m])`)).toHaveLength(1);
    await send(sample(job, 'a:1', 0), sample(job, 'b:1', 0));
    await pass(definition);
    expect(await read(`{__name__="${name}"}`)).toEqual([]);
    expect(await alertsOf(definition)).toEqual([]);
    expect(await listRules(`type=record&rule_name[]=${name}`)).toEqual([
      expect.objectContaining({ name, type: 'recording', health: 'ok', labels: { team: 'web' } }),
    ]);
    expect(await listRules(`type=alert&rule_name[]=${name}`)).toEqual([]);
  });

  it('store native histograms; for an alert their value is 0', async () => {
    const job = aJob();
    const positive = [[1, [3, 4]]] as const;
    const sent = () => ({
      labels: { __name__: 'latency', job, instance: 'a:1' },
      samples: [],
      histograms: [{ time: api.clock.now(), count: 7, sum: 20, positive }],
    });
    const definition = await record(`sum by (job) (latency{job="${job}"})`, { record: `job:${job}:latency` });
    const alerting = await define(`latency{job="${job}"}`, {});
    const beyond = await define(`latency{job="${job}"}`, {
      conditions: [{ category: 'EXPRESSION', option: `latency{job="${job}"}`, comparator: '>', threshold: 1 }],
    });
    await send(sent());
    await pass(definition, 1, () => send(sent()));
    expect(await read(`histogram_quantile(1, job:${job}:latency)`)).toEqual([[{ job }, ['4']]]);
    await pass(alerting);
    await pass(beyond);
    expect([await alertsOf(alerting), await alertsOf(beyond)].map(({ length }) => length)).toEqual([1, 0]);
  });

  it('evaluate at an earlier time by the offset, which is the time of the stored samples', async () => {
    const job = aJob();
    const definition = await record(`up{job="${job}"}`, { record: `offset_${job}`, queryOffsetSeconds: 60 });
    await send(sample(job, 'a:1', 7));
    const sentMs = api.clock.now();
    await pass(definition, 2, () => send(sample(job, 'a:1', 8)));
    const { data } = (
      await ann().get(`/prometheus/api/v1/query?query=offset_${job}[1h]&time=${api.clock.now() / 1000}`)
    ).body as QueryResponse;
    const [[first]] = data.result.map(({ values }) => values!) as [[number, string][]];
    expect(first![0]).toBeLessThanOrEqual(sentMs / 1000 + 60);
    expect(await read(`offset_${job}`)).toHaveLength(1);
  });

  it('fail beyond their limit, and store nothing', async () => {
    const job = aJob();
    const definition = await record(`up{job="${job}"}`, { record: `limited_${job}`, limit: 1 });
    await send(sample(job, 'a:1', 1), sample(job, 'b:1', 1));
    await pass(definition);
    expect(await stateOf(definition)).toMatchObject({
      health: 'ERROR',
      problem: 'the expression returns 2 series, and its limit is 1',
    });
    expect(await read(`limited_${job}[1h]`)).toEqual([]);
  });

  it('end the alerts that they had as alerting rules', async () => {
    const job = aJob();
    await send(sample(job, 'a:1', 0));
    const definition = await define(`up{job="${job}"} == 0`);
    await pass(definition);
    expect(await alertsOf(definition)).toHaveLength(1);
    await ann()
      .put(`/rest/alert/definition/${definition.id}?include=expression`)
      .send({ enabled: true, expression: { record: `now_${job}` } })
      .expect(200);
    await pass(definition, 1, () => send(sample(job, 'a:1', 0)));
    expect(await read(`now_${job}`)).toHaveLength(1);
    expect((await alertsOf(definition)).map(({ status }) => status)).not.toContain('OPEN');
  });

  it('store with the permissions of their author: no series of targets of others, nothing without SUBMIT_METRICS', async () => {
    const [own, foreign] = [aJob(), aJob()];
    await send(sample(own, 'a:1', 1), sample(foreign, 'a:1', 1));
    const ben: TestCaller = { username: 'bert', subject: 'idp|bert' };
    const definition = await record(`up{job="${own}"}`, { record: `own_${own}` }, { as: ben });
    await api.database.query(`UPDATE service_user SET roles = '{viewer}' WHERE login = 'bert'`);
    await pass(definition);
    expect(await stateOf(definition)).toMatchObject({ health: 'OFF' });
    expect(await read(`own_${own}`)).toEqual([]);
    await api.database.query(`DELETE FROM service_user WHERE login = 'bert'`);
  });

  it.each([
    [{ record: 'a-b' }, /record: a name has/],
    [{ record: 'ALERTS' }, /reserved/],
    [{ record: 'a', forSeconds: 60 }, /no forSeconds/],
    [{ record: 'a', annotations: { summary: 'x' } }, /no forSeconds/],
    [{ limit: -1 }, /limit must be/],
    [{ queryOffsetSeconds: 90_000 }, /queryOffsetSeconds must be/],
  ])('are refused as %j', async (settings, problem) => {
    const installation = (await ann().put('/rest/alert/installation')).body as { resourceId: number };
    const { body } = await ann()
      .post(`/rest/alert/definitions?resourceId=${installation.resourceId}`)
      .send({ name: 'a', conditions: [{ category: 'EXPRESSION', option: 'up' }], expression: settings })
      .expect(406);
    expect(JSON.stringify(body)).toMatch(problem);
  });

  it('are definitions of the installation', async () => {
    const job = aJob();
    await send(sample(job, 'a:1', 1));
    const { body } = await ann()
      .post(`/rest/alert/definitions?resourceId=${await resourceNamed(`${job} a:1`)}`)
      .send({ name: 'a', conditions: [{ category: 'EXPRESSION', option: 'up' }], expression: { record: 'a' } })
      .expect(406);
    expect(JSON.stringify(body)).toContain('needs a definition of the installation');
    api.clock.advance(MINUTE);
  });
});
