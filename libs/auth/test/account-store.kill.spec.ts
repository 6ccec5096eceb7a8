import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildSync } from 'esbuild';
import { PASSWORD, anAuthFixture } from './auth-fixture';
import type { AuthFixture } from './auth-fixture';

const ROOT = join(__dirname, '..', '..', '..');

describe('AccountStore, its process killed', () => {
  let fixture: AuthFixture;
  let program: string;

  beforeAll(async () => {
    fixture = await anAuthFixture();
    program = join(fixture.folder, 'account-writer.cjs');
    buildSync({
      entryPoints: [join(__dirname, 'account-writer.ts')],
      outfile: program,
      bundle: true,
      platform: 'node',
      packages: 'external',
      tsconfig: join(ROOT, 'tsconfig.base.json'),
      logLevel: 'error',
    });
  });

  afterAll(() => fixture.close());

  /** Names that the program said were stored before it was killed, that many ms after the first. */
  const killedAfter = async (delayMs: number, prefix: string): Promise<string[]> => {
    const writer = spawn(process.execPath, [program, fixture.accountsFile, prefix], {
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

  it('loses nothing that was acknowledged, and is written again at once', async () => {
    const acknowledged: string[] = [];
    for (const [round, delayMs] of [3, 11, 17, 24, 31].entries()) {
      acknowledged.push(...(await killedAfter(delayMs, `round-${round}`)));
      const stored = (await fixture.accounts.list()).map(({ username }) => username);
      expect(stored).toEqual(expect.arrayContaining(acknowledged));
      await fixture.accounts.add({ username: `after-${round}`, password: PASSWORD, roles: [], orgId: 'org-1' });
    }
    expect(acknowledged.length).toBeGreaterThanOrEqual(5);
  });
});
