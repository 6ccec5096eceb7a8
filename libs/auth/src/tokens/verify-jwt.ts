import { createHash } from 'node:crypto';
import { errors, type JWTPayload, jwtVerify, type JWTVerifyGetKey, type JWTVerifyOptions } from 'jose';
import { LRUCache } from 'lru-cache';
import { type Clock, upToFor } from '@wardstone/clock';
import { ApiError, CommonError } from '@wardstone/errors';
import { type CallerIdentity } from '../caller';

/** Issuer of everything the gateway signs. */
export const OWN_ISSUER = 'wardstone';
/** Audience of access tokens; identity headers name one service instead. */
export const ACCESS_TOKEN_AUDIENCE = 'wardstone';
export const ACCESS_TOKEN_TYPE = 'at+jwt';
export const IDENTITY_TYPE = 'identity+jwt';
export const CLIENT_TYPE = 'client+jwt';

export const ACCESS_TOKEN_LIFETIME_SECONDS = 3600;
export const IDENTITY_LIFETIME_SECONDS = 60;
/** Maximum difference between the clocks of two hosts. */
export const CLOCK_TOLERANCE_SECONDS = 5;

/** The gateway signs with Ed25519 only; both names of the algorithm are in use (RFC 8037, RFC 9864). */
export const OWN_ALGORITHMS = ['EdDSA', 'Ed25519'];

export interface JwtRules extends Pick<JWTVerifyOptions, 'issuer' | 'audience' | 'requiredClaims'> {
  algorithms: string[];
  /** Allowed `typ` headers, lower case without `application/`; undefined allows a token without one. */
  types: readonly (string | undefined)[];
  /** The longest lifetime that the issuer grants; if set, `iat` is required and may not be in the future. */
  maxLifetimeSeconds?: number;
}

/**
 * Signature, algorithm, issuer, audience and times of a compact JWT.
 *
 * @throws invalid_token, expired_token; service_unavailable when the keys are unreachable
 */
export async function verifyJwt(
  token: string,
  keys: JWTVerifyGetKey,
  clock: Clock,
  { types, maxLifetimeSeconds, ...rules }: JwtRules,
): Promise<JWTPayload> {
  const options: JWTVerifyOptions = {
    ...rules,
    clockTolerance: CLOCK_TOLERANCE_SECONDS,
    currentDate: new Date(clock.now()),
  };
  try {
    const { payload, protectedHeader } = await verifyWithAnyKey(token, keys, options);
    const type = protectedHeader.typ?.toLowerCase().replace(/^application\//, '');
    if (!types.includes(type)) throw invalidToken('The token has the wrong type.');
    if (maxLifetimeSeconds !== undefined) requireLifetime(payload, maxLifetimeSeconds, clock);
    return payload;
  } catch (error) {
    throw toTokenError(error);
  }
}

/** A stolen signing key must not create a token that outlives the key. */
function requireLifetime({ iat, exp }: JWTPayload, maxLifetimeSeconds: number, clock: Clock): void {
  if (iat === undefined || exp === undefined) throw invalidToken('The token has no issue or expiry time.');
  if (iat > clock.now() / 1000 + CLOCK_TOLERANCE_SECONDS) throw invalidToken('The token was issued in the future.');
  if (exp - iat > maxLifetimeSeconds) throw invalidToken('The lifetime of the token is too long.');
}

/** A token without a key id may match several keys; each is tried. */
async function verifyWithAnyKey(
  token: string,
  keys: JWTVerifyGetKey,
  options: JWTVerifyOptions,
): ReturnType<typeof jwtVerify> {
  try {
    return await jwtVerify(token, keys, options);
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error;
    for await (const key of error) {
      try {
        return await jwtVerify(token, key, options);
      } catch (failure) {
        if (!(failure instanceof errors.JWSSignatureVerificationFailed)) throw failure;
      }
    }
    throw new errors.JWSSignatureVerificationFailed();
  }
}

export function invalidToken(detail?: string, cause?: unknown): ApiError {
  return new ApiError(CommonError.invalid_token, detail, { cause });
}

function toTokenError(error: unknown): unknown {
  if (error instanceof errors.JWTExpired) return new ApiError(CommonError.expired_token, undefined, { cause: error });
  if (error instanceof errors.JWTClaimValidationFailed) {
    return invalidToken(`The token's claim "${error.claim}" has the wrong value.`, error);
  }
  return error instanceof errors.JOSEError || error instanceof TypeError ? invalidToken(undefined, error) : error;
}

/** The outcome of checking a token. */
export interface VerifiedToken {
  caller: CallerIdentity;
  expiresAtMs: number;
  /** Whether the keys are unchanged since the check; without it, the signature is checked again after a while. */
  isSigned?: () => Promise<boolean>;
  /**
   * Checks the token at every use, because it may end or lose permissions early.
   * @throws invalid_token
   */
  asOfNow?: () => Promise<CallerIdentity>;
}

/** Maximum delay before a revoked signing key is noticed, where the keys are fetched from elsewhere. */
const REMEMBERED_MS = 5_000;
const CAPACITY = 20_000;

/** Caches tokens with a verified signature by digest, because a verification costs more than a small request. */
export class VerifiedTokens {
  private readonly cache: LRUCache<string, VerifiedToken>;

  constructor(private readonly clock: Clock) {
    this.cache = new LRUCache(upToFor(CAPACITY, REMEMBERED_MS, clock));
  }

  async remember(token: string, verify: () => Promise<VerifiedToken>): Promise<CallerIdentity> {
    const key = createHash('sha256').update(token).digest('base64');
    const known = this.cache.get(key);
    const isGood = known && (!known.isSigned || (await known.isSigned()));
    const verified = isGood ? known : await verify();
    const longestMs = verified.isSigned ? Infinity : REMEMBERED_MS;
    const ttl = Math.min(verified.expiresAtMs - this.clock.now(), longestMs) - 1;
    // A TTL of zero would mean no limit.
    if (!isGood && ttl > 0) this.cache.set(key, verified, { ttl });
    return verified.asOfNow ? verified.asOfNow() : verified.caller;
  }
}
