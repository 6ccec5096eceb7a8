import path from 'node:path';
import { AccountStore, PasswordHasher } from '@wardstone/auth';
import { SystemClock } from '@wardstone/clock';
import { Client } from 'pg';
import { startPostgres } from '../tools/postgres/postgres-server';
import type { PostgresServer } from '../tools/postgres/postgres-server';

/** Where a database is. */
export interface DatabaseAddress {
  /** As a plain role, for the service. */
  url: string;
  /** As superuser. */
  adminUrl: string;
}

const ROLE = 'bench';
const PASSWORD = 'a password for the bench';

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

/** An empty database that a plain role owns. */
export async function createDatabase(server: PostgresServer, name: string): Promise<DatabaseAddress> {
  const client = new Client({ connectionString: server.url() });
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [ROLE]);
    if (rowCount === 0) await client.query(`CREATE ROLE ${ROLE} LOGIN PASSWORD '${ROLE}'`);
    await client.query(`CREATE DATABASE ${name} OWNER ${ROLE}`);
  } finally {
    await client.end();
  }
  const owned = new URL(server.url(name));
  owned.username = ROLE;
  owned.password = ROLE;
  return { url: owned.toString(), adminUrl: server.url(name) };
}

/** A file with a local account that may do everything, and the header that it sends. */
export async function makeAccount(
  folder: string,
  orgId: string,
): Promise<{ accountsFile: string; headers: Record<string, string> }> {
  const accountsFile = path.join(folder, 'accounts.json');
  const accounts = new AccountStore({ file: accountsFile, clock: new SystemClock(), hasher: new PasswordHasher() });
  if (!(await accounts.list()).some(({ username }) => username === 'bench')) {
    await accounts.add({ username: 'bench', password: PASSWORD, roles: ['admin'], orgId });
  }
  const credentials = Buffer.from(`bench:${PASSWORD}`).toString('base64');
  return { accountsFile, headers: { Authorization: `Basic ${credentials}` } };
}
