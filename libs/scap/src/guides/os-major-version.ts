export const MAX_OS_VERSION = 99_999;

const AFTER_BENCHMARK = /_benchmark_(.*)$/s;

/**
 * Major version of the operating system a benchmark is for, by its id: `RHEL-8` 8, `UBUNTU_22-04` 22,
 * `macOS-1015` 1015; undefined when the id does not say (`FIREFOX`, `UBUNTU-BIONIC`). See rule scap-1.
 */
export function osMajorVersionOf(benchmarkRefId: string): number | undefined {
  // Ids of XCCDF 1.1 are names alone: `RHEL_8_STIG`.
  const afterMark = AFTER_BENCHMARK.exec(benchmarkRefId)?.[1] ?? benchmarkRefId;
  const digits = /RHEL-([0-9]+)/.exec(benchmarkRefId)?.[1] ?? /[-_]([0-9]+)/.exec(afterMark)?.[1];
  const major = Number(digits ?? NaN);
  return major <= MAX_OS_VERSION ? major : undefined;
}
