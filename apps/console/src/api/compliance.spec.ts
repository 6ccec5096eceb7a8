import { allOf, quoted, sortByOf } from './compliance';

describe('lists of compliance', () => {
  it.each([
    [undefined, undefined],
    ['title', 'title'],
    ['-score', 'score:desc'],
    ['result,-severity', 'result,severity:desc'],
  ])('are sorted by %s as %s', (sort, expected) => {
    expect(sortByOf(sort)).toBe(expected);
  });

  it.each([
    [[], undefined],
    [[undefined, ' '], undefined],
    [['score < 80'], 'score < 80'],
    [['a = 1 or b = 2', undefined, 'title ~ "x"'], '(a = 1 or b = 2) and (title ~ "x")'],
  ])('are filtered by %j as %s', (conditions, expected) => {
    expect(allOf(...conditions)).toBe(expected);
  });

  it('have no double quotes in values', () => {
    expect(quoted('the "web" servers')).toBe('"the web servers"');
  });
});
