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
  readonly toldMs: number;
  readonly nowMs: number;
  /** Whether it is about firing alerts, which can be acknowledged. Only then do later methods follow the first ones. */
  readonly isAnswerable: boolean;
  /** Quiet hours of the person, for all methods. */
  readonly quiet: QuietHours | null;
}

export interface PlannedMethod<M> {
  readonly method: M;
  /** Undefined when it is used now. */
  readonly untilMs: number | undefined;
  /** Whether quiet hours hold it back now, regardless of its delay. */
  readonly isQuiet: boolean;
}

/** The methods of a person that a notification uses, in order, with their times. Pure. See rule alerts-56. */
export function planMethods<M extends MethodTimes>(methods: readonly M[], page: Page): PlannedMethod<M>[] {
  const first = Math.min(...methods.map(({ delayMinutes }) => delayMinutes));
  return methods
    .filter(({ delayMinutes }) => page.isAnswerable || delayMinutes === first)
    .toSorted((one, other) => one.delayMinutes - other.delayMinutes)
    .map((method) => {
      const dueMs = page.isAnswerable ? page.toldMs + method.delayMinutes * MINUTE_MS : page.nowMs;
      return {
        method,
        untilMs: waitingUntil(method, Math.max(dueMs, page.nowMs), page),
        isQuiet: waitingUntil(method, page.nowMs, page) !== undefined,
      };
    });
}

/**
 * The time when a method that is due may be used, after any quiet hours; undefined for now. The person's quiet hours and the
 * method's own may follow each other.
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

/** Stops the search where the person's and the method's quiet hours together cover the whole day. */
const MAX_TURNS = 4;
