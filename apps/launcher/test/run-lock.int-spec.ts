import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { RunLock } from '../src/run-lock';

describe('the lock of a data folder', () => {
  let folder: string;
  let children: ChildProcess[];

  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'wardstone-lock-'));
    children = [];
  });

  afterEach(() => {
    for (const child of children) child.kill('SIGKILL');
    fs.rmSync(folder, { recursive: true, force: true });
  });

  async function aProcess(source: string): Promise<ChildProcess & { pid: number }> {
    const child = spawn(process.execPath, ['-e', `${source}; console.log('up'); setInterval(() => {}, 1000)`]);
    children.push(child);
    await once(child.stdout, 'data');
    return child as ChildProcess & { pid: number };
  }

  it('is held by one start at a time', () => {
    new RunLock(folder).acquire();

    expect(() => new RunLock(folder).acquire()).toThrow(
      `Wardstone is already running with the data in ${folder} (process ${process.pid}).`,
    );
  });

  it('is free again after a release', () => {
    const first = new RunLock(folder);
    first.acquire();
    first.release();

    expect(() => new RunLock(folder).acquire()).not.toThrow();
  });

  it('is free when its holder was killed, even if another program has got its process id', () => {
    const lock = path.join(folder, 'start.lock');
    fs.writeFileSync(lock, JSON.stringify({ pid: process.pid, commandLine: 'what the killed start was called' }));

    expect(() => new RunLock(folder).acquire()).not.toThrow();
  });

  it('is free when its file was cut short by a power failure', () => {
    fs.writeFileSync(path.join(folder, 'start.lock'), '{"pid": 12');

    expect(() => new RunLock(folder).acquire()).not.toThrow();
  });

  it('ends the children that a killed start left behind', async () => {
    const killed = new RunLock(folder);
    killed.acquire();
    const child = await aProcess('');
    killed.remember('tiler', child.pid);
    const ended = once(child, 'exit');

    await new RunLock(folder).endLeftovers();

    expect((await ended)[1]).toBe('SIGTERM');
  });

  it('leaves alone a program that has got the process id of a child', async () => {
    const bystander = await aProcess('');
    const record = [{ pid: bystander.pid, commandLine: 'the service that had this id before' }];
    fs.writeFileSync(path.join(folder, 'processes.json'), JSON.stringify(record));

    await new RunLock(folder).endLeftovers();

    expect(bystander.signalCode).toBeNull();
    expect(bystander.exitCode).toBeNull();
  });
});
