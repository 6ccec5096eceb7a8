import type { Clock } from '@wardstone/clock';
import type { JWTVerifyGetKey } from 'jose';
import { credentialOf } from '../accounts/account';
import type { StoredAccount } from '../accounts/account';
import type { CallerIdentity } from '../caller';
import { isOwnOnly, permissionsOf, permits } from '../roles';
import type { TokenIssuer } from './bearer-verifier';
import { fromCallerClaims } from './caller-claims';
import { ACCESS_TOKEN_AUDIENCE, ACCESS_TOKEN_TYPE, OWN_ALGORITHMS, OWN_ISSUER } from './token-claims';
import type { VerifiedToken } from './verified-tokens';
import { invalidToken, verifyJwt } from './verify-jwt';

/** Where the accounts are that tokens are issued to; undefined in a process that has no accounts file. */
export type FindAccount = ((username: string) => Promise<StoredAccount | undefined>) | undefined;

/**
 * Access tokens of `POST /auth/token`. Where the accounts are at hand, a token ends with its account or password, and
 * never holds more than the account does today. Source: design 3.
 */
export class OwnTokenIssuer implements TokenIssuer {
  readonly issuer = OWN_ISSUER;

  constructor(
    private readonly keys: JWTVerifyGetKey,
    private readonly clock: Clock,
    private readonly findAccount: FindAccount,
  ) {}

  async verify(token: string): Promise<VerifiedToken> {
    const payload = await verifyJwt(token, this.keys, this.clock, {
      issuer: OWN_ISSUER,
      audience: ACCESS_TOKEN_AUDIENCE,
      algorithms: OWN_ALGORITHMS,
      types: [ACCESS_TOKEN_TYPE],
      requiredClaims: ['sub', 'iat', 'exp'],
    });
    const stated = fromCallerClaims(payload, 'bearer');
    const caller =
      this.findAccount && payload.credential !== undefined
        ? asOfToday(stated, payload.credential, await this.findAccount(stated.username))
        : stated;
    return { caller, expiresAtMs: (payload.exp ?? 0) * 1000 };
  }
}

/** @throws invalid_token */
function asOfToday(stated: CallerIdentity, credential: unknown, account: StoredAccount | undefined): CallerIdentity {
  if (!account || credentialOf(account) !== credential) {
    throw invalidToken('The account of the token was removed, or its password was changed.');
  }
  const granted = permissionsOf(account.roles);
  return Object.freeze({
    ...stated,
    ...(isOwnOnly(account.roles) ? { ownOnly: true } : {}),
    roles: stated.roles.filter((role) => account.roles.includes(role)),
    permissions: stated.permissions.filter((permission) => permits(granted, permission)),
  });
}
