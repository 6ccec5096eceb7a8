import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { TestClock } from '@wardstone/clock';
import { Heartbeat } from '../src/state/heartbeat';
import { StateFolder } from '../src/state/state-folder';

describe('the heartbeat of an agent', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'heartbeat-'));
  const file = path.join(folder, 'alive');
  afterAll(() => fs.rmSync(folder, { recursive: true }));

  it('touches a file at once, and again every ten seconds', () => {
    const clock = new TestClock(1_000_000);
    const heartbeat = new Heartbeat(new StateFolder(folder), clock, ['a', 'b']);
    heartbeat.beat('a');
    expect(fs.existsSync(file)).toBe(true);

    const longAgo = new Date(0);
    fs.utimesSync(file, longAgo, longAgo);
    clock.advance(9_999);
    heartbeat.beat('a');
    expect(fs.statSync(file).mtimeMs).toBe(0);
    clock.advance(1);
    heartbeat.beat('a');
    expect(fs.statSync(file).mtimeMs).toBeGreaterThan(0);
  });

  it('continues when the clock is set back', () => {
    const clock = new TestClock(1_000_000);
    const heartbeat = new Heartbeat(new StateFolder(folder), clock, ['a', 'b']);
    heartbeat.beat('a');
    fs.utimesSync(file, new Date(0), new Date(0));
    clock.set(0);
    clock.advance(10_000);
    heartbeat.beat('a');
    expect(fs.statSync(file).mtimeMs).toBeGreaterThan(0);
  });

  it('stops when a part of the agent hangs, and names it', () => {
    const clock = new TestClock(1_000_000);
    const heartbeat = new Heartbeat(new StateFolder(folder), clock, ['a', 'b']);
    clock.advance(121_000);
    fs.utimesSync(file, new Date(0), new Date(0));
    heartbeat.beat('a');
    expect([fs.statSync(file).mtimeMs, heartbeat.stalled]).toEqual([0, ['b']]);
    heartbeat.beat('b');
    expect([fs.statSync(file).mtimeMs > 0, heartbeat.stalled]).toEqual([true, []]);
  });
});
