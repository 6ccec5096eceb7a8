import { setImmediate as eventLoopTurn } from 'node:timers/promises';
import { Pace } from './pace';

describe('the pace of long work', () => {
  let nowMs = 0;
  let pauses = 0;
  const pace = (): Pace => new Pace({ now: () => nowMs, pause: () => Promise.resolve(void pauses++) });

  beforeEach(() => {
    nowMs = 0;
    pauses = 0;
  });

  it('pauses after 10 ms, and again after 10 ms more', async () => {
    const one = pace();
    nowMs = 9;
    expect(one.isDue).toBe(false);
    nowMs = 10;
    expect(one.isDue).toBe(true);
    await one.rest();
    expect(pauses).toBe(1);
    nowMs = 19;
    expect(one.isDue).toBe(false);
    nowMs = 20;
    expect(one.isDue).toBe(true);
  });

  it('ends with the signal, also when that is aborted during a rest', async () => {
    const end = new AbortController();
    const rest = pace().rest(end.signal);
    end.abort(new Error('gone'));
    await expect(rest).rejects.toThrow('gone');
    await expect(pace().rest(end.signal)).rejects.toThrow('gone');
    expect(pauses).toBe(1);
  });

  it('runs one piece of work at a time, in turn, so that others never wait for several slices', async () => {
    const slices: string[] = [];
    const work = async (name: string): Promise<void> => {
      const one = new Pace();
      for (let n = 0; n < 3; n++) {
        await one.rest();
        slices.push(name);
      }
    };
    const all = Promise.all(['a', 'b', 'c'].map(work));
    for (let turn = 1; turn <= 9; turn++) {
      await eventLoopTurn();
      expect(slices.length).toBeLessThanOrEqual(turn);
    }
    await all;
    expect(slices.join('')).toBe('abcabcabc');
  });

  it('gives way to other work of the process', async () => {
    let served = false;
    setImmediate(() => (served = true));
    await new Pace().rest();
    expect(served).toBe(true);
  });
});
