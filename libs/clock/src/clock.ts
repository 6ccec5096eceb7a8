/** The only source of time: logic receives a Clock, or the time itself, and never reads the system clock. */
export abstract class Clock {
  /** Milliseconds since the epoch, UTC. */
  abstract now(): number;

  /** Milliseconds since an arbitrary moment, for durations; unaffected when the wall clock is set. */
  abstract monotonic(): number;
}

export class SystemClock extends Clock {
  now(): number {
    return Date.now();
  }

  monotonic(): number {
    return performance.now();
  }
}

/** A clock that moves only on demand. */
export class TestClock extends Clock {
  private passedMs = 0;

  constructor(private currentMs: number) {
    super();
  }

  now(): number {
    return this.currentMs;
  }

  monotonic(): number {
    return this.passedMs;
  }

  /** Sets the wall clock without affecting `monotonic`. */
  set(timeMs: number): void {
    this.currentMs = timeMs;
  }

  /** Advances both clocks. */
  advance(durationMs: number): void {
    this.currentMs += durationMs;
    this.passedMs += durationMs;
  }
}

const ISO_TIME =
  /^([0-9]{4}-[0-9]{2}-[0-9]{2})[T ]([0-9]{2}:[0-9]{2}:[0-9]{2})(?:\.([0-9]{1,9}))?(Z|[+-][0-9]{2}:?[0-9]{2})?$/i;

/**
 * Reads a date and time in ISO 8601, years 1 to 9999; without a zone it is UTC, and digits beyond milliseconds are cut
 * off.
 * @returns milliseconds since the epoch; undefined for anything else, nonexistent days included
 */
export function parseIsoTime(text: string): number | undefined {
  const [, day, time, fraction = '', zone = 'Z'] = ISO_TIME.exec(text) ?? [];
  if (day === undefined || time === undefined || day.startsWith('0000')) return undefined;
  // Date.parse() lets February 30 roll over into March.
  const midnight = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(midnight) || !new Date(midnight).toISOString().startsWith(day)) return undefined;
  const offset = /^[+-]/.test(zone) ? `${zone.slice(0, 3)}:${zone.slice(-2)}` : 'Z';
  const timeMs = Date.parse(`${day}T${time}.${fraction.slice(0, 3).padEnd(3, '0')}${offset}`);
  return Number.isNaN(timeMs) ? undefined : timeMs;
}
