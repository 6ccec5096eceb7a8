import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Queryable } from '@wardstone/database';
import type { TestMonitoring } from '../use-monitoring';

interface Refusal {
  status: number;
  kind: string | undefined;
}

/** A request whose body has begun to arrive. */
export interface SlowRequest {
  /** Sends the rest of the body. */
  finish(): Promise<Refusal>;
}

export function beginRequest(
  api: TestMonitoring,
  method: string,
  path: string,
  { first, rest }: { first: string; rest: string },
): SlowRequest {
  const headers = { ...api.credentialsOf(), 'Content-Type': 'application/json' };
  const request = http.request(api.url + path, { method, headers });
  const refusal = new Promise<Refusal>((resolve, reject) => {
    request.once('error', reject);
    request.once('response', (response) => {
      response.resume();
      const kind = response.headers['x-error-type'];
      response.once('end', () => resolve({ status: response.statusCode!, kind: kind as string | undefined }));
    });
  });
  // Reported by `finish`.
  refusal.catch(() => undefined);
  request.write(first);
  return {
    finish: () => {
      request.end(rest);
      return refusal;
    },
  };
}

/** Locks that let others read, and neither write nor lock. Fails where one of them is held. */
export async function holdEveryLock(tx: Queryable): Promise<void> {
  const tables = await tx.query<{ name: string }>(
    `SELECT c.oid::regclass::text AS name FROM pg_class c WHERE c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace`,
  );
  await tx.query(`LOCK TABLE ${tables.map(({ name }) => name).join(', ')} IN EXCLUSIVE MODE NOWAIT`);
}

/**
 * Waits for the statement that waits for a lock, and cancels it so that the request ends; undefined when the response
 * arrives without one.
 */
export async function untilRespondedOrWaiting(db: Queryable, response: Promise<unknown>): Promise<string | undefined> {
  let hasEnded = false;
  const ending = response.finally(() => (hasEnded = true)).catch(() => undefined);
  while (!hasEnded) {
    const [waiting] = await db.query<{ query: string }>(
      `SELECT a.query, pg_cancel_backend(a.pid) FROM pg_stat_activity a
        WHERE a.datname = current_database() AND a.wait_event_type = 'Lock' LIMIT 1`,
    );
    if (waiting) return waiting.query;
    await Promise.race([ending, sleep(20)]);
  }
  return undefined;
}
