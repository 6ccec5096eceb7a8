import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { listPermissions } from '@wardstone/auth';
import { DEFAULT_ORG } from '../../apps/launcher/src';
import { findFreePort, waitUntil } from '@wardstone/host';
import { workspaceRoot } from '../../tools/workspace';

const IDENTITY = {
  identity: {
    org_id: DEFAULT_ORG,
    type: 'User',
    user: { username: 'agent', permissions: listPermissions(['admin']) },
  },
};
/** The sender, as stated by a trusted proxy. */
export const HEADERS = { 'X-VENDOR-IDENTITY': Buffer.from(JSON.stringify(IDENTITY)).toString('base64') };

export interface MetricService {
  readonly url: string;
  /** Warnings of Node.js. */
  readonly warnings: readonly string[];
  /** kill -9, and wait for the end. */
  kill(): Promise<void>;
}

/**
 * Starts the built monitoring service and waits until it responds.
 *
 * @param settings environment variables
 */
export async function startMetricService(
  databaseUrl: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<MetricService> {
  const port = settings['PORT'] ?? (await findFreePort());
  const child: ChildProcess = spawn(process.execPath, [path.join(workspaceRoot(), 'dist', 'monitoring', 'main.js')], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      IDENTITY_TRUST: 'plain',
      LOG_LEVEL: 'fatal',
      ...settings,
    },
  });
  const warnings: string[] = [];
  createInterface(child.stderr!).on('line', (line) => {
    if (/^\(node:\d+\)/.test(line)) warnings.push(line);
    console.error(line);
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
    warnings,
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
