import { Inject, Injectable } from '@nestjs/common';
import {
  type CallerIdentity,
  callerOf,
  isAgentAccount,
  isOwnOnly,
  missingPermissions,
  OpaqueTokens,
  permissionsOf,
  type RoleName,
  type StoredAccount,
} from '@wardstone/auth';
import { LOGGER, type Logger } from '@wardstone/bootstrap';
import { Clock } from '@wardstone/clock';
import type { NewTokenBody, TokensQuery } from '@wardstone/dto/gateway';
import { ApiError, CommonError } from '@wardstone/errors';
import { AccountStore } from '../../accounts/account.service';
import { mayAdminister } from '../../accounts/administration';
import { IdentityChanges } from '../../changes/identity-changes';
import { RememberedRows } from '../../changes/remembered-rows';
import { hashOfAccessToken, isAccessToken } from './access-token';
import { AccessTokenStore } from './access-token-store.service';
import type { AccessTokenEntity } from './access-token.entity';
import {
  ACCESS_TOKEN_TABLE,
  AccessTokenQueries,
  type Place,
  type Reach,
  type UsableToken,
} from './access-token.queries';

const NOTED_EVERY_MS = 60_000;

/** Tokens with which programs log in. A token never holds more than its account does now. */
@Injectable()
export class AccessTokenService extends OpaqueTokens {
  private readonly rows: RememberedRows<UsableToken>;
  private readonly callers = new WeakMap<UsableToken, { account: StoredAccount; caller: CallerIdentity }>();

  constructor(
    private readonly queries: AccessTokenQueries,
    private readonly store: AccessTokenStore,
    changes: IdentityChanges,
    private readonly accounts: AccountStore,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    super();
    this.rows = new RememberedRows(changes, ACCESS_TOKEN_TABLE, (hashes) => queries.readUsable(hashes));
  }

  async verify(token: string): Promise<CallerIdentity> {
    const row = isAccessToken(token) ? await this.rows.find(hashOfAccessToken(token)) : undefined;
    if (!row) throw new ApiError(CommonError.invalid_token, 'The token is unknown or was revoked.');
    const nowMs = this.clock.now();
    if (row.expires_at && nowMs >= row.expires_at.getTime()) throw new ApiError(CommonError.expired_token);
    const account = await this.accounts.find(row.username);
    if (account?.subject !== row.subject || isAgentAccount(account))
      throw new ApiError(CommonError.invalid_token, 'The account of the token was removed or disabled.');
    this.noteUse(row, nowMs);
    return this.callerOf(row, account);
  }

  /**
   * A new token of the maker's account, or of a service account that he administers.
   *
   * @throws insufficient_scope, not_found, invalid_request, too_many_tokens
   */
  async make(maker: CallerIdentity, wanted: NewTokenBody): Promise<{ token: string; row: AccessTokenEntity }> {
    return this.store.make(await this.accountFor(maker, wanted.account ?? maker.username), wanted, maker);
  }

  /** The caller's own; those of all accounts of the organisation for who administers it. */
  async list(
    caller: CallerIdentity,
    { limit, before }: TokensQuery,
  ): Promise<{ rows: AccessTokenEntity[]; next: string | null }> {
    const found = await this.queries.readPage(
      reachOf(caller),
      before === undefined ? undefined : placeAt(before),
      limit + 1,
    );
    const rows = found.slice(0, limit);
    return { rows, next: found.length > limit ? cursorOf(rows.at(-1)!) : null };
  }

  /** @throws not_found */
  async revoke(caller: CallerIdentity, id: string): Promise<void> {
    const row = await this.queries.readWithin(reachOf(caller), id);
    if (row?.revoked_at !== null) throw new ApiError(CommonError.not_found, 'There is no such token.');
    await this.store.revoke(row);
    this.rows.forget(row.token_hash);
  }

  /** A token for another account is for a program: no one logs in as another person. */
  private async accountFor(maker: CallerIdentity, username: string): Promise<StoredAccount> {
    const account = await this.accounts.find(username);
    if (account?.subject === maker.subject) return account;
    if (username === maker.username && !account) {
      throw new ApiError(CommonError.insufficient_scope, 'Only local accounts have tokens.');
    }
    if (!mayAdminister(maker)) {
      throw new ApiError(CommonError.insufficient_scope, 'Tokens of other accounts are made by administrators.');
    }
    if (account?.orgId !== maker.orgId || account.type !== 'ServiceAccount') {
      throw new ApiError(CommonError.not_found, `There is no service account ${username.slice(0, 100)}.`);
    }
    return account;
  }

  /** One object while token and account stay as they are: what is made for a caller is remembered by it. */
  private callerOf(row: UsableToken, account: StoredAccount): CallerIdentity {
    const known = this.callers.get(row);
    if (known?.account === account) return known.caller;
    const caller = narrowed(callerOf(account), row.roles);
    this.callers.set(row, { account, caller });
    return caller;
  }

  private noteUse(row: UsableToken, nowMs: number): void {
    if (row.last_used_at && nowMs - row.last_used_at.getTime() < NOTED_EVERY_MS) return;
    const now = new Date(nowMs);
    row.last_used_at = now;
    this.queries.noteUse(row.id, now).catch((error: unknown) => {
      this.logger.warn({ err: error }, 'cannot note the use of a token');
    });
  }
}

const cursorOf = ({ created_at: createdAt, id }: AccessTokenEntity): string => `${createdAt.getTime()}_${id}`;

function placeAt(cursor: string): Place {
  const [ms, id = ''] = cursor.split('_');
  return { createdAt: new Date(Number(ms)), id };
}

function reachOf(caller: CallerIdentity): Reach {
  const { subject, orgId } = caller;
  return mayAdminister(caller) ? { subject, orgId } : { subject };
}

/** The caller with those of the roles whose permissions he has himself. */
function narrowed(caller: CallerIdentity, roles: readonly RoleName[]): CallerIdentity {
  const held = roles.filter((role) => missingPermissions(caller.permissions, permissionsOf([role])).length === 0);
  const isConfined = caller.ownOnly === true || isOwnOnly(held);
  return Object.freeze({
    ...caller,
    method: 'opaque-token',
    roles: held,
    permissions: permissionsOf(held),
    ...(isConfined ? { ownOnly: true } : {}),
  });
}
