import { comparePackages, findNewest, type PackageIdentity } from './newest-package';

const aPackage = (over: Partial<PackageIdentity> = {}): PackageIdentity => ({
  md5: 'm',
  version: '2',
  modifiedMs: 1_000,
  ...over,
});

describe('comparePackages', () => {
  it.each([
    ['the same bytes', { version: '2' }, 'identical'],
    ['the same bytes, whatever was read from them', { version: '3', modifiedMs: 0 }, 'identical'],
    ['a higher version, even if it is older', { md5: 'o', version: '3', modifiedMs: 0 }, 'newer'],
    ['a lower version, even if it is younger', { md5: 'o', version: '1', modifiedMs: 9_000 }, 'older'],
    ['the same version, uploaded later', { md5: 'o', modifiedMs: 1_001 }, 'newer'],
    ['the same version at the same time', { md5: 'o' }, 'newer'],
    ['the same version, uploaded before', { md5: 'o', modifiedMs: 999 }, 'older'],
  ])('orders %s by the rule', (_name, over, verdict) => {
    expect(comparePackages(aPackage(over), aPackage())).toBe(verdict);
  });
});

describe('findNewest', () => {
  it('finds the highest version, of equal ones the latest', () => {
    const packages = [
      aPackage({ md5: 'a', version: '1', modifiedMs: 9_000 }),
      aPackage({ md5: 'b', version: '3', modifiedMs: 2_000 }),
      aPackage({ md5: 'c', version: '3', modifiedMs: 1_000 }),
    ];
    expect(findNewest(packages).md5).toBe('b');
  });
});
