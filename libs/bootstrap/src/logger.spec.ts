import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import FakeTimers from '@sinonjs/fake-timers';
import { createLogger, gatheringOutput, withoutRedaction } from './logger';

describe('the log', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'log-'));
  afterAll(() => fs.rmSync(folder, { recursive: true }));
  let clock: FakeTimers.Clock;
  beforeEach(() => {
    clock = FakeTimers.install({ toFake: ['setInterval', 'clearInterval'] });
  });
  afterEach(() => clock.uninstall());

  const written = (file: string): string => (fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '');

  /** Threads of the pool open and write the file at any time. */
  async function until(isSo: () => boolean): Promise<void> {
    for (let tries = 0; !isSo(); tries++) {
      if (tries > 200) throw new Error('it was not so within two seconds');
      await clock.tickAsync(100);
      await sleep(10);
    }
  }

  it('is written soon after a line, without a timer while idle', async () => {
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

  it('is written at once before a process exits', async () => {
    const file = path.join(folder, 'last');
    const output = gatheringOutput(file);
    output.write('{"msg":"the first"}\n');
    await until(() => written(file) !== '');
    output.write('{"msg":"the end"}\n');
    output.flushSync();

    expect(written(file)).toBe('{"msg":"the first"}\n{"msg":"the end"}\n');
  });
});

describe('a line of the log', () => {
  const lines: string[] = [];
  const logger = createLogger('spec', 'info', { write: (line: string) => void lines.push(line) });
  /** Fields of the logged line, without those that every line has. */
  const loggedFields = (fields: object): object => {
    logger.info(fields, 'a line');
    const all = Object.entries(JSON.parse(lines.at(-1)!) as Record<string, unknown>);
    return Object.fromEntries(all.filter(([name]) => !['level', 'time', 'service', 'pid', 'msg'].includes(name)));
  };

  it.each(['authorization', 'cookie', 'password', 'client_secret', 'token', 'access_token', 'secret'])(
    'has no %s, nor a mask in its place: alone, in a record, or among the headers of one',
    (name) => {
      const secret = { [name]: 'hidden' };
      expect(loggedFields({ ...secret, kept: 1 })).toEqual({ kept: 1 });
      expect(loggedFields({ body: { ...secret, kept: 1 } })).toEqual({ body: { kept: 1 } });
      expect(loggedFields({ request: { headers: { ...secret, kept: 1 } } })).toEqual({
        request: { headers: { kept: 1 } },
      });
      expect(lines.at(-1)).not.toContain('hidden');
    },
  );

  it('of fixed fields is not searched for secrets', () => {
    withoutRedaction(logger).info({ token: 'of no one' }, 'a line');
    expect(lines.at(-1)).toContain('of no one');
  });
});
