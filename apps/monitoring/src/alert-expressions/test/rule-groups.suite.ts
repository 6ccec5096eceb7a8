import type { AlertDefinitionRest } from '@wardstone/dto/monitoring';
import { MINUTE, RUN, useExpressions } from './expression-fixture';

interface RuleRecord {
  name: string;
  state?: string;
  alerts?: { labels: Record<string, string>; annotations: Record<string, string>; state: string; value: string }[];
}

interface GroupRecord {
  name: string;
  file: string;
  interval: number;
  lastEvaluation: string;
  rules: RuleRecord[];
}

describe('groups of rules', () => {
  const { api, ann, watch, batch, aJob, send, sample, define, alertsOf, stateOf, resourceNamed } = useExpressions();
  const groupNamed = async (name: string): Promise<GroupRecord> => {
    const { body } = await ann().get(`/prometheus/api/v1/rules?rule_group[]=${name}`).expect(200);
    const { groups } = (body as { data: { groups: GroupRecord[] } }).data;
    expect(groups).toHaveLength(1);
    return groups[0]!;
  };
  /** Evaluates all of them at one time, as a job does. */
  const pass = async (rules: readonly AlertDefinitionRest[], each: () => Promise<unknown>): Promise<void> => {
    await each();
    api.clock.advance(MINUTE);
    await batch().evaluate(
      rules.map(({ id }) => id),
      RUN,
    );
  };
  const rule = (group: string, position: number, option: string, over: object = {}, name = `${group}-${position}`) =>
    define(option, { name, expression: { seconds: 60, group, position, ...over } });

  it('are evaluated in their order, so that a rule sees alerts and series of earlier ones at once', async () => {
    const job = aJob();
    const group = `g${job}`;
    // Created in another order.
    const last = await rule(
      group,
      2,
      `ALERTS{alertname="${group}-1",alertstate="firing"} == 1`,
      { labels: { foo: 'baz' }, annotations: { about: '{{ $labels.alertname }} {{ $labels.foo }}' } },
      `${group}-2`,
    );
    const second = await rule(group, 1, `${group}:sum > 1`, { labels: { foo: 'bar' } });
    const first = await rule(group, 0, `sum by (job) (up{job="${job}"})`, { record: `${group}:sum` });
    const rules = [last, second, first];
    await pass(rules, () => send(sample(job, 'a:1', 2)));
    expect(await alertsOf(second)).toHaveLength(1);
    const [alert] = await alertsOf(last);
    expect(alert!.labels).toEqual({ alertstate: 'firing', foo: 'baz', job });
    expect(alert!.annotations).toEqual({ about: `${group}-1 bar` });
    const shown = await groupNamed(group);
    expect(shown).toMatchObject({ interval: 60 });
    expect(shown.rules.map(({ name, state }) => [name, state])).toEqual([
      [`${group}:sum`, undefined],
      [`${group}-1`, 'firing'],
      [`${group}-2`, 'firing'],
    ]);
    expect(shown.rules[2]!.alerts).toMatchObject([
      { labels: { alertname: `${group}-2`, alertstate: 'firing', foo: 'baz', job }, state: 'firing', value: '1' },
    ]);
    expect(Date.parse(shown.lastEvaluation)).toBe((await stateOf(last)).evaluatedTime);
    expect((await stateOf(first)).evaluatedTime).toBe((await stateOf(last)).evaluatedTime);
    await pass(rules, () => send(sample(job, 'a:1', 1)));
    const states = await Promise.all([second, last].map((one) => stateOf(one)));
    expect(states.map(({ instances }) => instances)).toEqual([[], []]);
  });

  it('are evaluated by one job at the same times', async () => {
    const job = aJob();
    const group = `g${job}`;
    const rules = [await rule(group, 1, 'up'), await define('up'), await rule(group, 0, 'up')];
    await api.database.query(`DELETE FROM graphile_worker._private_jobs`);
    await watch().schedule(RUN);
    const jobs = await api.database.query<{ ids: number[] }>(
      `SELECT j.payload -> 'definitionIds' AS ids FROM graphile_worker._private_jobs j`,
    );
    const ordered = [rules[2]!.id, rules[0]!.id];
    const found = jobs.map(({ ids }) => ids.filter((id) => ordered.includes(id))).filter((ids) => ids.length > 0);
    expect(found).toEqual([ordered]);
  });

  it('of different files are different groups, though their name is the same', async () => {
    const job = aJob();
    const group = `g${job}`;
    const rules = [
      await rule(group, 0, `sum by (job) (up{job="${job}"})`, { record: `${group}:sum`, file: 'a.yaml' }),
      await rule(group, 1, `${group}:sum > 1`, { file: 'b.yaml' }),
      await rule(group, 2, `${group}:sum > 1`, { file: 'a.yaml' }),
    ] as const;
    const { body: stored } = await ann().get(`/rest/alert/definition/${rules[1].id}?include=expression`).expect(200);
    expect((stored as AlertDefinitionRest).expression).toMatchObject({ group, file: 'b.yaml', position: 1 });
    await pass(rules, () => send(sample(job, 'a:1', 2)));
    const alerts = await Promise.all(rules.slice(1).map((one) => alertsOf(one)));
    expect(alerts.map(({ length }) => length)).toEqual([0, 1]);
    const { body } = await ann().get(`/prometheus/api/v1/rules?rule_group[]=${group}`).expect(200);
    const { groups } = (body as { data: { groups: GroupRecord[] } }).data;
    expect(groups.map(({ name, file, rules: some }) => [name, file, some.length])).toEqual([
      [group, 'a.yaml', 2],
      [group, 'b.yaml', 1],
    ]);
    await api.database.query(`DELETE FROM graphile_worker._private_jobs`);
    await api.database.query(
      `UPDATE alert_evaluation SET duration_ms = 5000 WHERE alert_definition_id = ANY ($1::integer[])`,
      [rules.map(({ id }) => id)],
    );
    await watch().schedule(RUN);
    const jobs = await api.database.query<{ ids: number[] }>(
      `SELECT j.payload -> 'definitionIds' AS ids FROM graphile_worker._private_jobs j`,
    );
    const found = jobs.map(({ ids }) => ids).filter((ids) => rules.some(({ id }) => ids.includes(id)));
    // Slow groups have jobs of their own.
    expect(found).toHaveLength(2);
    expect(found).toEqual(expect.arrayContaining([[rules[0].id, rules[2].id], [rules[1].id]]));
  });

  it('belong to the installation', async () => {
    const job = aJob();
    await send(sample(job, 'a:1', 1));
    const resourceId = await resourceNamed(`${job} a:1`);
    const { body } = await ann()
      .post(`/rest/alert/definitions?resourceId=${resourceId}`)
      .send({ name: 'a', conditions: [{ category: 'EXPRESSION', option: 'up' }], expression: { group: 'g' } })
      .expect(406);
    expect(JSON.stringify(body)).toMatch(/expression.group needs a definition of the installation/);
  });

  it('show texts of the present value, with queries of the author', async () => {
    const job = aJob();
    const group = `g${job}`;
    const query = `{{ range query "up{job='${job}'}" | sortByLabel "instance" }}{{ .Labels.instance }}={{ .Value }};{{ end }}`;
    const definition = await rule(group, 0, `sum by (job) (up{job="${job}"}) > 1`, {
      annotations: { summary: `{{ $value }} ${query}`, wrong: '{{ query "up{" | first | value }}' },
    });
    const shown = async () => (await groupNamed(group)).rules[0]!.alerts![0]!.annotations;
    await pass([definition], () => send(sample(job, 'a:1', 1), sample(job, 'b:1', 1)));
    expect(await shown()).toEqual({
      summary: '2 a:1=1;b:1=1;',
      wrong: expect.stringMatching(/^<error expanding template: .*parse error/),
    });
    await pass([definition], () => send(sample(job, 'a:1', 1), sample(job, 'b:1', 4)));
    expect((await shown())['summary']).toBe('5 a:1=1;b:1=4;');
  });
});
