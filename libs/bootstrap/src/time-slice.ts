import { setImmediate as yieldToEventLoop } from 'node:timers/promises';

/** How long work keeps the process from everything else. */
const SLICE_MS = 10;

/** Lets long work give way: other requests wait for 10 ms at most. */
export class TimeSlice {
  private endMs = performance.now() + SLICE_MS;

  get isOver(): boolean {
    return performance.now() >= this.endMs;
  }

  /** Serves the others first. */
  async rest(): Promise<void> {
    await yieldToEventLoop();
    this.endMs = performance.now() + SLICE_MS;
  }
}
