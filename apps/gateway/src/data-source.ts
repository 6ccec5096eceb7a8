import type { DatabaseOptions } from '@wardstone/database';
import { ENTITIES } from './entities';
import type { GatewayConfig } from './gateway.config';
import { CreateAccountTables1764230000000 } from './migrations/1764230000000-create-account-tables';
import { RememberAccountImports1764230100000 } from './migrations/1764230100000-remember-account-imports';
import { CreateAgentTables1764240000000 } from './migrations/1764240000000-create-agent-tables';
import { CreateSessionTable1764250000000 } from './migrations/1764250000000-create-session-table';
import { CreateAccessTokenTable1764250100000 } from './migrations/1764250100000-create-access-token-table';
import { CreateAuditEvent1764280000000 } from './migrations/1764280000000-create-audit-event';
import { CountSessions1764290000000 } from './migrations/1764290000000-count-sessions';
import { JoinGroups1764310000000 } from './migrations/1764310000000-join-groups';
import { NameSubjectsInAuditEvents1764340000000 } from './migrations/1764340000000-name-subjects-in-audit-events';
import { EndCredentials1764341000000 } from './migrations/1764341000000-end-credentials';

/** Oldest first. */
export const MIGRATIONS = [
  CreateAccountTables1764230000000,
  RememberAccountImports1764230100000,
  CreateAgentTables1764240000000,
  CreateSessionTable1764250000000,
  CreateAccessTokenTable1764250100000,
  CreateAuditEvent1764280000000,
  CountSessions1764290000000,
  JoinGroups1764310000000,
  NameSubjectsInAuditEvents1764340000000,
  EndCredentials1764341000000,
] as const;

/** How the gateway reaches its database. */
export function databaseOptions(
  config: Readonly<Pick<GatewayConfig, 'DATABASE_URL' | 'DATABASE_POOL_SIZE'>>,
): DatabaseOptions {
  return {
    url: config.DATABASE_URL,
    applicationName: 'gateway',
    poolSize: config.DATABASE_POOL_SIZE,
    entities: ENTITIES,
    migrations: MIGRATIONS,
  };
}
