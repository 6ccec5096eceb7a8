import fc from 'fast-check';
import { compareVersions } from '../src/compare-versions';

describe('the order of versions', () => {
  it.each([
    ['1.9', '1.10'],
    ['1.0-SNAPSHOT', '1.0'],
    ['1.0-alpha', '1.0-beta'],
    ['1.0-beta', '1.0-milestone'],
    ['1.0-milestone', '1.0-rc'],
    ['1.0-rc', '1.0-snapshot'],
    ['1.0-snapshot', '1.0-release'],
    ['1.0', '1.0-sp'],
    ['1.0-sp', '1.0-other'],
    ['1.0-abc', '1.0-abd'],
    ['1.0-other', '1.0.1'],
    ['1.0-rc1', '1.0-rc2'],
    ['1.0-rc9', '1.0-rc10'],
    ['1.0-rc', '1.0-rc1'],
    ['0', '1'],
    ['0', '0.0.1'],
    ['1.0.1', '1.1'],
    ['0-alpha', '0'],
    ['4.2.0.GA', '4.2.0.SP1'],
    ['1.0.9', '1.0.10-alpha'],
    ['99999999999999999999998', '99999999999999999999999'],
    ['99999999999999999999999', '199999999999999999999999'],
  ])('%s comes before %s', (older, newer) => {
    expect(compareVersions(older, newer)).toBeLessThan(0);
    expect(compareVersions(newer, older)).toBeGreaterThan(0);
  });

  it.each([
    ['1', '1.0.0'],
    ['1.0-RC1', '1-rc.1'],
    ['1.0.0-beta', '1-beta'],
    ['1rc1', '1-rc-1'],
    ['2.0-release', '2'],
    ['2.0.Final', '2'],
    ['1.0-CR1', '1.0-rc1'],
    ['01.002', '1.2'],
    ['0', ''],
    ['1..2', '1.2'],
  ])('%j and %j are the same', (left, right) => {
    expect(compareVersions(left, right)).toBe(0);
    expect(compareVersions(right, left)).toBe(0);
  });

  const part = fc.constantFrom(
    '0',
    '1',
    '2',
    '10',
    '00',
    'alpha',
    'beta',
    'rc',
    'SNAPSHOT',
    'release',
    'sp',
    'ga',
    'xyz',
    '',
  );
  const version = fc
    .array(fc.tuple(part, fc.constantFrom('.', '-', '')), { maxLength: 6 })
    .map((parts) => parts.flat().join(''));
  const sign = (left: string, right: string): number => Math.sign(compareVersions(left, right));

  it('is a total order', () => {
    fc.assert(
      fc.property(version, version, version, (a, b, c) => {
        expect(sign(a, a)).toBe(0);
        expect(sign(a, b) + sign(b, a)).toBe(0);
        const [low, middle, high] = [a, b, c].sort(compareVersions) as [string, string, string];
        expect(sign(low, middle)).toBeLessThanOrEqual(0);
        expect(sign(middle, high)).toBeLessThanOrEqual(0);
        expect(sign(low, high)).toBeLessThanOrEqual(0);
        if (sign(a, b) === 0) expect(sign(a, c)).toBe(sign(b, c));
      }),
      { seed: 681, numRuns: 5000 },
    );
  });

  it('ignores case and trailing zeros', () => {
    fc.assert(
      fc.property(version, version, (a, b) => {
        expect(sign(a.toUpperCase(), b)).toBe(sign(a, b));
        expect(sign(`${a}.0`, b)).toBe(sign(a, b));
      }),
      { seed: 682, numRuns: 2000 },
    );
  });
});
