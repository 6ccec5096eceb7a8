import type { AlertDefinitionRest } from '@wardstone/dto/monitoring';
import type { Viewer } from '../../authorization/viewer';
import { countStatements } from '../../metrics/test/count-statements';
import { PrometheusSelections } from '../../prometheus/prometheus-selections';
import { givenGroup } from '../../test/given-inventory';
import { ExpressionEvaluator } from '../expression-series';
import { MINUTE, RUN, type TestCaller, useExpressions } from './expression-fixture';

const BEN: TestCaller = { username: 'ben', subject: 'idp|ben', roles: ['operator'] };
const ADMIN: Viewer = { roles: ['admin'], permissions: ['MANAGE_INVENTORY', 'VIEW_RESOURCE'] };

describe('expressions that are evaluated together', () => {
  const { api, ann, watch, batch, aJob, send, sample, installation, define, alertsOf, stateOf, resourceNamed } =
    useExpressions({ ALERT_EXPRESSIONS: '1000', ALERT_EXPRESSIONS_PER_ACCOUNT: '1000' });

  const evaluator = () => api.service.app.get(ExpressionEvaluator, { strict: false });
  const selections = () => api.service.app.get(PrometheusSelections, { strict: false });
  const evaluate = (...definitions: readonly AlertDefinitionRest[]) =>
    batch().evaluate(
      definitions.map(({ id }) => id),
      RUN,
    );
  const write = (definition: AlertDefinitionRest, text: string) =>
    api.database.query(`UPDATE alert_condition SET option = $2 WHERE alert_definition_id = $1`, [definition.id, text]);

  it('return the same as separate requests', async () => {
    const job = aJob();
    const start = api.clock.now();
    for (let minute = 0; minute < 75; minute++) {
      const value = minute % 9 === 0 ? NaN : minute % 7 === 0 ? Infinity : minute;
      await send(
        sample(job, 'a:1', minute, `x_${job}_total`),
        sample(job, 'b:1', value, `x_${job}_total`),
        ...(minute < 40 ? [sample(job, 'c:1', minute, `x_${job}_total`)] : []),
        sample(job, 'a:1', minute * 2, `y_${job}`),
      );
      api.clock.advance(MINUTE);
    }
    const selectors = [`x_${job}_total`, `x_${job}_total{instance="b:1"}`, `y_${job}`, `{job="${job}"}`];
    selectors.push(
      `x_${job}_total{instance=~"[ac]:1"}`,
      `x_${job}_total{instance!="a:1",nothing=""}`,
      `missing_${job}`,
    );
    const [x, y, ...others] = selectors;
    const texts = [
      ...selectors,
      ...selectors.flatMap((one) =>
        [
          'rate(S[5m])',
          'S offset 20m',
          'max_over_time(S[1h] offset 1m)',
          `S @ ${start / 1000 + 600}`,
          'timestamp(S)',
        ].map((text) => text.replace('S', one)),
      ),
      ...others.map((one) => `absent(${one})`),
      `sum by (job) (rate(${x}[7m])) / on (job) ${y}`,
      `max_over_time(sum(rate(${x}[3m]))[30m:1m])`,
      `count_over_time(${x}[1ms]) or ${y} > 3`,
      `last_over_time(${x}[8d]) and quantile_over_time(0.5, ${y}[2h])`,
      `ALERTS{job="${job}"} or vector(time())`,
    ];
    const grid = { start: api.clock.now() - 500, step: 0, count: 1 };
    const queries = texts.map((text) => ({ viewer: ADMIN, selections: evaluator().listSelections(text, grid) }));
    const ahead = await selections().readAhead(queries);
    const found = queries.flatMap(({ viewer, selections: all }) => all.map((one) => ahead.find(viewer, one)));
    expect(found.filter((one) => one !== undefined).length).toBeGreaterThan(30);
    const evaluateOutcome = async (text: string, limits: object): Promise<unknown> => {
      const expression = { text, comparator: null, threshold: null, settings: { labels: {}, limit: 0, record: null } };
      const series = await evaluator()
        .evaluate(expression, grid, ADMIN, { timeLimitMs: 30_000, signal: RUN.signal, ...limits })
        .catch((error: Error) => error.message);
      return typeof series === 'string' ? series : series.map(({ labels, values }) => [labels.key, ...values]);
    };
    for (const text of texts)
      expect([text, await evaluateOutcome(text, { ahead })]).toEqual([text, await evaluateOutcome(text, {})]);
  });

  it('take no more statements than a few of them', async () => {
    const job = aJob();
    await send(...Array.from({ length: 60 }, (_one, at) => sample(job, `h${at}:1`, 0)));
    const definitions: AlertDefinitionRest[] = [];
    for (let at = 0; at < 60; at++) definitions.push(await define(`up{job="${job}",instance="h${at}:1"} > 0`));
    const round = (some: readonly AlertDefinitionRest[]): Promise<number> => {
      api.clock.advance(MINUTE);
      return countStatements(() => evaluate(...some));
    };
    await round(definitions);
    const few = await round(definitions.slice(0, 3));
    expect(few).toBeLessThan(15);
    expect(await round(definitions)).toBeLessThanOrEqual(few);
    expect((await stateOf(definitions[59]!)).evaluatedTime).toBeGreaterThan(api.clock.now() - MINUTE);
  });

  it('fire, wait, resolve and stay unchanged side by side', async () => {
    const job = aJob();
    const of = (instance: string) => `up{job="${job}",instance="${instance}"} == 0`;
    const send0 = (...down: readonly string[]) =>
      send(...['a', 'b', 'c', 'd'].map((name) => sample(job, `${name}:1`, down.includes(name) ? 0 : 1)));
    const definitions = [
      await define(of('a:1')),
      await define(of('b:1')),
      await define(of('c:1'), { expression: { forSeconds: 60 } }),
      await define(of('d:1')),
      await define(`count(up{job="${job}"} == 0) > 0`),
    ];
    const states = async () =>
      Promise.all(definitions.map(async (one) => (await alertsOf(one)).map(({ status }) => status!.state).join()));
    await send0('a', 'c');
    api.clock.advance(MINUTE);
    await evaluate(...definitions);
    expect(await states()).toEqual(['FIRING', '', '', '', 'FIRING']);
    await send0('b', 'c');
    api.clock.advance(MINUTE);
    await Promise.all([evaluate(...definitions), evaluate(...definitions.toReversed()), evaluate(...definitions)]);
    expect(await states()).toEqual(['RECOVERED', 'FIRING', 'FIRING', '', 'FIRING']);
    await send0();
    api.clock.advance(MINUTE);
    await evaluate(...definitions);
    expect(await states()).toEqual(['RECOVERED', 'RECOVERED', 'RECOVERED', '', 'RECOVERED']);
  });

  it('are neither delayed nor failed by one that is wrong or expensive, which reports its own error', async () => {
    const job = aJob();
    await send(sample(job, 'a:1', 0));
    const texts = [
      'up ===',
      'count_over_time(vector(1)[366d:1ms])',
      'sum(count_over_time({__name__=~".+"}[100d:1s]))',
      `up{job="\\u0000"}`,
      `up{job="\\xed\\xa0\\x80"}`,
    ];
    const hostile: AlertDefinitionRest[] = [];
    for (const text of texts) {
      const definition = await define('up == 2');
      await write(definition, text);
      hostile.push(definition);
    }
    const good = [await define(`up{job="${job}"} == 0`), await define(`absent(up{job="${job}",instance="b:1"})`)];
    api.clock.advance(MINUTE);
    const evaluates = jest.spyOn(evaluator(), 'evaluate');
    await evaluate(...hostile, ...good);
    const order = evaluates.mock.calls.map(([{ text }]) => text);
    evaluates.mockRestore();
    const goodTexts = good.map((one) => one.conditions![0]!.option!);
    const lastGood = Math.max(...goodTexts.map((text) => order.indexOf(text)));
    expect(
      order.filter((text) => texts.slice(1, 3).includes(text)).map((text) => order.indexOf(text) > lastGood),
    ).toEqual([true, true]);
    for (const one of good) expect(await alertsOf(one)).toHaveLength(1);
    const states = await Promise.all(hostile.map((one) => stateOf(one)));
    expect(states.map(({ health }) => health)).toEqual(['ERROR', 'ERROR', 'ERROR', 'OK', 'OK']);
    expect(states[0]!.problem).toContain('parse error');
    for (const one of states.slice(1, 3)) expect(one.problem).toContain('samples');
  });

  it('are stored beside one whose labels cannot be stored', async () => {
    const job = aJob();
    await send(sample(job, 'a:1', 0));
    const pending = { expression: { forSeconds: 600 } };
    const hostile = await define(`label_replace(up{job="${job}"}, "x", "a\\u0000b", "", "") == 0`, pending);
    const good = [await define(`up{job="${job}"} == 0`, pending), await define(`up{job="${job}"} < 1`, pending)];
    api.clock.advance(MINUTE);
    await evaluate(hostile, ...good).catch(() => undefined);
    for (const one of good)
      expect(await stateOf(one)).toMatchObject({ health: 'OK', instances: [{ state: 'PENDING', labels: { job } }] });
    expect(await stateOf(hostile)).toMatchObject({ health: 'ERROR', instances: [] });
  });

  it('read each with the rights of its own author', async () => {
    const [own, foreign] = [aJob(), aJob()];
    await send(sample(own, 'a:1', 0), sample(foreign, 'a:1', 0));
    const ownId = await resourceNamed(`${own} a:1`);
    await givenGroup(api.database, { members: [{ id: ownId }, { id: await installation() }], roles: ['viewer'] });
    const viewer: Viewer = { roles: ['viewer'], permissions: ['VIEW_RESOURCE'] };
    const grid = { start: api.clock.now(), step: 0, count: 1 };
    const [selection] = evaluator().listSelections('up', grid);
    const viewers = [ADMIN, viewer, { ...ADMIN, within: ownId }, { ...viewer, roles: [] }];
    const ahead = await selections().readAhead(viewers.map((one) => ({ viewer: one, selections: [selection!] })));
    const jobs = viewers.map((one) =>
      ahead
        .find(one, selection!)!
        .map(({ labels }) => labels.get('job'))
        .filter((job) => [own, foreign].includes(job)),
    );
    expect(jobs).toEqual([[own, foreign], [own], [own], []]);
    const [bens, anns] = [
      await define('up == 0', { as: BEN, resourceId: ownId }),
      await define('up == 0', { resourceId: ownId }),
    ];
    await api.database.query(`UPDATE service_user SET roles = '{viewer}' WHERE login = 'ben'`);
    api.clock.advance(MINUTE);
    await evaluate(bens, anns);
    expect((await stateOf(bens)).health).toBe('OFF');
    expect(await alertsOf(anns)).toHaveLength(1);
    await api.database.query(`DELETE FROM service_user WHERE login = 'ben'`);
  });

  it('exclude expressions that took long the last time, which get jobs of their own', async () => {
    const definitions = [await define('up == 3'), await define('up == 4'), await define('up == 5')];
    for (const { id } of definitions)
      await ann()
        .put(`/rest/alert/definition/${id}?include=expression`)
        .send({ enabled: true, expression: { seconds: 10 } })
        .expect(200);
    api.clock.advance(MINUTE);
    await evaluate(...definitions);
    const slowId = definitions[1]!.id;
    await api.database.query(`UPDATE alert_evaluation SET duration_ms = 1500 WHERE alert_definition_id = $1`, [slowId]);
    await api.database.query(`DELETE FROM graphile_worker._private_jobs`);
    await watch().schedule(RUN);
    const jobs = await api.database.query<{ payload: { definitionIds: number[] } }>(
      `SELECT payload FROM graphile_worker._private_jobs`,
    );
    const withSlow = jobs.map(({ payload }) => payload.definitionIds).filter((ids) => ids.includes(slowId));
    expect(withSlow).toEqual(Array.from({ length: 6 }, () => [slowId]));
  });
});
