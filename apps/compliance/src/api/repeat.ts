import { setTimeout as sleep } from 'node:timers/promises';

interface Repetition {
  /** How long to pause after each time. */
  readonly pauseMs: () => number;
  /** Ends the repetition; it does not keep the process alive. */
  readonly signal: AbortSignal;
  readonly failed: (error: Error) => void;
}

/** Repeats work, even after failures, until the signal is aborted. */
export async function repeat(work: () => Promise<void>, { pauseMs, signal, failed }: Repetition): Promise<void> {
  while (!signal.aborted) {
    await work().catch((error: unknown) => failed(error as Error));
    await sleep(pauseMs(), undefined, { signal, ref: false }).catch(() => undefined);
  }
}
