import { givenGroup } from '../../test/given-inventory';
import { ExpressionEvaluator } from '../expression-series';
import { ExpressionQueries } from '../expression.queries';
import { MINUTE, RUN, type TestCaller, useExpressions } from './expression-fixture';

describe('expressions of alert definitions', () => {
  const { api, ann, batch, aJob, send, sample, installation, define, pass, alertsOf, stateOf, resourceNamed } =
    useExpressions({ ALERT_EXPRESSIONS: '70', ALERT_EXPRESSIONS_PER_ACCOUNT: '25' });

  it('belong to a resource that callers who do not see it cannot find', async () => {
    const resourceId = await installation();
    expect((await ann().get('/rest/alert/installation').expect(200)).body).toEqual({ resourceId });
    await api
      .as({ roles: ['viewer'], username: 'vic', subject: 'idp|vic' })
      .get('/rest/alert/installation')
      .expect(404);
  });

  describe('read with the permissions of their author', () => {
    const BEN: TestCaller = { username: 'ben', subject: 'idp|ben', roles: ['operator'] };

    it('only the resource of the definition and its descendants', async () => {
      const [one, other] = [aJob(), aJob()];
      await send(sample(one, 'a:1', 0), sample(other, 'a:1', 0));
      const resourceId = await resourceNamed(`${one} a:1`);
      const definition = await define('count by (job) ({__name__=~".+"}) > 0', { resourceId });
      await pass(definition);
      const alerts = await alertsOf(definition);
      expect(alerts.map(({ labels }) => labels)).toEqual([{ job: one }]);
      const absent = await define(`absent(up{job="${other}"})`, { resourceId });
      await pass(absent);
      expect(await alertsOf(absent)).toHaveLength(1);
    });

    it('only what the author sees, and name no resource of others', async () => {
      const [own, foreign] = [aJob(), aJob()];
      await send(sample(own, 'a:1', 0), sample(foreign, 'a:1', 0));
      const resourceId = await resourceNamed(`${own} a:1`);
      const foreignId = await resourceNamed(`${foreign} a:1`);
      await givenGroup(api.database, { members: [{ id: resourceId }], roles: ['viewer'] });
      const viewer = { roles: ['viewer' as const], permissions: ['VIEW_RESOURCE' as const] };
      const evaluator = api.service.app.get(ExpressionEvaluator, { strict: false });
      const read = async (text: string): Promise<unknown[]> => {
        const expression = {
          text,
          comparator: null,
          threshold: null,
          settings: { labels: {}, limit: 0, record: null },
        };
        const grid = { start: api.clock.now(), step: 0, count: 1 };
        const found = await evaluator.evaluate(expression, grid, viewer, { timeLimitMs: 5_000, signal: RUN.signal });
        return found.map(({ labels }) => Object.fromEntries(labels.entries));
      };
      expect(await read('{__name__=~".+"}')).toEqual([{ job: own, instance: 'a:1' }]);
      expect(await read(`absent(up{job="${foreign}"})`)).toEqual([{ job: foreign }]);
      expect(await read(`ALERTS{job="${foreign}"} or {resource_id="${foreignId}"} or count({job=~".+"}) > 1`)).toEqual(
        [],
      );
      const queries = api.service.app.get(ExpressionQueries, { strict: false });
      const none = { id: null, name: null, prometheusKey: null, otlpKey: null };
      const named = [
        { ...none, id: foreignId },
        { ...none, name: `${foreign} a:1` },
        { ...none, id: resourceId },
      ];
      expect(await queries.findResources(named, viewer)).toEqual([undefined, undefined, resourceId]);
    });

    it('no resource that senders of series choose by the label resource', async () => {
      const [victim, sender] = [aJob(), aJob()];
      await send(sample(victim, 'a:1', 1));
      const name = `${victim} a:1`;
      await send({ labels: { __name__: 'up', job: sender, resource: name }, samples: [[api.clock.now(), 0]] });
      const installationId = await installation();
      const attached = async (text: string, over: object = {}): Promise<number[]> => {
        const definition = await define(text, over);
        await pass(definition);
        return (await alertsOf(definition)).map(({ resource }) => resource.resourceId);
      };
      expect(await attached(`up{job="${sender}"} == 0`)).toEqual([installationId]);
      expect(await attached(`max by (resource) (up{job="${sender}"}) == 0`)).toEqual([installationId]);
      const victimId = await resourceNamed(name);
      const chosen = { expression: { labels: { resource: '{{ $labels.resource }}' } } };
      expect(await attached(`up{job="${sender}"} == 0`, chosen)).toEqual([victimId]);
      expect(await attached(`label_replace(vector(0), "resource", "${name}", "", "") == 0`)).toEqual([victimId]);
    });

    it('in templates too, whose queries are few and see only that resource', async () => {
      const [own, foreign] = [aJob(), aJob()];
      await send(sample(own, 'a:1', 0), sample(foreign, 'a:1', 0));
      const show = (query: string) => `{{ range query "${query}" }}{{ .Labels.job }} {{ .Value }} {{ end }}`;
      const annotations = {
        series: show(`{job=~'${own}|${foreign}'}`),
        all: show(`count by (job) ({job=~'.+'} or {resource_id=~'.+'} or ALERTS)`),
        various: Array.from({ length: 22 }, (_one, at) => show(`vector(${at})`)).join(''),
      };
      const resourceId = await resourceNamed(`${own} a:1`);
      const definition = await define('up == 0', { resourceId, as: BEN, expression: { annotations } });
      await pass(definition);
      expect((await alertsOf(definition)).map((alert) => alert.annotations)).toEqual([
        {
          series: `${own} 0 `,
          all: `${own} 1 `,
          various: expect.stringMatching(/^<error expanding template: .*more than 20 queries/),
        },
      ]);
      await api.database.query(`DELETE FROM service_user WHERE login = 'ben'`);
    });

    it('as of now: without them the expression is off and reports why', async () => {
      const job = aJob();
      await send(sample(job, 'a:1', 0));
      const definition = await define('up == 0', { resourceId: await resourceNamed(`${job} a:1`), as: BEN });
      await api.database.query(`UPDATE service_user SET roles = '{viewer}' WHERE login = 'ben'`);
      await pass(definition);
      expect(await stateOf(definition)).toMatchObject({ health: 'OFF', problem: expect.stringContaining('ben') });
      expect(await alertsOf(definition)).toEqual([]);
      await api.database.query(`UPDATE service_user SET subject = 'idp|another' WHERE login = 'ben'`);
      await pass(definition);
      expect((await stateOf(definition)).problem).toContain('removed or disabled');
      await api.database.query(`DELETE FROM service_user WHERE login = 'ben'`);
    });

    it('whoever changes an expression becomes its author', async () => {
      const job = aJob();
      await send(sample(job, 'a:1', 0));
      const resourceId = await resourceNamed(`${job} a:1`);
      const definition = await define('up == 0', { resourceId });
      await api
        .as({ ...BEN, username: 'cleo', subject: 'idp|cleo' })
        .put(`/rest/alert/condition/${definition.conditions![0]!.id}`)
        .send({ category: 'EXPRESSION', option: 'up < 1' })
        .expect(200);
      expect((await stateOf(definition)).author).toBe('cleo');
    });
  });

  describe('are refused or limited', () => {
    const refused = async (body: object, problem: RegExp): Promise<void> => {
      const sent = { name: 'a', conditions: [{ category: 'EXPRESSION', option: 'up' }], ...body };
      const { body: response } = await ann()
        .post(`/rest/alert/definitions?resourceId=${await installation()}`)
        .send(sent)
        .expect(406);
      expect(JSON.stringify(response)).toMatch(problem);
    };
    const condition = (option: string, over: object = {}) => ({
      conditions: [{ category: 'EXPRESSION', option, ...over }],
    });

    it.each([
      [condition('up ==='), /1:4: parse error|parse error/],
      [condition('rate(up[5m])[1h:]'), /range vector/],
      [condition('"text"'), /string/],
      [condition(' '), /must be an expression/],
      [condition('('.repeat(3_000)), /parse error|nested/],
      [condition('up', { comparator: '>' }), /together/],
      [condition('up', { comparator: '>=', threshold: 1 }), /comparator must be one of/],
      [{ dampeningCategory: 'ONCE' }, /dampeningCategory must be NONE/],
      [{ conditions: [condition('up').conditions[0], { category: 'RESOURCE_CONFIG' }] }, /no other condition/],
      [{ conditions: [{ category: 'RESOURCE_CONFIG' }], expression: { seconds: 60 } }, /needs a condition/],
      [{ expression: { seconds: 1 } }, /seconds must be from 10/],
      [{ expression: { annotations: { summary: '{{ if $value }}' } } }, /end .* is missing/],
      [{ expression: { labels: { a: '{{ query "up" }}' } } }, /must not run a query/],
      [{ expression: { labels: { a: '{{ $value }}' } } }, /must not contain the value/],
    ])('%j', refused);

    it('beyond the limit of an account or the installation', async () => {
      const resourceId = await installation();
      const create = async (username: string): Promise<{ status: number; text: string }> => {
        const sent = { name: 'limited', conditions: [{ category: 'EXPRESSION', option: 'up' }] };
        const caller = api.as({ username, subject: `idp|${username}` });
        const { status, text } = await caller.post(`/rest/alert/definitions?resourceId=${resourceId}`).send(sent);
        return { status, text };
      };
      const getRefusal = async (username: string): Promise<string> => {
        for (;;) {
          const { status, text } = await create(username);
          if (status !== 201) return `${status} ${text}`;
        }
      };
      expect(await getRefusal('zoe')).toMatch(/^409 .*Your account has 25 expressions, which is the maximum/s);
      expect((await create('yann')).status).toBe(201);
      const others = await Promise.all(['yann', 'xena', 'will'].map(getRefusal));
      expect(others.join()).toContain('The installation evaluates 70 expressions, which is the maximum');
      await api.database.query(`UPDATE alert_definition SET is_deleted = true WHERE name = 'limited'`);
    });

    it('an expression that returns too many series fails, and says so; others are evaluated', async () => {
      const job = aJob();
      await send(...Array.from({ length: 1_001 }, (_one, at) => sample(job, 'a:1', 1, `metric_${job}_${at}`)));
      const hostile = await define(`label_replace({job="${job}"}, "n", "$1", "__name__", "(.*)")`);
      const other = await define(`count({job="${job}"}) > 1000`);
      api.clock.advance(MINUTE);
      await batch().evaluate([hostile.id, other.id], RUN);
      expect(await stateOf(hostile)).toMatchObject({
        health: 'ERROR',
        problem: expect.stringContaining('1000 series'),
      });
      expect(await alertsOf(hostile)).toEqual([]);
      expect(await alertsOf(other)).toHaveLength(1);
    });

    it('one that loads too many samples fails', async () => {
      const hostile = await define('count_over_time(vector(1)[366d:1ms])');
      await pass(hostile);
      expect(await stateOf(hostile)).toMatchObject({ health: 'ERROR', problem: expect.stringContaining('samples') });
    });
  });
});
