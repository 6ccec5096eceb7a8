import type { Clock } from '@wardstone/clock';

/** Caches what loading each of a few keys returned, for a limited time; concurrent callers share one load. */
export class TtlCache<T> {
  private readonly entries = new Map<string, { value: Promise<T>; staleAtMs: number }>();

  constructor(
    private readonly clock: Clock,
    private readonly ttlMs: number,
  ) {}

  /** A failed load is not cached. `key` is one of a few, so nothing is ever evicted. */
  get(key: string, load: () => Promise<T>): Promise<T> {
    const known = this.entries.get(key);
    const nowMs = this.clock.now();
    if (known && nowMs < known.staleAtMs) return known.value;
    const value = load();
    const entry = { value, staleAtMs: nowMs + this.ttlMs };
    this.entries.set(key, entry);
    value.catch(() => {
      if (this.entries.get(key) === entry) this.entries.delete(key);
    });
    return value;
  }
}
