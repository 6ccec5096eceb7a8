import { createHash } from 'node:crypto';
import { ApiError, CommonError } from '@wardstone/errors';
import type { JWTPayload } from 'jose';
import { LRUCache } from 'lru-cache';
import type { CallerIdentity } from '../caller';
import { fromCallerClaims } from './caller-claims';
import { invalidToken } from './verify-jwt';

/** A removed account and a changed password are noticed after at most this long. */
const REMEMBERED_MS = 3_000;
const CAPACITY = 10_000;
const TIMEOUT_MS = 5_000;
const RETRY_AFTER_SECONDS = '5';

/** Where accounts are not at hand, in a service: the gateway is asked, with the token itself. */
export function standingAtGateway(url: URL): (token: string) => () => Promise<CallerIdentity> {
  const answers = new LRUCache<string, Promise<CallerIdentity>>({ max: CAPACITY, ttl: REMEMBERED_MS });
  return (token) => {
    const key = createHash('sha256').update(token).digest('base64');
    return () => {
      const known = answers.get(key);
      if (known) return known;
      const asked = askFor(url, token);
      answers.set(key, asked);
      // What failed for reasons of its own is asked again.
      asked.catch((error: unknown) => {
        const isAnswer = error instanceof ApiError && error.kind === CommonError.invalid_token;
        if (!isAnswer && answers.peek(key) === asked) answers.delete(key);
      });
      return asked;
    };
  };
}

/** @throws invalid_token, service_unavailable */
async function askFor(url: URL, token: string): Promise<CallerIdentity> {
  const response = await request(url, token);
  if (response.status === 401) {
    await response.body?.cancel();
    throw invalidToken('The gateway no longer accepts the token.');
  }
  if (!response.ok) {
    await response.body?.cancel();
    throw unreachable(url, new Error(`it returned ${response.status}`));
  }
  return fromCallerClaims((await response.json()) as JWTPayload, 'bearer');
}

async function request(url: URL, token: string): Promise<Response> {
  try {
    const headers = { authorization: `Bearer ${token}`, accept: 'application/json' };
    return await fetch(url, { headers, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
  } catch (error) {
    throw unreachable(url, error);
  }
}

function unreachable(url: URL, cause: unknown): ApiError {
  return new ApiError(CommonError.service_unavailable, `The gateway at ${url.host} cannot check the token right now.`, {
    headers: { 'Retry-After': RETRY_AFTER_SECONDS },
    cause,
  });
}
