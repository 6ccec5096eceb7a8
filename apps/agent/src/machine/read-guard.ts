import { setTimeout as sleep } from 'node:timers/promises';
import { NotRead } from './not-read';

/** Also the timeout of a scrape. */
export const READ_LIMIT_MS = 10_000;
/** Each may occupy one of the threads configured in main.ts. */
const MAX_HUNG = 6;

/** A read that exceeds its timeout, e.g. from a dead NFS mount or disk, which no signal interrupts. */
export class Unresponsive extends NotRead {
  override readonly name = 'Unresponsive';
}

/**
 * Limits the time of each read. A read that exceeds it is abandoned, and not started again until it ends, so that it
 * neither holds up others nor accumulates.
 */
export class ReadGuard {
  private readonly hanging = new Set<string>();

  constructor(private readonly limitMs = READ_LIMIT_MS) {}

  /** Abandoned reads that have not ended yet. */
  get hung(): readonly string[] {
    return [...this.hanging];
  }

  /**
   * Starts the read with this name.
   * @throws Unresponsive; what `read` throws in time
   */
  async read<T>(what: string, read: () => Promise<T>, limitMs = this.limitMs): Promise<T> {
    const reason = `it does not respond within ${limitMs / 1000} s`;
    if (this.hanging.has(what)) throw new Unresponsive(reason);
    if (this.hanging.size >= MAX_HUNG) throw new Unresponsive('too many other files do not respond');
    const ended = new AbortController();
    const reading = read();
    const late = sleep(limitMs, undefined, { signal: ended.signal }).then(() => {
      this.hanging.add(what);
      const forget = (): boolean => this.hanging.delete(what);
      reading.then(forget, forget);
      throw new Unresponsive(reason);
    });
    try {
      return await Promise.race([reading, late]);
    } finally {
      late.catch(() => undefined);
      ended.abort();
    }
  }
}

/** Reads parts of the machine by name; one that fails or times out does not stop the others. */
export class PartReader<Name extends string> {
  /** Reasons for failed readers, until they work again. */
  private readonly failures = new Map<Name, string>();
  private readonly guard: ReadGuard;

  /** @param subjects display names of the parts */
  constructor(
    private readonly subjects: Readonly<Record<Name, string>>,
    limitMs?: number,
  ) {
    this.guard = new ReadGuard(limitMs);
  }

  get problems(): readonly string[] {
    return [...this.failures].map(([name, reason]) => `cannot read ${this.subjects[name]}: ${reason}`);
  }

  /** Undefined on failure. */
  async read<T>(name: Name, read: () => Promise<T>): Promise<T | undefined> {
    try {
      const found = await this.guard.read(name, read);
      this.failures.delete(name);
      return found;
    } catch (error) {
      this.failures.set(name, (error as Error).message);
      return undefined;
    }
  }
}
