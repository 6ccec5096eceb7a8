import type { AvailabilityRest } from '@wardstone/client/monitoring';
import type { TimeRange } from '../../charts/chart-time';

export interface Segment extends TimeRange {
  type: string;
  /** Fraction of the whole period, from 0 to 1. */
  share: number;
}

/** The history within a period, oldest first and without gaps: UNKNOWN where there is no record. Pure. */
export function toSegments(history: readonly AvailabilityRest[], { start, end }: TimeRange): Segment[] {
  const segments: Segment[] = [];
  const add = (type: string, from: number, to: number): void => {
    if (to > from) segments.push({ type, start: from, end: to, share: (to - from) / (end - start) });
  };
  let at = start;
  for (const { type, since, until } of [...history].sort((one, other) => one.since - other.since)) {
    const [from, to] = [Math.max(since, at), Math.min(until ?? end, end)];
    if (to <= from) continue;
    add('UNKNOWN', at, from);
    add(type, from, to);
    at = to;
  }
  add('UNKNOWN', at, end);
  return segments;
}

/** Fraction of the period in each availability, in order of first appearance. Pure. */
export function getShares(segments: readonly Segment[]): Map<string, number> {
  const shares = new Map<string, number>();
  for (const { type, share } of segments) shares.set(type, (shares.get(type) ?? 0) + share);
  return shares;
}
