import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';

/** A client that sends nothing for so long is no longer waited for. */
const SILENCE_MS = 2_000;
/** How long a client may go on sending a body that is refused. */
const DRAIN_MS = 10_000;

/**
 * Reads the rest of a body and discards it, for a limited time: many clients read no response before they have sent
 * everything, and to those that asked to close the connection an early end looks like a network failure.
 */
export async function drainRequest(body: Readable): Promise<void> {
  const end = new AbortController();
  const silence = setTimeout(() => end.abort(), SILENCE_MS);
  const limit = setTimeout(() => end.abort(), DRAIN_MS);
  const hear = (): void => void silence.refresh();
  body.unpipe();
  body.on('data', hear);
  body.resume();
  await finished(body, { writable: false, signal: end.signal }).catch(() => undefined);
  body.off('data', hear);
  clearTimeout(silence);
  clearTimeout(limit);
}
