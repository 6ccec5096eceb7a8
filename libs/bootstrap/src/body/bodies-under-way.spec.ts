import { ApiError } from '@wardstone/errors';
import fc from 'fast-check';
import { BodiesUnderWay } from './bodies-under-way';

const outcome = (room: Promise<void> | undefined): Promise<unknown> =>
  Promise.resolve(room).then(
    () => 'room',
    (error: unknown) => (error instanceof ApiError ? error.kind.type : error),
  );

describe('bodies under way', () => {
  it('leave half of everything to others, and equal parts to many', () => {
    const all = new BodiesUnderWay(100, 10);
    const [first, second, third] = [all.hold('a'), all.hold('b'), all.hold('c')];
    expect(first.tryTake(51)).toBe(false);
    expect(first.tryTake(50)).toBe(true);
    expect(second.tryTake(26)).toBe(false);
    expect(second.tryTake(25)).toBe(true);
    expect(third.tryTake(12)).toBe(true);
    expect(all.hold('a').tryTake(1)).toBe(false);
  });

  it('wait for room, and are refused with a time for the next attempt when there is none', async () => {
    const all = new BodiesUnderWay(100, 50);
    const [first, second] = [all.hold('a'), all.hold('a')];
    expect(first.take(50)).toBeUndefined();
    expect(await outcome(second.take(10))).toBe('too_much_in_progress');
    const waiting = outcome(second.take(10));
    first.release();
    expect(await waiting).toBe('room');
    const error: unknown = await all
      .hold('a')
      .take(200)
      ?.catch((refusal: unknown) => refusal);
    expect((error as ApiError).headers['Retry-After']).toBe('2');
  });

  it('wait no longer when their client is gone, and give back all they took', async () => {
    const all = new BodiesUnderWay(100, 60_000);
    const [first, second] = [all.hold('a'), all.hold('a')];
    expect(first.take(50)).toBeUndefined();
    const waiting = outcome(second.take(10));
    second.release();
    expect(await waiting).toBe('too_much_in_progress');
    // What comes after the end takes nothing.
    expect(second.take(1_000)).toBeUndefined();
    first.release();
    first.release();
    expect(all.hold('b').tryTake(50)).toBe(true);
  });

  it('never hold more than there is, however callers take and give back', () => {
    const step = fc.record({ caller: fc.nat({ max: 4 }), bytes: fc.nat({ max: 60 }), ends: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const all = new BodiesUnderWay(100);
        const open: { bytes: number; held: ReturnType<BodiesUnderWay['hold']> }[] = [];
        for (const { caller, bytes, ends } of steps) {
          if (ends) open.shift()?.held.release();
          const held = all.hold(String(caller));
          if (held.tryTake(bytes)) open.push({ bytes, held });
          else held.release();
          expect(open.reduce((sum, one) => sum + one.bytes, 0)).toBeLessThanOrEqual(100);
        }
        for (const { held } of open) held.release();
        expect(all.hold('last').tryTake(50)).toBe(true);
      }),
      { seed: 13, numRuns: 500 },
    );
  });
});
