import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { AccountStore, PasswordHasher } from '@wardstone/auth';
import { SystemClock } from '@wardstone/clock';
import { DEFAULT_ORG } from '../../tools/accounts';
import { findFreePort } from '../../tools/free-port';
import { waitUntil } from '../../tools/processes';
import { workspaceRoot } from '../../tools/workspace';

const LOGIN = { username: 'agent', password: 'a password for the test' };
export const AUTHORIZATION = `Basic ${Buffer.from(`${LOGIN.username}:${LOGIN.password}`).toString('base64')}`;

/** A file with the account that the test sends values as. */
export async function makeAccountsFile(folder: string): Promise<string> {
  const file = path.join(folder, 'accounts.json');
  const accounts = new AccountStore({ file, clock: new SystemClock(), hasher: new PasswordHasher() });
  await accounts.add({ ...LOGIN, roles: ['admin'], orgId: DEFAULT_ORG });
  return file;
}

export interface MetricService {
  readonly url: string;
  /** kill -9, and wait for the end. */
  kill(): Promise<void>;
}

/** Starts the built monitoring service and waits until it answers. */
export async function startMetricService(databaseUrl: string, accountsFile: string): Promise<MetricService> {
  const port = await findFreePort();
  const child: ChildProcess = spawn(process.execPath, [path.join(workspaceRoot(), 'dist', 'monitoring', 'main.js')], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      ACCOUNTS_FILE: accountsFile,
      LOG_LEVEL: 'fatal',
    },
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = `http://127.0.0.1:${port}`;
  const isUp = await waitUntil(
    async () => (await fetch(`${url}/readyz`).catch(() => undefined))?.status === 200,
    90_000,
    20,
  );
  if (!isUp) throw new Error('the service did not start');
  return {
    url,
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
