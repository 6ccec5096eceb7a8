import type { Clock } from '@wardstone/clock';
import type { JWTVerifyGetKey } from 'jose';
import { credentialOf } from '../accounts/account';
import type { StoredAccount } from '../accounts/account';
import type { AccountStore } from '../accounts/account-store';
import { callerOf } from '../accounts/caller-of';
import type { CallerIdentity } from '../caller';
import { permits } from '../roles';
import type { TokenIssuer } from './bearer-verifier';
import { fromCallerClaims } from './caller-claims';
import {
  ACCESS_TOKEN_AUDIENCE,
  ACCESS_TOKEN_LIFETIME_SECONDS,
  ACCESS_TOKEN_TYPE,
  OWN_ALGORITHMS,
  OWN_ISSUER,
} from './token-claims';
import type { VerifiedToken } from './verified-tokens';
import { invalidToken, verifyJwt } from './verify-jwt';

/**
 * Access tokens of `POST /auth/token`. A token lives no longer than those that are given out, ends with its account or
 * password, and never holds more than the account does today.
 */
export class OwnTokenIssuer implements TokenIssuer {
  readonly issuer = OWN_ISSUER;

  constructor(
    private readonly keys: JWTVerifyGetKey,
    private readonly clock: Clock,
    private readonly accounts: AccountStore,
  ) {}

  async verify(token: string): Promise<VerifiedToken> {
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
      asOfNow: this.asOfNow(caller, payload.credential),
    };
  }

  private asOfNow(stated: CallerIdentity, credential: unknown): () => Promise<CallerIdentity> {
    let known: { account: StoredAccount; caller: CallerIdentity } | undefined;
    return async () => {
      const account = await this.accountOf(stated.username, credential);
      // One object while the account stays as it is: what was made for a caller is remembered by it.
      if (known?.account !== account) known = { account, caller: narrowed(stated, account) };
      return known.caller;
    };
  }

  /** A token may be younger than what was last read of the accounts. @throws invalid_token */
  private async accountOf(username: string, credential: unknown): Promise<StoredAccount> {
    const known = await this.accounts.find(username);
    if (known && credentialOf(known) === credential) return known;
    const { account } = await this.accounts.lookUpNow(username);
    if (account && credentialOf(account) === credential) return account;
    throw invalidToken('The account of the token was removed, or its password was changed.');
  }
}

/** The account as it is, with those of its rights that the token states. */
function narrowed({ roles, permissions }: CallerIdentity, account: StoredAccount): CallerIdentity {
  const caller = callerOf(account);
  return Object.freeze({
    ...caller,
    method: 'bearer',
    roles: roles.filter((role) => caller.roles.includes(role)),
    permissions: permissions.filter((permission) => permits(caller.permissions, permission)),
  });
}
