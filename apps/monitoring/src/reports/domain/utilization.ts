/** The newest values of a platform by metric name. */
export type PlatformValues = ReadonlyMap<string, number>;

interface Share {
  heading: 'CPU' | 'Memory' | 'Swap';
  /** Metrics to add up. */
  used: readonly string[];
  /** Metric to divide by; without one, the metrics are fractions. */
  total?: string;
}

/** Shares to compute for a platform, in the order of the report. See rule reports-7. */
export const SHARES: readonly Share[] = [
  { heading: 'CPU', used: ['CpuPerc.sys', 'CpuPerc.user'] },
  { heading: 'Memory', used: ['Native.MemoryInfo.actualUsed'], total: 'Native.MemoryInfo.total' },
  { heading: 'Swap', used: ['Native.SwapInfo.used'], total: 'Native.SwapInfo.total' },
];

/** Metrics that hardly change, so their values are used for longer. */
export const TOTALS = SHARES.flatMap(({ total }) => total ?? []);
export const PARTS = SHARES.flatMap(({ used }) => used);

/** The used fraction; undefined if a value is missing or the total is zero. */
export function usedShare({ used, total }: Share, values: PlatformValues): number | undefined {
  const parts = used.map((name) => values.get(name));
  const whole = total === undefined ? 1 : values.get(total);
  if (whole === undefined || whole === 0 || parts.includes(undefined)) return undefined;
  const share = (parts as number[]).reduce((sum, part) => sum + part, 0) / whole;
  return Number.isFinite(share) ? share : undefined;
}
