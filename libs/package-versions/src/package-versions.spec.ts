import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { isOnPath, itWhere } from '@wardstone/testing';
import { compareDebian, compareRpm, matchesVersion, parsePackageQuery } from './index';

/** Cases of rpm's own tests (tests/rpmvercmp.at): first, second, order. */
const RPM: readonly (readonly [string, string, -1 | 0 | 1])[] = [
  ['1.0', '1.0', 0],
  ['1.0', '2.0', -1],
  ['2.0.1', '2.0.1', 0],
  ['2.0', '2.0.1', -1],
  ['2.0.1a', '2.0.1a', 0],
  ['2.0.1a', '2.0.1', 1],
  ['5.5p1', '5.5p2', -1],
  ['5.5p10', '5.5p1', 1],
  ['10xyz', '10.1xyz', -1],
  ['xyz10', 'xyz10.1', -1],
  ['xyz.4', '8', -1],
  ['xyz.4', '2', -1],
  ['5.5p2', '5.6p1', -1],
  ['5.6p1', '6.5p1', -1],
  ['6.0.rc1', '6.0', 1],
  ['10b2', '10a1', 1],
  ['1.0aa', '1.0a', 1],
  ['10.0001', '10.1', 0],
  ['10.0001', '10.0039', -1],
  ['4.999.9', '5.0', -1],
  ['20101121', '20101122', -1],
  ['2_0', '2_0', 0],
  ['2.0', '2_0', 0],
  ['a', 'a+', 0],
  ['a+', 'a_', 0],
  ['+', '_', 0],
  ['1.0~rc1', '1.0', -1],
  ['1.0~rc1', '1.0~rc2', -1],
  ['1.0~rc1~git123', '1.0~rc1', -1],
  ['1.0^', '1.0', 1],
  ['1.0^git1', '1.0', 1],
  ['1.0^git1', '1.0^git2', -1],
  ['1.0^git1', '1.01', -1],
  ['1.0^20160101', '1.0.1', -1],
  ['1.0^20160101^git1', '1.0^20160101', 1],
  ['1.0~rc1^git1', '1.0~rc1', 1],
  ['1.0^git1~pre', '1.0^git1', -1],
  ['1b.fc17', '1.fc17', -1],
  ['1g.fc17', '1.fc17', 1],
];

describe('the order of versions of rpm', () => {
  it.each(RPM)('%s and %s compare as %i', (one, other, order) => {
    expect(Math.sign(compareRpm(one, other)) + 0).toBe(order);
    expect(Math.sign(compareRpm(other, one)) + 0).toBe(order === 0 ? 0 : -order);
  });

  it('uses the epoch first, then the version, then the release', () => {
    const versions = [
      '3.0.7-27.el9',
      '3.0.7-28.el9_4',
      '3.0.7-28.el9_4.1',
      '3.1.1-1.el9',
      '1:3.0.7-1.el9',
      '2:1-1',
      '10:1-1',
    ];
    expect([...versions].reverse().sort(compareRpm)).toEqual(versions);
  });
});

const part = (characters: string) =>
  fc.array(fc.constantFrom(...characters), { maxLength: 12 }).map((each) => each.join(''));
const aVersion = fc
  .tuple(fc.option(fc.nat({ max: 3 })), part('0123456789abAB.+~'), fc.option(part('019abz.+~')))
  .map(
    ([epoch, version, revision]) =>
      `${epoch === null ? '' : `${epoch}:`}0${version}${revision === null || revision === '' ? '' : `-${revision}`}`,
  );

describe('the order of versions of dpkg', () => {
  it('recognises suffixes of distributions', () => {
    const versions = [
      '1.0~rc1-1',
      '1.0-1~bpo12+1',
      '1.0-1~deb12u1',
      '1.0-1',
      '1.0-1ubuntu0.1',
      '1.0-1+b1',
      '1.0-1+deb12u1',
      '1.0-1.1',
      '1.0-2',
      '1.0a-1',
      '1.0+dfsg-1',
      '1.0.1-1',
      '1:0.9-1',
    ];
    expect([...versions].reverse().sort(compareDebian)).toEqual(versions);
  });

  itWhere(isOnPath('dpkg'), 'dpkg is not on the PATH')('is that of dpkg itself', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(aVersion, aVersion), { minLength: 50, maxLength: 50 }), (pairs) => {
        // One shell for many comparisons, because starting dpkg takes longest.
        const script = `while read -r a b; do
          if dpkg --compare-versions "$a" lt "$b"; then echo -1; elif dpkg --compare-versions "$a" eq "$b"; then echo 0; else echo 1; fi
        done`;
        const input = pairs.map(([one, other]) => `${one} ${other}\n`).join('');
        const orders = execFileSync('sh', ['-c', script], { input, stdio: ['pipe', 'pipe', 'ignore'] });
        const own = pairs.map(([one, other]) => Math.sign(compareDebian(one, other)) + 0);
        expect(pairs.map(([one, other], at) => [one, other, own[at]])).toEqual(
          orders
            .toString()
            .trim()
            .split('\n')
            .map((order, at) => [...pairs[at]!, Number(order)]),
        );
      }),
      { numRuns: 10 },
    );
  });

  it.each([
    ['dpkg', compareDebian],
    ['rpm', compareRpm],
  ])('of %s is antisymmetric and transitive', (_name, compare) => {
    fc.assert(
      fc.property(aVersion, aVersion, aVersion, (a, b, c) => {
        expect(Math.sign(compare(a, b)) + 0).toBe(-Math.sign(compare(b, a)) + 0);
        if (compare(a, b) <= 0 && compare(b, c) <= 0) expect(compare(a, c)).toBeLessThanOrEqual(0);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('a condition on installed packages', () => {
  it.each([
    ['openssl', { name: 'openssl' }],
    [' openssl<3.0.13 ', { name: 'openssl', comparator: '<', version: '3.0.13' }],
    ['libstdc++6 >= 12.2.0-14', { name: 'libstdc++6', comparator: '>=', version: '12.2.0-14' }],
    ['openssl = 1:3.0.7-27.el9', { name: 'openssl', comparator: '=', version: '1:3.0.7-27.el9' }],
  ])('is read from %j', (text, query) => expect(parsePackageQuery(text)).toEqual(query));

  it.each(['', '<', 'openssl <', 'openssl 3', 'openssl << 3', 'open%', '-a', 'a'.repeat(300), 'a < 1 or 1=1'])(
    'is not read from %j',
    (text) => expect(parsePackageQuery(text)).toBeUndefined(),
  );

  const finds = (text: string, installed: string, format: 'deb' | 'rpm'): boolean =>
    matchesVersion(parsePackageQuery(text)!, installed, format);

  it('ignores epoch and release unless it names them', () => {
    expect(finds('openssl < 3.0.13', '3.0.11-1~deb12u2', 'deb')).toBe(true);
    expect(finds('openssl < 3.0.13', '3.0.13-1~deb12u1', 'deb')).toBe(false);
    expect(finds('openssl = 3.0.13', '3.0.13-1~deb12u1', 'deb')).toBe(true);
    expect(finds('openssl < 3.0.13', '1:3.0.7-27.el9', 'rpm')).toBe(true);
    expect(finds('openssl < 1:3.0.7-28.el9', '1:3.0.7-27.el9', 'rpm')).toBe(true);
    expect(finds('openssl >= 3.0.7-27.el9', '1:3.0.7-27.el9', 'rpm')).toBe(true);
    expect(finds('openssl < 3.0.11-1', '3.0.11-1~deb12u2', 'deb')).toBe(true);
    expect(finds('openssl', 'anything', 'deb')).toBe(true);
  });
});
