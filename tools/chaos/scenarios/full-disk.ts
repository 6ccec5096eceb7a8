import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { untilServed, withInstallation } from '../installation';
import { Load } from '../load';
import type { Scenario } from '../scenario';
import { inScratchFolder } from '../scratch-folder';
import { alertsFired, checkNothingLost, onlyRefusals, checkRecovered } from '../verdicts';

const SIZE = '700m';
const FULL_MS = 15_000;

export const fullDisk: Scenario = {
  name: 'full-disk',
  title: `The disk of an installation (${SIZE}) is full for ${FULL_MS / 1000} s under load`,
  obstacle: () => (process.getuid?.() === 0 ? undefined : 'only root can mount the small file system it needs'),
  run: (report) =>
    inScratchFolder(async (folder) => {
      const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE},mode=0755`, 'tmpfs', folder]);
      if (mounted.status !== 0) throw new Error(`no file system could be mounted: ${String(mounted.stderr)}`);
      try {
        return await withInstallation(
          async (system, login) => {
            const load = await Load.start(system.gatewayUrl, login, { clients: 6 });
            await sleep(3_000);
            const filler = path.join(system.dataDir, 'filler');
            report(`filled with ${(fill(filler) / 1e6).toFixed(0)} MB`);
            const until = performance.now() + FULL_MS;
            // Space that the database frees is filled again.
            for (let n = 1; performance.now() < until; n++) {
              await sleep(500);
              fill(`${filler}-${n}`);
            }
            for (const file of fs.readdirSync(system.dataDir).filter((name) => name.startsWith('filler'))) {
              fs.rmSync(path.join(system.dataDir, file));
            }
            const backAfterMs = await untilStored(system.gatewayUrl, login);
            await sleep(2_000);
            const outcome = await load.stop();
            return [
              await checkNothingLost(load),
              await alertsFired(load),
              onlyRefusals(outcome),
              checkRecovered(backAfterMs),
            ];
          },
          { dataDir: folder },
        );
      } finally {
        spawnSync('umount', ['-l', folder]);
      }
    }),
};

/** Fills the disk; returns the number of bytes. */
function fill(file: string): number {
  const descriptor = fs.openSync(file, 'w');
  let written = 0;
  for (const size of [1024 * 1024, 4096]) {
    const block = Buffer.alloc(size);
    try {
      for (;;) written += fs.writeSync(descriptor, block);
    } catch {
      // Full, for this block size.
    }
  }
  fs.closeSync(descriptor);
  return written;
}

/** Reading may continue all the time, so recovery is judged by writing. */
async function untilStored(gatewayUrl: string, login: string): Promise<number | undefined> {
  const startedAt = performance.now();
  while (performance.now() - startedAt < 60_000) {
    const response = await fetch(`${gatewayUrl}/api/compliance/v2/systems/00000000-0000-4000-8000-000000000001`, {
      method: 'PUT',
      headers: { authorization: login, 'content-type': 'application/json' },
      body: JSON.stringify({ display_name: 'after', os_major_version: 9, os_minor_version: 1 }),
    }).catch(() => undefined);
    await response?.arrayBuffer();
    if (response?.ok) {
      const servedMs = await untilServed(`${gatewayUrl}/api/compliance/v2/systems?limit=1`, login);
      return servedMs === undefined ? undefined : performance.now() - startedAt;
    }
    await sleep(50);
  }
  return undefined;
}
