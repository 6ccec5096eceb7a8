import type { Pace } from '@wardstone/turns';
import { executionError, PromqlError } from './promql-error';

/** Sorting this many takes tens of milliseconds. */
const MAX_RANGE_SAMPLES = 250_000;
/** Approximate size of a response in bytes; writing this much takes a second. */
const MAX_RESPONSE_CHARACTERS = 32 * 1024 * 1024;
/** Limits of a query that takes no turn: some milliseconds and MiB. */
const LIGHT_SAMPLES = 50_000;
const LIGHT_CHARACTERS = 512 * 1024;
const LIGHT_RESTS = 3;
export const LIGHT_SERIES = 500;
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
  /** Waits for a turn; left out if the whole query may run without one. */
  readonly takeTurn?: () => Promise<unknown>;
}

/** Limits of one query. It begins without a turn, and takes one before it exceeds those of a light query. */
export class Budget {
  private samples = 0;
  private units = 0;
  private rests = 0;
  private endMs: number;
  private light: boolean;

  constructor(private readonly options: BudgetOptions) {
    this.endMs = options.now() + options.timeLimitMs;
    this.light = options.takeTurn !== undefined;
  }

  /** Whether it has no turn yet but may need one. */
  get isLight(): boolean {
    return this.light;
  }

  /** Remaining number of samples; of a light query, those until it takes its turn. */
  get room(): number {
    const { mostSamples } = this.options;
    return (this.light ? Math.min(LIGHT_SAMPLES, mostSamples) : mostSamples) - this.samples;
  }

  /** Waits for its turn unless it has one; the wait does not count towards the time limit. */
  async takeTurn(): Promise<void> {
    if (!this.light) return;
    this.light = false;
    const begunMs = this.options.now();
    await this.options.takeTurn?.();
    this.endMs += this.options.now() - begunMs;
  }

  /** @throws PromqlError when the query exceeds its limits */
  spend(samples: number): void {
    this.samples += samples;
    if (this.samples > this.options.mostSamples) throw tooManySamples();
  }

  /** @throws PromqlError when that many more samples would be too many */
  requireRoom(samples: number): void {
    if (this.samples + samples > this.options.mostSamples) throw tooManySamples();
  }

  /** @throws PromqlError where a function would compute one value of more samples than others can wait for */
  requireShort(samples: number): void {
    if (samples > MAX_RANGE_SAMPLES)
      throw executionError(`a range has too many samples: more than ${MAX_RANGE_SAMPLES} at one step`);
  }

  /** @throws PromqlError when a response would be longer than clients can use */
  async requireShortResponse(characters: number): Promise<void> {
    if (characters > MAX_RESPONSE_CHARACTERS)
      throw executionError('the response would have more than 32 MiB; select fewer series, or ask for fewer steps');
    if (characters > LIGHT_CHARACTERS) await this.takeTurn();
  }

  /** Counts work; returns whether it is time to `rest`. */
  tick(units: number): boolean {
    this.units += units;
    if (this.light && this.room < 0) return true;
    if (this.units < UNITS_PER_LOOK) return false;
    this.units = 0;
    return this.options.pace.isDue;
  }

  /** @throws PromqlError when the time is over, or the client has left */
  async rest(): Promise<void> {
    this.check();
    if (this.light && (this.room < 0 || ++this.rests > LIGHT_RESTS)) await this.takeTurn();
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
