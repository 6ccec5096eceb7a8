import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AccountError, type CallerIdentity, digestSecret, isAgentAccount, type StoredAccount } from '@wardstone/auth';
import { Clock } from '@wardstone/clock';
import { Database } from '@wardstone/database';
import { ApiError, GatewayError } from '@wardstone/errors';
import { requireOrgId } from '../../accounts/account-rules';
import { AccountStore } from '../../accounts/account.service';
import { asOfNow } from '../../accounts/administration';
import { newJoinToken } from './domain/join-token';
import type { JoinTokenEntity } from './join-token.entity';
import { JoinTokenQueries } from './join-token.queries';
import type { CreatedJoinToken, JoinTokenBody, JoinTokenRecord } from '@wardstone/dto/gateway';

/** Maximum number of usable join tokens of an organisation. */
const MAX_TOKENS = 1_000;

export type WantedJoinToken = Omit<JoinTokenBody, 'autoImport'> & Partial<Pick<JoinTokenBody, 'autoImport'>>;

/** Creator and organisation of a join token; the command line only knows the latter. */
export type JoinTokenMaker = Pick<CallerIdentity, 'orgId'> | CallerIdentity;

/** Join tokens with which agents enrol. See rule agents-10. */
@Injectable()
export class JoinTokenService {
  constructor(
    private readonly database: Database,
    private readonly queries: JoinTokenQueries,
    private readonly accounts: AccountStore,
    private readonly clock: Clock,
  ) {}

  /**
   * A token for a single agent replaces earlier ones.
   * @throws AccountError, too_many_join_tokens
   */
  async create(wanted: WantedJoinToken, maker: JoinTokenMaker): Promise<CreatedJoinToken> {
    const { orgId } = maker;
    const { name, namePattern, group, autoImport = false, uses, expiresIn } = wanted;
    requireOrgId(orgId);
    if (name !== undefined && (uses !== 1 || namePattern !== undefined)) {
      throw new AccountError('A token for one agent has one use and no pattern of names.');
    }
    const account = name === undefined ? undefined : await this.findAgent(orgId, name);
    const nowMs = this.clock.now();
    const token = newJoinToken(name);
    const row: JoinTokenEntity = {
      id: randomUUID(),
      token_hash: digestSecret(token),
      org_id: orgId,
      agent_subject: account?.subject ?? null,
      agent_name: name ?? null,
      name_pattern: namePattern ?? null,
      group_name: group?.trim() ?? null,
      auto_import: autoImport,
      uses,
      used: 0,
      expires_at: new Date(nowMs + expiresIn * 1000),
      created_at: new Date(nowMs),
      created_by: 'subject' in maker ? maker.subject : null,
    };
    const isPut = await this.database.transaction(async (tx) => {
      if ('subject' in maker) asOfNow(maker, await this.accounts.lockRows(tx, [maker.username]));
      return this.queries.put(tx, row, MAX_TOKENS);
    });
    if (!isPut) throw new ApiError(GatewayError.too_many_join_tokens);
    return { ...toRecord(row), token };
  }

  /**
   * The existing account of the agent.
   * @throws AccountError
   */
  private async findAgent(orgId: string, name: string): Promise<StoredAccount | undefined> {
    const account = await this.accounts.lookUpNow(name);
    // The agent is refused without revealing that another organisation uses the name.
    if (account?.orgId !== orgId) return undefined;
    if (!isAgentAccount(account)) throw new AccountError(`The account ${account.username} is not an agent account.`);
    return account;
  }

  async list(orgId: string): Promise<JoinTokenRecord[]> {
    return (await this.queries.readAll(orgId)).map(toRecord);
  }

  /** Returns whether there was one. Agents that enrolled with it are not affected. */
  revoke(id: string, orgId: string): Promise<boolean> {
    return this.queries.remove({ id, org_id: orgId });
  }

  /** Revokes the tokens for only this agent; returns whether there were any. */
  revokeFor(name: string): Promise<boolean> {
    return this.queries.remove({ agent_name: name });
  }
}

function toRecord(row: JoinTokenEntity): JoinTokenRecord {
  return {
    id: row.id,
    name: row.agent_name,
    namePattern: row.name_pattern,
    group: row.group_name,
    autoImport: row.auto_import,
    uses: row.uses,
    used: row.used,
    expiresAt: row.expires_at.toISOString(),
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by,
  };
}
