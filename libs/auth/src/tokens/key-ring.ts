import { ACCESS_TOKEN_LIFETIME_SECONDS, CLOCK_TOLERANCE_SECONDS } from './verify-jwt';

/** A key among those of the gateway; without a time of making it is older than any that has one. */
export interface RingKey {
  createdAtMs: number | undefined;
  /** When this process found it in a file that it had read before: what makes keys may not publish them at once. */
  foundAtMs?: number | undefined;
}

/**
 * A new key is published for this long before it signs, so that all replicas and services know it by then: Kubernetes renews
 * a mounted secret up to a minute and a half late, in each pod at its own time, and services keep keys for a minute.
 */
export const PUBLISHED_AHEAD_SECONDS = 300;
export const MOST_AHEAD_SECONDS = 3_600;
/** How long after its last signature a key may still be needed. */
const OVERLAP_MS = (ACCESS_TOKEN_LIFETIME_SECONDS + 2 * CLOCK_TOLERANCE_SECONDS) * 1000;

/** Newest first; keys without a time keep their order, behind all others. */
export function newestFirst<K extends RingKey>(keys: readonly K[]): K[] {
  return [...keys].sort((one, other) => getAge(other) - getAge(one) || 0);
}

/** The key that signs: the newest that was published for long enough. `keys` are newest first, at least one. */
export function signerOf<K extends RingKey>(keys: readonly [K, ...K[]], nowMs: number, aheadMs: number): K {
  return keys.find((key) => signsFrom(key, aheadMs) <= nowMs) ?? keys.at(-1) ?? keys[0];
}

/** The keys that may still have signed something valid, and the one that will sign next. `keys` are newest first. */
export function publishedOf<K extends RingKey>(keys: readonly K[], nowMs: number, aheadMs: number): K[] {
  return keys.filter((_key, index) => {
    const successor = keys[index - 1];
    return successor?.createdAtMs === undefined || nowMs < signsFrom(successor, aheadMs) + OVERLAP_MS;
  });
}

/** Whether it is time for a new key; one without a time of making counts as due. */
export function isDue(keys: readonly [RingKey, ...RingKey[]], maxAgeMs: number, nowMs: number): boolean {
  return nowMs - (keys[0].createdAtMs ?? 0) >= maxAgeMs;
}

function signsFrom({ createdAtMs, foundAtMs }: RingKey, aheadMs: number): number {
  const long = Number.NEGATIVE_INFINITY;
  return Math.max(createdAtMs ?? long, foundAtMs ?? long) + aheadMs;
}

function getAge({ createdAtMs }: RingKey): number {
  return createdAtMs ?? 0;
}
