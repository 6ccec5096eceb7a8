import { parse } from 'yaml';
import { toDefinitions, isRuleFile, toRuleFile } from './rule-files';

const FILE = `
groups:
  - name: hosts
    interval: 30s
    labels: { team: web }
    rules:
      - alert: HostDown
        expr: |
          up{job="node"} == 0
        for: 5m
        labels: { severity: critical }
        annotations:
          summary: '{{ $labels.instance }} is down'
      - alert: DiskFull
        expr: node_filesystem_avail_bytes / node_filesystem_size_bytes < 0.1
        keep_firing_for: 1h30m
        labels: { severity: warning }
  - name: more
    rules:
      - alert: DiskFull
        expr: node_filesystem_avail_bytes == 0
        labels: { severity: critical }
`;

const specs = () =>
  toDefinitions(parse(FILE) as { groups: unknown }).documents.map(
    ({ value }) => value as { name: string; spec: Record<string, unknown> },
  );

it('carries alerting rules over as definitions of the installation', () => {
  expect(isRuleFile(parse(FILE))).toBe(true);
  expect(isRuleFile({ kind: 'Group', groups: [] })).toBe(false);
  expect(specs()).toEqual([
    {
      kind: 'AlertDefinition',
      name: 'HostDown',
      spec: {
        of: { installation: true },
        enabled: true,
        priority: 'HIGH',
        conditions: [{ category: 'EXPRESSION', option: 'up{job="node"} == 0' }],
        expression: {
          seconds: 30,
          forSeconds: 300,
          keepFiringSeconds: 0,
          limit: 0,
          queryOffsetSeconds: 0,
          group: 'hosts',
          position: 0,
          labels: { team: 'web', severity: 'critical' },
          annotations: { summary: '{{ $labels.instance }} is down' },
        },
      },
    },
    expect.objectContaining({
      name: 'DiskFull',
      spec: expect.objectContaining({
        priority: 'MEDIUM',
        expression: expect.objectContaining({ keepFiringSeconds: 5_400 }),
      }),
    }),
    expect.objectContaining({
      name: 'DiskFull 2',
      spec: expect.objectContaining({
        expression: expect.objectContaining({ seconds: 60, labels: { severity: 'critical', alertname: 'DiskFull' } }),
      }),
    }),
  ]);
});

interface Rule {
  expr: string;
  labels: object;
}

it('writes them unchanged', () => {
  const before = (parse(FILE) as { groups: { interval?: string; labels?: object; rules: Rule[] }[] }).groups;
  const makeRules = (interval: string | undefined) =>
    before
      .filter((group) => group.interval === interval)
      .flatMap(({ rules, labels }) => rules.map((rule) => ({ ...rule, labels: { ...labels, ...rule.labels } })));
  const { groups } = toRuleFile(specs()) as { groups: { interval: string; rules: { expr: string }[] }[] };
  const trimmed = (rules: Rule[]) => rules.map((rule) => ({ ...rule, expr: rule.expr.trim() }));
  expect(groups.map(({ interval }) => interval)).toEqual(['30s', '60s']);
  expect(groups[0]!.rules.map((rule) => JSON.stringify(rule).replace('5400s', '1h30m').replace('300s', '5m'))).toEqual(
    trimmed(makeRules('30s')).map((rule) => expect.stringContaining(JSON.stringify(rule.expr))),
  );
  expect(groups[1]!.rules).toEqual(trimmed(makeRules(undefined)));
});

it('writes a comparison of the condition into the expression', () => {
  const spec = {
    enabled: true,
    conditions: [{ category: 'EXPRESSION', option: 'sum(x)', comparator: '=', threshold: 0 }],
  };
  expect(
    toRuleFile([
      { name: 'a', spec },
      { name: 'b', spec: { ...spec, enabled: false } },
    ]),
  ).toEqual({
    groups: [{ name: 'wardstone-60s', interval: '60s', rules: [{ alert: 'a', expr: '(sum(x)) == 0' }] }],
  });
});

