import FakeTimers from '@sinonjs/fake-timers';
import { RepeatLimit } from './repeat-limit';

describe('RepeatLimit', () => {
  const aLimit = (limits = { mostWritten: 100, mostKeys: 100 }) => {
    const written: [item: string, count: number][] = [];
    return { written, limit: new RepeatLimit<string>(limits, (...item) => written.push(item)) };
  };

  let clock: FakeTimers.Clock;
  beforeEach(() => {
    clock = FakeTimers.install();
  });
  afterEach(() => clock.uninstall());

  it('writes some of each key one by one, and at the end of the minute the last for the rest', () => {
    const { written, limit } = aLimit();
    for (const item of ['a1', 'a2', 'a3', 'a4']) limit.add('a', item, 2);
    limit.add('b', 'b1', 2);
    expect(written).toEqual([
      ['a1', 1],
      ['a2', 1],
      ['b1', 1],
    ]);
    clock.tick(60_000);
    expect(written.slice(3)).toEqual([['a4', 2]]);
  });

  it('starts over with the next minute', () => {
    const { written, limit } = aLimit();
    for (const item of ['a1', 'a2']) limit.add('a', item, 1);
    clock.tick(60_000);
    limit.add('a', 'a3', 1);
    clock.tick(120_000);
    expect(written).toEqual([
      ['a1', 1],
      ['a2', 1],
      ['a3', 1],
    ]);
  });

  it('limits the total over all keys, and the number of keys', () => {
    const { written, limit } = aLimit({ mostWritten: 3, mostKeys: 2 });
    for (let n = 0; n < 1_000; n++) limit.add(`key ${n}`, `item ${n}`, 10);
    limit.endWindow();
    expect(written).toEqual([
      ['item 0', 1],
      ['item 1', 1],
      ['item 2', 1],
      ['item 999', 997],
    ]);
  });
});
