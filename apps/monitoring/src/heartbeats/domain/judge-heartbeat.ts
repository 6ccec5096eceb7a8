import type { AvailabilityType, HeartbeatSourceKind } from '@wardstone/dto/monitoring';

/** A heartbeat with its last signals. */
export interface WatchedHeartbeat {
  readonly source: HeartbeatSourceKind;
  readonly periodMs: number;
  /** Start of the period in which the signal is expected. */
  readonly startMs: number;
  readonly heardMs: number | null;
  readonly availability: AvailabilityType;
}

export interface Verdict {
  /** Availability to report for its resource; undefined for no change. */
  readonly report: 'UP' | 'DOWN' | undefined;
  /** Time of the next check; null if only a ping triggers it. */
  readonly dueMs: number | null;
}

/** Interval of checks of silent heartbeats; pings arrive on their own, but values and events have to be looked up. */
const LOOK_AGAIN_MS = 60_000;

/**
 * Verdict on a heartbeat; disabled resources are unchanged. See rule alerts-45.
 * @param watchedSinceMs start of uninterrupted checks; earlier signals may have been missed
 */
export function judgeHeartbeat(heartbeat: WatchedHeartbeat, watchedSinceMs: number, nowMs: number): Verdict {
  const { source, periodMs, startMs, heardMs, availability } = heartbeat;
  const soonMs = nowMs + LOOK_AGAIN_MS;
  const isPinged = source === 'PING';
  const isDisabled = availability === 'DISABLED';
  const getReport = (type: 'UP' | 'DOWN') => (isDisabled || availability === type ? undefined : type);
  if (heardMs !== null && heardMs + periodMs > nowMs) return { report: getReport('UP'), dueMs: heardMs + periodMs };
  const silentMs = Math.max(heardMs ?? startMs, watchedSinceMs) + periodMs;
  if (silentMs > nowMs) return { report: undefined, dueMs: isPinged ? silentMs : Math.min(silentMs, soonMs) };
  return { report: getReport('DOWN'), dueMs: isPinged && !isDisabled ? null : soonMs };
}
