import { randomUUID } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import {
  AccountError,
  type CallerIdentity,
  toCaller,
  isAgentAccount,
  isOwnOnly,
  digestSecret,
  isSecret,
  missingPermissions,
  newSecret,
  OPAQUE_TOKEN_PREFIX,
  OpaqueTokens,
  listPermissions,
  type RoleName,
  type StoredAccount,
} from '@wardstone/auth';
import { Clock } from '@wardstone/clock';
import { Database } from '@wardstone/database';
import type { NewTokenBody, TokensQuery } from '@wardstone/dto/gateway';
import { ApiError, CommonError, GatewayError } from '@wardstone/errors';
import { requireRoles } from '../../accounts/account-rules';
import { AccountStore } from '../../accounts/account.service';
import { asOfNow, mayAdminister, requireCovered } from '../../accounts/administration';
import { IdentityChanges } from '../../cache-invalidation/identity-changes';
import { RememberedRows } from '../../cache-invalidation/remembered-rows';
import type { AccessTokenEntity } from './access-token.entity';
import {
  ACCESS_TOKEN_TABLE,
  AccessTokenQueries,
  type Place,
  type TokenVisibility,
  type UsableToken,
} from './access-token.queries';

const NOTED_EVERY_MS = 60_000;
/** Length of the shown part of a token: the prefix and four characters of its secret. */
const HINT_LENGTH = OPAQUE_TOKEN_PREFIX.length + 4;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Maximum number of valid tokens of one account. */
const MAX_TOKENS = 100;
/**
 * Maximum number of stored tokens of an account that were revoked or expired; older ones are deleted, and no more are
 * created within an hour.
 */
const MAX_ENDED = 100;

export type WantedToken = Pick<NewTokenBody, 'name' | 'expiresInDays'> & { roles?: readonly string[] };

/** Tokens with which programs log in. A token never grants more than its account has now. */
@Injectable()
export class AccessTokenService extends OpaqueTokens {
  private readonly logger = new Logger(AccessTokenService.name);
  private readonly rows: RememberedRows<UsableToken>;
  private readonly callers = new WeakMap<UsableToken, { account: StoredAccount; caller: CallerIdentity }>();

  constructor(
    private readonly database: Database,
    private readonly queries: AccessTokenQueries,
    changes: IdentityChanges,
    private readonly accounts: AccountStore,
    private readonly clock: Clock,
  ) {
    super();
    this.rows = new RememberedRows(changes, ACCESS_TOKEN_TABLE, (hashes) => queries.readUsable(hashes));
  }

  async verify(token: string): Promise<CallerIdentity> {
    const row = isSecret(token, OPAQUE_TOKEN_PREFIX) ? await this.rows.find(digestSecret(token)) : undefined;
    if (!row) throw new ApiError(CommonError.invalid_token, 'The token is unknown or was revoked.');
    const nowMs = this.clock.now();
    if (row.expires_at && nowMs >= row.expires_at.getTime()) throw new ApiError(CommonError.expired_token);
    const account = await this.accounts.find(row.username);
    if (account?.subject !== row.subject || isAgentAccount(account))
      throw new ApiError(CommonError.invalid_token, 'The account of the token was removed or disabled.');
    this.noteUse(row, nowMs);
    return this.toTokenCaller(row, account);
  }

  /**
   * Creates a token for the caller's account, or for a service account that the caller manages.
   * @throws insufficient_scope, not_found, invalid_request, too_many_tokens
   */
  async make(maker: CallerIdentity, wanted: NewTokenBody): Promise<{ token: string; row: AccessTokenEntity }> {
    return this.makeFor(await this.accountFor(maker, wanted.account ?? maker.username), wanted, maker);
  }

  /** The caller's own tokens; for administrators, those of all accounts of the organisation. */
  async list(
    caller: CallerIdentity,
    { limit, before }: TokensQuery,
  ): Promise<{ rows: AccessTokenEntity[]; next: string | null }> {
    const found = await this.queries.readPage(
      getReach(caller),
      before === undefined ? undefined : placeAt(before),
      limit + 1,
    );
    const rows = found.slice(0, limit);
    return { rows, next: found.length > limit ? toCursor(rows.at(-1)!) : null };
  }

