import type { IncomingHttpHeaders } from 'node:http';
import type { Clock } from '@wardstone/clock';
import type { JWTVerifyGetKey } from 'jose';
import type { CallerIdentity } from '../caller';
import { fromCallerClaims } from '../tokens/caller-claims';
import {
  IDENTITY_LIFETIME_SECONDS,
  IDENTITY_TYPE,
  invalidToken,
  OWN_ALGORITHMS,
  OWN_ISSUER,
  type VerifiedTokens,
  verifyJwt,
} from '../tokens/verify-jwt';
import { decodePlainIdentity, readIdentity, STATED_ISSUER, type StatedIdentity } from './plain-identity';
import { identityHeaderName } from './strip-identity-headers';

/** Permissions of a caller whose identity a trusted proxy states unsigned. See rule compliance-28, RBAC_MODE. */
export type PlainGrants = (identity: StatedIdentity) => readonly string[];

/** RBAC_MODE `identity`: the permissions in the header, or none. */
export const grantsOfHeader: PlainGrants = ({ permissions }) => permissions ?? [];

export interface IdentityHeaderOptions {
  vendorTokens: readonly string[];
  trust: 'signed' | 'plain';
  /** Audience that a signed header must name. */
  service: string;
  /** Keys of the gateway; undefined where no gateway is configured. */
  keys: JWTVerifyGetKey | undefined;
  plainGrants: PlainGrants;
  clock: Clock;
  verified: VerifiedTokens;
}

/** Reads `X-{VENDOR_TOKEN}-IDENTITY`. See rule compliance-2; rule platform-2. */
export class IdentityHeaderReader {
  private readonly names: readonly string[];

  constructor(private readonly options: IdentityHeaderOptions) {
    this.names = options.vendorTokens.map(identityHeaderName);
  }

  /** The value of the first identity header in the request, in the order of the tokens. */
  find(headers: IncomingHttpHeaders): string | undefined {
    const name = this.names.find((candidate) => headers[candidate] !== undefined);
    const value = name === undefined ? undefined : headers[name];
    return Array.isArray(value) ? value.join(', ') : value;
  }

  /** @throws invalid_token, expired_token, service_unavailable */
  async read(value: string): Promise<CallerIdentity> {
    return this.options.trust === 'plain' ? this.readPlain(value) : this.readSigned(value);
  }

  private readPlain(value: string): CallerIdentity {
    const stated = readIdentity(decodePlainIdentity(value));
    if ('refused' in stated) throw invalidToken(`The identity header is invalid: ${stated.refused}.`);
    const permissions = this.options.plainGrants(stated);
    return Object.freeze({ ...stated, issuer: STATED_ISSUER, permissions, method: 'identity-header' });
  }

  private readSigned(value: string): Promise<CallerIdentity> {
    const { keys, verified } = this.options;
    if (!keys) throw invalidToken('Identity headers are not accepted here.');
    return verified.remember(value, () => this.verify(value, keys));
  }

  private async verify(value: string, keys: JWTVerifyGetKey): Promise<{ caller: CallerIdentity; expiresAtMs: number }> {
    const { service, clock } = this.options;
    const payload = await verifyJwt(value, keys, clock, {
      issuer: OWN_ISSUER,
      audience: service,
      algorithms: OWN_ALGORITHMS,
      types: [IDENTITY_TYPE],
      requiredClaims: ['iat', 'exp'],
      maxLifetimeSeconds: IDENTITY_LIFETIME_SECONDS,
    });
    return { caller: fromCallerClaims(payload, 'identity-header'), expiresAtMs: (payload.exp ?? 0) * 1000 };
  }
}
