import type { Clock } from '@wardstone/clock';

/** Keeps the outcome of asking a service for a while; whoever asks meanwhile waits for the same question. */
export class KeptBriefly<T> {
  private readonly kept = new Map<string, { value: Promise<T>; staleAtMs: number }>();

  constructor(
    private readonly clock: Clock,
    private readonly keptMs: number,
  ) {}

  /** A failed question is not kept. `key` is one of a few, so nothing is ever dropped. */
  get(key: string, ask: () => Promise<T>): Promise<T> {
    const known = this.kept.get(key);
    const nowMs = this.clock.now();
    if (known && nowMs < known.staleAtMs) return known.value;
    const value = ask();
    const entry = { value, staleAtMs: nowMs + this.keptMs };
    this.kept.set(key, entry);
    value.catch(() => {
      if (this.kept.get(key) === entry) this.kept.delete(key);
    });
    return value;
  }
}
