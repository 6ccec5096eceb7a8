import { Logger, runMigrations } from 'graphile-worker';
import type { Pool } from 'pg';
import type { QueryRunner } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver';

function ignore(): void {}

const silent = new Logger(() => () => undefined);

/**
 * Makes the tables of the job queue, or brings them to the version of the installed library; for migrations, which must
 * set `transaction = false`, because the library runs transactions of its own.
 */
export async function installJobQueue(runner: QueryRunner): Promise<void> {
  const pgPool = (runner.connection.driver as PostgresDriver).master as Pool;
  // The library asks for listeners on a pool; a failing statement fails the migration anyway.
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
