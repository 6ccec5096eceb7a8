/** Names of operating systems as reported, by the family of guides for them. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  // CentOS and Scientific Linux are scanned with the RHEL guides, whose documents have the same benchmark id.
  rhel: ['rhel', 'red hat enterprise linux', 'centos', 'centos linux', 'centos stream', 'scientific linux'],
  fedora: ['fedora', 'fedora linux'],
  ol: ['ol', 'oracle linux', 'oracle linux server'],
  almalinux: ['almalinux'],
  debian: ['debian', 'debian gnu/linux'],
  ubuntu: ['ubuntu'],
  sle: ['sle', 'sles', 'suse linux enterprise server', 'suse linux enterprise'],
  opensuse: ['opensuse', 'opensuse leap'],
  macos: ['macos', 'mac os x'],
};

/**
 * `…_benchmark_RHEL-8` gives `rhel`, `…_benchmark_UBUNTU_22-04` gives `ubuntu`; undefined for a benchmark without an
 * operating system.
 */
export function familyOfGuide(guideRefId: string): string | undefined {
  const [, name] = /_benchmark_([A-Za-z]+)/.exec(guideRefId) ?? [];
  const family = name?.toLowerCase();
  return family !== undefined && Object.hasOwn(NAMES, family) ? family : undefined;
}

/** Undefined if the name is missing or unknown. */
export function familyOfSystem(osName: string | null): string | undefined {
  const name = osName?.trim().toLowerCase();
  return Object.keys(NAMES).find((family) => name !== undefined && NAMES[family]!.includes(name));
}

/** Families are only compared if both are known (rule compliance-33). */
export function isForeignFamily(guideRefId: string, osName: string | null): boolean {
  const ofGuide = familyOfGuide(guideRefId);
  const ofSystem = familyOfSystem(osName);
  return ofGuide !== undefined && ofSystem !== undefined && ofGuide !== ofSystem;
}
