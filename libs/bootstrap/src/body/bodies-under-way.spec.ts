import FakeTimers from '@sinonjs/fake-timers';
import fc from 'fast-check';
import { ApiError } from '@wardstone/errors';
import { BodiesUnderWay, type HeldBytes } from './bodies-under-way';

const MEMORY = { bytes: 1_000, smallBytes: 50, turns: 2, bytesOfTurn: 100 };
const SHARED = 800;

const outcome = (room: Promise<void> | undefined): Promise<unknown> =>
  Promise.resolve(room).then(
    () => 'room',
    (error: unknown) => (error instanceof ApiError ? error.kind.type : error),
  );

describe('bodies of a crowd', () => {
  let clock: FakeTimers.Clock;
  let all: BodiesUnderWay;
  let crowd: HeldBytes[];
  const refused: number[] = [];

  beforeEach(() => {
    clock = FakeTimers.install({
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'],
    });
    all = new BodiesUnderWay(MEMORY, 20_000);
    refused.splice(0);
    crowd = Array.from({ length: SHARED / 20 }, (_none, n) => {
      const held = all.hold(`crowd-${n}`);
      held.receive(() => void refused.push(n));
      expect(held.tryTake(20)).toBe(true);
      return held;
    });
  });
  afterEach(() => void clock.uninstall());

  it('take nothing of what is reserved for a large body that has its turn', async () => {
    const held = all.hold('sender');
    const waiting = outcome(held.take(90));
    held.release();
    expect(await waiting).toBe('too_much_in_progress');
    const another = all.hold('sender');
    another.enterTurn();
    expect(another.take(90)).toBeUndefined();
  });

  it('that come slowly make way for one that waits', async () => {
    const held = all.hold('sender');
    const waiting = outcome(held.take(40));
    await clock.tickAsync(4_000);
    expect(refused).toEqual([]);
    await clock.tickAsync(3_000);
    expect(refused).toHaveLength(2);
    expect(await waiting).toBe('room');
    await clock.tickAsync(10_000);
    expect(refused).toHaveLength(2);
  });

  it('do not pass a small one that waits', async () => {
    const sender = all.hold('sender');
    const waiting = outcome(sender.take(50));
    crowd[0]!.release();
    crowd[1]!.release();
    const newcomer = outcome(all.hold('newcomer').take(20));
    crowd[2]!.release();
    expect(await waiting).toBe('room');
    crowd[3]!.release();
    expect(await newcomer).toBe('room');
  });

  it('keep a turn while there is no room to share what it takes, unless they come slowly', () => {
    const held = all.hold('sender');
    held.enterTurn();
    let isRefused = false;
    held.receive(() => (isRefused = true));
    held.tryTake(100);
    clock.tick(4_000);
    expect([held.leaveTurn(), isRefused]).toEqual([false, false]);
    clock.tick(1_000);
    expect([held.leaveTurn(), isRefused]).toEqual([true, true]);
  });

  it('never take more than there is, with turns and without', () => {
    const step = fc.record({
      caller: fc.nat({ max: 4 }),
      bytes: fc.nat({ max: 300 }),
      act: fc.constantFrom('take', 'take in a turn', 'lend', 'reduce', 'end'),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const memory = new BodiesUnderWay(MEMORY, 20_000);
        const open: HeldBytes[] = [];
        const withTurn = (): HeldBytes[] => open.filter(({ hasTurn }) => hasTurn);
        for (const { caller, bytes, act } of steps) {
          if (act === 'lend') withTurn()[0]?.leaveTurn();
          else if (act === 'reduce') open[0]?.reduceTo(bytes);
          else if (act === 'end') open.shift()?.release();
          else {
            const held = memory.hold(String(caller));
            if (act === 'take in a turn' && withTurn().length < MEMORY.turns) held.enterTurn();
            if (held.tryTake(bytes)) open.push(held);
            else held.release();
          }
          expect(open.reduce((sum, one) => sum + one.bytes, 0)).toBeLessThanOrEqual(MEMORY.bytes);
        }
        for (const held of open) held.release();
        expect(memory.hold('last').tryTake(SHARED / 2)).toBe(true);
      }),
      { seed: 13, numRuns: 300 },
    );
  });
});
