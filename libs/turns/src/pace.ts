/** Maximum time that work blocks the event loop. */
const SLICE_MS = 10;

export interface PaceOptions {
  /** Milliseconds of any clock. */
  readonly now?: () => number;
  /** Yields to other work. */
  readonly pause?: () => Promise<void>;
}

/** Splits long work into slices of 10 ms, so that other requests are served in between. */
export class Pace {
  private readonly now: () => number;
  private readonly pause: () => Promise<void>;
  private sliceEndMs: number;

  constructor({ now = () => performance.now(), pause = yieldToEventLoop }: PaceOptions = {}) {
    this.now = now;
    this.pause = pause;
    this.sliceEndMs = now() + SLICE_MS;
  }

  /** Whether the slice is over and the work should call `rest`. */
  get isDue(): boolean {
    return this.now() >= this.sliceEndMs;
  }

  /** @throws the reason of the signal if it is aborted */
  async rest(signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    await this.pause();
    signal?.throwIfAborted();
    this.sliceEndMs = this.now() + SLICE_MS;
  }
}

/** The real timer even under fake clocks, because all resting work shares it. */
const later = setImmediate;
/** Continuations of resting work; while there are any, a check is scheduled. */
const resting: (() => void)[] = [];

/** One piece of work runs in each turn of the event loop; otherwise requests would wait for a slice of each. */
function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => {
    if (resting.push(resolve) === 1) later(continueOne);
  });
}

function continueOne(): void {
  resting.shift()?.();
  if (resting.length > 0) later(continueOne);
}

/** Passes blocks on, and yields to other work when due. */
export async function* paceBlocks<T>(blocks: Iterable<T> | AsyncIterable<T>): AsyncGenerator<T, void> {
  const pace = new Pace();
  for await (const block of blocks) {
    yield block;
    if (pace.isDue) await pace.rest();
  }
}
