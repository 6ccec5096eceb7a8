import type { PackageFormat } from '@wardstone/package-versions';

interface PackageKey {
  key: string;
  architecture: string | null;
  format: PackageFormat;
}

/** Architectures by their names in dpkg and rpm. */
const DEBIAN = ['all', 'amd64', 'arm64', 'armel', 'armhf', 'i386', 'mips64el', 'ppc64el', 'riscv64', 's390x'];
const RPM = ['aarch64', 'armv7hl', 'i386', 'i586', 'i686', 'noarch', 'ppc64le', 'riscv64', 's390x', 'x86_64'];

/**
 * Names of a package in agents' reports: for dpkg, with the architecture if several are installed; for rpm, always with
 * it. A name does not reveal its format, because names may contain dots.
 */
export function packageKeys(name: string): readonly PackageKey[] {
  return [
    { key: name, architecture: null, format: 'deb' },
    ...DEBIAN.map((architecture) => ({ key: `${name}:${architecture}`, architecture, format: 'deb' as const })),
    ...RPM.map((architecture) => ({ key: `${name}.${architecture}`, architecture, format: 'rpm' as const })),
  ];
}
