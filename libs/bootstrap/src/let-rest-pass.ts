import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';

/** How long a client may go on sending a body that is refused. */
const LINGER_MS = 2_000;

/**
 * Takes what is still to come of a body without looking at it, for a while: many clients hear no answer before they have
 * sent everything, and to those that asked to close the connection an early end looks like a failure of the network.
 */
export async function letRestPass(body: Readable): Promise<void> {
  body.unpipe();
  body.resume();
  await finished(body, { writable: false, signal: AbortSignal.timeout(LINGER_MS) }).catch(() => undefined);
}
