import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { watchEventLoop } from '../src/watch-event-loop';

/** Keeps the thread busy without making garbage. */
function compute(ms: number): void {
  const began = process.cpuUsage();
  for (;;) {
    const { user, system } = process.cpuUsage(began);
    if (user + system > ms * 1000) return;
  }
}

describe('watchEventLoop', () => {
  it('returns the longest turn, including an unfinished one', async () => {
    const watched = watchEventLoop();
    await sleep(20);
    compute(40);
    await sleep(20);
    compute(120);

    expect(watched.stop().longestTurnMs).toBeGreaterThan(60);
  });

  it('does not count time of other processes', async () => {
    const busy = Array.from({ length: 2 * availableParallelism() }, () =>
      spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
    );
    try {
      const watched = watchEventLoop();
      await sleep(20);
      compute(200);
      const { longestTurnMs } = watched.stop();
      expect(longestTurnMs).toBeGreaterThan(150);
      expect(longestTurnMs).toBeLessThan(300);
    } finally {
      for (const child of busy) child.kill('SIGKILL');
    }
  });

  it('does not count waiting', async () => {
    const watched = watchEventLoop();
    await sleep(150);

    expect(watched.stop().longestTurnMs).toBeLessThan(100);
  });
});
