import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { type DatabaseOptions, dataSourceOptions } from './service-pool';
import { localeProblem } from './locale';
import { requireFirst } from './schema-gap';

/** An arbitrary number that no other advisory lock of the database uses. */
const MIGRATION_LOCK = 7_283_641_002;
const LOCK_POLL_MS = 200;
/**
 * A statement that waits for a table makes all later ones wait. A migration that would wait behind a long transaction
 * gives up and is retried.
 */
const TABLE_LOCK_TIMEOUT_MS = 10_000;

/**
 * Brings the database to the newest schema and returns the names of the migrations it ran. Of several processes that
 * start at once, one migrates and the others wait and find nothing to do. Needs its own session on the server, not a
 * pooler in transaction mode.
 * @param warn receives a sentence about problems that do not stop the migrations
 * @throws WrongLocale when the database was created with another locale and is empty
 * @throws UnreleasedSchema when the database has migrations, but not the first of these
 */
export async function runMigrations(
  options: DatabaseOptions,
  warn: (sentence: string) => void = () => undefined,
): Promise<string[]> {
  const lock = new Client({ connectionString: options.url, application_name: `${options.applicationName} migrations` });
  // The next statement reports the loss; without a listener the event would end the process.
  lock.on('error', () => undefined);
  await lock.connect();
  try {
    await acquire(lock);
    const problem = await localeProblem(lock);
    if (problem !== undefined) warn(problem);
    await requireFirst(lock, options.migrations ?? []);
    const dataSource = new DataSource(
      dataSourceOptions({ lockTimeoutMs: TABLE_LOCK_TIMEOUT_MS, ...options, poolSize: 2, statementTimeoutMs: 0 }),
    );
    await dataSource.initialize();
    try {
      return (await dataSource.runMigrations()).map(({ name }) => name);
    } finally {
      await dataSource.destroy();
    }
  } finally {
    // Also releases the session's lock.
    await lock.end();
  }
}

/**
 * Polls, because a session that waits inside pg_advisory_lock() holds a snapshot, for which CREATE INDEX CONCURRENTLY
 * would wait in turn.
 */
async function acquire(client: Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ is_mine: boolean }>('SELECT pg_try_advisory_lock($1) AS is_mine', [
      MIGRATION_LOCK,
    ]);
    if (rows[0]?.is_mine) return;
    await sleep(LOCK_POLL_MS);
  }
}
