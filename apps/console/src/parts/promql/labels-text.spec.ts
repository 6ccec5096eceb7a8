import { labelsText, legendTexts } from './labels-text';

it.each([
  [{ __name__: 'up' }, 'up'],
  [{ __name__: 'up', job: 'a"b' }, String.raw`up{job="a\"b"}`],
  [{ job: 'a', mode: 'x' }, '{job="a", mode="x"}'],
  [{}, '{}'],
])('names a series as PromQL writes it', (labels, text) => {
  expect(labelsText(labels)).toBe(text);
});

it('leaves out what all lines of a chart have in common', () => {
  const up = { __name__: 'up', job: 'node' };
  expect(legendTexts([up])).toEqual(['up{job="node"}']);
  expect(legendTexts([{ ...up, instance: 'a' }, { ...up, instance: 'b' }, up])).toEqual([
    '{instance="a"}',
    '{instance="b"}',
    '{}',
  ]);
  expect(legendTexts([up, { ...up, __name__: 'down' }])).toEqual(['up', 'down']);
});
