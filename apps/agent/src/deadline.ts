/** Runs the work with a signal that is aborted with `signal` or on timeout; removes its listener from `signal`. */
export async function withDeadline<T>(
  signal: AbortSignal | undefined,
  ms: number,
  work: (signal: AbortSignal) => Promise<T>,
  reason = `no response within ${ms} ms`,
): Promise<T> {
  const either = new AbortController();
  const timer = setTimeout(() => either.abort(new Error(reason)), ms);
  const stop = (): void => either.abort(signal?.reason);
  signal?.addEventListener('abort', stop, { once: true });
  if (signal?.aborted) stop();
  try {
    return await work(either.signal);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
}
