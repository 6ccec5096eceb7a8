/** The newest values of a platform by the names of their metrics. */
export type PlatformValues = ReadonlyMap<string, number>;

interface Share {
  heading: 'CPU' | 'Memory' | 'Swap';
  /** Added up. */
  used: readonly string[];
  /** The total it is divided by; metrics without one are fractions. */
  total?: string;
}

/** Computed shares of a platform, in the report's order. See rule reports-7. */
export const SHARES: readonly Share[] = [
  { heading: 'CPU', used: ['CpuPerc.sys', 'CpuPerc.user'] },
  { heading: 'Memory', used: ['Native.MemoryInfo.actualUsed'], total: 'Native.MemoryInfo.total' },
  { heading: 'Swap', used: ['Native.SwapInfo.used'], total: 'Native.SwapInfo.total' },
];

/** Metrics that hardly change, and so count for longer. */
export const TOTALS = SHARES.flatMap(({ total }) => total ?? []);
export const PARTS = SHARES.flatMap(({ used }) => used);

/** The fraction that is used; undefined when a value is missing, or nothing could be used. */
export function usedShare({ used, total }: Share, values: PlatformValues): number | undefined {
  const parts = used.map((name) => values.get(name));
  const whole = total === undefined ? 1 : values.get(total);
  if (whole === undefined || whole === 0 || parts.includes(undefined)) return undefined;
  const share = (parts as number[]).reduce((sum, part) => sum + part, 0) / whole;
  return Number.isFinite(share) ? share : undefined;
}
