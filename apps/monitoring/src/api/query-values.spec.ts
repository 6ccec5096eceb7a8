import { constantOf, integerOf, textOf, timeOf } from './query-values';

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

  it.each([
    ['1700000000000', 1_700_000_000_000],
    ['0', 0],
    ['2026-01-31', Date.UTC(2026, 0, 31)],
    ['2026-01-31T09:30', Date.UTC(2026, 0, 31, 9, 30)],
    ['2026-01-31T09:30:15Z', Date.UTC(2026, 0, 31, 9, 30, 15)],
    ['2026-01-31t09:30:15.250z', Date.UTC(2026, 0, 31, 9, 30, 15, 250)],
    ['2026-01-31T09:30:00+02:00', Date.UTC(2026, 0, 31, 7, 30)],
    ['2026-01-31T09:30:00 02:00', Date.UTC(2026, 0, 31, 7, 30)],
    ['2026-01-31T09:30-05:00', Date.UTC(2026, 0, 31, 14, 30)],
  ])('reads the time %j', (text, expected) => {
    expect(timeOf({ q: text }, 'q')).toBe(expected);
  });

  it.each(['2026-02-31', '2026-13-01', '2026-01-31T25:00', '2026-01-31T09:30:00X', '2026-01-31 noon', '0000-00-00'])(
    'refuses %j as a time, naming the parameter',
    (text) => {
      expect(() => timeOf({ since: text }, 'since')).toThrow(/Parameter since must be/);
    },
  );

  it('compares constants in any letter case', () => {
    expect(constantOf({ status: 'nEw' }, 'status', ['NEW', 'ALL'])).toBe('NEW');
    expect(constantOf({}, 'status', ['NEW'])).toBeUndefined();
    expect(() => constantOf({ status: 'old' }, 'status', ['NEW', 'ALL'])).toThrow('must be one of NEW, ALL');
  });
});
