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
 * The names under which agents report a package: that of dpkg, with the architecture where packages of several are installed,
 * and that of rpm, always with it. Dots are also part of names, so that a name does not say by itself where it comes from.
 */
export function packageKeys(name: string): readonly PackageKey[] {
  return [
    { key: name, architecture: null, format: 'deb' },
    ...DEBIAN.map((architecture) => ({ key: `${name}:${architecture}`, architecture, format: 'deb' as const })),
    ...RPM.map((architecture) => ({ key: `${name}.${architecture}`, architecture, format: 'rpm' as const })),
  ];
}
