import type { PasswordHasher } from '@wardstone/auth';
import type { Clock } from '@wardstone/clock';
import { Database, dataSourceOptions } from '@wardstone/database';
import { DataSource } from 'typeorm';
import { AccountQueries } from './accounts/account.queries';
import { AccountStore } from './accounts/account.service';
import { FirstAccounts } from './accounts/first-accounts';
import { AgentKeyQueries } from './credentials/agents/agent-key.queries';
import { CredentialEndings } from './credentials/credential-endings';
import { IdentityChanges } from './cache-invalidation/identity-changes';
import { databaseOptions } from './data-source';
import { JoinTokenQueries } from './credentials/agents/join-token.queries';
import { JoinTokenService } from './credentials/agents/join-token.service';
import { SessionQueries } from './credentials/sessions/session.queries';
import { AccessTokenService } from './credentials/tokens/access-token.service';
import { AccessTokenQueries } from './credentials/tokens/access-token.queries';

/** The accounts of a gateway, for a program beside it. Replicas are notified of changes. */
export interface OpenAccounts {
  accounts: AccountStore;
  joinTokens: JoinTokenService;
  first: FirstAccounts;
  tokens: Pick<AccessTokenService, 'find' | 'listByAccount' | 'makeFor' | 'revokeRow'>;
  sessions: Pick<SessionQueries, 'removeByOwner'>;
  close(): Promise<void>;
}

const POOL_SIZE = 2;

/** @param url URL of the gateway's migrated database */
export async function openAccounts({
  url,
  clock,
  hasher,
}: {
  url: string;
  clock: Clock;
  hasher: PasswordHasher;
}): Promise<OpenAccounts> {
  const options = databaseOptions({ DATABASE_URL: url, DATABASE_POOL_SIZE: POOL_SIZE });
  const dataSource = await new DataSource({ ...dataSourceOptions(options), migrations: [] }).initialize();
  const database = new Database(dataSource);
  const queries = new AccountQueries(database);
  // Not started, because this program needs no notifications.
  const changes = new IdentityChanges(options);
  const tokens = new AccessTokenQueries(database);
  const joinTokens = new JoinTokenQueries(database);
  const endings = new CredentialEndings(tokens, joinTokens, new AgentKeyQueries(database), clock);
  const accounts = new AccountStore(database, queries, endings, changes, hasher, clock);
  return {
    accounts,
    joinTokens: new JoinTokenService(database, joinTokens, accounts, clock),
    first: new FirstAccounts(database, queries, accounts),
    tokens: new AccessTokenService(database, tokens, changes, accounts, clock),
    sessions: new SessionQueries(database),
    close: () => dataSource.destroy(),
  };
}
