import { decodeJwt } from 'jose';
import type { CallerIdentity } from '../caller';
import { invalidToken, type VerifiedToken, type VerifiedTokens } from './verify-jwt';

/** Verifies the tokens of one issuer. */
export interface TokenIssuer {
  readonly issuer: string;
  /** @throws invalid_token, expired_token, service_unavailable */
  verify(token: string): Promise<VerifiedToken>;
}

/** Bearer tokens of this product and of the OIDC issuer, distinguished by `iss`. See rule platform-2. */
export class BearerVerifier {
  constructor(
    private readonly issuers: readonly TokenIssuer[],
    private readonly verified: VerifiedTokens,
  ) {}

  /** @throws invalid_token, expired_token, service_unavailable */
  async verify(token: string): Promise<CallerIdentity> {
    return this.verified.remember(token, () => this.findIssuer(token).verify(token));
  }

  private findIssuer(token: string): TokenIssuer {
    const stated = unverifiedIssuer(token);
    const issuer = this.issuers.find((candidate) => candidate.issuer === stated);
    if (!issuer) throw invalidToken('The token is not a JWT of an issuer that is accepted here.');
    return issuer;
  }
}

/** Claimed issuer of a token; only chooses the keys for verification. Undefined if it is not a JWT. */
function unverifiedIssuer(token: string): string | undefined {
  try {
    return decodeJwt(token).iss;
  } catch {
    return undefined;
  }
}
