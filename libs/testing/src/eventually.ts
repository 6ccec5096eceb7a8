import { setTimeout as sleep } from 'node:timers/promises';
import { type Queryable } from '@wardstone/database';

/** Far longer than it takes: a slow machine is not a failure. */
const WITHIN_MS = 60_000;
/** First interval of polling; later ones grow with the time waited, to cost less. */
const FIRST_PAUSE_MS = 20;
const LAST_PAUSE_MS = 250;
const PAUSE_SHARE = 0.05;

/**
 * Polls until `holds` returns something truthy, for effects of other tasks or processes. An exception counts as "not
 * yet" and becomes the cause of the failure.
 * @param what names it in the failure: "the response"
 * @param options.everyMs default: 20 ms, growing with the time waited
 * @returns result of `holds`
 */
export async function eventually<T>(
  what: string,
  holds: () => T | Promise<T>,
  { everyMs, withinMs = WITHIN_MS }: { everyMs?: number; withinMs?: number } = {},
): Promise<NonNullable<T>> {
  let cause: unknown;
  const beganMs = performance.now();
  const waitedMs = (): number => performance.now() - beganMs;
  const pauseMs = (): number => Math.min(Math.max(FIRST_PAUSE_MS, waitedMs() * PAUSE_SHARE), LAST_PAUSE_MS);
  for (; waitedMs() < withinMs; await sleep(everyMs ?? pauseMs())) {
    try {
      const outcome = await holds();
      if (outcome) return outcome;
      cause = undefined;
    } catch (error) {
      cause = error;
    }
  }
  throw new Error(`waited ${withinMs} ms in vain for: ${what}`, { cause });
}

/** Waits until this many statements of the database wait for locks. */
export async function untilSomebodyWaits(db: Queryable, statements = 1): Promise<void> {
  await eventually(`${statements} statements that wait for locks`, async () => {
    const waiting = await db.query(
      `SELECT 1 FROM pg_stat_activity a WHERE a.datname = current_database() AND a.wait_event_type = 'Lock'`,
    );
    return waiting.length >= statements;
  });
}
