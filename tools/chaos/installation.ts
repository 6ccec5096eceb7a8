import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DATABASE_FOLDER, readPostmasterFile } from '@wardstone/host';
import { type RunningSystem, startSystem } from '../system';

const QUIET: NodeJS.ProcessEnv = { RATE_LIMIT: 'off', LOG_LEVEL: 'warn', AGENT: 'off' };

/** Runs the product like `npm start` during `work`. */
export async function withInstallation<T>(
  work: (system: RunningSystem, login: string) => Promise<T>,
  { env = {}, dataDir }: { env?: NodeJS.ProcessEnv; dataDir?: string } = {},
): Promise<T> {
  const system = await startSystem({ env: { ...QUIET, ...env }, ...(dataDir === undefined ? {} : { dataDir }) });
  try {
    return await work(system, system.login);
  } finally {
    await system.stop();
    if (dataDir === undefined) fs.rmSync(system.dataDir, { recursive: true, force: true });
  }
}

/** Process id of the embedded database server. */
export function databasePid({ dataDir }: RunningSystem): number {
  const file = readPostmasterFile(fs.realpathSync(path.join(dataDir, DATABASE_FOLDER)));
  if (!file) throw new Error('the database server is not running');
  return file.pid;
}

/** Milliseconds until `url` returns 200 several times in a row; undefined if that takes more than a minute. */
export async function untilServed(url: string, login: string): Promise<number | undefined> {
  const startedAt = performance.now();
  let inARow = 0;
  let firstMs = 0;
  while (performance.now() - startedAt < 60_000) {
    const elapsedMs = performance.now() - startedAt;
    const response = await fetch(url, { headers: { authorization: login }, signal: AbortSignal.timeout(5_000) }).catch(
      () => undefined,
    );
    await response?.arrayBuffer();
    if (response?.status !== 200) inARow = 0;
    else if (inARow++ === 0) firstMs = elapsedMs;
    if (inARow === 5) return firstMs;
    await sleep(50);
  }
  return undefined;
}
