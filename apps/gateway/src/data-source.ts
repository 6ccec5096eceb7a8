import type { DatabaseOptions } from '@wardstone/database';
import { ENTITIES } from './entities';
import type { GatewayConfig } from './gateway.config';
import { Baseline1795442451656 } from './migrations/1795442451656-baseline';
import { ConsoleFiles1795451986431 } from './migrations/1795451986431-console-files';
import { AccountNames1796090400000 } from './migrations/1796090400000-account-names';

/** Migrations, oldest first. */
export const MIGRATIONS = [Baseline1795442451656, ConsoleFiles1795451986431, AccountNames1796090400000] as const;

/** Database connection of the gateway. */
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
