import { Injectable, Module } from '@nestjs/common';
import type { StoredAccount } from '@wardstone/auth';
import { Clock } from '@wardstone/clock';
import type { Transaction } from '@wardstone/database';
import { AgentKeyQueries } from './agents/agent-key.queries';
import { JoinTokenQueries } from './agents/join-token.queries';
import { AccessTokenQueries } from './tokens/access-token.queries';
import { type Ended, type Ending, ENDINGS } from '../accounts/endings';

/** Ends credentials that depend on an account; called by `AccountStore.end`, and so by every way of ending them. */
@Injectable()
export class CredentialEndings {
  constructor(
    private readonly tokens: AccessTokenQueries,
    private readonly joinTokens: JoinTokenQueries,
    private readonly keys: AgentKeyQueries,
    private readonly clock: Clock,
  ) {}

  /** @param account locked by the transaction, so that nothing is created with it meanwhile */
  async end(tx: Transaction, account: Pick<StoredAccount, 'username' | 'subject'>, ending: Ending): Promise<void> {
    const { username, subject } = account;
    const { tokens, madeForOthers, keys }: Ended = ENDINGS[ending];
    const now = new Date(this.clock.now());
    if (tokens) await this.tokens.revokeByAccount(tx, username, now);
    if (madeForOthers) {
      await this.tokens.revokeMadeBy(tx, account, now);
      await this.joinTokens.removeMadeBy(tx, subject);
    }
    if (keys) await this.keys.revoke(tx, username, now);
  }
}

/** Separate from CredentialsModule, which depends on the accounts. */
@Module({
  providers: [AccessTokenQueries, AgentKeyQueries, JoinTokenQueries, CredentialEndings],
  exports: [CredentialEndings],
})
export class EndingsModule {}
