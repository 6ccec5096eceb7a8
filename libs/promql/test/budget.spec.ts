import { Pace } from '@wardstone/turns';
import { Budget } from '../src';

describe('the budget of a query that does not wait for its turn', () => {
  let nowMs = 0;
  let turns = 0;
  const now = () => nowMs;
  const budget = (over: object = {}): Budget =>
    new Budget({
      mostSamples: 80_000,
      timeLimitMs: 1_000,
      now,
      pace: new Pace({ now, pause: () => Promise.resolve() }),
      isAbandoned: () => false,
      takeTurn: () => {
        turns++;
        nowMs += 20_000;
        return Promise.resolve();
      },
      ...over,
    });
  beforeEach(() => {
    nowMs = turns = 0;
  });

  it('takes a turn once it has more samples than a light query', async () => {
    const one = budget();
    expect(one.room).toBe(50_000);
    one.spend(50_000);
    expect(one.tick(1)).toBe(false);
    one.spend(1);
    expect(one.tick(1)).toBe(true);
    await one.rest();
    expect(turns).toBe(1);
    expect(one.isLight).toBe(false);
    expect(one.room).toBe(29_999);
    expect(() => one.spend(30_000)).toThrow('too many samples');
  });

  it('takes a turn once it has worked for longer than a light query', async () => {
    const one = budget();
    for (let n = 0; n < 3; n++) await one.rest();
    expect(turns).toBe(0);
    await one.rest();
    expect(turns).toBe(1);
  });

  it('takes a turn for a long response', async () => {
    const one = budget();
    await one.requireShortResponse(100_000);
    expect(turns).toBe(0);
    await one.requireShortResponse(1_000_000);
    await one.requireShortResponse(1_000_000);
    expect(turns).toBe(1);
  });

  it('does not count the time in which it waits', async () => {
    const one = budget();
    nowMs = 500;
    await one.takeTurn();
    nowMs += 499;
    one.check();
    nowMs += 2;
    expect(() => one.check()).toThrow('timed out');
  });

  it('is unlimited from the start where no turns are taken', async () => {
    const one = budget({ takeTurn: undefined });
    expect(one.isLight).toBe(false);
    expect(one.room).toBe(80_000);
    await one.takeTurn();
    expect(turns).toBe(0);
  });
});
