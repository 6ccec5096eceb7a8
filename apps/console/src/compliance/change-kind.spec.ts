import { getChangeKind } from './change-kind';

const GOOD = { verdict: 'compliant', score: 95 } as const;
const BAD = { verdict: 'not_compliant', score: 60 } as const;
const WORSE = { verdict: 'not_compliant', score: 40 } as const;
const NONE = { verdict: 'not_applicable', score: null } as const;

describe('the change of a system between two days', () => {
  it.each([
    [null, BAD, 'first'],
    [BAD, null, 'none'],
    [BAD, GOOD, 'compliant'],
    [GOOD, BAD, 'not_compliant'],
    [GOOD, NONE, 'not_applicable'],
    [WORSE, BAD, 'rose'],
    [BAD, WORSE, 'fell'],
  ])('from %j to %j is "%s"', (before, after, expected) => {
    expect(getChangeKind({ before, after })).toBe(expected);
  });
});
