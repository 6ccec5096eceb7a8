import type { PointBatch } from '../metrics/storage/log-segment';
import { WaitingPoints } from './waiting-points';

const START = 10_000;
const URGENT = 1;

function aBatch(value: number, length = 1): PointBatch {
  const times = new Float64Array(length);
  return { scheduleIds: new Int32Array(length), times, values: new Float64Array(length).fill(value) };
}

function waiting(...values: readonly number[]): WaitingPoints {
  const points = new WaitingPoints();
  values.forEach((value, id) => points.add({ id, points: aBatch(value), receivedMs: 0, sinceMs: START + id }));
  return points;
}

/** Milliseconds until they are evaluated, so long after the first was committed. */
const due = (points: WaitingPoints, afterMs: number, begunAtMs = -Infinity): number =>
  points.dueInMs(START + afterMs, begunAtMs, ({ points: { values } }) => values[0] === URGENT);

describe('values that wait for their evaluation', () => {
  it('wait five seconds for others, where none can fire anything', () => {
    expect(due(waiting(0, 0), 1_000)).toBe(4_000);
    expect(due(waiting(0, 0), 5_000)).toBe(0);
  });

  it('do not wait with one that can fire, except up to 200 ms since the previous evaluation', () => {
    expect(due(waiting(0, URGENT), 10)).toBeLessThanOrEqual(0);
    expect(due(waiting(0, URGENT), 10, START)).toBe(190);
    expect(due(waiting(0, 0), 4_990, START + 4_980)).toBe(190);
  });

  it('do not wait once there are many', () => {
    const points = waiting(0);
    points.add({ id: 9, points: aBatch(0, 50_000), receivedMs: 0, sinceMs: START });
    expect(due(points, 0, START)).toBe(0);
    expect(points.take().map(({ id }) => id)).toEqual([0]);
    expect(points.take().map(({ id }) => id)).toEqual([9]);
    expect(points.isEmpty).toBe(true);
  });

  it('are counted together, from zero after each evaluation', () => {
    const seen: number[] = [];
    const points = waiting(0, 0, 0);
    const count = (): void => {
      points.dueInMs(START, -Infinity, ({ id }, counts) => {
        counts.set(7, (counts.get(7) ?? 0) + 1);
        seen.push(id * 10 + counts.get(7)!);
        return false;
      });
    };
    count();
    count();
    expect(seen).toEqual([1, 12, 23]);
    points.take();
    points.add({ id: 3, points: aBatch(0), receivedMs: 0, sinceMs: START });
    count();
    expect(seen.slice(3)).toEqual([31]);
  });
});
