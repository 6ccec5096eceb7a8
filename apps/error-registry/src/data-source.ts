import type { DatabaseOptions } from '@wardstone/database';
import { ENTITIES } from './entities';
import type { ErrorRegistryConfig } from './error-registry.config';
import { CreateErrorTables1763720000000 } from './migrations/1763720000000-create-error-tables';

/** Migrations, oldest first. */
export const MIGRATIONS = [CreateErrorTables1763720000000] as const;

/** Database connection of the service. */
export function databaseOptions(config: Readonly<ErrorRegistryConfig>): DatabaseOptions {
  return {
    url: config.DATABASE_URL,
    applicationName: 'error-registry',
    poolSize: config.DATABASE_POOL_SIZE,
    entities: ENTITIES,
    migrations: MIGRATIONS,
  };
}
