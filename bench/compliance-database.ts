import path from 'node:path';
import { runMigrations } from '@wardstone/database';
import { Client } from 'pg';
import { MIGRATIONS } from '../apps/compliance/src/data-source';
import { startPostgres } from '../tools/postgres/postgres-server';
import type { PostgresServer } from '../tools/postgres/postgres-server';
import { fillCompliance } from './compliance-data';
import type { Scale } from './compliance-data';

/** A filled database at one scale. */
export interface BenchDatabase {
  scale: Scale;
  /** As a plain role, for the service. */
  url: string;
  /** As superuser. */
  adminUrl: string;
}

const ROLE = 'bench';

/** A server of the bench's own. Durable as in production, since imports are measured up to their commit. */
export function startBenchServer(folder: string): Promise<PostgresServer> {
  return startPostgres({
    dataFolder: path.join(folder, 'postgres'),
    logFile: path.join(folder, 'postgres.log'),
    user: 'app',
    password: ROLE,
    settings: { shared_buffers: '512MB', max_wal_size: '4GB', autovacuum_naptime: '1h' },
  });
}

/** Makes, migrates and fills a database. */
export async function makeBenchDatabase(server: PostgresServer, scale: Scale): Promise<BenchDatabase> {
  const name = `policies_${scale.policies}`;
  await createDatabase(server.url(), name);
  const owned = new URL(server.url(name));
  owned.username = ROLE;
  owned.password = ROLE;
  const database = { scale, url: owned.toString(), adminUrl: server.url(name) };
  await runMigrations({ url: database.url, applicationName: 'bench', migrations: MIGRATIONS });
  await fillCompliance(database.adminUrl, scale);
  return database;
}

async function createDatabase(url: string, name: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [ROLE]);
    if (rowCount === 0) await client.query(`CREATE ROLE ${ROLE} LOGIN PASSWORD '${ROLE}'`);
    await client.query(`CREATE DATABASE ${name} OWNER ${ROLE}`);
  } finally {
    await client.end();
  }
}
