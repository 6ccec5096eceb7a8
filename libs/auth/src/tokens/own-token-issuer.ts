import type { Clock } from '@wardstone/clock';
import type { JWTVerifyGetKey } from 'jose';
import type { CallerIdentity } from '../caller';
import type { TokenIssuer } from './bearer-verifier';
import { fromCallerClaims } from './caller-claims';
import {
  ACCESS_TOKEN_AUDIENCE,
  ACCESS_TOKEN_LIFETIME_SECONDS,
  ACCESS_TOKEN_TYPE,
  OWN_ALGORITHMS,
  OWN_ISSUER,
  type VerifiedToken,
  verifyJwt,
} from './verify-jwt';

/**
 * Checks at every use whether an access token is still valid, and for whom: it ends with its account or password, and
 * never grants more than the account has today.
 */
export type TokenValidity = (
  token: string,
  stated: CallerIdentity,
  credential: unknown,
) => () => Promise<CallerIdentity>;

/** Access tokens of `POST /auth/token`. */
export class OwnTokenIssuer implements TokenIssuer {
  readonly issuer = OWN_ISSUER;

  constructor(
    private readonly keys: JWTVerifyGetKey,
    private readonly clock: Clock,
    private readonly standing: TokenValidity,
    /** The keys if the process has them; the same object while they are unchanged. */
    private readonly keySet?: () => Promise<object>,
  ) {}

  async verify(token: string): Promise<VerifiedToken> {
    const { keySet } = this;
    const keys = await keySet?.();
    const payload = await verifyJwt(token, this.keys, this.clock, {
      issuer: OWN_ISSUER,
      audience: ACCESS_TOKEN_AUDIENCE,
      algorithms: OWN_ALGORITHMS,
      types: [ACCESS_TOKEN_TYPE],
      requiredClaims: ['sub', 'iat', 'exp', 'credential'],
      maxLifetimeSeconds: ACCESS_TOKEN_LIFETIME_SECONDS,
    });
    const caller = fromCallerClaims(payload, 'bearer');
    return {
      caller,
      expiresAtMs: (payload.exp ?? 0) * 1000,
      ...(keySet && { isSigned: async () => (await keySet()) === keys }),
      asOfNow: this.standing(token, caller, payload.credential),
    };
  }
}
