import { checkExpression, DEFAULT_EXPRESSION, expressionUseProblem } from '../src/expression-rules';

it('has defaults, and keeps omitted settings', () => {
  expect(checkExpression({})).toEqual(DEFAULT_EXPRESSION);
  const stored = { ...DEFAULT_EXPRESSION, forMs: 300_000, labels: { team: 'web' } };
  expect(checkExpression({ seconds: 30 }, stored)).toEqual({ ...stored, intervalMs: 30_000 });
});

it.each([
  [{ seconds: 9 }, /seconds must be from 10/],
  [{ seconds: 90_000 }, /seconds must be from 10/],
  [{ forSeconds: -1 }, /forSeconds/],
  [{ keepFiringSeconds: 1e12 }, /keepFiringSeconds/],
  [{ limit: -1 }, /limit must be from 0/],
  [{ queryOffsetSeconds: 90_000 }, /queryOffsetSeconds must be from 0/],
  [{ record: 'a-b' }, /record: a name has/],
  [{ record: 'ALERTS' }, /reserved/],
  [{ record: 'a', forSeconds: 60 }, /a recording rule has no forSeconds/],
  [{ labels: { 'a-b': 'x' } }, /labels\.a-b: a name has letters/],
  [{ labels: { alertstate: 'x' } }, /reserved/],
  [{ labels: { __name__: 'x' } }, /reserved/],
  [{ labels: { load: '{{ $value }}' } }, /must not contain the value/],
  [{ annotations: { summary: '{{ range $labels }}' } }, /annotations\.summary: .*end .* is missing/],
  [{ labels: { a: '{{ query "up" | first | value }}' } }, /labels\.a must not run a query/],
  [{ group: 'x'.repeat(201) }, /expression.group must not be longer/],
  [{ position: 10_000 }, /expression.position must be from 0/],
  [{ annotations: { summary: 'x'.repeat(4_001) } }, /not be longer than 4000/],
  [{ annotations: Object.fromEntries(Array.from({ length: 51 }, (_one, i) => [`a${i}`, ''])) }, /at most 50 entries/],
])('refuses %j', (sent, problem) => {
  expect(checkExpression(sent)).toEqual({ problem: expect.stringMatching(problem) });
});

it.each([
  [{}, undefined],
  [{ categories: ['EXPRESSION', 'TRAIT'] }, /no other condition/],
  [{ categories: ['EXPRESSION', 'EXPRESSION'] }, /no other condition/],
  [{ dampening: 'ONCE' }, /must be NONE/],
  [{ recoveryId: 3 }, /recoveryId must be 0/],
  [{ categories: ['TRAIT'], dampening: 'ONCE', recoveryId: 3 }, undefined],
  [{ categories: ['TRAIT'], hasSettings: true }, /needs a condition of category EXPRESSION/],
  [{ categories: [], hasSettings: true }, undefined],
  [{ isRecording: true }, /needs a definition of the installation/],
  [{ isRecording: true, isInstallation: true }, undefined],
  [{ isGrouped: true }, /expression.group needs a definition of the installation/],
  [{ isGrouped: true, isInstallation: true }, undefined],
])('checks a definition with %j', (over, problem) => {
  const plain = {
    dampening: 'NONE',
    recoveryId: 0,
    hasSettings: false,
    isRecording: false,
    isGrouped: false,
    isInstallation: false,
  };
  const use = { categories: ['EXPRESSION'], ...plain, ...over };
  expect(expressionUseProblem(use)).toEqual(problem && expect.stringMatching(problem));
});

it('records where a name is set, until it is empty', () => {
  const recording = checkExpression({ record: 'job:up:sum', limit: 5, queryOffsetSeconds: 30 });
  expect(recording).toMatchObject({ record: 'job:up:sum', limit: 5, queryOffsetMs: 30_000 });
  expect(checkExpression({ record: '' }, { ...DEFAULT_EXPRESSION, record: 'a' })).toMatchObject({ record: null });
});
