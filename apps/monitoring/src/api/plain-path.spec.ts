import fc from 'fast-check';
import { plainPath } from './plain-path';

describe('plainPath', () => {
  it.each([
    ['/rest//index', '/rest/index'],
    ['//rest///index//', '/rest/index'],
    ['/rest/', '/rest'],
    ['/rest/?q=a//b/', '/rest?q=a//b/'],
    ['/rest/x/#//', '/rest/x#//'],
    ['/', '/'],
    ['//', '/'],
    ['*', '*'],
    ['http://host//rest/', 'http://host//rest/'],
  ])('makes %s %s', (url, expected) => {
    expect(plainPath(url)).toBe(expected);
  });

  it('changes nothing the second time, and never the query', () => {
    const anyUrl = fc
      .tuple(fc.stringMatching(/^[/a.%]*$/), fc.constantFrom('', '?a=/b//', '?'))
      .map(([path, query]) => `/${path}${query}`);
    fc.assert(
      fc.property(anyUrl, (url) => {
        const plain = plainPath(url);
        expect(plainPath(plain)).toBe(plain);
        expect(plain.slice(plain.search(/\?|$/))).toBe(url.slice(url.search(/\?|$/)));
        expect(plain).not.toMatch(/^[^?]*\/\//);
      }),
      { seed: 20254, numRuns: 500 },
    );
  });
});
