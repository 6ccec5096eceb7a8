/** The one source of time. Logic receives a Clock (or the time itself), never the wall clock. */
export abstract class Clock {
  /** Milliseconds since the epoch, UTC. */
  abstract now(): number;
}

export class SystemClock extends Clock {
  now(): number {
    return Date.now();
  }
}

/** A clock that stands still until it is moved. */
export class TestClock extends Clock {
  constructor(private currentMs: number) {
    super();
  }

  now(): number {
    return this.currentMs;
  }

  set(timeMs: number): void {
    this.currentMs = timeMs;
  }

  advance(durationMs: number): void {
    this.currentMs += durationMs;
  }
}
