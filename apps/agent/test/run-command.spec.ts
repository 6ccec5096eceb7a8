import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { KeptOutput } from '../src/control/kept-output';
import { type CommandEnd, runCommand } from '../src/control/run-command';

describe('a program that an operation runs', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'command-'));
  afterAll(() => fs.rmSync(folder, { recursive: true }));

  const sh = (
    script: string,
    { limitMs = 10_000, signal = new AbortController().signal, report = (_output: () => string) => {} } = {},
  ): Promise<CommandEnd> => runCommand({ program: '/bin/sh', args: ['-c', script], limitMs, folder }, signal, report);
  const isAlive = (pid: number): boolean => {
    try {
      process.kill(pid, 0);
      return fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ')[2] !== 'Z';
    } catch {
      return false;
    }
  };
  const pidIn = (name: string): number => Number(fs.readFileSync(path.join(folder, name), 'utf8'));

  it('ends with its exit code and what it wrote to both outputs', async () => {
    await expect(sh('echo one; echo two >&2; exit 4')).resolves.toMatchObject({
      exitCode: 4,
      signal: null,
      output: 'one\ntwo\n',
      isCut: false,
      stopped: undefined,
    });
  });

  it('reports its output while it runs', async () => {
    const seen: string[] = [];
    await sh('echo one; sleep 0.2; echo two', { report: (output) => seen.push(output()) });
    expect(seen[0]).toBe('one\n');
    expect(seen.at(-1)).toBe('one\ntwo\n');
  });

  it('is killed at its limit with everything it has started, even when that ignores the request to end', async () => {
    const script = `trap '' TERM; (trap '' TERM; echo $$ > leader; sh -c 'echo $$ > child; sleep 100') & wait; sleep 100`;
    const end = await sh(script, { limitMs: 300 });
    expect(end.stopped).toBe('Timed out: more than 0.3 s');
    expect([isAlive(pidIn('leader')), isAlive(pidIn('child'))]).toEqual([false, false]);
  });

  it('is stopped when it is canceled, and keeps what it had written', async () => {
    const cancel = new AbortController();
    const running = sh('echo begun; exec sleep 100', {
      signal: cancel.signal,
      report: () => cancel.abort(new Error('Canceled')),
    });
    await expect(running).resolves.toMatchObject({ output: 'begun\n', stopped: 'Canceled', signal: 'SIGTERM' });
  });

  it('is not begun when it is canceled before', async () => {
    await expect(sh('touch begun', { signal: AbortSignal.abort(new Error('Canceled')) })).rejects.toThrow('Canceled');
    expect(fs.existsSync(path.join(folder, 'begun'))).toBe(false);
  });

  it('is stopped when it writes without end, and costs little memory', async () => {
    const before = process.memoryUsage().rss;
    const end = await sh('yes');
    expect(end.stopped).toMatch(/^It wrote more than/);
    expect(end.output.length).toBeLessThan(70_000);
    expect(process.memoryUsage().rss - before).toBeLessThan(256 * 1024 * 1024);
  });

  it('ends its operation even if a child process keeps running', async () => {
    await expect(sh('sleep 600 & echo $! > background; echo done')).resolves.toMatchObject({
      exitCode: 0,
      output: 'done\n',
    });
    expect(isAlive(pidIn('background'))).toBe(true);
    process.kill(pidIn('background'));
  });

  it('that does not exist is an error', async () => {
    const command = { program: path.join(folder, 'none'), args: [], limitMs: 1_000 };
    await expect(runCommand(command, new AbortController().signal, () => {})).rejects.toThrow('cannot be started');
  });
});

describe('kept output', () => {
  const keep = (chunks: readonly (string | Buffer)[]): KeptOutput => {
    const kept = new KeptOutput();
    for (const chunk of chunks) kept.add(Buffer.from(chunk as string));
    return kept;
  };

  it('is complete while it is short', () => {
    const text = 'x'.repeat(40_000);
    expect(keep([text, 'end'])).toMatchObject({ text: `${text}end`, isCut: false });
  });

  it.each([[1], [1000], [33_000], [200_000]])('is its beginning and its end, in chunks of %i', (size) => {
    const text = `first${'.'.repeat(200_000)}last`;
    const chunks: string[] = Array.from({ length: Math.ceil(text.length / size) }, (_, n) =>
      text.slice(n * size, (n + 1) * size),
    );
    const kept = keep(chunks);
    expect(kept.isCut).toBe(true);
    expect(kept.text).toMatch(/^first\.+\n\[134473 bytes left out\]\n\.+last$/);
  });

  it('has no characters that cannot be stored or that move a cursor', () => {
    expect(keep(['a\0b\u001b[31mred\u001b[0m\r\n\u0007', Buffer.from([0xff])]).text).toBe('a\uFFFDbred\n\uFFFD\uFFFD');
  });
});
