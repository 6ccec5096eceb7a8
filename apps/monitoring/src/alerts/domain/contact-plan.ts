import type { Priority } from '@wardstone/dto/monitoring';
import { type QuietHours, quietUntil } from './quiet-hours';

const MINUTE_MS = 60_000;

/** When a contact method is used. */
export interface MethodTimes {
  /** After the notification. */
  readonly delayMinutes: number;
  /** Of the method alone. */
  readonly quiet: QuietHours | null;
}

/** A notification, as far as it decides about methods. */
export interface Page {
  readonly priority: Priority;
  /** When it was told at first. */
  readonly toldMs: number;
  readonly nowMs: number;
  /** It tells that alerts fired, which people may answer: later methods follow. All else is told by the first ones alone. */
  readonly isAnswerable: boolean;
  /** Quiet hours of the person, for all methods. */
  readonly quiet: QuietHours | null;
}

export interface PlannedMethod<M> {
  readonly method: M;
  /** Undefined when it is used now. */
  readonly untilMs: number | undefined;
  /** Quiet hours keep it now, whatever its delay is. */
  readonly isQuiet: boolean;
}

/** Which methods of a person a notification uses, in their order, and when. Pure. See rule alerts-56. */
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
 * When a method is used that is used at a time unless somebody has quiet hours then; undefined for now. Those of the person
 * and of the method may follow each other.
 */
function waitingUntil(
  { quiet: own }: MethodTimes,
  dueMs: number,
  { quiet, priority, nowMs }: Page,
): number | undefined {
  let atMs = dueMs;
  for (let turn = 0; turn < MOST_TURNS; turn++) {
    const ends = [own, quiet].flatMap((hours) => (hours ? (quietUntil(hours, priority, atMs) ?? []) : []));
    if (ends.length === 0) break;
    atMs = Math.max(...ends);
  }
  return atMs > nowMs ? atMs : undefined;
}

/** Two that together leave no time of any day would never end. */
const MOST_TURNS = 4;
