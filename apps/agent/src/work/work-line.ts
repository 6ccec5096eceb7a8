import { setTimeout as sleep } from 'node:timers/promises';
import { pauseMs } from '../domain/backoff';
import { readWork } from '../domain/read-responses';
import { readRetryAfterMs, Unreachable } from '../server/server-api';
import type { SharedParts } from '../shared-parts';
import type { Worker } from './worker';

/** Shorter than servers and gateways hold a request. */
const WAIT_SECONDS = 25;
const MAX_ITEMS = 10;
/** Limits the load if a server always responds at once. */
const PAUSE_MS = 100;

interface LineOptions extends Pick<SharedParts, 'server' | 'logger' | 'target'> {
  worker: Worker;
  /** A person changed the agent's resources. */
  inventoryChanged: () => void;
}

/** Polls for work; the server responds as soon as there is any. */
export async function waitForWork(
  { server, worker, logger, target, inventoryChanged }: LineOptions,
  signal: AbortSignal,
): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    let retryAfterMs = 0;
    try {
      const query = `?max=${MAX_ITEMS}&wait=${WAIT_SECONDS}`;
      const response = await server.request('GET', `/rest${target}/work${query}`, {
        waitMs: WAIT_SECONDS * 1000,
        signal,
      });
      if (response.status === 200 && Array.isArray(response.body)) {
        failures = 0;
        if (response.headers.get('x-inventory-changed') === 'true') inventoryChanged();
        worker.take(readWork(response.body, MAX_ITEMS));
        await sleep(PAUSE_MS, undefined, { signal }).catch(() => undefined);
        continue;
      }
      retryAfterMs = readRetryAfterMs(response);
      logger.debug({ status: response.status }, 'polling for work failed');
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof Unreachable)) throw error;
    }
    await sleep(pauseMs(++failures, retryAfterMs, Math.random()), undefined, { signal }).catch(() => undefined);
  }
}
