import type { AlertDefinitionRest, DryRun } from '@wardstone/dto/monitoring';
import { ExpressionQueries } from '../expression.queries';
import { MINUTE, RUN, useExpressions } from './expression-fixture';

describe('alerts on expressions', () => {
  const {
    api,
    ann,
    watch,
    aJob,
    send,
    sample,
    installation,
    define,
    pass,
    alertsOf,
    stateOf,
    resourceNamed,
    evaluate,
  } = useExpressions();

  it('fire for each series on the resource that its labels name, with labels and annotations', async () => {
    const job = aJob();
    await send(sample(job, 'a:1', 0), sample(job, 'b:1', 1), sample(job, 'c:1', 0));
    const definition = await define(`up{job="${job}"}`, {
      conditions: [{ category: 'EXPRESSION', option: `up{job="${job}"}`, comparator: '<', threshold: 1 }],
      expression: {
        labels: { severity: 'page' },
        annotations: { summary: '{{ $labels.instance }} is down: {{ $value }}' },
      },
    });
    await pass(definition);
    const alerts = await alertsOf(definition);
    expect(alerts.map(({ labels }) => labels).sort((a, b) => (a!.instance! < b!.instance! ? -1 : 1))).toEqual([
      { instance: 'a:1', job, severity: 'page' },
      { instance: 'c:1', job, severity: 'page' },
    ]);
    const first = alerts.find(({ labels }) => labels?.['instance'] === 'a:1')!;
    expect(first.annotations).toEqual({ summary: 'a:1 is down: 0' });
    expect(first.description).toContain(`up{job="${job}"} < 1`);
    expect(first.description).toContain('summary: a:1 is down: 0');
    expect(first.resource.resourceId).toBe(await resourceNamed(`${job} a:1`));
    expect(await stateOf(definition)).toMatchObject({ health: 'OK', author: 'ann', series: 2, problem: null });
    await send(sample(job, 'a:1', 1), sample(job, 'c:1', 0));
    await pass(definition, 2);
    const states = (await alertsOf(definition)).map(({ labels, status }) => [labels!['instance'], status!.state]);
    expect(new Map(states as [string, string][])).toEqual(
      new Map([
        ['a:1', 'RECOVERED'],
        ['c:1', 'FIRING'],
      ]),
    );
  });

  it('wait for their duration, and keep firing for the configured time', async () => {
    const job = aJob();
    const definition = await define(`up{job="${job}"} == 0`, {
      expression: { forSeconds: 120, keepFiringSeconds: 120 },
    });
    const down = () => send(sample(job, 'a:1', 0));
    await pass(definition, 2, down);
    expect(await alertsOf(definition)).toEqual([]);
    expect((await stateOf(definition)).instances).toMatchObject([
      { state: 'PENDING', labels: { job, instance: 'a:1' } },
    ]);
    await pass(definition, 1, down);
    expect(await alertsOf(definition)).toHaveLength(1);
    const up = () => send(sample(job, 'a:1', 1));
    await pass(definition, 2, up);
    expect((await alertsOf(definition))[0]!.status!.state).toBe('FIRING');
    await pass(definition, 1, up);
    expect((await alertsOf(definition))[0]!.status!.state).toBe('RECOVERED');
    expect((await stateOf(definition)).instances).toEqual([]);
  });

  it('count the hosts whose probes see a target fail', async () => {
    const schedules: number[] = [];
    for (const resourceName of ['probing-1', 'probing-2', 'probing-3']) {
      const host = await ann().post('/rest/resource/platforms').send({ resourceName, typeName: 'Linux' }).expect(201);
      const { resourceId: parentId } = host.body as { resourceId: number };
      const pluginConfig = { host: 'shop.example.com', port: 443 };
      const sent = { resourceName: 'shop', parentId, pluginName: 'Probes', typeName: 'TLS Probe', pluginConfig };
      const { body } = await ann().post('/rest/resource').send(sent).expect(201);
      const { body: listed } = await ann().get(
        `/rest/resource/${(body as { resourceId: number }).resourceId}/schedules`,
      );
      const found = (listed as { scheduleName: string; scheduleId: number }[]).find(
        ({ scheduleName }) => scheduleName === 'success',
      );
      schedules.push(found!.scheduleId);
    }
    const report = (...values: number[]) =>
      ann()
        .post('/rest/metric/data/raw')
        .send(values.map((value, at) => ({ scheduleId: schedules[at], timeStamp: api.clock.now(), value })))
        .expect(204);
    const probes = 'success{plugin="Probes",type="TLS Probe",resource="shop"}';
    const definition = await define(`count(${probes} == 0) >= 2`);
    await pass(definition, 2, () => report(0, 1, 1));
    expect(await alertsOf(definition)).toEqual([]);
    await pass(definition, 2, () => report(0, 0, 1));
    expect(await alertsOf(definition)).toHaveLength(1);
    await pass(definition, 2, () => report(1, 0, 1));
    expect((await alertsOf(definition))[0]!.status!.state).toBe('RECOVERED');
  });

  it('are evaluated once at each interval, whatever the number of replicas', async () => {
    const job = aJob();
    const definition = await define(`up{job="${job}"} == 0`, { expression: { seconds: 10 } });
    const takes = jest.spyOn(api.service.app.get(ExpressionQueries, { strict: false }), 'takeEvaluations');
    const first = api.clock.now();
    for (let at = 0; at < 20; at++) {
      api.clock.advance(10_000);
      await send(sample(job, 'a:1', at % 5 === 0 ? 1 : 0));
      await Promise.all([evaluate(definition), evaluate(definition), evaluate(definition)]);
    }
    const taken = await Promise.all(takes.mock.results.map(({ value }) => value as Promise<ReadonlySet<number>>));
    const times = takes.mock.calls.flatMap(([evaluations], at) =>
      evaluations.flatMap(({ next: { atMs } }) => (taken[at]!.has(definition.id) ? [atMs] : [])),
    );
    takes.mockRestore();
    expect(times[0]).toBeGreaterThan(first);
    expect(times).toEqual(Array.from({ length: 20 }, (_one, at) => times[0]! + at * 10_000));
    expect(await alertsOf(definition)).toHaveLength(4);
  });

  it('fire when absent() returns a series, but not because of an outage', async () => {
    const job = aJob();
    const definition = await define(`absent(up{job="${job}"})`);
    const hear = () => send(sample(job, 'a:1', 1));
    await send(sample(job, 'a:1', 1));
    await pass(definition, 3, hear);
    // Nobody listened and nobody evaluated.
    api.clock.advance(30 * MINUTE);
    await evaluate(definition);
    expect((await stateOf(definition)).settlingUntil).toBeGreaterThan(api.clock.now());
    await pass(definition, 2);
    await pass(definition, 8, hear);
    expect(await alertsOf(definition)).toEqual([]);
    await pass(definition, 7);
    expect(await alertsOf(definition)).toMatchObject([
      { labels: { job }, resource: { resourceId: await installation() } },
    ]);
  });

  it('are rules, alerts and series of Prometheus with exactly their labels', async () => {
    const job = aJob();
    const name = `down ${job}`;
    const definition = await define('up', {
      name,
      conditions: [{ category: 'EXPRESSION', option: `up{job="${job}"}`, comparator: '<', threshold: 1 }],
      expression: { forSeconds: 60, labels: { severity: 'page' }, annotations: { summary: '{{ $labels.instance }}' } },
    });
    const get = async (path: string): Promise<unknown> =>
      ((await ann().get(`/prometheus/api/v1/${path}`).expect(200)).body as { data: unknown }).data;
    const rule = async () => {
      const { groups } = (await get(`rules?rule_name[]=${encodeURIComponent(name)}`)) as {
        groups: { rules: object[] }[];
      };
      return groups[0]!.rules[0];
    };
    const series = async () =>
      (
        (await get(`query?query={__name__=~"ALERTS.*",job="${job}"}&time=${api.clock.now() / 1000}`)) as {
          result: object[];
        }
      ).result;
    const down = () => send(sample(job, 'a:1', 0));
    await pass(definition, 1, down);
    const labels = { alertname: name, instance: 'a:1', job, severity: 'page' };
    expect(await rule()).toMatchObject({
      state: 'pending',
      query: `(up{job="${job}"}) < 1`,
      duration: 60,
      labels: { severity: 'page' },
      annotations: { summary: '{{ $labels.instance }}' },
      health: 'ok',
      alerts: [{ state: 'pending', labels, annotations: { summary: 'a:1' }, value: '0' }],
    });
    expect(await series()).toMatchObject([
      { metric: { ...labels, __name__: 'ALERTS', alertstate: 'pending' }, value: [expect.anything(), '1'] },
      { metric: { ...labels, __name__: 'ALERTS_FOR_STATE' } },
    ]);
    await pass(definition, 1, down);
    expect(await rule()).toMatchObject({
      state: 'firing',
      alerts: [{ state: 'firing', labels, annotations: { summary: 'a:1' } }],
    });
    expect(await series()).toEqual([
      { metric: { ...labels, __name__: 'ALERTS', alertstate: 'firing' }, value: [expect.anything(), '1'] },
      { metric: { ...labels, __name__: 'ALERTS_FOR_STATE' }, value: [expect.anything(), expect.anything()] },
    ]);
  });

  it('end when the definition is disabled, or its expression is changed', async () => {
    const job = aJob();
    await send(sample(job, 'a:1', 0));
    const definition = await define(`up{job="${job}"} == 0`);
    await pass(definition);
    await ann()
      .put(`/rest/alert/condition/${definition.conditions![0]!.id}`)
      .send({ category: 'EXPRESSION', option: `up{job="${job}"} < 1` })
      .expect(200);
    await pass(definition);
    const states = async () => (await alertsOf(definition)).map(({ status }) => status!.endReason);
    expect(await states()).toEqual([null, 'DEFINITION_CHANGED']);
    await ann()
      .put(`/rest/alert/definition/${definition.id}`)
      .send({ ...definition, enabled: false })
      .expect(200);
    await watch().schedule(RUN);
    expect(await states()).toEqual(['DEFINITION_CHANGED', 'DEFINITION_CHANGED']);
  });

  it('are planned for each evaluation time within the minute', async () => {
    const definition = await define('up == 0', { expression: { seconds: 20 } });
    await api.database.query(`DELETE FROM graphile_worker._private_jobs`);
    await watch().schedule(RUN);
    const jobs = await api.database.query<{ payload: { definitionIds: number[] } }>(
      `SELECT payload FROM graphile_worker._private_jobs`,
    );
    expect(jobs.filter(({ payload }) => payload.definitionIds.includes(definition.id))).toHaveLength(3);
  });

  it('are dry-run over stored data, within the resource of the definition', async () => {
    const [job, other] = [aJob(), aJob()];
    // Between two times of any grid.
    api.clock.advance(1);
    for (let minute = 0; minute < 10; minute++) {
      await send(sample(job, 'a:1', minute > 2 && minute < 7 ? 0 : 1), sample(other, 'a:1', 0));
      api.clock.advance(MINUTE);
    }
    const resourceId = await resourceNamed(`${job} a:1`);
    const tried = async (option: string, expression = {}) =>
      (
        await ann()
          .post(`/rest/alert/definitions/dry-run?resourceId=${resourceId}&start=${api.clock.now() - 10 * MINUTE}`)
          .send({ conditions: [{ category: 'EXPRESSION', option }], expression })
      ).body as DryRun;
    expect(await tried('up == 0', { forSeconds: 120 })).toMatchObject({
      facts: 10,
      alertCount: 1,
      alerts: [{ matches: [{ condition: 1, description: 'up == 0', value: '0' }] }],
    });
    expect(await tried(`up{job="${other}"} == 0`)).toMatchObject({ alertCount: 0 });
    const { body } = await ann()
      .post(`/rest/alert/definitions/dry-run?resourceId=${resourceId}&start=${api.clock.now() - 10 * MINUTE}`)
      .send({
        conditions: [{ category: 'EXPRESSION', option: 'up', comparator: '<', threshold: 1 }],
        expression: { labels: { team: 'web' } },
      })
      .expect(200);
    // The expected result has every value that fits into a chart.
    const { result, alertCount } = body as DryRun;
    expect(alertCount).toBe(1);
    expect(result).toMatchObject({ seriesCount: 1, step: 5 * MINUTE, series: [{ labels: { job, team: 'web' } }] });
    expect(result!.series[0]!.dataPoints.map(({ value }) => value)).toEqual([0, 1]);
    expect(JSON.stringify(await tried('up =='))).toContain('parse error');
    expect(JSON.stringify(await tried('up', { seconds: 1 }))).toContain('seconds must be from 10');
  });

  it('have their settings only by include, and keep them when they are omitted', async () => {
    const definition = await define('up == 0', { expression: { seconds: 30, labels: { team: 'web' } } });
    expect(definition).not.toHaveProperty('expression');
    const { name, enabled, priority } = definition;
    await ann().put(`/rest/alert/definition/${definition.id}`).send({ name, enabled, priority }).expect(200);
    const { body } = await ann().get(`/rest/alert/definition/${definition.id}?include=expression`).expect(200);
    expect((body as AlertDefinitionRest).expression).toEqual({
      seconds: 30,
      forSeconds: 0,
      keepFiringSeconds: 0,
      labels: { team: 'web' },
      annotations: {},
      limit: 0,
      queryOffsetSeconds: 0,
    });
  });
});
