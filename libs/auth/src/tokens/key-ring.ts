import { ACCESS_TOKEN_LIFETIME_SECONDS, CLOCK_TOLERANCE_SECONDS } from './verify-jwt';

/** A signing key of the gateway; one without a creation time counts as the oldest. */
export interface RingKey {
  createdAtMs: number | undefined;
  /** When this process first saw it in a file read before: whoever writes keys may publish them late. */
  foundAtMs?: number | undefined;
}

/**
 * How long a new key is published before it signs, so that all replicas and services know it: Kubernetes updates a
 * mounted secret up to a minute and a half late, in each pod at its own time, and services cache keys for a minute.
 */
export const PUBLISHED_AHEAD_SECONDS = 300;
export const MAX_LEAD_SECONDS = 3_600;
/** How long a key is still needed after its last signature. */
const OVERLAP_MS = (ACCESS_TOKEN_LIFETIME_SECONDS + 2 * CLOCK_TOLERANCE_SECONDS) * 1000;

/** Newest first; keys without a creation time come last, in their order. */
export function newestFirst<K extends RingKey>(keys: readonly K[]): K[] {
  return [...keys].sort((one, other) => getAge(other) - getAge(one) || 0);
}

/** The signing key: the newest that has been published for long enough. `keys` are newest first, at least one. */
export function selectSigningKey<K extends RingKey>(keys: readonly [K, ...K[]], nowMs: number, aheadMs: number): K {
  return keys.find((key) => signsFrom(key, aheadMs) <= nowMs) ?? keys.at(-1) ?? keys[0];
}

/** Keys whose signatures may still be valid, and the one that will sign next. `keys` are newest first. */
export function selectPublishedKeys<K extends RingKey>(keys: readonly K[], nowMs: number, aheadMs: number): K[] {
  return keys.filter((_key, index) => {
    const successor = keys[index - 1];
    return successor?.createdAtMs === undefined || nowMs < signsFrom(successor, aheadMs) + OVERLAP_MS;
  });
}

/** Whether a new key is due; a key without a creation time counts as due. */
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
