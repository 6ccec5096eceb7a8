import type { Clock } from './clock';

interface UpTo {
  maxSize: number;
  sizeCalculation: () => number;
}

interface UpToFor extends UpTo {
  ttl: number;
  ttlResolution: number;
  perf: Clock;
}

/**
 * Options of an `LRUCache` for a maximum number of entries that grows as needed; `max` would allocate all of its memory
 * at once.
 */
export function upTo(entries: number): UpTo {
  return { maxSize: entries, sizeCalculation: () => 1 };
}

/** The same with a TTL in milliseconds of the service's clock. */
export function upToFor(entries: number, ms: number, clock: Clock): UpToFor {
  return { ...upTo(entries), ttl: ms - 1, ttlResolution: 0, perf: clock };
}
