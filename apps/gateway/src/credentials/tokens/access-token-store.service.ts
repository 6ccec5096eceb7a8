import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import {
  AccountError,
  type CallerIdentity,
  isAgentAccount,
  missingPermissions,
  permissionsOf,
  type StoredAccount,
} from '@wardstone/auth';
import { Clock } from '@wardstone/clock';
import { Database } from '@wardstone/database';
import type { NewTokenBody } from '@wardstone/dto/gateway';
import { ApiError, GatewayError } from '@wardstone/errors';
import { requireRoles } from '../../accounts/account-rules';
import { AccountStore } from '../../accounts/account.service';
import { asOfNow, requireCovered } from '../../accounts/administration';
import { hashOfAccessToken, hintOfAccessToken, newAccessToken } from './access-token';
import type { AccessTokenEntity } from './access-token.entity';
import { AccessTokenQueries } from './access-token.queries';

const DAY_MS = 24 * 60 * 60 * 1000;
/** That may log in, of one account. */
const MOST_TOKENS = 100;
/** Of an account, that were revoked or have expired; older ones are forgotten. */
const MOST_ENDED = 100;
/** How long revoked and expired tokens stay listed. */
const SHOWN_MS = 30 * DAY_MS;

export type WantedToken = Pick<NewTokenBody, 'name' | 'expiresInDays'> & { roles?: readonly string[] };

/** Creates and revokes tokens; checking permissions is up to its callers. */
@Injectable()
export class AccessTokenStore {
  constructor(
    private readonly database: Database,
    private readonly queries: AccessTokenQueries,
    private readonly accounts: AccountStore,
    private readonly clock: Clock,
  ) {}

  /**
   * @param maker absent at the command line
   * @throws AccountError when the account is an agent's, is disabled, or does not cover the roles, too_many_tokens,
   *   invalid_credentials, insufficient_scope
   */
  async make(
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
      const missing = missingPermissions(permissionsOf(account.roles), permissionsOf(roles));
      if (missing.length > 0) {
        throw new AccountError(`The account ${username} lacks permissions of these roles: ${missing.join(', ')}.`);
      }
      const token = newAccessToken();
      const nowMs = this.clock.now();
      const row: AccessTokenEntity = {
        id: randomUUID(),
        token_hash: hashOfAccessToken(token),
        hint: hintOfAccessToken(token),
        username,
        name,
        roles: [...roles],
        created_at: new Date(nowMs),
        created_by: maker?.subject ?? subject,
        expires_at: expiresInDays === undefined ? null : new Date(nowMs + expiresInDays * DAY_MS),
        last_used_at: null,
        revoked_at: null,
      };
      if (!(await this.queries.insert(tx, row, { most: MOST_TOKENS, mostEnded: MOST_ENDED })))
        throw new ApiError(GatewayError.too_many_tokens);
      return { token, row };
    });
  }

  /** Those of an account, newest first. */
  async listOf(username: string): Promise<AccessTokenEntity[]> {
    return this.queries.readOf(username);
  }

  /** The token, unless it was revoked. */
  async find(id: string): Promise<AccessTokenEntity | undefined> {
    const row = await this.queries.readOne(id);
    return row?.revoked_at === null ? row : undefined;
  }

  async revoke(row: AccessTokenEntity): Promise<void> {
    await this.queries.revoke(row, new Date(this.clock.now()));
  }

  /** Deletes some that ended long ago. @returns how many */
  removeEnded(limit: number): Promise<number> {
    return this.queries.removeEnded(new Date(this.clock.now() - SHOWN_MS), limit);
  }
}
