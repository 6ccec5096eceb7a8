/**
 * Batches the look-ups by key of one turn of the event loop into one statement, because the round trip costs more than
 * the row. Each look-up sees data at least as new as its request.
 */
export class BatchedLookup<K, V> {
  private batch: { keys: Set<K>; found: Promise<ReadonlyMap<K, V>> } | undefined;

  /** @param findAll returns the stored values of the keys */
  constructor(private readonly findAll: (keys: readonly K[]) => Promise<ReadonlyMap<K, V>>) {}

  async find(key: K): Promise<V | undefined> {
    this.batch ??= this.open();
    this.batch.keys.add(key);
    return (await this.batch.found).get(key);
  }

  private open(): { keys: Set<K>; found: Promise<ReadonlyMap<K, V>> } {
    const keys = new Set<K>();
    // Runs after all pending I/O events.
    const turnEnded = new Promise((resolve) => setImmediate(resolve));
    const found = turnEnded.then(() => {
      this.batch = undefined;
      return this.findAll([...keys]);
    });
    return { keys, found };
  }
}
