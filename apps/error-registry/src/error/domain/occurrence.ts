/** An error returned to a client. Times in ms since the epoch. */
export interface Occurrence {
  type: string;
  occurredAtMs: number;
  /** Service that returned the error. */
  service: string;
  status: number;
  requestId: string;
  /** Method and route. */
  route: string;
}

/** Number of occurrences of a type in one minute. */
export interface OccurrenceCount {
  type: string;
  /** Start of the minute, ms. */
  minuteMs: number;
  occurrences: number;
}

export const RETENTION_MS = 24 * 60 * 60 * 1000;
/** Number of occurrences of each type that are stored in full. */
export const KEPT_PER_TYPE = 20;

const MINUTE_MS = 60_000;

/**
 * Reduces a batch for storage to the newest 20 of each type, and counts of all. Occurrences older than 24 hours at
 * `nowMs` are dropped; a time after `nowMs` (a fast clock) counts as `nowMs`. Both lists are ordered by type, then
 * time.
 */
export function condense(
  batch: readonly Occurrence[],
  nowMs: number,
): { newest: Occurrence[]; counts: OccurrenceCount[] } {
  const recent = batch
    .map((occurrence) => ({ ...occurrence, occurredAtMs: Math.min(occurrence.occurredAtMs, nowMs) }))
    .filter(({ occurredAtMs }) => occurredAtMs > nowMs - RETENTION_MS)
    .sort((a, b) => a.occurredAtMs - b.occurredAtMs);
  const types = [...new Set(recent.map(({ type }) => type))].sort();
  const ofType = types.map((type) => [type, recent.filter((occurrence) => occurrence.type === type)] as const);
  return {
    newest: ofType.flatMap(([, occurrences]) => occurrences.slice(-KEPT_PER_TYPE)),
    counts: ofType.flatMap(([type, occurrences]) => countMinutes(type, occurrences)),
  };
}

function countMinutes(type: string, occurrences: readonly Occurrence[]): OccurrenceCount[] {
  const minutes = new Map<number, number>();
  for (const { occurredAtMs } of occurrences) {
    const minuteMs = Math.floor(occurredAtMs / MINUTE_MS) * MINUTE_MS;
    minutes.set(minuteMs, (minutes.get(minuteMs) ?? 0) + 1);
  }
  return [...minutes].map(([minuteMs, count]) => ({ type, minuteMs, occurrences: count }));
}
