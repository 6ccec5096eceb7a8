import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { SystemClock } from '@wardstone/clock';
import { loadConfig } from '@wardstone/config';
import type { ProblemRest } from '@wardstone/dto/monitoring';
import { eventually, itWithBrowser } from '@wardstone/testing';
import { Agent } from '../../apps/agent/src/agent';
import { AgentConfig } from '../../apps/agent/src/agent.config';
import { createLogger } from '../../apps/agent/src/logger';
import { aMachine, aSnapshot } from '../../apps/agent/test/machine.builder';
import type { RunningSystem } from '../../tools/system';
import { handsOn } from '../running/console-hands';
import { type ConsolePage, openConsole } from '../running/console-page';
import { makeCall } from '../running/monitoring-records';

const BROWSER_MS = 240_000;
const NAME = 'host-a';
const GIB = 1024 ** 3;

const fileSystem = (mount: string, device: string, usedShare: number, freeBytes: number) => ({
  mount,
  device,
  type: 'ext4',
  isReadOnly: false,
  usedShare,
  freeBytes,
});

/**
 * A new installation fires alerts before anyone defines one. Here its agent asks each second, not each minute, for
 * imported resources.
 */
export function describeFirstAlert(system: () => RunningSystem): void {
  describe('the first alert', () => {
    const call = makeCall(system);
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'first-alert-'));
    const clock = new SystemClock();
    let agent: Agent;
    let console: ConsolePage | undefined;
    const { button, click } = handsOn(() => console!);

    beforeAll(async () => {
      const { token } = await call<{ token: string }>('POST', '/auth/join-tokens', { name: NAME });
      const config = loadConfig(AgentConfig, {
        WARDSTONE_URL: system().gatewayUrl,
        AGENT_NAME: NAME,
        AGENT_TOKEN: token,
        AGENT_STATE_DIR: folder,
        AGENT_LOG_FILES: path.join(folder, 'no.log'),
        AGENT_COMPLIANCE: 'off',
        AGENT_SYNC_SECONDS: '1',
      });
      const disks = [fileSystem('/', '/dev/sda1', 0.4, 200 * GIB), fileSystem('/var', '/dev/sdb1', 0.985, GIB)];
      // A read-only image is always full, and nothing can be done about it.
      const image = { ...fileSystem('/mnt/image', '/dev/loop3', 1, 0), isReadOnly: true };
      const machine = aMachine(() => aSnapshot({ timeMs: clock.now(), fileSystems: [...disks, image] }));
      agent = new Agent({ config, machine, clock, logger: createLogger('silent') });
      void agent.run();
      console = await openConsole(system());
    }, BROWSER_MS);
    afterAll(async () => {
      await console?.close();
      await agent.stop();
      fs.rmSync(folder, { recursive: true });
    }, BROWSER_MS);

    itWithBrowser(
      'follows from one click that imports the host, with its age and what to do',
      async () => {
        const { open, see, page } = console!;
        await eventually('the host', async () => {
          const { waiting } = await call<{ waiting: number }>('GET', '/rest/problem/summary');
          return waiting === 1;
        });
        await open('/overview');
        await see('1 host waiting for import');
        await button('Import 1 host');
        await page.waitForSelector('table[aria-label="Worst hosts"] ::-p-text(File system full)');
        const problems = (await call<ProblemRest[]>('GET', '/rest/problem')).filter(
          ({ hostName }) => hostName === NAME,
        );
        expect(problems.map(({ name, resourceName, hostName }) => [name, resourceName, hostName])).toEqual([
          ['File system full', '/var', NAME],
          ['File system almost full', '/var', NAME],
        ]);
        await click(`table[aria-label="Worst hosts"] a::-p-text(${NAME})`);
        await page.waitForSelector('table[aria-label="Alerts"] time');
        await page.waitForSelector('.host-row ::-p-text(Fullest file system)');
        await see('1 GiB available');
        await click('table[aria-label="Alerts"] a::-p-text(File system full)');
        await see('What to do');
        await see('See what takes the space');
        expect(await console!.complaints()).toEqual([]);
      },
      BROWSER_MS,
    );
  });
}
