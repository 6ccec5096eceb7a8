/** One call. */
export interface CallTime {
  destination: string;
  beginMs: number;
  durationMs: number;
}

/** The calls of one submission to one destination. */
export interface CallTimeSum {
  destination: string;
  /** Start of the first call. */
  beginMs: number;
  /** End of the last call. */
  endMs: number;
  count: number;
  totalMs: number;
  minMs: number;
  maxMs: number;
}

/** Sums up calls by destination, in order of first appearance. See rule metrics-17. */
export function sumCallTimes(calls: readonly CallTime[]): CallTimeSum[] {
  const sums = new Map<string, CallTimeSum>();
  for (const { destination, beginMs, durationMs } of calls) {
    const sum = sums.get(destination);
    const endMs = beginMs + durationMs;
    if (!sum) {
      const figures = { count: 1, totalMs: durationMs, minMs: durationMs, maxMs: durationMs };
      sums.set(destination, { destination, beginMs, endMs, ...figures });
      continue;
    }
    sum.beginMs = Math.min(sum.beginMs, beginMs);
    sum.endMs = Math.max(sum.endMs, endMs);
    sum.count += 1;
    sum.totalMs += durationMs;
    sum.minMs = Math.min(sum.minMs, durationMs);
    sum.maxMs = Math.max(sum.maxMs, durationMs);
  }
  return [...sums.values()];
}
