import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { inspectProcess } from '@wardstone/host';
import { type RunningSystem, SERVICE_NAMES, startSystem } from '../../tools/system';
import { fillDataFolder } from '../installation';

const SYSTEM = '/api/compliance/v2/systems/00000000-0000-4000-8000-000000000001';

/** Service managers signal npm alone; a terminal signals everything below it. */
export function describeNpmSignals(): void {
  describe('npm start, when npm alone is signalled', () => {
    const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'wardstone-npm-'));
    let system: RunningSystem | undefined;

    afterAll(async () => {
      await system?.stop('SIGTERM');
      fs.rmSync(dataDir, { recursive: true, force: true });
    });

    const stored = async (method: 'PUT' | 'GET'): Promise<number> => {
      const answer = await fetch(system!.gatewayUrl + SYSTEM, {
        method,
        headers: { authorization: system!.login, 'content-type': 'application/json' },
        ...(method === 'PUT' ? { body: '{"display_name":"web-1","os_major_version":9,"os_minor_version":1}' } : {}),
      });
      await answer.arrayBuffer();
      return answer.status;
    };

    const stopsOn = async (signal: NodeJS.Signals): Promise<void> => {
      const pids = SERVICE_NAMES.map((name) => system!.processId(name));
      expect(await system!.stop(signal)).toBe(0);
      // npm ends last.
      expect(pids.map((pid) => inspectProcess(pid).kind)).toEqual(pids.map(() => 'ended'));
      expect(system!.output()).toContain('stopped');
      system = undefined;
    };

    it('stops everything on SIGTERM, the next start finds the data, and everything stops on SIGINT', async () => {
      fillDataFolder(dataDir);
      system = await startSystem({ dataDir, underNpm: true });
      expect(await stored('PUT')).toBe(201);
      await stopsOn('SIGTERM');
      system = await startSystem({ dataDir, underNpm: true });
      expect(await stored('GET')).toBe(200);
      await stopsOn('SIGINT');
    }, 240_000);
  });
}
