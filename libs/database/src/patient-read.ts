/** The pool's message when no connection came free in time (`acquireTimeoutMs`). */
const NO_CONNECTION = 'timeout exceeded when trying to connect';

/**
 * Reads something in the middle of a response, which must not be broken off because others hold all connections: waits until
 * one comes free, or its client leaves.
 *
 * @throws what the read throws, the reason of the signal once that is aborted
 */
export async function readPatiently<T>(read: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await read();
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof Error) || error.message !== NO_CONNECTION) throw error;
    }
  }
}
