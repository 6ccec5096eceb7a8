import 'reflect-metadata';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { PasswordHasher, listPermissions } from '@wardstone/auth';
import { SystemClock } from '@wardstone/clock';
import { runMigrations } from '@wardstone/database';
import { Client } from 'pg';
import { MIGRATIONS as GATEWAY_MIGRATIONS } from '../apps/gateway/src/data-source';
import { type OpenAccounts, openAccounts } from '../apps/gateway/src/open-accounts';
import { createRunFolder, type PostgresServer, removeRunFolder, startPostgres } from '@wardstone/host';
import { Caller } from '../tools/requests/caller';
import { type Listener, startListener } from './measuring';

/** Addresses of a database. */
export interface DatabaseAddress {
  /** For a plain role, used by the service. */
  url: string;
  /** As superuser. */
  adminUrl: string;
}

/** The environment of a part of the bench. */
export interface Bench {
  server: PostgresServer;
  folder: string;
  start: typeof startListener;
  /** Also stops a program that was started otherwise at the end of the bench. */
  watch: (listener: Listener) => Listener;
}

const ROLE = 'bench';
/** Settings of measured servers. */
export const SETTINGS = { shared_buffers: '512MB', max_wal_size: '4GB', autovacuum_naptime: '1h' };

/**
 * Runs `work` with a database server of its own, durable as in production, since imports are measured up to their
 * commit. What `work` starts ends with it.
 */
export async function withBench<T>(
  work: (bench: Bench) => Promise<T>,
  settings: Readonly<Record<string, string>> = {},
): Promise<T> {
  const folder = createRunFolder();
  const started: Listener[] = [];
  let server: PostgresServer | undefined;
  try {
    server = await startPostgres({
      dataFolder: path.join(folder, 'postgres'),
      logFile: path.join(folder, 'postgres.log'),
      user: 'app',
      password: ROLE,
      settings: { ...SETTINGS, ...settings },
    });
    const watch = (listener: Listener): Listener => {
      started.push(listener);
      return listener;
    };
    const start: typeof startListener = async (...args) => watch(await startListener(...args));
    return await work({ server, folder, start, watch });
  } finally {
    await Promise.all(started.map(({ process: child }) => stop(child)));
    await server?.stop();
    removeRunFolder(folder);
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

/** A database that a plain role owns, migrated where migrations are named. */
export async function createDatabase(
  server: PostgresServer,
  name: string,
  migrations?: Parameters<typeof runMigrations>[0]['migrations'],
): Promise<DatabaseAddress> {
  const roles = await query(server.url(), 'SELECT 1 FROM pg_roles WHERE rolname = $1', [ROLE]);
  if (roles.length === 0) await query(server.url(), `CREATE ROLE ${ROLE} LOGIN PASSWORD '${ROLE}'`);
  await query(server.url(), `CREATE DATABASE ${name} OWNER ${ROLE}`);
  const owned = new URL(server.url(name));
  owned.username = ROLE;
  owned.password = ROLE;
  const url = owned.toString();
  if (migrations) await runMigrations({ url, applicationName: 'bench', migrations });
  return { url, adminUrl: server.url(name) };
}

type NewAccount = Parameters<OpenAccounts['accounts']['add']>[0];

/** The account that does everything at the gateway, and the header that it sends. */
const ACCOUNT = { username: 'bench', password: 'a password for the bench', roles: ['admin'], orgId: 'default' };
export const LOGIN = basic(ACCOUNT.username);

function basic(username: string): { Authorization: string } {
  return { Authorization: `Basic ${Buffer.from(`${username}:${ACCOUNT.password}`).toString('base64')}` };
}

/** A database of the gateway with the account and others; its address. */
export async function makeGatewayDatabase(server: PostgresServer, ...more: readonly NewAccount[]): Promise<string> {
  const { url } = await createDatabase(server, 'gateway', GATEWAY_MIGRATIONS);
  const open = await openAccounts({ url, clock: new SystemClock(), hasher: new PasswordHasher() });
  for (const account of [ACCOUNT, ...more]) await open.accounts.add(account);
  await open.close();
  return url;
}

/** A token of the gateway for the account, which services take too. */
export async function fetchToken(gatewayPort: number, username = ACCOUNT.username): Promise<Record<string, string>> {
  const { call } = callerOn({ port: gatewayPort, headers: basic(username) });
  const body = { grant_type: 'client_credentials' };
  return {
    Authorization: `Bearer ${(await call<{ access_token: string }>('POST', '/auth/token', body)).access_token}`,
  };
}

/** A gateway that services trust, and headers of its clients: the token of an account with all permissions. */
export interface BenchLogin {
  settings: { GATEWAY_JWKS_URL: string };
  headers: Record<string, string>;
}

export async function startLogin(bench: Bench, orgId = 'default'): Promise<BenchLogin> {
  const { port } = await startGateway(bench, {}, { ...ACCOUNT, username: 'owner', orgId });
  return {
    settings: { GATEWAY_JWKS_URL: `http://127.0.0.1:${port}/auth/jwks.json` },
    headers: await fetchToken(port, 'owner'),
  };
}

/** A gateway with its own database, and these accounts besides the default one. */
export async function startGateway(
  { server, folder, start }: Bench,
  env: NodeJS.ProcessEnv,
  ...accounts: readonly NewAccount[]
): Promise<Listener> {
  return start(['dist/gateway/main.js'], {
    DATABASE_URL: await makeGatewayDatabase(server, ...accounts),
    SIGNING_KEY_FILE: path.join(folder, 'key.json'),
    ...env,
  });
}

/** Calls a program that listens here. */
export function callerOn({ port, headers }: { port: number; headers: Record<string, string> }): Caller {
  return new Caller(`http://127.0.0.1:${port}`, headers);
}

/** Settings of a service without a gateway, and the header of a caller with all permissions. */
export function plainIdentity(orgId: string): {
  settings: { IDENTITY_TRUST: string };
  headers: Record<string, string>;
} {
  const user = { username: 'bench', roles: ['admin'], permissions: listPermissions(['admin']) };
  const identity = JSON.stringify({ identity: { org_id: orgId, type: 'User', user } });
  return {
    settings: { IDENTITY_TRUST: 'plain' },
    headers: { 'X-VENDOR-IDENTITY': Buffer.from(identity).toString('base64') },
  };
}

/** One statement on a connection of its own. */
export function query<T extends object>(url: string, sql: string, params: readonly unknown[] = []): Promise<T[]> {
  return withClient(url, async (client) => (await client.query<T>(sql, [...params])).rows);
}

export async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
