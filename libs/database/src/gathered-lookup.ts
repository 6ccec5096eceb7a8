/**
 * Look-ups by key that are asked for in one turn of the event loop, answered by one statement: the trip to the server
 * costs more than the row. Each reads what is there after it was asked for, as it would alone.
 */
export class GatheredLookup<K, V> {
  private gathering: { keys: Set<K>; found: Promise<ReadonlyMap<K, V>> } | undefined;

  /** @param findAll what is there under the keys */
  constructor(private readonly findAll: (keys: readonly K[]) => Promise<ReadonlyMap<K, V>>) {}

  async find(key: K): Promise<V | undefined> {
    this.gathering ??= this.begin();
    this.gathering.keys.add(key);
    return (await this.gathering.found).get(key);
  }

  private begin(): { keys: Set<K>; found: Promise<ReadonlyMap<K, V>> } {
    const keys = new Set<K>();
    // After everything that has arrived was read.
    const turnEnded = new Promise((resolve) => setImmediate(resolve));
    const found = turnEnded.then(() => {
      this.gathering = undefined;
      return this.findAll([...keys]);
    });
    return { keys, found };
  }
}
