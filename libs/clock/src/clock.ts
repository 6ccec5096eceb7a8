/** The one source of time. Logic receives a Clock (or the time itself), never the wall clock. */
export abstract class Clock {
  /** Milliseconds since the epoch, UTC. */
  abstract now(): number;

  /** Milliseconds since an arbitrary moment, for durations: it passes steadily while the wall clock is set. */
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

/** A clock that stands still until it is moved. */
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

  /** Sets the wall clock; no time passes. */
  set(timeMs: number): void {
    this.currentMs = timeMs;
  }

  /** Lets time pass. */
  advance(durationMs: number): void {
    this.currentMs += durationMs;
    this.passedMs += durationMs;
  }
}

const ISO_TIME =
  /^([0-9]{4}-[0-9]{2}-[0-9]{2})[T ]([0-9]{2}:[0-9]{2}:[0-9]{2})(?:\.([0-9]{1,9}))?(Z|[+-][0-9]{2}:?[0-9]{2})?$/i;

/**
 * Reads a date and time of ISO 8601, from year 1 to 9999; without a zone it is UTC, finer than milliseconds is cut off.
 *
 * @returns milliseconds since the epoch; undefined for anything else, also for days that do not exist.
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
