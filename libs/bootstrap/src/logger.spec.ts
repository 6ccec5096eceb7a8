import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import FakeTimers from '@sinonjs/fake-timers';
import { gatheringOutput } from './logger';

describe('the log', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'log-'));
  afterAll(() => fs.rmSync(folder, { recursive: true }));
  let clock: FakeTimers.Clock;
  beforeEach(() => {
    clock = FakeTimers.install({ toFake: ['setInterval', 'clearInterval'] });
  });
  afterEach(() => clock.uninstall());

  const written = (file: string): string => (fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '');

  /** Threads of the pool open and write the file, whenever they come to it. */
  async function until(isSo: () => boolean): Promise<void> {
    for (let tries = 0; !isSo(); tries++) {
      if (tries > 200) throw new Error('it was not so within two seconds');
      await clock.tickAsync(100);
      await sleep(10);
    }
  }

  it('is written soon after a line, and asks for no time while there is none', async () => {
    const file = path.join(folder, 'soon');
    const output = gatheringOutput(file);
    expect(clock.countTimers()).toBe(0);
    for (const text of ['{"msg":"Grüße"}\n', '{"msg":"again"}\n']) {
      const before = written(file);
      output.write(text);
      expect(clock.countTimers()).toBe(1);
      await until(() => written(file) === before + text && clock.countTimers() === 0);
    }
  });

  it('is written at once where a process says its last words', async () => {
    const file = path.join(folder, 'last');
    const output = gatheringOutput(file);
    output.write('{"msg":"the first"}\n');
    await until(() => written(file) !== '');
    output.write('{"msg":"the end"}\n');
    output.flushSync();

    expect(written(file)).toBe('{"msg":"the first"}\n{"msg":"the end"}\n');
  });
});
