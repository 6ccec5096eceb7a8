import { parseOsVersion } from './os-version';
import type { MachineFacts } from './snapshot';

/** Names of guides by distribution, as in the files of `scap-security-guide`. */
const NAMES: readonly (readonly [distribution: RegExp, names: readonly string[]])[] = [
  [/red hat/i, ['rhel']],
  [/centos/i, ['cs', 'centos', 'rhel']],
  [/rocky/i, ['rl', 'rhel']],
  [/almalinux/i, ['almalinux']],
  [/oracle/i, ['ol']],
  [/fedora/i, ['fedora']],
  [/debian/i, ['debian']],
  [/ubuntu/i, ['ubuntu']],
  [/opensuse/i, ['opensuse']],
  [/sles|suse linux enterprise/i, ['sle']],
  [/amazon/i, ['al']],
];

/** Whether a file has the guide for this operating system: `ssg-rhel9-ds.xml`, `ssg-ubuntu2204-ds.xml`, `ssg-fedora-ds.xml`. Pure. */
export function isGuideFor(
  fileName: string,
  { distribution, distributionVersion }: Pick<MachineFacts, 'distribution' | 'distributionVersion'>,
): boolean {
  const [, name, number] = /^ssg-([a-z]+)(\d*)-ds\.xml$/.exec(fileName) ?? [];
  const [, names] = NAMES.find(([pattern]) => pattern.test(distribution)) ?? [];
  if (name === undefined || !names?.includes(name)) return false;
  const version = parseOsVersion(distributionVersion);
  if (!version) return number === '';
  const { major, minor } = version;
  return ['', `${major}`, `${major}${String(minor).padStart(2, '0')}`].includes(number!);
}
