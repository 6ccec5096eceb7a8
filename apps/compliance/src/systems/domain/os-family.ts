/** Names a system may give its operating system, by the family of guides written for it. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  // CentOS and Scientific Linux are scanned with the RHEL guides, whose documents carry the same benchmark id.
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

/** `…_benchmark_RHEL-8` is for `rhel`, `…_benchmark_UBUNTU_22-04` for `ubuntu`; undefined when no system is meant. */
export function familyOfGuide(guideRefId: string): string | undefined {
  const [, name] = /_benchmark_([A-Za-z]+)/.exec(guideRefId) ?? [];
  const family = name?.toLowerCase();
  return family !== undefined && Object.hasOwn(NAMES, family) ? family : undefined;
}

/** Undefined when the system did not say, or the name is unknown. */
export function familyOfSystem(osName: string | null): string | undefined {
  const name = osName?.trim().toLowerCase();
  return Object.keys(NAMES).find((family) => name !== undefined && NAMES[family]!.includes(name));
}

/** Families matter only if both sides know theirs (rule compliance-33). */
export function isForeignFamily(guideRefId: string, osName: string | null): boolean {
  const ofGuide = familyOfGuide(guideRefId);
  const ofSystem = familyOfSystem(osName);
  return ofGuide !== undefined && ofSystem !== undefined && ofGuide !== ofSystem;
}
