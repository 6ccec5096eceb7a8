import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { backUp } from '../../tools/backup';
import { Load } from '../../tools/chaos/load';
import { type RunningSystem, startSystem } from '../../tools/system';

/** Of a system without limits on how much it is asked. */
export function describeBackup(system: () => RunningSystem): void {
  describe('a backup', () => {
    const target = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'wardstone-backup-')), 'copy');
    let restored: RunningSystem | undefined;

    beforeAll(() => fs.chmodSync(path.dirname(target), 0o755));

    afterAll(async () => {
      await restored?.stop();
      fs.rmSync(path.dirname(target), { recursive: true, force: true });
    });

    it('made under load is an installation with everything that was acknowledged before it', async () => {
      const load = await Load.start(system().gatewayUrl, system().login, { clients: 4, pauseMs: 5 });
      while (Object.values(load.acknowledged).some((records) => records.length < 20)) await sleep(50);
      const before = structuredClone(load.acknowledged);

      const { files, bytes } = await backUp(system().dataDir, target);
      await load.stop();
      restored = await startSystem({ dataDir: target, env: { RATE_LIMIT: 'off' } });

      expect(files).toBeGreaterThan(500);
      expect(bytes).toBeGreaterThan(10_000_000);
      expect(restored.adminPassword).toBe(system().adminPassword);
      expect(await load.findLost(before, restored.gatewayUrl)).toEqual([]);
    }, 240_000);

    it('keeps what is secret to its owner', () => {
      for (const name of ['secrets.json', 'admin-password', 'gateway', 'gateway/accounts.json']) {
        expect([name, fs.statSync(path.join(target, name)).mode & 0o077]).toEqual([name, 0]);
      }
    });

    it('is not written over another one', async () => {
      await expect(backUp(system().dataDir, target)).rejects.toThrow('is not empty');
    });
  });
}
