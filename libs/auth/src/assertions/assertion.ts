import type { Clock } from '@wardstone/clock';
import { ApiError } from '@wardstone/errors';
import { calculateJwkThumbprint, decodeJwt, importJWK, type JWTPayload } from 'jose';
import { OAuthError } from '../tokens/oauth-error';
import { CLOCK_TOLERANCE_SECONDS, invalidToken, OWN_ALGORITHMS, verifyJwt } from '../tokens/verify-jwt';
import { asObject } from '../identity/plain-identity';

/** The public key of a service account. */
export interface PublicKey {
  /** RFC 7638 thumbprint, so that the id follows from the key. */
  kid: string;
  /** base64url, RFC 8037. */
  x: string;
}

/** 32 bytes in canonical base64url: the last character carries only four bits. */
const X = /^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/;

/** Reads an Ed25519 public key in JWK format; undefined for anything else, a private key included. */
export async function readPublicKey(value: unknown): Promise<PublicKey | undefined> {
  const { kty, crv, x, d } = asObject(value);
  if (kty !== 'OKP' || crv !== 'Ed25519' || typeof x !== 'string' || !X.test(x) || d !== undefined) return undefined;
  return { kid: await calculateJwkThumbprint({ kty, crv, x }), x };
}

export function importPublicKey({ x }: PublicKey): ReturnType<typeof importJWK> {
  return importJWK({ kty: 'OKP', crv: 'Ed25519', x }, 'EdDSA');
}

/** A key and its account. */
export interface AccountKey extends PublicKey {
  username: string;
}

/** A verified assertion of a key's holder. */
export interface Assertion {
  key: AccountKey;
  /** Valid once. */
  jti: string;
  /** Milliseconds since the epoch; afterwards the assertion is refused as expired. */
  endsAtMs: number;
  claims: JWTPayload;
}

export interface AssertionRules {
  clock: Clock;
  /** Names of this token service. */
  audiences: readonly string[];
  /** Allowed `typ` headers, so that an assertion signed for one purpose is not accepted for another. */
  types: readonly (string | undefined)[];
  /** The active key of this id. */
  findKey: (kid: string) => Promise<AccountKey | undefined>;
}

/** An assertion that requests a token has no type, or that of RFC 7523. */
export const GRANT_TYPES = [undefined, 'jwt', 'authorization-grant+jwt'] as const;
/** Signed with a new key to prove its possession for this account. */
export const PROOF_TYPES = ['agent-key+jwt'] as const;
/** Signed with the old key to replace it with a new one. */
export const ROTATION_TYPES = ['key-rotation+jwt'] as const;

/** Maximum distance of `exp` from now. */
export const ASSERTION_LIFETIME_SECONDS = 300;
const MAX_JTI_LENGTH = 128;

/**
 * Verifies an assertion: `iss` and `sub` name the account of the key, `aud` this service, and `exp` is at most five
 * minutes ahead. The caller checks whether `jti` was used. Source: RFC 7523 section 3.
 * @throws OAuthError invalid_grant
 */
export async function verifyAssertion(
  assertion: string,
  { clock, audiences, types, findKey }: AssertionRules,
): Promise<Assertion> {
  let key: AccountKey | undefined;
  const toKey = async ({ kid }: { kid?: string }) => {
    key = kid === undefined ? undefined : await findKey(kid);
    if (!key) throw invalidToken('The key is unknown, or it was revoked.');
    return importPublicKey(key);
  };
  try {
    const claims = await verifyJwt(assertion, toKey, clock, {
      algorithms: OWN_ALGORITHMS,
      audience: [...audiences],
      requiredClaims: ['iss', 'sub', 'aud', 'exp', 'jti'],
      types,
    });
    return { key: key!, claims, ...timely(claims, key!, clock) };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    throw OAuthError.of('invalid_grant', `The assertion is refused. ${error.detail}`);
  }
}

/** @throws invalid_token */
function timely({ iss, sub, exp = 0, jti }: JWTPayload, { username }: AccountKey, clock: Clock) {
  if (iss !== username || sub !== username) throw invalidToken('The key belongs to another account.');
  if (exp > clock.now() / 1000 + ASSERTION_LIFETIME_SECONDS + CLOCK_TOLERANCE_SECONDS) {
    throw invalidToken(`It may expire ${ASSERTION_LIFETIME_SECONDS} s from now at the latest.`);
  }
  if (typeof jti !== 'string' || jti === '' || jti.length > MAX_JTI_LENGTH) {
    throw invalidToken(`Its jti has 1 to ${MAX_JTI_LENGTH} characters.`);
  }
  return { jti, endsAtMs: (exp + CLOCK_TOLERANCE_SECONDS) * 1000 };
}

/** The account that an assertion claims, unverified, for logs; undefined when it names none. */
export function subjectOfAssertion(assertion: string): string | undefined {
  try {
    const { sub } = decodeJwt(assertion);
    return typeof sub === 'string' ? sub : undefined;
  } catch {
    return undefined;
  }
}
