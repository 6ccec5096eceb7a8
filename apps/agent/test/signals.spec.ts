import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { RunningProcess } from '../src/domain/snapshot';
import { parseSignals, Signals } from '../src/control/signals';

const call = (parameters: Record<string, string | number>) => ({
  parameters,
  signal: new AbortController().signal,
  report: () => undefined,
});

describe('signals that the owner of a host permits', () => {
  it('are read by program', () => {
    expect(parseSignals(['nginx:HUP', 'worker:SIGTERM', 'nginx:USR1', 'nginx:HUP'])).toEqual([
      { name: 'nginx', signals: ['HUP', 'USR1'] },
      { name: 'worker', signals: ['TERM'] },
    ]);
  });

  it.each(['nginx', 'nginx:', ':HUP', 'nginx:hup', 'nginx:9', '/usr/sbin/nginx:HUP', 'a b:HUP'])(
    'refuse %s',
    (entry) => {
      expect(() => parseSignals([entry])).toThrow('AGENT_SIGNALS');
    },
  );

  it('are sent to the processes of the program, and to no other', async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'signals-'));
    const [one, other] = ['ws-signal-one', 'ws-signal-other'].map((name) => {
      fs.copyFileSync('/bin/sleep', path.join(folder, name));
      return spawn(path.join(folder, name), ['60']);
    });
    try {
      await Promise.all([once(one!, 'spawn'), once(other!, 'spawn')]);
      const signals = new Signals({ listed: parseSignals(['ws-signal-one:TERM', 'ws-signal-gone:TERM']) });
      expect(await signals.readAvailability(['ws-signal-one', 'ws-signal-gone', 'ws-signal-other'])).toEqual([
        'UP',
        'DOWN',
        'UNKNOWN',
      ]);
      const run = (program: string, parameters: Record<string, string | number>) =>
        signals.getOperation(program, 'signal')!(call(parameters));
      await expect(run('ws-signal-other', { signal: 'TERM' })).rejects.toThrow('does not list');
      await expect(run('ws-signal-one', { signal: 'KILL' })).rejects.toThrow('permits only TERM');
      await expect(run('ws-signal-one', { signal: 'TERM', pid: other!.pid! })).rejects.toThrow('No such process');
      await expect(run('ws-signal-gone', { signal: 'TERM' })).rejects.toThrow('No such process');
      expect(signals.getOperation('ws-signal-one', 'kill')).toBeUndefined();
      const end = once(one!, 'exit');
      expect(await run('ws-signal-one', { signal: 'TERM' })).toEqual({ signalled: 1 });
      expect(await end).toEqual([null, 'SIGTERM']);
      expect(other!.exitCode).toBeNull();
      expect(other!.signalCode).toBeNull();
    } finally {
      one!.kill('SIGKILL');
      other!.kill('SIGKILL');
      fs.rmSync(folder, { recursive: true });
    }
  });

  it('are sent neither to the agent itself nor to an id that another program has by now', async () => {
    const self = { pid: process.pid, name: 'agent' };
    const read = () => Promise.resolve([self, { pid: 999_999_999, name: 'worker' }] as RunningProcess[]);
    const readOne = (pid: number) => Promise.resolve({ pid, name: 'other' } as RunningProcess);
    const signals = new Signals({ listed: parseSignals(['agent:KILL', 'worker:KILL']), read, readOne });
    await expect(signals.getOperation('agent', 'signal')!(call({ signal: 'KILL' }))).rejects.toThrow('never signalled');
    await expect(signals.getOperation('worker', 'signal')!(call({ signal: 'KILL' }))).rejects.toThrow('has ended');
  });
});
