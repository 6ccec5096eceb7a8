/** The pool's message after `acquireTimeoutMs` without a free connection. */
const NO_CONNECTION = 'timeout exceeded when trying to connect';

/**
 * Reads in the middle of a response, which must not be cut off because the pool is busy: waits until a connection is
 * free or the client disconnects.
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
