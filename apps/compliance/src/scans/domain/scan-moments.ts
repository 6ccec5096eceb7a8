import { createHash } from 'node:crypto';
import { Cron } from 'croner';
import { LRUCache } from 'lru-cache';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/**
 * Number of cached patterns with time zone, and times of each: during an open window, systems are on both sides of a
 * time.
 */
const REMEMBERED = 1_000;
const REMEMBERED_MOMENTS = 4;

/** When a policy's systems are scanned: by an interval or a cron expression. */
export interface ScanTiming {
  readonly interval_hours: number | null;
  /** Cron expression with five fields. */
  readonly cron: string | null;
  /** Time zone of `cron`. */
  readonly time_zone: string | null;
  readonly spread_minutes: number | null;
}

/** A system of a policy with a schedule. */
export interface ScheduledSystem {
  readonly policy_id: string;
  readonly system_id: string;
}

/** A time of a pattern, and the time since which it has been the next one. */
interface Moment {
  readonly fromMs: number;
  readonly nextMs: number;
}

const nextMoments = new LRUCache<string, readonly Moment[]>({ max: REMEMBERED });

/**
 * The next time after `sinceMs`; undefined if the pattern has none. Each system of a policy has its own fixed offset in
 * the interval or window, so that thousands of systems do not start at once, and missed scans are made up for once.
 */
export function nextScanMs(timing: ScanTiming, system: ScheduledSystem, sinceMs: number): number | undefined {
  if (timing.cron === null) {
    const intervalMs = timing.interval_hours! * HOUR_MS;
    const phaseMs = placeIn(intervalMs, system);
    return (Math.floor((sinceMs - phaseMs) / intervalMs) + 1) * intervalMs + phaseMs;
  }
  // In whole seconds, like cron.
  const delayMs = Math.floor(placeIn(timing.spread_minutes! * MINUTE_MS, system) / 1000) * 1000;
  const nextMs = nextRunMs(timing.cron, timing.time_zone!, sinceMs - delayMs);
  return nextMs === undefined ? undefined : nextMs + delayMs;
}

/**
 * Parses a pattern of five fields.
 * @throws RangeError or TypeError, when it cannot
 */
export const parseCron = (cron: string, timeZone: string): Cron =>
  new Cron(cron, { mode: '5-part', timezone: timeZone });

function placeIn(lengthMs: number, { policy_id, system_id }: ScheduledSystem): number {
  const share = createHash('sha256').update(`${policy_id} ${system_id}`).digest().readUInt32BE() / 2 ** 32;
  return Math.floor(share * lengthMs);
}

/**
 * Cached, because the computation takes a tenth of a millisecond, and thousands of agents repeat it each minute for the
 * same few times.
 */
export function nextRunMs(cron: string, timeZone: string, afterMs: number): number | undefined {
  const key = `${cron} ${timeZone}`;
  const known = nextMoments.get(key) ?? [];
  const found = known.find(({ fromMs, nextMs }) => fromMs <= afterMs && afterMs < nextMs);
  if (found) return found.nextMs;
  const nextMs = parseCron(cron, timeZone).nextRun(new Date(afterMs))?.getTime();
  if (nextMs === undefined) return undefined;
  const others = known.filter((moment) => moment.nextMs !== nextMs);
  nextMoments.set(key, [{ fromMs: afterMs, nextMs }, ...others.slice(0, REMEMBERED_MOMENTS - 1)]);
  return nextMs;
}
