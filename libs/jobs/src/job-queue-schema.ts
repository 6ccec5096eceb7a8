import { getPool } from '@wardstone/database';
import { Logger, runMigrations } from 'graphile-worker';
import type { QueryRunner } from 'typeorm';

function ignore(): void {}

const silent = new Logger(() => () => undefined);

/**
 * Creates or upgrades the tables of the job queue. For migrations, which must set `transaction = false`, because the
 * library runs its own transactions.
 */
export async function installJobQueue(runner: QueryRunner): Promise<void> {
  const pgPool = getPool(runner.connection);
  // The library requires listeners on a pool; a failed statement fails the migration anyway.
  pgPool.on('error', ignore).on('connect', ignore);
  try {
    await runMigrations({ pgPool, logger: silent });
  } finally {
    pgPool.off('error', ignore).off('connect', ignore);
  }
}

export async function removeJobQueue(runner: QueryRunner): Promise<void> {
  await runner.query(`DROP SCHEMA graphile_worker CASCADE`);
}
