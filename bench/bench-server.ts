import 'reflect-metadata';
import path from 'node:path';
import { PasswordHasher, permissionsOf } from '@wardstone/auth';
import { SystemClock } from '@wardstone/clock';
import { runMigrations } from '@wardstone/database';
import { Client } from 'pg';
import { MIGRATIONS as GATEWAY_MIGRATIONS } from '../apps/gateway/src/data-source';
import { type OpenAccounts, openAccounts } from '../apps/gateway/src/open-accounts';
import { type PostgresServer, startPostgres } from '../tools/postgres/postgres-server';
import { startListener } from './measuring';

/** Where a database is. */
export interface DatabaseAddress {
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

/** The account that does everything at the gateway, and the header that it sends. */
const ACCOUNT = { username: 'bench', password: 'a password for the bench', roles: ['admin'], orgId: 'default' };
export const LOGIN = basic(ACCOUNT.username);

function basic(username: string): { Authorization: string } {
  return { Authorization: `Basic ${Buffer.from(`${username}:${ACCOUNT.password}`).toString('base64')}` };
}

/** A database of the gateway with the account and others; its address. */
export async function makeGatewayDatabase(
  server: PostgresServer,
  ...more: readonly Parameters<OpenAccounts['accounts']['add']>[0][]
): Promise<string> {
  const { url } = await createDatabase(server, 'gateway');
  await runMigrations({ url, applicationName: 'bench', migrations: GATEWAY_MIGRATIONS });
  const open = await openAccounts({ url, clock: new SystemClock(), hasher: new PasswordHasher() });
  for (const account of [ACCOUNT, ...more]) await open.accounts.add(account);
  await open.close();
  return url;
}

/** A token of the gateway for the account, which services take too. */
export async function fetchToken(gatewayPort: number, username = ACCOUNT.username): Promise<Record<string, string>> {
  const answer = await fetch(`http://127.0.0.1:${gatewayPort}/auth/token`, {
    method: 'POST',
    headers: basic(username),
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  const { access_token } = (await answer.json()) as { access_token: string };
  return { Authorization: `Bearer ${access_token}` };
}

/** A gateway that services trust, and what their clients send: the token of an account that may do everything. */
export interface BenchLogin {
  settings: { GATEWAY_JWKS_URL: string };
  headers: Record<string, string>;
  stop: () => void;
}

export async function startLogin(server: PostgresServer, folder: string, orgId = 'default'): Promise<BenchLogin> {
  const { process: gateway, port } = await startListener(['dist/gateway/main.js'], {
    DATABASE_URL: await makeGatewayDatabase(server, { ...ACCOUNT, username: 'owner', orgId }),
    SIGNING_KEY_FILE: path.join(folder, 'key.json'),
  });
  return {
    settings: { GATEWAY_JWKS_URL: `http://127.0.0.1:${port}/auth/jwks.json` },
    headers: await fetchToken(port, 'owner'),
    stop: () => gateway.kill('SIGTERM'),
  };
}

/** Settings of a service that has no gateway before it, and the header that says who may do everything there. */
export function plainIdentity(orgId: string): {
  settings: { IDENTITY_TRUST: string };
  headers: Record<string, string>;
} {
  const user = { username: 'bench', roles: ['admin'], permissions: permissionsOf(['admin']) };
  const identity = JSON.stringify({ identity: { org_id: orgId, type: 'User', user } });
  return {
    settings: { IDENTITY_TRUST: 'plain' },
    headers: { 'X-VENDOR-IDENTITY': Buffer.from(identity).toString('base64') },
  };
}
