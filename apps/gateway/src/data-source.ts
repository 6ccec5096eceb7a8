import type { DatabaseOptions } from '@wardstone/database';
import { ENTITIES } from './entities';
import type { GatewayConfig } from './gateway.config';
import { Baseline1796211000000 } from './migrations/1796211000000-baseline';

/** Migrations, oldest first. */
export const MIGRATIONS = [Baseline1796211000000] as const;

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
