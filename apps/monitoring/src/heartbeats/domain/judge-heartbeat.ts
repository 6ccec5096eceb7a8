import type { AvailabilityType, HeartbeatSourceKind } from '@wardstone/dto/monitoring';

/** A heartbeat, and what is known of it. */
export interface WatchedHeartbeat {
  readonly source: HeartbeatSourceKind;
  readonly periodMs: number;
  /** Since when it is expected. */
  readonly startMs: number;
  readonly heardMs: number | null;
  readonly availability: AvailabilityType;
}

export interface Verdict {
  /** Availability to report for its resource; undefined for no change. */
  readonly report: 'UP' | 'DOWN' | undefined;
  /** When to look again; null when a ping is awaited. */
  readonly dueMs: number | null;
}

/** Interval of checks of silent heartbeats: pings arrive on their own, values and events are looked up. */
const LOOK_AGAIN_MS = 60_000;

/**
 * Verdict about a heartbeat. A disabled resource stays so. See rule alerts-45.
 * @param watchedSinceMs start of uninterrupted watching: before it, signals were missed
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
