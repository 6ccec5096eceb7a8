export const MAX_OS_VERSION = 99_999;

const AFTER_BENCHMARK = /_benchmark_(.*)$/s;

/**
 * Major version of a benchmark's operating system, by the id of the benchmark: `RHEL-8` 8, `UBUNTU_22-04` 22,
 * `macOS-1015` 1015; undefined if the id has none (`FIREFOX`, `UBUNTU-BIONIC`). See rule scap-1.
 */
export function parseOsMajorVersion(benchmarkRefId: string): number | undefined {
  // Ids in XCCDF 1.1 have no prefix: `RHEL_8_STIG`.
  const afterMark = AFTER_BENCHMARK.exec(benchmarkRefId)?.[1] ?? benchmarkRefId;
  const digits = /RHEL-([0-9]+)/.exec(benchmarkRefId)?.[1] ?? /[-_]([0-9]+)/.exec(afterMark)?.[1];
  const major = Number(digits ?? NaN);
  return major <= MAX_OS_VERSION ? major : undefined;
}
