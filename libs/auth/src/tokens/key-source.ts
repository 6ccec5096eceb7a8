import { ApiError, CommonError } from '@wardstone/errors';
import { createLocalJWKSet, createRemoteJWKSet, errors } from 'jose';
import type { JSONWebKeySet, JWTVerifyGetKey } from 'jose';

export interface RemoteKeysOptions {
  /** Least time between two fetches caused by unknown key ids. */
  cooldownMs?: number;
  /** Age at which keys are fetched again. */
  maxAgeMs?: number;
  timeoutMs?: number;
}

const DEFAULT_COOLDOWN_MS = 10_000;
/** A withdrawn key is noticed after at most this long. */
const DEFAULT_MAX_AGE_MS = 60_000;
const DEFAULT_TIMEOUT_MS = 5_000;
const RETRY_AFTER_SECONDS = '5';

export type KeySet = JSONWebKeySet | (() => Promise<JSONWebKeySet>);

/** The keys as they are now; a function is asked every time, so that it may rotate them. */
export async function readKeySet(keys: KeySet): Promise<JSONWebKeySet> {
  return typeof keys === 'function' ? keys() : keys;
}

/** Keys held by this very process. */
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
 * Keys published at an address, fetched when first needed, again when they grow old or an unknown key id turns up.
 * While the address is unreachable the keys fetched before stay good; without any the answer is 503, because it is not
 * the caller's fault.
 */
export function remoteKeys(url: URL, options: RemoteKeysOptions = {}): JWTVerifyGetKey {
  const fetchKey = createRemoteJWKSet(url, {
    cooldownDuration: options.cooldownMs ?? DEFAULT_COOLDOWN_MS,
    cacheMaxAge: options.maxAgeMs ?? DEFAULT_MAX_AGE_MS,
    timeoutDuration: options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
  });
  return async (header, token) => {
    try {
      return await fetchKey(header, token);
    } catch (error) {
      if (isAnswer(error)) throw error;
      const lastKnown = fetchKey.jwks();
      if (lastKnown) return createLocalJWKSet(lastKnown)(header, token);
      throw keysUnreachable(url, error);
    }
  };
}

/** 503 with the address that did not answer; the cause is for the log. */
export function keysUnreachable(url: URL, cause: unknown): ApiError {
  return new ApiError(
    CommonError.service_unavailable,
    `The keys for verifying tokens cannot be fetched from ${url.host} right now.`,
    { headers: { 'Retry-After': RETRY_AFTER_SECONDS }, cause },
  );
}

/** Whether the keys were there and simply hold none, or several, for this token. */
function isAnswer(error: unknown): boolean {
  return (
    error instanceof errors.JWKSNoMatchingKey ||
    error instanceof errors.JWKSMultipleMatchingKeys ||
    error instanceof errors.JOSENotSupported
  );
}
