import { joinByAnd, quote } from './compliance';

describe('lists of compliance', () => {
  it.each([
    [[], undefined],
    [[undefined, ' '], undefined],
    [['score < 80'], 'score < 80'],
    [['a = 1 or b = 2', undefined, 'title ~ "x"'], '(a = 1 or b = 2) and (title ~ "x")'],
  ])('are filtered by %j as %s', (conditions, expected) => {
    expect(joinByAnd(...conditions)).toBe(expected);
  });

  it('have no double quotes in values', () => {
    expect(quote('the "web" servers')).toBe('"the web servers"');
  });
});
