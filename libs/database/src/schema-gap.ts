import type { ClientBase, Pool } from 'pg';
import { type DatabaseOptions } from './service-pool';
import { dedicatedClient } from './connection-settings';

const UNDEFINED_TABLE = '42P01';

export type Migrations = NonNullable<DatabaseOptions['migrations']>;

/**
 * Why the schema cannot serve this version; undefined if all of this version's migrations have run. Further migrations
 * do not matter: they only expand, and run before the replicas of their version start.
 */
export async function schemaGap(connection: ClientBase | Pool, migrations: Migrations): Promise<string | undefined> {
  const done = await listMigrated(connection);
  const missing = migrations.map(migrationName).filter((name) => !done.has(name));
  if (missing.length === 0) return undefined;
  if (done.size === 0) return 'The database has no schema yet: run the migrations of this version.';
  return (
    `The schema of the database is older than this version: ${missing.length} of its migrations are pending, ` +
    `up to ${missing.at(-1)}.`
  );
}

/** A development version created the database, and its tables conflict with the first migration. */
export class UnreleasedSchema extends Error {}

/** @throws UnreleasedSchema when migrations have run, but not the first of these */
export async function requireFirst(connection: ClientBase, [first]: Migrations): Promise<void> {
  const done = await listMigrated(connection);
  if (first === undefined || done.size === 0 || done.has(migrationName(first))) return;
  throw new UnreleasedSchema(
    'The database has the schema of a development version, which cannot be upgraded: it has migrations, but not ' +
      `${migrationName(first)}. Nothing was changed. Use an empty database.`,
  );
}

/** The installation is older than this version, which must not upgrade its schema. */
export class OlderSchema extends Error {}

/** @throws OlderSchema when the database has a schema, and some of these migrations are pending */
export async function refuseOlderSchema(options: DatabaseOptions): Promise<void> {
  const gap = await inOwnConnection(options, async (client, migrations) => {
    const done = await listMigrated(client);
    return done.size === 0 ? undefined : schemaGap(client, migrations);
  });
  if (gap !== undefined) throw new OlderSchema(gap);
}

/** Like `schemaGap`, over a temporary connection, for a service that has not started. */
export function findSchemaGap(options: DatabaseOptions): Promise<string | undefined> {
  return inOwnConnection(options, schemaGap);
}

async function inOwnConnection<T>(
  { migrations = [], ...connection }: DatabaseOptions,
  work: (client: ClientBase, migrations: Migrations) => Promise<T>,
): Promise<T> {
  const client = dedicatedClient(connection, 'start');
  // The statement reports the loss; without a listener the event would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client, migrations);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Empty without a schema. */
export async function listMigrated(connection: ClientBase | Pool): Promise<ReadonlySet<string>> {
  try {
    const { rows } = await connection.query<{ name: string }>('SELECT m.name FROM migration m');
    return new Set(rows.map(({ name }) => name));
  } catch (error) {
    if ((error as { code?: string }).code === UNDEFINED_TABLE) return new Set();
    throw error;
  }
}

/** Name of a migration in TypeORM's table. */
export function migrationName(migration: Migrations[number]): string {
  return (new migration() as { name?: string }).name ?? migration.name;
}
