import { setTimeout as sleep } from 'node:timers/promises';

interface Repetition {
  readonly everyMs: number;
  /** Ends the repetition; it does not keep the process alive. */
  readonly signal: AbortSignal;
  readonly failed: (error: Error) => void;
}

/** Runs work at an interval until the signal is aborted, also after failures. */
export async function repeat(work: () => Promise<void>, { everyMs, signal, failed }: Repetition): Promise<void> {
  while (!signal.aborted) {
    await work().catch((error: unknown) => failed(error as Error));
    await sleep(everyMs, undefined, { signal, ref: false }).catch(() => undefined);
  }
}
