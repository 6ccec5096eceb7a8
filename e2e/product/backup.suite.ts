import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { backUp } from '../../apps/launcher/src';
import { Load } from '../../tools/chaos/load';
import { type RunningSystem, startSystem } from '../../tools/system';
import { expectStop } from './npm-signals.suite';

export function describeBackup(system: () => RunningSystem): void {
  describe('a backup', () => {
    const target = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'wardstone-backup-')), 'copy');
    let restored: RunningSystem | undefined;

    let load: Load;
    let before: Load['acknowledged'];
    let size: Awaited<ReturnType<typeof backUp>>;

    beforeAll(async () => {
      fs.chmodSync(path.dirname(target), 0o755);
      load = await Load.start(system().gatewayUrl, system().login, { clients: 4, pauseMs: 5 });
      while (Object.values(load.acknowledged).some((records) => records.length < 20)) await sleep(50);
      before = structuredClone(load.acknowledged);
      size = await backUp(system().dataDir, target);
      await load.stop();
    }, 120_000);

    afterAll(async () => {
      await restored?.stop();
      fs.rmSync(path.dirname(target), { recursive: true, force: true });
    });

    it('made under load is an installation with everything acknowledged before it, which npm stops on SIGTERM', async () => {
      restored = await startSystem({ dataDir: target, env: { RATE_LIMIT: 'off' }, underNpm: true });

      expect(size.files).toBeGreaterThan(500);
      expect(size.bytes).toBeGreaterThan(10_000_000);
      expect(restored.adminPassword).toBe(system().adminPassword);
      expect(await load.findLost(before, restored.gatewayUrl)).toEqual([]);
      await expectStop(restored, 'SIGTERM');
      restored = undefined;
    }, 240_000);

    it('is readable only to its owner', () => {
      for (const name of ['secrets.json', 'admin-password', 'gateway', 'gateway/gateway-signing-key.json']) {
        expect([name, fs.statSync(path.join(target, name)).mode & 0o077]).toEqual([name, 0]);
      }
    });

    it('does not overwrite another one', async () => {
      await expect(backUp(system().dataDir, target)).rejects.toThrow('is not empty');
    });
  });
}
