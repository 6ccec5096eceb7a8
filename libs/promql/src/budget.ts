import type { Pace } from '@wardstone/turns';
import { executionError, PromqlError } from './promql-error';

/** Sorting this many takes tens of milliseconds. */
const MAX_RANGE_SAMPLES = 250_000;
/** Approximate size of a response in bytes; writing this much takes a second. */
const MAX_RESPONSE_CHARACTERS = 32 * 1024 * 1024;
/** Units of work, of some nanoseconds each, between checks of the time. */
export const UNITS_PER_LOOK = 20_000;
/** Fixed work for each series, in addition to that for its points. */
export const UNITS_PER_SERIES = 200;

export interface BudgetOptions {
  /** Maximum number of samples read and values computed. */
  readonly mostSamples: number;
  readonly timeLimitMs: number;
  /** Milliseconds of any clock. */
  readonly now: () => number;
  readonly pace: Pace;
  /** Whether the client has disconnected. */
  readonly isAbandoned: () => boolean;
}

/** Limits of one query. */
export class Budget {
  private samples = 0;
  private units = 0;
  private readonly endMs: number;

  constructor(private readonly options: BudgetOptions) {
    this.endMs = options.now() + options.timeLimitMs;
  }

  /** Remaining number of samples. */
  get room(): number {
    return this.options.mostSamples - this.samples;
  }

  /** @throws PromqlError when the query takes more than it may */
  spend(samples: number): void {
    this.samples += samples;
    if (this.room < 0) throw tooManySamples();
  }

  /** @throws PromqlError when that many more samples would be too many */
  requireRoom(samples: number): void {
    if (samples > this.room) throw tooManySamples();
  }

  /** @throws PromqlError where a function would compute one value of more samples than others can wait for */
  requireShort(samples: number): void {
    if (samples > MAX_RANGE_SAMPLES)
      throw executionError(`a range has too many samples: more than ${MAX_RANGE_SAMPLES} at one step`);
  }

  /** @throws PromqlError when a response would be longer than clients can use */
  requireShortResponse(characters: number): void {
    if (characters <= MAX_RESPONSE_CHARACTERS) return;
    throw executionError('the response would have more than 32 MiB; select fewer series, or ask for fewer steps');
  }

  /** Counts work; returns whether it is time to `rest`. */
  tick(units: number): boolean {
    this.units += units;
    if (this.units < UNITS_PER_LOOK) return false;
    this.units = 0;
    return this.options.pace.isDue;
  }

  /** @throws PromqlError when the time is over, or the client has left */
  async rest(): Promise<void> {
    this.check();
    await this.options.pace.rest();
    this.check();
  }

  /** @throws PromqlError as `rest` */
  check(): void {
    const { now, isAbandoned } = this.options;
    if (isAbandoned()) throw new PromqlError('canceled', 'query was canceled in expression evaluation');
    if (now() > this.endMs) throw new PromqlError('timeout', 'query timed out in expression evaluation');
  }
}

export function tooManySamples(): PromqlError {
  return executionError('query processing would load too many samples into memory in query execution');
}
