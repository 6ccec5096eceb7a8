import { createHash } from 'node:crypto';
import { type Clock, upToFor } from '@wardstone/clock';
import { ApiError, CommonError } from '@wardstone/errors';
import type { JWTPayload } from 'jose';
import { LRUCache } from 'lru-cache';
import type { CallerIdentity } from '../caller';
import { fromCallerClaims } from './caller-claims';
import { invalidToken } from './verify-jwt';

/** Maximum delay before a removed account or a changed password is noticed. */
const REMEMBERED_MS = 3_000;
/** While the gateway is unreachable, its last verdict on a token holds for this long. */
const HELD_MS = 5 * 60_000;
/** Pause after a failure, so that requests do not wait for the gateway. */
const PAUSE_MS = 1_000;
const CAPACITY = 10_000;
const TIMEOUT_MS = 5_000;
const RETRY_AFTER_SECONDS = '5';

/**
 * Checks tokens in a service without accounts by sending them to the gateway. Its response is cached for three seconds,
 * and for five minutes while the gateway is unreachable; tokens without a cached response are refused then.
 */
export function standingAtGateway(url: URL, clock: Clock): (token: string) => () => Promise<CallerIdentity> {
  const responses = new LRUCache<string, Promise<CallerIdentity>>(upToFor(CAPACITY, REMEMBERED_MS, clock));
  const held = new LRUCache<string, CallerIdentity>(upToFor(CAPACITY, HELD_MS, clock));
  let failure: { error: GatewayFailure; atMs: number } | undefined;

  const ask = async (token: string, key: string): Promise<CallerIdentity> => {
    try {
      if (failure && Math.abs(clock.now() - failure.atMs) < PAUSE_MS) throw failure.error;
      const caller = await askFor(url, token);
      held.set(key, caller);
      failure = undefined;
      return caller;
    } catch (error) {
      if (!(error instanceof GatewayFailure) || !error.isAway) {
        held.delete(key);
        throw error;
      }
      if (error !== failure?.error) failure = { error, atMs: clock.now() };
      const caller = held.get(key);
      if (caller) return caller;
      throw error;
    }
  };

  return (token) => {
    const key = createHash('sha256').update(token).digest('base64');
    return () => {
      const known = responses.get(key);
      if (known) return known;
      const pending = ask(token, key);
      responses.set(key, pending);
      const forget = (): void => void (responses.peek(key) === pending && responses.delete(key));
      // Whether cached or failed, the next use after the TTL sends a new request.
      pending.then(
        () => failure && forget(),
        (error: unknown) => {
          const isRefusal = error instanceof ApiError && error.kind === CommonError.invalid_token;
          if (!isRefusal) forget();
        },
      );
      return pending;
    };
  };
}

/** @throws invalid_token, service_unavailable */
async function askFor(url: URL, token: string): Promise<CallerIdentity> {
  const response = await request(url, token);
  if (response.ok) return fromCallerClaims((await response.json()) as JWTPayload, 'bearer');
  await response.body?.cancel();
  if (response.status === 401) throw invalidToken('The gateway no longer accepts the token.');
  const cause = new Error(`it returned ${response.status}`);
  // Statuses of proxies whose gateway is down, and of a gateway that is starting or lacks its database.
  throw new GatewayFailure(url, cause, response.status >= 500);
}

async function request(url: URL, token: string): Promise<Response> {
  try {
    const headers = { authorization: `Bearer ${token}`, accept: 'application/json' };
    return await fetch(url, { headers, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
  } catch (error) {
    throw new GatewayFailure(url, error, true);
  }
}

class GatewayFailure extends ApiError {
  constructor(
    url: URL,
    cause: unknown,
    readonly isAway: boolean,
  ) {
    super(CommonError.service_unavailable, `The gateway at ${url.host} cannot check the token right now.`, {
      headers: { 'Retry-After': RETRY_AFTER_SECONDS },
      cause,
    });
  }
}