  /**
   * Creates a token for the account, with all or some of its roles. The caller checks the permission.
   * @param maker absent at the command line
   * @throws AccountError when the account is an agent's, is disabled, or does not cover the roles, too_many_tokens,
   * invalid_credentials, insufficient_scope
   */
  async makeFor(
    { username, subject }: StoredAccount,
    { name, roles: wanted, expiresInDays }: WantedToken,
    maker?: CallerIdentity,
  ): Promise<{ token: string; row: AccessTokenEntity }> {
    return this.database.transaction(async (tx) => {
      const rows = await this.accounts.lockRows(tx, [username, ...(maker ? [maker.username] : [])]);
      const account = rows.find((row) => row.subject === subject);
      if (!account || account.disabled_at) throw new AccountError(`The account ${username} was removed or disabled.`);
      if (isAgentAccount(account)) {
        throw new AccountError(`${username} is the account of an agent, which logs in with its key alone.`);
      }
      const roles = requireRoles(wanted ?? account.roles);
      if (maker) requireCovered(asOfNow(maker, rows), roles);
      const missing = missingPermissions(listPermissions(account.roles), listPermissions(roles));
      if (missing.length > 0) {
        throw new AccountError(`The account ${username} lacks permissions of these roles: ${missing.join(', ')}.`);
      }
      const token = newSecret(OPAQUE_TOKEN_PREFIX);
      const nowMs = this.clock.now();
      const row: AccessTokenEntity = {
        id: randomUUID(),
        token_hash: digestSecret(token),
        hint: token.slice(0, HINT_LENGTH),
        username,
        name,
        roles: [...roles],
        created_at: new Date(nowMs),
        created_by: maker?.subject ?? subject,
        expires_at: expiresInDays === undefined ? null : new Date(nowMs + expiresInDays * DAY_MS),
        last_used_at: null,
        revoked_at: null,
      };
      if (!(await this.queries.insert(tx, row, { most: MAX_TOKENS, mostEnded: MAX_ENDED })))
        throw new ApiError(GatewayError.too_many_tokens);
      return { token, row };
    });
  }

  /** Tokens of an account, newest first. */
  async listByAccount(username: string): Promise<AccessTokenEntity[]> {
    return this.queries.listByAccount(username);
  }

  /** The token, unless it was revoked. */
  async find(id: string): Promise<AccessTokenEntity | undefined> {
    const row = await this.queries.readOne(id);
    return row?.revoked_at === null ? row : undefined;
  }

  /** @throws not_found */
  async revoke(caller: CallerIdentity, id: string): Promise<void> {
    const row = await this.queries.readWithin(getReach(caller), id);
    if (row?.revoked_at !== null) throw new ApiError(CommonError.not_found, 'There is no such token.');
    await this.revokeRow(row);
  }

  async revokeRow(row: AccessTokenEntity): Promise<void> {
    await this.queries.revoke(row, new Date(this.clock.now()));
    this.rows.forget(row.token_hash);
  }

  /** A token for another account must be for a program, because nobody logs in as another person. */
  private async accountFor(maker: CallerIdentity, username: string): Promise<StoredAccount> {
    const account = await this.accounts.find(username);
    if (account?.subject === maker.subject) return account;
    if (username === maker.username && !account) {
      throw new ApiError(CommonError.insufficient_scope, 'Only local accounts have tokens.');
    }
    if (!mayAdminister(maker)) {
      throw new ApiError(CommonError.insufficient_scope, 'Only administrators create tokens for other accounts.');
    }
    if (account?.orgId !== maker.orgId || account.type !== 'ServiceAccount') {
      throw new ApiError(CommonError.not_found, `There is no service account ${username.slice(0, 100)}.`);
    }
    return account;
  }

  /** One object while token and account are unchanged, because caches use the caller as their key. */
  private toTokenCaller(row: UsableToken, account: StoredAccount): CallerIdentity {
    const known = this.callers.get(row);
    if (known?.account === account) return known.caller;
    const caller = narrowed(toCaller(account), row.roles);
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

const toCursor = ({ created_at: createdAt, id }: AccessTokenEntity): string => `${createdAt.getTime()}_${id}`;

function placeAt(cursor: string): Place {
  const [ms, id = ''] = cursor.split('_');
  return { createdAt: new Date(Number(ms)), id };
}

function getReach(caller: CallerIdentity): TokenVisibility {
  const { subject, orgId } = caller;
  return mayAdminister(caller) ? { subject, orgId } : { subject };
}

/** The caller with only those roles whose permissions the caller holds. */
function narrowed(caller: CallerIdentity, roles: readonly RoleName[]): CallerIdentity {
  const held = roles.filter((role) => missingPermissions(caller.permissions, listPermissions([role])).length === 0);
  const isConfined = caller.ownOnly === true || isOwnOnly(held);
  return Object.freeze({
    ...caller,
    method: 'opaque-token',
    roles: held,
    permissions: listPermissions(held),
    ...(isConfined ? { ownOnly: true } : {}),
  });
}
