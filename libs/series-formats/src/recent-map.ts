/**
 * An approximate LRU cache: it forgets entries that were unused while half of its capacity filled up. Exact order would
 * cost more than the look-up for each sample of a stream.
 */
export class RecentMap<Key, Value> {
  private young = new Map<Key, Value>();
  private old = new Map<Key, Value>();
  private youngSize = 0;

  /** @param getSize size of an entry, in any unit */
  constructor(
    private readonly room: number,
    private readonly getSize: (key: Key, value: Value) => number,
  ) {}

  get(key: Key): Value | undefined {
    const value = this.young.get(key);
    if (value !== undefined) return value;
    const used = this.old.get(key);
    if (used !== undefined) this.set(key, used);
    return used;
  }

  set(key: Key, value: Value): void {
    if (!this.young.has(key)) this.youngSize += this.getSize(key, value);
    this.young.set(key, value);
    if (this.youngSize <= this.room / 2) return;
    this.old = this.young;
    this.young = new Map();
    this.youngSize = 0;
  }

  delete(key: Key): void {
    this.young.delete(key);
    this.old.delete(key);
  }
}
