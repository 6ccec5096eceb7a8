import { isNamed } from './name-patterns';

describe('names by pattern', () => {
  it('match everything without a pattern', () => {
    expect(isNamed('any', [])).toBe(true);
  });

  it.each([
    ['web-1', 'web-*', true],
    ['web-', 'web-*', true],
    ['my-web-1', 'web-*', false],
    ['node.eu', '*.eu', true],
    ['node.eu.old', '*.eu', false],
    ['a-mid-z', 'a*mid*z', true],
    ['a-z', 'a*mid*z', false],
    ['ab', 'ab*b', false],
    ['exact', 'exact', true],
    ['exactly', 'exact', false],
    ['a.b', 'a?b', false],
    ['anything', '*', true],
  ])('%s by %s: %s', (name, pattern, meant) => {
    expect(isNamed(name, ['other', pattern])).toBe(meant);
  });
});
