import { familyOfGuide, familyOfSystem, isForeignFamily } from './os-family';

const guide = (name: string): string => `xccdf_org.ssgproject.content_benchmark_${name}`;

describe('familyOfGuide', () => {
  it.each([
    ['RHEL-8', 'rhel'],
    ['DEBIAN-11', 'debian'],
    ['UBUNTU_22-04', 'ubuntu'],
    ['OL-8', 'ol'],
    ['macOS-1015', 'macos'],
    ['FIREFOX', undefined],
    ['constructor-1', undefined],
  ])('of %s is %s', (name, family) => expect(familyOfGuide(guide(name))).toBe(family));
});

describe('familyOfSystem', () => {
  it.each([
    ['RHEL', 'rhel'],
    [' CentOS Linux ', 'rhel'],
    ['Debian GNU/Linux', 'debian'],
    ['Plan 9', undefined],
    ['', undefined],
    [null, undefined],
  ])('of %j is %s', (name, family) => expect(familyOfSystem(name)).toBe(family));
});

describe('isForeignFamily', () => {
  it.each([
    ['RHEL-8', 'Debian', true],
    ['RHEL-8', 'CentOS', false],
    ['RHEL-8', null, false],
    ['RHEL-8', 'Plan 9', false],
    ['FIREFOX', 'Debian', false],
  ])('for a guide of %s and a system with %j: %s', (name, osName, expected) =>
    expect(isForeignFamily(guide(name), osName)).toBe(expected),
  );
});
