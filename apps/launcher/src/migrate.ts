import { spawn } from 'node:child_process';
import path from 'node:path';
import type { RunAs } from '@wardstone/host';
import { migrationEnvironment } from './environment';
import type { Programs } from './programs';
import { StartError } from './settings';

interface Migration {
  databaseUrl: string;
  runAs?: RunAs;
  settings?: Readonly<Record<string, string>>;
}

/**
 * Runs dist/<app>/migrate.js of a service.
 * @throws StartError with the program's message
 */
export async function migrate(
  { node, root }: Programs,
  app: string,
  { databaseUrl, runAs, settings }: Migration,
): Promise<void> {
  const script = path.join(root, 'dist', app, 'migrate.js');
  const child = spawn(node, ['--enable-source-maps', script], {
    env: { ...migrationEnvironment(process.env), ...settings, DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'ignore', 'pipe'],
    ...runAs,
    cwd: root,
  });
  let words = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (words = (words + text).slice(-4_000)));
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0)
    throw new StartError(
      `The database of ${app} could not be migrated: ${words.trim() || `exit code ${String(code)}`}`,
    );
}
