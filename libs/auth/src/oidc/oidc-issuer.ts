import type { Clock } from '@wardstone/clock';
import type { ApiError } from '@wardstone/errors';
import type { JWTVerifyGetKey } from 'jose';
import { asObject } from '../identity/plain-identity';
import type { TokenIssuer } from '../tokens/bearer-verifier';
import { keysUnreachable, remoteKeys, type RemoteKeysOptions } from '../tokens/key-source';
import { ACCESS_TOKEN_TYPE, invalidToken, type VerifiedToken, verifyJwt } from '../tokens/verify-jwt';
import { type OidcClaimRules, toOidcCaller } from './oidc-claims';

export interface OidcIssuerOptions {
  issuer: string;
  audience: string;
  claims: OidcClaimRules;
  clock: Clock;
  keys?: RemoteKeysOptions;
}

/** Algorithms with a private key only: "none" and shared secrets would let callers sign their own tokens. */
const ASYMMETRIC = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];
/** RFC 9068 says at+jwt; many issuers still send JWT or nothing. Logout and other tokens have their own types. */
const ACCESS_TOKEN_TYPES = [ACCESS_TOKEN_TYPE, 'jwt', undefined];
const METADATA_PATH = '/.well-known/openid-configuration';
const METADATA_TIMEOUT_MS = 5_000;
const DISCOVERY_COOLDOWN_MS = 5_000;

/** Access tokens of an OIDC issuer, checked against the keys its metadata points to. See rule platform-2. */
export class OidcIssuer implements TokenIssuer {
  readonly issuer: string;
  private keys: Promise<JWTVerifyGetKey> | undefined;
  private failure: { error: ApiError; atMs: number } | undefined;

  constructor(private readonly options: OidcIssuerOptions) {
    this.issuer = options.issuer;
  }

  async verify(token: string): Promise<VerifiedToken> {
    const { issuer, audience, claims, clock } = this.options;
    const payload = await verifyJwt(token, await this.discoverKeys(), clock, {
      issuer,
      audience,
      algorithms: ASYMMETRIC,
      types: ACCESS_TOKEN_TYPES,
      requiredClaims: ['exp'],
    });
    const caller = toOidcCaller(payload, claims);
    if ('refused' in caller) throw invalidToken(`The token is invalid: ${caller.refused}.`);
    return { caller, expiresAtMs: (payload.exp ?? 0) * 1000 };
  }

  /** Fetched once; after a failure not again for a moment, so that requests do not wait for an unavailable issuer. */
  private discoverKeys(): Promise<JWTVerifyGetKey> {
    const { clock } = this.options;
    if (this.failure && Math.abs(clock.now() - this.failure.atMs) < DISCOVERY_COOLDOWN_MS) {
      return Promise.reject(this.failure.error);
    }
    this.failure = undefined;
    this.keys ??= this.readMetadata().catch((cause: unknown) => {
      const error = keysUnreachable(this.metadataUrl(), cause);
      this.keys = undefined;
      this.failure = { error, atMs: clock.now() };
      throw error;
    });
    return this.keys;
  }

  private async readMetadata(): Promise<JWTVerifyGetKey> {
    const url = this.metadataUrl();
    const response = await fetch(url, { signal: AbortSignal.timeout(METADATA_TIMEOUT_MS), redirect: 'error' });
    if (!response.ok) throw new Error(`${url.href} returned ${response.status}`);
    const metadata = asObject(await response.json());
    if (metadata.issuer !== this.issuer) {
      throw new Error(`${url.href} names the issuer "${String(metadata.issuer)}" instead of "${this.issuer}"`);
    }
    return remoteKeys(new URL(String(metadata.jwks_uri)), this.options.keys);
  }

  private metadataUrl(): URL {
    return new URL(this.issuer.replace(/\/$/, '') + METADATA_PATH);
  }
}
