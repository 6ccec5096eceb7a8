import {
  draftOfExpression,
  moveToGroup,
  listGroups,
  NEW_EXPRESSION,
  toExpression,
  wrongLine,
} from './expression-draft';

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
  expect(toExpression(draftOfExpression(stored))).toEqual({ ...stored, record: '' });
  expect(toExpression(draftOfExpression(undefined))).toEqual(toExpression(NEW_EXPRESSION));
});

it('is not sent while a number or a line is incomplete', () => {
  expect(toExpression({ ...NEW_EXPRESSION, seconds: '' })).toBeUndefined();
  expect(toExpression({ ...NEW_EXPRESSION, position: '' })).toBeUndefined();
  expect(toExpression({ ...NEW_EXPRESSION, labels: 'a: b\nsummary' })).toBeUndefined();
  expect(wrongLine('a: b\n\nsummary')).toBe(3);
  expect(wrongLine('a: b\n')).toBe(0);
});

it('is a recording rule with the name of its series, without what alerts have', () => {
  const draft = { ...NEW_EXPRESSION, forSeconds: '60', annotations: 'summary: down', record: 'job:up:sum' };
  expect(toExpression(draft)).toEqual({
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
  expect(draftOfExpression(toExpression(draft)).record).toBe('job:up:sum');
  for (const record of ['', '1st', 'a b', 'x'.repeat(201)]) expect(toExpression({ ...draft, record })).toBeUndefined();
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
  const joined = moveToGroup(NEW_EXPRESSION, 'hosts', groups);
  expect(joined).toMatchObject({ group: 'hosts', file: 'hosts.yaml' });
  expect(moveToGroup(joined, 'hosts2', groups)).toMatchObject({ group: 'hosts2', file: '' });
});

it('stays in its file while several have a group of that name', () => {
  const groups = listGroups(['a.yaml', 'b.yaml'].map((file) => ({ expression: { group: 'g', file } })));
  expect(moveToGroup({ ...NEW_EXPRESSION, group: 'g', file: 'b.yaml' }, 'g', groups)).toMatchObject({ file: 'b.yaml' });
});
