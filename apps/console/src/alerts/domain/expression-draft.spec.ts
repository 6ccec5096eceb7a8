import { draftOfExpression, inGroup, listGroups, NEW_EXPRESSION, sentExpression, wrongLine } from './expression-draft';

it('is sent as it was stored, with texts of several lines', () => {
  const stored = {
    seconds: 30,
    forSeconds: 120,
    keepFiringSeconds: 60,
    labels: { severity: 'page' },
    annotations: { summary: '{{ $labels.instance }}: down', description: 'two\nlines, and a \\n' },
    group: 'hosts',
    file: 'hosts.yaml',
    position: 2,
  };
  expect(sentExpression(draftOfExpression(stored))).toEqual({ ...stored, record: '' });
  expect(sentExpression(draftOfExpression(undefined))).toEqual(sentExpression(NEW_EXPRESSION));
});

it('is not sent while a number or a line is incomplete', () => {
  expect(sentExpression({ ...NEW_EXPRESSION, seconds: '' })).toBeUndefined();
  expect(sentExpression({ ...NEW_EXPRESSION, position: '' })).toBeUndefined();
  expect(sentExpression({ ...NEW_EXPRESSION, labels: 'a: b\nsummary' })).toBeUndefined();
  expect(wrongLine('a: b\n\nsummary')).toBe(3);
  expect(wrongLine('a: b\n')).toBe(0);
});

it('is a recording rule with the name of its series, without what alerts have', () => {
  const draft = { ...NEW_EXPRESSION, forSeconds: '60', annotations: 'summary: down', record: 'job:up:sum' };
  expect(sentExpression(draft)).toEqual({
    seconds: 60,
    labels: {},
    record: 'job:up:sum',
    forSeconds: 0,
    keepFiringSeconds: 0,
    annotations: {},
    group: '',
    file: '',
    position: 0,
  });
  expect(draftOfExpression(sentExpression(draft)).record).toBe('job:up:sum');
  for (const record of ['', '1st', 'a b', 'x'.repeat(201)])
    expect(sentExpression({ ...draft, record })).toBeUndefined();
});

it('joins an existing group of a file, and a new one without', () => {
  const groups = listGroups([
    { expression: { group: 'hosts', file: 'hosts.yaml' } },
    { expression: { group: 'hosts', file: 'hosts.yaml' } },
    { expression: {} },
    {},
    { expression: { group: 'apps' } },
  ]);
  expect(groups).toEqual([
    { group: 'apps', file: '' },
    { group: 'hosts', file: 'hosts.yaml' },
  ]);
  const joined = inGroup(NEW_EXPRESSION, 'hosts', groups);
  expect(joined).toMatchObject({ group: 'hosts', file: 'hosts.yaml' });
  expect(inGroup(joined, 'hosts2', groups)).toMatchObject({ group: 'hosts2', file: '' });
});

it('stays in its file while several have a group of that name', () => {
  const groups = listGroups(['a.yaml', 'b.yaml'].map((file) => ({ expression: { group: 'g', file } })));
  expect(inGroup({ ...NEW_EXPRESSION, group: 'g', file: 'b.yaml' }, 'g', groups)).toMatchObject({ file: 'b.yaml' });
});
