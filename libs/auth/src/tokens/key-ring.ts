import { ACCESS_TOKEN_LIFETIME_SECONDS, CLOCK_TOLERANCE_SECONDS } from './token-claims';

/** A key among those of the gateway; without a time of making it is older than any that has one. */
export interface RingKey {
  createdAtMs: number | undefined;
}

/** A new key is published for this long before it signs, so that replicas and services know it by then. */
export const PUBLISHED_AHEAD_MS = 30_000;
/** How long after its last signature a key may still be needed. */
const OVERLAP_MS = (ACCESS_TOKEN_LIFETIME_SECONDS + 2 * CLOCK_TOLERANCE_SECONDS) * 1000;

/** Newest first; keys without a time keep their order, behind all others. */
export function newestFirst<K extends RingKey>(keys: readonly K[]): K[] {
  return [...keys].sort((one, other) => ageOf(other) - ageOf(one) || 0);
}

/** The key that signs: the newest that was published for long enough. `keys` are newest first, at least one. */
export function signerOf<K extends RingKey>(keys: readonly [K, ...K[]], nowMs: number): K {
  return keys.find((key) => signsFrom(key) <= nowMs) ?? keys.at(-1) ?? keys[0];
}

/** The keys that may still have signed something valid, and the one that will sign next. `keys` are newest first. */
export function publishedOf<K extends RingKey>(keys: readonly K[], nowMs: number): K[] {
  return keys.filter((_key, index) => {
    const successor = keys[index - 1];
    return successor?.createdAtMs === undefined || nowMs < signsFrom(successor) + OVERLAP_MS;
  });
}

/** Whether it is time for a new key; one without a time of making counts as due. */
export function isDue(keys: readonly [RingKey, ...RingKey[]], maxAgeMs: number, nowMs: number): boolean {
  return nowMs - (keys[0].createdAtMs ?? 0) >= maxAgeMs;
}

function signsFrom({ createdAtMs }: RingKey): number {
  return createdAtMs === undefined ? Number.NEGATIVE_INFINITY : createdAtMs + PUBLISHED_AHEAD_MS;
}

function ageOf({ createdAtMs }: RingKey): number {
  return createdAtMs ?? 0;
}
