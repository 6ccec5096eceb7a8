import type { Clock } from '@wardstone/clock';
import type { JWTVerifyGetKey } from 'jose';
import type { TokenIssuer } from './bearer-verifier';
import { fromCallerClaims } from './caller-claims';
import { ACCESS_TOKEN_AUDIENCE, ACCESS_TOKEN_TYPE, OWN_ALGORITHMS, OWN_ISSUER } from './token-claims';
import type { VerifiedToken } from './verified-tokens';
import { verifyJwt } from './verify-jwt';

/** Access tokens of `POST /auth/token`. Source: design 3. */
export class OwnTokenIssuer implements TokenIssuer {
  readonly issuer = OWN_ISSUER;

  constructor(
    private readonly keys: JWTVerifyGetKey,
    private readonly clock: Clock,
  ) {}

  async verify(token: string): Promise<VerifiedToken> {
    const payload = await verifyJwt(token, this.keys, this.clock, {
      issuer: OWN_ISSUER,
      audience: ACCESS_TOKEN_AUDIENCE,
      algorithms: OWN_ALGORITHMS,
      types: [ACCESS_TOKEN_TYPE],
      requiredClaims: ['sub', 'iat', 'exp'],
    });
    return { caller: fromCallerClaims(payload, 'bearer'), expiresAtMs: (payload.exp ?? 0) * 1000 };
  }
}
