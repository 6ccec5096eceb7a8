import { isGuideFor } from './guide-files';

const on = (distribution: string, distributionVersion: string) => (file: string) =>
  isGuideFor(file, { distribution, distributionVersion });

describe('guides for the operating system of a host', () => {
  it.each([
    ['Debian GNU/Linux', '12', 'ssg-debian12-ds.xml'],
    ['Ubuntu', '22.04.4 LTS', 'ssg-ubuntu2204-ds.xml'],
    ['Red Hat Enterprise Linux', '9.4', 'ssg-rhel9-ds.xml'],
    ['Rocky Linux', '9.4', 'ssg-rl9-ds.xml'],
    ['CentOS Stream', '9', 'ssg-cs9-ds.xml'],
    ['AlmaLinux', '8.10', 'ssg-almalinux8-ds.xml'],
    ['Oracle Linux Server', '8.9', 'ssg-ol8-ds.xml'],
    ['Fedora Linux', '41', 'ssg-fedora-ds.xml'],
    ['SLES', '15.5', 'ssg-sle15-ds.xml'],
    ['Amazon Linux', '2023', 'ssg-al2023-ds.xml'],
  ])('of %s %s is %s', (distribution, version, file) => expect(on(distribution, version)(file)).toBe(true));

  it.each([
    'ssg-debian11-ds.xml',
    'ssg-rhel9-ds.xml',
    'ssg-debian12-ocil.xml',
    'ssg-firefox-ds.xml',
    '../ssg-debian12-ds.xml',
  ])('of Debian 12 is not %s', (file) => expect(on('Debian GNU/Linux', '12')(file)).toBe(false));

  it('of an unknown distribution are none', () => expect(on('Haiku', '1')('ssg-debian12-ds.xml')).toBe(false));
});
