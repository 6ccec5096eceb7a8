import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { useDatabase } from '@wardstone/testing';
import { buildSync } from 'esbuild';
import { MIGRATIONS } from '../src/data-source';
import type { OpenAccounts } from '../src/open-accounts';
import { openTestAccounts } from './open-accounts';

const ROOT = join(__dirname, '..', '..', '..');

describe('accounts when the process that changes them is killed', () => {
  const db = useDatabase({ name: 'gateway', migrations: MIGRATIONS });
  const folder = mkdtempSync(join(tmpdir(), 'wardstone-accounts-'));
  const program = join(folder, 'account-process.cjs');
  let open: OpenAccounts;

  beforeAll(async () => {
    open = await openTestAccounts(db.url);
    buildSync({
      entryPoints: [join(__dirname, 'account-process.ts')],
      outfile: program,
      bundle: true,
      platform: 'node',
      packages: 'external',
      // NODE_PATH applies only to require().
      supported: { 'dynamic-import': false },
      tsconfig: join(ROOT, 'tsconfig.base.json'),
      inject: [join(ROOT, 'node_modules', 'reflect-metadata', 'Reflect.js')],
      logLevel: 'error',
    });
  });

  afterAll(async () => {
    await open.close();
    rmSync(folder, { recursive: true });
  });

  /** Names that the program reported as stored before it was killed, `delayMs` after the first. */
  const killedAfter = async (delayMs: number, prefix: string): Promise<string[]> => {
    const writer = spawn(process.execPath, [program, db.url, prefix], {
      env: { ...process.env, NODE_PATH: join(ROOT, 'node_modules') },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    writer.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    await once(writer.stdout, 'data');
    await sleep(delayMs);
    writer.kill('SIGKILL');
    await once(writer, 'close');
    return output.split('\n').slice(0, -1);
  };

  it('keep every acknowledged change, and accept changes again at once', async () => {
    const acknowledged: string[] = [];
    for (const [round, delayMs] of [3, 11, 17, 24, 31].entries()) {
      acknowledged.push(...(await killedAfter(delayMs, `round-${round}`)));
      const stored = (await open.accounts.list()).map(({ username }) => username);
      expect(stored).toEqual(expect.arrayContaining(acknowledged));
      const password = 'correct horse battery';
      await open.accounts.add({ username: `after-${round}`, password, roles: [], orgId: 'org-1' });
    }
    expect(acknowledged.length).toBeGreaterThanOrEqual(5);
  });
});
