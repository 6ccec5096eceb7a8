/**
 * Options of an `LRUCache` for at most so many entries, in memory that grows as they come. `max` takes the room of all of
 * them at once, in a process at rest too.
 */
export function upTo(entries: number): { maxSize: number; sizeCalculation: () => number } {
  return { maxSize: entries, sizeCalculation: () => 1 };
}
