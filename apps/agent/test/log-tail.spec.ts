import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { ObjectMap } from '@wardstone/dto';
import { LogFiles } from '../src/control/log-files';
import { type FoundFile, PermittedFiles } from '../src/machine/permitted-files';
import { ReadGuard } from '../src/machine/read-guard';
import { plantFifo } from './hostile.builder';

describe('the last lines of a log file', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tail-'));
  const log = path.join(folder, 'app.log');
  const secret = path.join(folder, 'secret');
  afterAll(() => fs.rmSync(folder, { recursive: true }));

  beforeEach(() => {
    fs.rmSync(log, { force: true });
    fs.writeFileSync(log, 'one\ntwo ERROR\nthree\n');
    fs.writeFileSync(secret, 'secret\n');
  });

  const logFiles = (listed: string[], Files = PermittedFiles): LogFiles =>
    new LogFiles({ listed, files: new Files({ roots: [], ownFiles: listed }), guard: new ReadGuard() });
  const tail = (file: string, parameters: ObjectMap = {}, listed = [log], Files = PermittedFiles) =>
    logFiles(listed, Files).getOperation(file, 'tail')!({
      parameters,
      signal: new AbortController().signal,
      report: () => undefined,
    });

  it('match the filter, up to the requested number', async () => {
    await expect(tail(log)).resolves.toEqual({ lineCount: 3, output: 'one\ntwo ERROR\nthree\n' });
    await expect(tail(log, { lines: 1 })).resolves.toMatchObject({ output: 'three\n' });
    await expect(tail(log, { contains: 'ERROR' })).resolves.toMatchObject({ output: 'two ERROR\n' });
    await expect(tail(log, { lines: 'many', contains: {} })).resolves.toMatchObject({ lineCount: 3 });
  });

  it('are read from the end of a large file', async () => {
    fs.writeFileSync(log, `first\n${'x'.repeat(99)}\n`.repeat(10_000));
    const { lineCount, output } = (await tail(log, { lines: 100_000 })) as { lineCount: number; output: string };
    expect(lineCount).toBe(1_000);
    expect(output.length).toBeLessThan(256 * 1024);
  });

  it('are whole lines without characters that cannot be stored', async () => {
    fs.writeFileSync(log, Buffer.from([0x61, 0, 0xff, 0x0a]));
    await expect(tail(log)).resolves.toMatchObject({ output: 'a\uFFFD\uFFFD\n' });
  });

  it.each([secret, `${log}/../secret`, `${log}\n`, `${log}\0`, 'app.log', '/etc/shadow', '/proc/self/environ', ''])(
    'are not read from unlisted files: %j',
    (file) => expect(tail(file)).rejects.toThrow('does not list the file'),
  );

  it('are not read from devices and files of the kernel, even when listed', async () => {
    await expect(tail('/dev/zero', {}, ['/dev/zero'])).rejects.toThrow('not a regular file');
    await expect(tail('/proc/version', {}, ['/proc/version'])).rejects.toThrow('never opened');
  });

  it('are not read from a FIFO, put in place of the file before or after the agent found it', async () => {
    plantFifo(log);
    await expect(tail(log)).rejects.toThrow('not a regular file');
    fs.rmSync(log);
    fs.writeFileSync(log, 'one\n');
    class SwappedFiles extends PermittedFiles {
      override async find(named: string) {
        const found = await super.find(named);
        plantFifo(named);
        return found;
      }
    }
    await expect(tail(log, {}, [log], SwappedFiles)).rejects.toThrow('does not exist');
  });

  it('are read up to the end of a file that shrank since the agent found it', async () => {
    fs.writeFileSync(log, 'line\n'.repeat(100_000));
    class ShrunkFiles extends PermittedFiles {
      override async open(found: FoundFile) {
        fs.truncateSync(found.real, 10);
        return super.open(found);
      }
    }
    await expect(tail(log, {}, [log], ShrunkFiles)).resolves.toEqual({ lineCount: 0, output: '' });
  });

  it('of a sparse terabyte are read only from its end', async () => {
    fs.truncateSync(log, 2 ** 40);
    const { output } = (await tail(log)) as { output: string };
    expect(output.length).toBeLessThanOrEqual(256 * 1024 + 1);
    fs.appendFileSync(log, '\nlast\n');
    await expect(tail(log, { lines: 1 })).resolves.toEqual({ lineCount: 1, output: 'last\n' });
  });

  it('are an operation of a resource for each file that exists', async () => {
    const found = await logFiles([log, path.join(folder, 'none.log')]).discover();
    expect(found).toMatchObject([{ key: log, typeName: 'Log File', pluginName: 'Host Control' }]);
    await expect(logFiles([log]).readAvailability([log, secret])).resolves.toEqual(['UP', 'UNKNOWN']);
  });
});
