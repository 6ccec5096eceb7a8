import { parseOsMajorVersion } from './os-major-version';

describe('parseOsMajorVersion', () => {
  it.each([
    ['RHEL-8', 8],
    ['RHEL-10', 10],
    ['DEBIAN-11', 11],
    ['UBUNTU_22-04', 22],
    ['OL-8', 8],
    ['macOS-1015', 1015],
    ['CHROMIUM', undefined],
    ['FIREFOX', undefined],
    ['UBUNTU-BIONIC', undefined],
    ['FEDORA', undefined],
    ['SLE15', undefined],
    ['FUTURE-100000', undefined],
  ])('reads %s as %s', (name, major) => {
    expect(parseOsMajorVersion(`xccdf_org.ssgproject.content_benchmark_${name}`)).toBe(major);
  });

  it.each([
    ['RHEL_8_STIG', 8],
    ['Canonical_Ubuntu_22-04_LTS_STIG', 22],
    ['Mozilla_Firefox_STIG', undefined],
  ])('reads the short name of XCCDF 1.1, %s as %s', (id, major) => {
    expect(parseOsMajorVersion(id)).toBe(major);
  });

  it('does not look before the benchmark mark, except for RHEL', () => {
    expect(parseOsMajorVersion('xccdf_org.site-7_benchmark_NAME')).toBeUndefined();
    expect(parseOsMajorVersion('xccdf_org.RHEL-7_benchmark_NAME-9')).toBe(7);
  });
});
