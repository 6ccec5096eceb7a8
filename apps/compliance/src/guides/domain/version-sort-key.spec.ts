import fc from 'fast-check';
import { versionSortKey } from './version-sort-key';

const byKey = (a: string, b: string): number => (versionSortKey(a) < versionSortKey(b) ? -1 : 1);

describe('versionSortKey', () => {
  it.each([
    ['numbers by value, not by text', ['0.1.9', '0.1.10', '0.1.65', '0.2.0', '1.0.0', '10.0']],
    ['a version before its continuations', ['1', '1.0', '1.0.0', '1.1']],
    ['words after numbers', ['1.9', '1.99999', '1.a', '1.b']],
    ['numbers beyond 64 bit', ['1.9', '1.99999999999999999999', '1.100000000000000000000']],
  ])('orders %s', (_name, ordered) => {
    expect([...ordered].reverse().sort(byKey)).toEqual(ordered);
  });

  it('gives numbers with leading zeros the key of the number', () => {
    expect(versionSortKey('1.007')).toBe(versionSortKey('1.7'));
    expect(versionSortKey('1.000')).toBe(versionSortKey('1.0'));
  });

  it('agrees with integer comparison of every two dotted versions', () => {
    const version = fc.array(fc.bigInt({ min: 0n, max: 10n ** 25n }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(version, version, (a, b) => {
        const differs = a.findIndex((part, index) => part !== b[index]);
        const aFirst = differs < 0 ? a.length < b.length : b[differs] !== undefined && a[differs]! < b[differs];
        expect(versionSortKey(a.join('.')) < versionSortKey(b.join('.'))).toBe(aFirst);
      }),
      { seed: 20, numRuns: 500 },
    );
  });
});
