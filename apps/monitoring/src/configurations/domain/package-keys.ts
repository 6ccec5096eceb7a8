import type { PackageFormat } from '@wardstone/package-versions';

interface PackageKey {
  key: string;
  architecture: string | null;
  format: PackageFormat;
}

/** Architectures by the names that each of the two has for them. */
const DEBIAN = ['all', 'amd64', 'arm64', 'armel', 'armhf', 'i386', 'mips64el', 'ppc64el', 'riscv64', 's390x'];
const RPM = ['aarch64', 'armv7hl', 'i386', 'i586', 'i686', 'noarch', 'ppc64le', 'riscv64', 's390x', 'x86_64'];

/**
 * Names of a package in agents' reports: dpkg's, with the architecture where several are installed, and rpm's, always
 * with it. Names may contain dots, so a name does not reveal its format.
 */
export function packageKeys(name: string): readonly PackageKey[] {
  return [
    { key: name, architecture: null, format: 'deb' },
    ...DEBIAN.map((architecture) => ({ key: `${name}:${architecture}`, architecture, format: 'deb' as const })),
    ...RPM.map((architecture) => ({ key: `${name}.${architecture}`, architecture, format: 'rpm' as const })),
  ];
}
