import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';

/** How long a client may go on sending a body that is refused. */
const DRAIN_MS = 2_000;

/**
 * Reads the rest of a body and discards it, for a limited time: many clients read no response before they have sent
 * everything, and to those that asked to close the connection an early end looks like a network failure.
 */
export async function drainRequest(body: Readable): Promise<void> {
  body.unpipe();
  body.resume();
  await finished(body, { writable: false, signal: AbortSignal.timeout(DRAIN_MS) }).catch(() => undefined);
}
