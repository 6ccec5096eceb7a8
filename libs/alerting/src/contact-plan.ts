import type { Priority } from '@wardstone/terms';
import { type QuietHours, quietUntil } from './quiet-hours';

const MINUTE_MS = 60_000;

/** When a contact method is used. */
export interface MethodTimes {
  /** Delay after the notification. */
  readonly delayMinutes: number;
  /** Quiet hours of this method; the person may have others. */
  readonly quiet: QuietHours | null;
}

/** The properties of a notification that decide which methods it uses. */
export interface Page {
  readonly priority: Priority;
  /** Time of the first attempt. */
  readonly notifiedMs: number;
  readonly nowMs: number;
  /** Whether it is about firing alerts, which can be acknowledged; only these use delayed methods. */
  readonly canAcknowledge: boolean;
  /** Quiet hours of the person, for all methods. */
  readonly quiet: QuietHours | null;
}

export interface PlannedMethod<M> {
  readonly method: M;
  /** Undefined when the method is used now. */
  readonly untilMs: number | undefined;
  /** Whether quiet hours delay it now, regardless of its own delay. */
  readonly isQuiet: boolean;
}

/** Contact methods that a notification uses, in order, with their times. Pure. See rule alerts-56. */
export function planMethods<M extends MethodTimes>(methods: readonly M[], page: Page): PlannedMethod<M>[] {
  const first = Math.min(...methods.map(({ delayMinutes }) => delayMinutes));
  return methods
    .filter(({ delayMinutes }) => page.canAcknowledge || delayMinutes === first)
    .toSorted((one, other) => one.delayMinutes - other.delayMinutes)
    .map((method) => {
      const dueMs = page.canAcknowledge ? page.notifiedMs + method.delayMinutes * MINUTE_MS : page.nowMs;
      return {
        method,
        untilMs: waitingUntil(method, Math.max(dueMs, page.nowMs), page),
        isQuiet: waitingUntil(method, page.nowMs, page) !== undefined,
      };
    });
}

/**
 * End of quiet hours that delay a due method; undefined when it can be used now. The quiet hours of the person and of
 * the method may be adjacent.
 */
function waitingUntil(
  { quiet: own }: MethodTimes,
  dueMs: number,
  { quiet, priority, nowMs }: Page,
): number | undefined {
  let atMs = dueMs;
  for (let turn = 0; turn < MAX_TURNS; turn++) {
    const ends = [own, quiet].flatMap((hours) => (hours ? (quietUntil(hours, priority, atMs) ?? []) : []));
    if (ends.length === 0) break;
    atMs = Math.max(...ends);
  }
  return atMs > nowMs ? atMs : undefined;
}

/** Ends the search when the two kinds of quiet hours together cover the whole day. */
const MAX_TURNS = 4;
