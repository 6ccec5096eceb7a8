import { constantOf, flagOf, integerOf, textOf } from './query-values';

describe('query values', () => {
  it.each([
    [{}, undefined],
    [{ q: '' }, undefined],
    [{ q: 'a' }, 'a'],
    [{ q: ['a', 'b'] }, 'a'],
    [{ q: { x: 'a' } }, undefined],
  ])('reads the text of %j as %s', (query, expected) => {
    expect(textOf(query, 'q')).toBe(expected);
  });

  it.each([
    [{}, true],
    [{ q: 'TruE' }, true],
    [{ q: '' }, false],
    [{ q: '1' }, false],
    [{ q: 'yes' }, false],
  ])('reads the flag of %j, which is on by default, as %s', (query, expected) => {
    expect(flagOf(query, 'q', true)).toBe(expected);
  });

  it.each([
    ['7', 7],
    ['-7', -7],
    ['+7', 7],
    ['-0', 0],
    ['1700000000000', 1_700_000_000_000],
    ['', undefined],
  ])('reads the number %j', (text, expected) => {
    expect(integerOf({ q: text }, 'q')).toBe(expected);
  });

  it.each(['x', '1.5', '1e3', ' 1', '99999999999999999999'])('refuses %j as a number, naming the parameter', (text) => {
    expect(() => integerOf({ since: text }, 'since')).toThrow('Parameter since must be a whole number');
  });

  it('compares constants in any letter case', () => {
    expect(constantOf({ status: 'nEw' }, 'status', ['NEW', 'ALL'])).toBe('NEW');
    expect(constantOf({}, 'status', ['NEW'])).toBeUndefined();
    expect(() => constantOf({ status: 'old' }, 'status', ['NEW', 'ALL'])).toThrow('must be one of NEW, ALL');
  });
});
