import { LRUCache } from 'lru-cache';
import { upTo, upToFor } from './cache-options';
import { TestClock } from './clock';

describe('a cache', () => {
  it('keeps the entries that were used last, and no more than it may', () => {
    const cache = new LRUCache<string, number>(upTo(2));
    cache.set('a', 1).set('b', 2).get('a');
    cache.set('c', 3);

    expect([...cache.keys()].sort()).toEqual(['a', 'c']);
  });

  it('drops expired entries', () => {
    const clock = new TestClock(Date.UTC(2026, 0, 15));
    const cache = new LRUCache<string, number>(upToFor(2, 5_000, clock));
    cache.set('a', 1);
    clock.advance(4_999);
    expect(cache.get('a')).toBe(1);
    clock.advance(1);
    expect(cache.get('a')).toBeUndefined();
  });
});
