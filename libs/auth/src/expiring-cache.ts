/** Remembers values until a given time, at most `capacity` of them; the oldest entry goes first. */
export class ExpiringCache<V> {
  private readonly entries = new Map<string, { value: V; untilMs: number }>();

  constructor(private readonly capacity: number) {}

  get(key: string, nowMs: number): V | undefined {
    const entry = this.entries.get(key);
    if (!entry) return undefined;
    if (nowMs < entry.untilMs) return entry.value;
    this.entries.delete(key);
    return undefined;
  }

  set(key: string, value: V, untilMs: number): void {
    this.entries.delete(key);
    this.entries.set(key, { value, untilMs });
    if (this.entries.size > this.capacity) this.entries.delete(this.entries.keys().next().value as string);
  }
}
