import { ApiError, CommonError } from '@wardstone/errors';
import {
  createLocalJWKSet,
  createRemoteJWKSet,
  errors,
  type JSONWebKeySet,
  jwksCache,
  type JWKSCacheInput,
  type JWTVerifyGetKey,
} from 'jose';

export interface RemoteKeysOptions {
  /** Minimum time between two fetches for unknown key ids. */
  cooldownMs?: number;
  /** Age at which keys are fetched again. */
  maxAgeMs?: number;
  /** Age at which keys that cannot be fetched again are no longer trusted. */
  heldMs?: number;
}

const DEFAULT_COOLDOWN_MS = 10_000;
/** Maximum delay before a revoked key is refused. */
const DEFAULT_MAX_AGE_MS = 60_000;
const DEFAULT_HELD_MS = 60 * 60_000;
const TIMEOUT_MS = 5_000;
/** Pause after a failed fetch, so that tokens do not wait for the address. */
const PAUSE_MS = 1_000;
const RETRY_AFTER_SECONDS = '5';

export type KeySet = JSONWebKeySet | (() => Promise<JSONWebKeySet>);

/** The present keys; a function is called every time, because keys may rotate. */
export async function readKeySet(keys: KeySet): Promise<JSONWebKeySet> {
  return typeof keys === 'function' ? keys() : keys;
}

/** Keys that this process holds. */
export function localKeys(keys: KeySet): JWTVerifyGetKey {
  const imported = new WeakMap<JSONWebKeySet, JWTVerifyGetKey>();
  return async (header, token) => {
    const current = await readKeySet(keys);
    const getKey = imported.get(current) ?? createLocalJWKSet(current);
    imported.set(current, getKey);
    return getKey(header, token);
  };
}

/**
 * Keys published at an address, fetched on first use, when they grow old, or for an unknown key id. While the address
 * is unreachable, earlier keys stay valid for an hour; without any the error is 503, because it is not the caller's
 * fault.
 */
export function remoteKeys(url: URL, options: RemoteKeysOptions = {}): JWTVerifyGetKey {
  const { heldMs = DEFAULT_HELD_MS } = options;
  const fetched: JWKSCacheInput & { uat?: number } = {};
  const fetchKey = createRemoteJWKSet(url, {
    cooldownDuration: options.cooldownMs ?? DEFAULT_COOLDOWN_MS,
    cacheMaxAge: options.maxAgeMs ?? DEFAULT_MAX_AGE_MS,
    timeoutDuration: TIMEOUT_MS,
    [jwksCache]: fetched,
  });
  const heldKeys = (): JWTVerifyGetKey | undefined => {
    const lastKnown = fetchKey.jwks();
    const isHeld = lastKnown && Date.now() - (fetched.uat ?? 0) < heldMs;
    return isHeld ? createLocalJWKSet(lastKnown) : undefined;
  };
  let failedAtMs = Number.NEGATIVE_INFINITY;
  return async (header, token) => {
    const atOnce = Date.now() - failedAtMs < PAUSE_MS ? heldKeys() : undefined;
    if (atOnce) return atOnce(header, token);
    try {
      return await fetchKey(header, token);
    } catch (error) {
      if (isKeyMismatch(error)) throw error;
      failedAtMs = Date.now();
      const held = heldKeys();
      if (held) return held(header, token);
      throw keysUnreachable(url, error);
    }
  };
}

/** 503 that names the address that did not respond; the cause is logged. */
export function keysUnreachable(url: URL, cause: unknown): ApiError {
  return new ApiError(
    CommonError.service_unavailable,
    `The keys for verifying tokens cannot be fetched from ${url.host} right now.`,
    { headers: { 'Retry-After': RETRY_AFTER_SECONDS }, cause },
  );
}

/** Whether the keys were available but none, or several, match the token. */
function isKeyMismatch(error: unknown): boolean {
  return (
    error instanceof errors.JWKSNoMatchingKey ||
    error instanceof errors.JWKSMultipleMatchingKeys ||
    error instanceof errors.JOSENotSupported
  );
}
