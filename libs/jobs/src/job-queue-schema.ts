import { poolOf } from '@wardstone/database';
import { Logger, runMigrations } from 'graphile-worker';
import type { QueryRunner } from 'typeorm';

function ignore(): void {}

const silent = new Logger(() => () => undefined);

/**
 * Makes the tables of the job queue, or brings them to the version of the installed library; for migrations, which must
 * set `transaction = false`, because the library runs transactions of its own.
 */
export async function installJobQueue(runner: QueryRunner): Promise<void> {
  const pgPool = poolOf(runner.connection);
  // The library requires listeners on a pool; a failing statement fails the migration anyway.
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
