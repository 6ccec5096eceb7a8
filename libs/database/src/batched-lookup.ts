/**
 * Batches the look-ups by key of one turn of the event loop into one statement: the round trip to the server costs more
 * than the row. Each reads what is stored after it was requested, as it would alone.
 */
export class BatchedLookup<K, V> {
  private batch: { keys: Set<K>; found: Promise<ReadonlyMap<K, V>> } | undefined;

  /** @param findAll returns what is stored under the keys */
  constructor(private readonly findAll: (keys: readonly K[]) => Promise<ReadonlyMap<K, V>>) {}

  async find(key: K): Promise<V | undefined> {
    this.batch ??= this.open();
    this.batch.keys.add(key);
    return (await this.batch.found).get(key);
  }

  private open(): { keys: Set<K>; found: Promise<ReadonlyMap<K, V>> } {
    const keys = new Set<K>();
    // After everything that has arrived was read.
    const turnEnded = new Promise((resolve) => setImmediate(resolve));
    const found = turnEnded.then(() => {
      this.batch = undefined;
      return this.findAll([...keys]);
    });
    return { keys, found };
  }
}