it.each([
  ['{ record: a, alert: b, expr: c }', /either alert or record/],
  ['{ alert: a }', /must have expr/],
  ['{ alert: a, expr: b, for: soon }', /must be durations/],
])('reports what cannot be converted of %s', (rule, problem) => {
  const { problems } = toDefinitions(
    parse(`groups: [{ name: g, limit: few, rules: [${rule}] }]`) as { groups: unknown },
  );
  expect(problems.map(({ text }) => text)).toEqual(['limit must be a whole number', expect.stringMatching(problem)]);
});

it('carries recording rules, limits and offsets of groups over and back', () => {
  const file = {
    groups: [
      {
        name: 'sums',
        interval: '30s',
        limit: 5,
        query_offset: '60s',
        rules: [
          { record: 'job:up:sum', expr: 'sum by (job) (up)', labels: { team: 'web' } },
          { record: 'job:up:sum', expr: 'vector(0)' },
        ],
      },
    ],
  };
  const { documents, problems } = toDefinitions(file);
  expect(problems).toEqual([]);
  const found = documents.map(({ value }) => value as { name: string; spec: { expression: object } });
  const settings = { seconds: 30, record: 'job:up:sum', limit: 5, queryOffsetSeconds: 60, group: 'sums' };
  expect(found.map(({ name, spec }) => [name, spec.expression])).toEqual([
    ['job:up:sum', { ...settings, position: 0, labels: { team: 'web' } }],
    ['job:up:sum 2', { ...settings, position: 1, labels: {} }],
  ]);
  expect(toRuleFile(found)).toEqual(file);
});

it('keeps groups with the order of their rules, and makes groups of definitions without one', () => {
  const conditions = [{ category: 'EXPRESSION', option: 'up' }];
  const one = (name: string, expression: object) => ({ name, spec: { enabled: true, conditions, expression } });
  const { groups } = toRuleFile([
    one('last', { group: 'g', position: 1 }),
    one('alone', { seconds: 30 }),
    one('first', { group: 'g', position: 0 }),
    one('other interval', { group: 'g', seconds: 90 }),
  ]) as { groups: { name: string; interval: string; rules: { alert: string }[] }[] };
  expect(groups.map(({ name, interval, rules }) => [name, interval, rules.map(({ alert }) => alert)])).toEqual([
    ['wardstone-30s', '30s', ['alone']],
    ['g', '60s', ['first', 'last']],
    ['g 2', '90s', ['other interval']],
  ]);
});

it('keeps groups of different files apart, also in the file that it writes', () => {
  const conditions = [{ category: 'EXPRESSION', option: 'up' }];
  const one = (name: string, file: string) => ({
    name,
    spec: { enabled: true, conditions, expression: { group: 'g', file, position: 0 } },
  });
  const { groups } = toRuleFile([one('a', 'a.yaml'), one('b', 'b.yaml'), one('c', 'a.yaml')]) as {
    groups: { name: string; rules: { alert: string }[] }[];
  };
  expect(groups.map(({ name, rules }) => [name, rules.map(({ alert }) => alert)])).toEqual([
    ['g', ['a', 'c']],
    ['g 2', ['b']],
  ]);
  const file = { groups: [{ name: 'g', rules: [{ alert: 'a', expr: 'up' }] }] };
  expect(toDefinitions(file, 'a.yaml').documents).toMatchObject([
    { value: { spec: { expression: { group: 'g', file: 'a.yaml' } } } },
  ]);
});

it('accepts a number as an expression', () => {
  const { documents, problems } = toDefinitions({ groups: [{ name: 'g', rules: [{ alert: 'Always', expr: 1 }] }] });
  expect(problems).toEqual([]);
  expect(documents).toMatchObject([{ value: { spec: { conditions: [{ category: 'EXPRESSION', option: '1' }] } } }]);
});
