import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { inspectProcess } from '@wardstone/host';
import { type RunningSystem, SERVICE_NAMES, startSystem } from '../../tools/system';
import { fillDataFolder } from '../installation';

/** Service managers signal npm alone; a terminal signals everything below it. */
export function describeNpmSignals(): void {
  describe('npm start when only npm is signalled', () => {
    const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'wardstone-npm-'));
    let system: RunningSystem | undefined;

    afterAll(async () => {
      await system?.stop('SIGTERM');
      fs.rmSync(dataDir, { recursive: true, force: true });
    });

    // SIGTERM stops the restored backup.
    it('stops everything on SIGINT', async () => {
      fillDataFolder(dataDir);
      system = await startSystem({ dataDir, underNpm: true });
      await expectStop(system, 'SIGINT');
      system = undefined;
    }, 240_000);
  });
}

/** Sends a signal to npm, which ends after all that it started. */
export async function expectStop(system: RunningSystem, signal: NodeJS.Signals): Promise<void> {
  const pids = SERVICE_NAMES.map((name) => system.processId(name));
  expect(await system.stop(signal)).toBe(0);
  expect(pids.map((pid) => inspectProcess(pid).kind)).toEqual(pids.map(() => 'ended'));
  expect(system.output()).toContain('stopped');
}
