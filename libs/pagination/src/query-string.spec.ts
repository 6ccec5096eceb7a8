import fc from 'fast-check';
import { decodeQuery, encodeFormText, ListQueryError } from './query-string';

describe('decodeQuery', () => {
  it.each([
    ['a=b', 'a', 'scalar', 'b'],
    ['a', 'a', 'scalar', undefined],
    ['a=', 'a', 'scalar', ''],
    ['a=b=c', 'a', 'scalar', 'b=c'],
    ['a=b+c%20d', 'a', 'scalar', 'b c d'],
    ['a=%2B5', 'a', 'scalar', '+5'],
    ['a=%e2%82%AC', 'a', 'scalar', '€'],
    ['a=%EF%BB%BFx', 'a', 'scalar', '\ufeffx'],
    ['a=€', 'a', 'scalar', '€'],
    ['a=😀', 'a', 'scalar', '😀'],
    ['a=\u00c3\u00a9', 'a', 'scalar', 'é'],
    ['a%5B%5D=b', 'a', 'element', 'b'],
    ['a[]=b', 'a', 'element', 'b'],
    ['a[x]=b', 'a', 'entry', 'b'],
    ['a[x][y]=b', 'a', 'entry', 'b'],
    ['a[][x]=b', 'a', 'entry', 'b'],
    ['a[=b', 'a[', 'scalar', 'b'],
    ['[x]=b', '[x]', 'scalar', 'b'],
    ['=b', '', 'scalar', 'b'],
    ['sort%5fby=b', 'sort_by', 'scalar', 'b'],
  ])('reads %s', (text, name, form, value) => {
    expect(decodeQuery(text)).toEqual([{ name, form, value, isUtf8: true }]);
  });

  it('keeps order and repetition, skips empty parts', () => {
    expect(decodeQuery('&b=1&&a=2&b=3&').map(({ name, value }) => [name, value])).toEqual([
      ['b', '1'],
      ['a', '2'],
      ['b', '3'],
    ]);
    expect(decodeQuery('')).toEqual([]);
  });

  it.each(['a=%', 'a=%4', 'a=%zz', 'a=100%&b=1', '%g0=1', 'a=1&b%=2'])('refuses the escape of %s', (text) => {
    expect(() => decodeQuery(text)).toThrow(new ListQueryError(400, 'Invalid query string'));
  });

  it.each(['a=%ff', 'a=%C3', 'a=%C0%80', 'a=%ED%A0%80', 'a=\u00ff'])('reports that %s is not UTF-8', (text) => {
    expect(decodeQuery(text)).toMatchObject([{ name: 'a', isUtf8: false }]);
  });
});

describe('encodeFormText', () => {
  it.each([
    ['(os_major_version=8)', '%28os_major_version%3D8%29'],
    ['title:desc', 'title%3Adesc'],
    ["a b*c'd!e", 'a+b%2Ac%27d%21e'],
    ['AZaz09_.-~', 'AZaz09_.-~'],
    ['+&=%/?#[]', '%2B%26%3D%25%2F%3F%23%5B%5D'],
    ['é€😀', '%C3%A9%E2%82%AC%F0%9F%98%80'],
  ])('encodes %s', (text, encoded) => expect(encodeFormText(text)).toBe(encoded));

  it('is undone by decoding, for every text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const encoded = encodeFormText(text);
        expect(encoded).toMatch(/^(?:[A-Za-z0-9_.~+-]|%[0-9A-F]{2})*$/);
        expect(decodeQuery(`k=${encoded}`)).toEqual([{ name: 'k', form: 'scalar', value: text, isUtf8: true }]);
      }),
      { seed: 41, numRuns: 2_000 },
    );
  });

  it('fails only with 400, for any input', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('%', '[', ']', '=', '&', '+', 'a', '2', 'F', '\u00ff') }),
        (text) => {
          try {
            decodeQuery(text);
          } catch (error) {
            expect(error).toMatchObject({ name: 'ListQueryError', status: 400 });
          }
        },
      ),
      { seed: 42, numRuns: 5_000 },
    );
  });
});
