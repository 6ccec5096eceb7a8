import { BucketAccumulator, DAY_MS, HOUR_MS, PointCollector, type Points } from '@wardstone/metric-points';
import { type TestDatabase, untilSomebodyWaits } from '@wardstone/testing';
import fc from 'fast-check';
import { watchStatements } from '../../test/count-statements';
import { MetricLogQueries } from '../metric-log.queries';
import { aBatch, aReplica, readBuckets, type Replica } from './use-metric-storage';

/** Start of an hour some days ago, so that points lie in days with partitions of their own. */
const START = Math.floor((Date.now() - 3 * DAY_MS) / HOUR_MS) * HOUR_MS;
const toList = ({ times, values }: Points): number[][] => [...times].map((time, i) => [time - START, values[i]!]);

/** Behaviour of points, wherever the database keeps them. */
export function itStoresPoints(db: TestDatabase): void {
  let here: Replica;
  let there: Replica;
  let nextSchedule = 1;
  beforeEach(async () => {
    await db.query(`DELETE FROM metric_log`);
    [here, there] = [aReplica(db.database), aReplica(db.database)];
    nextSchedule += 10;
  });

  it('are read at once, by every replica, before and after they are compacted', async () => {
    const schedule = nextSchedule;
    const window = { start: START, end: START + DAY_MS };
    await here.writer.write(aBatch([schedule, START + 5, 1], [schedule + 1, START + 6, 2], [schedule, START + 7, 3]));
    const expected = [
      [5, 1],
      [7, 3],
    ];
    for (const { reader } of [here, there]) {
      expect(toList(await reader.readPoints(schedule, window))).toEqual(expected);
    }
    expect(await there.compaction.compactAll()).toEqual({ segments: 1, points: 3, chunks: 2 });
    for (const { reader, buffer } of [here, there]) {
      expect(toList(await reader.readPoints(schedule, window))).toEqual(expected);
      expect(buffer.heldIds()).toEqual([]);
    }
  });

  it('are read from the log once for all waiting reads, and none misses earlier points', async () => {
    const window = { start: START, end: START + HOUR_MS };
    const looks = jest.spyOn(MetricLogQueries.prototype, 'findIds');
    const readAll = (): Promise<number[]> =>
      Promise.all(
        Array.from({ length: 20 }, async () => (await there.reader.readPoints(nextSchedule, window)).times.length),
      );
    const early = readAll();
    await here.writer.write(aBatch([nextSchedule, START + 1, 1]));
    expect(await readAll()).toEqual(Array(20).fill(1));
    await early;
    expect(looks.mock.calls.length).toBeLessThanOrEqual(4);
    looks.mockRestore();
  });

  it('are read by concurrent requests with one statement for each span of hours', async () => {
    const schedules = Array.from({ length: 10 }, (_, i) => nextSchedule + i);
    const [first, both] = [START + HOUR_MS, START + 2 * HOUR_MS].map((end) => ({ start: START, end }));
    for (const hour of [0, HOUR_MS]) {
      await here.writer.write(aBatch(...schedules.map((id) => [id, START + hour + id, id] as const)));
    }
    await here.compaction.compactAll();
    await here.reader.readPoints(nextSchedule, first!);
    const statements = watchStatements();
    const read = await Promise.all(
      schedules.map(async (id) => {
        const window = id % 2 === 0 ? first! : both!;
        return toList(await here.reader.readPoints(id, window));
      }),
    );
    // The first reads the log at once, the others share the next read; each is followed by one or two spans.
    expect(statements.count).toBeLessThanOrEqual(5);
    statements.stop();
    expect(read).toEqual(
      schedules.map((id) =>
        id % 2 === 0
          ? [[id, id]]
          : [
              [id, id],
              [HOUR_MS + id, id],
            ],
      ),
    );
  });

  it('include the newest one before the end of a window, for many schedules as for one', async () => {
    const [early, late] = [nextSchedule, nextSchedule + 1];
    const many = Array.from({ length: 100 }, (_, i) => nextSchedule + i);
    const window = { start: START, end: START + HOUR_MS + 10 };
    await here.writer.write(aBatch([early, START + 5, 1], [early, START + HOUR_MS + 20, 2], [late, START + 6, 3]));
    const expected = new Map([
      [early, { time: START + 5, value: 1 }],
      [late, { time: START + 6, value: 3 }],
    ]);
    for (let round = 0; round < 2; round++) {
      expect(await here.reader.readLatest(many, window)).toEqual(expected);
      expect(await there.reader.readLatest([early], window)).toEqual(new Map([...expected].slice(0, 1)));
      const together = new BucketAccumulator(window, 1);
      const accumulate = await here.reader.readForBuckets(many, window);
      for (const id of many) accumulate(id, together);
      expect(together.toSummary()).toMatchObject({ min: 1, avg: 2, max: 3 });
      await here.compaction.compactAll();
    }
    await here.writer.write(aBatch([late, START + 6, 4]));
    expect(await here.reader.readLatest(many, window)).toEqual(expected.set(late, { time: START + 6, value: 4 }));
  });

  it('are replaced by later ones of the same time, wherever either is stored', async () => {
    const schedule = nextSchedule;
    const window = { start: START, end: START + HOUR_MS };
    const write = (value: number): Promise<void> => here.writer.write(aBatch([schedule, START + 9, value]));
    await write(1);
    await here.compaction.compactAll();
    await write(2);
    await write(3);
    expect(toList(await here.reader.readPoints(schedule, window))).toEqual([[9, 3]]);
    const buckets = await readBuckets(here.reader, [schedule], window, 1);
    expect(buckets.get(schedule)!.toBuckets()).toEqual([{ timeStamp: START, value: 3, high: 3, low: 3 }]);
    await here.compaction.compactAll();
    expect(toList(await there.reader.readPoints(schedule, window))).toEqual([[9, 3]]);
  });

  it('share commits and are reported once, in order', async () => {
    const schedule = nextSchedule;
    const counts: number[] = [];
    here.writer.onCommit(({ values }) => counts.push(...values));
    await Promise.all(Array.from({ length: 200 }, (_, i) => here.writer.write(aBatch([schedule, START + i, i]))));
    expect(counts).toEqual(Array.from({ length: 200 }, (_, i) => i));
    const [{ rows }] = (await db.query(`SELECT count(*)::int AS rows FROM metric_log`)) as [{ rows: number }];
    expect(rows).toBeLessThan(20);
  });

  it('fail with their own commit, without affecting other points', async () => {
    const schedule = nextSchedule;
    const window = { start: START, end: START + HOUR_MS };
    const failing = here.writer.writeWith(aBatch([schedule, START + 1, 1]), async (tx) => {
      await tx.query(`SELECT 1`);
      throw new Error('no');
    });
    const others = [
      here.writer.write(aBatch([schedule, START + 2, 2])),
      here.writer.writeWith(aBatch([schedule, START + 3, 3]), () => Promise.resolve('done')),
      here.writer.write(aBatch([schedule, START + 4, 4])),
    ];

    await expect(failing).rejects.toThrow('no');

    expect(await Promise.all(others)).toEqual([undefined, 'done', undefined]);
    for (const { reader } of [here, there]) {
      expect(toList(await reader.readPoints(schedule, window))).toEqual([
        [2, 2],
        [3, 3],
        [4, 4],
      ]);
    }
  });

  it('are refused, not buffered without end, when the database cannot take them', async () => {
    const locked = db.transaction(async (transaction) => {
      await transaction.query(`LOCK TABLE metric_log IN EXCLUSIVE MODE`);
      const many = aBatch(...Array.from({ length: 1000 }, (_, i) => [nextSchedule, START + i, i] as const));
      const first = here.writer.write(many);
      await untilSomebodyWaits(db);
      const waiting = Array.from({ length: 1000 }, () => here.writer.write(many));
      await expect(here.writer.write(many)).rejects.toThrow('points are submitted faster');
      return [first, ...waiting];
    });
    await Promise.all(await locked);
  });

  it('are compacted by one process at a time and left whole by one that fails', async () => {
    await here.writer.write(aBatch([nextSchedule, START, 1]));
    await db.transaction(async (transaction) => {
      await transaction.query(`SELECT pg_advisory_xact_lock(hashtextextended('wardstone metric fold', 0))`);
      expect(await here.compaction.compactAll()).toEqual({ segments: 0, points: 0, chunks: 0 });
    });
    await db.query(`ALTER TABLE metric_roll_up_due RENAME TO metric_roll_up_gone`);
    await expect(here.compaction.compactAll()).rejects.toThrow('metric_roll_up_due');
    await db.query(`ALTER TABLE metric_roll_up_gone RENAME TO metric_roll_up_due`);
    expect((await here.compaction.compactAll()).points).toBe(1);
  });

  it('stay the same when a compaction ends between chunk and log, and is repeated after later ones arrived', async () => {
    const window = { start: START, end: START + HOUR_MS };
    const read = async (): Promise<number[][]> => {
      const buckets = await readBuckets(there.reader, [nextSchedule], window, 1);
      const { value, high } = buckets.get(nextSchedule)!.toBuckets()[0]!;
      return [...toList(await there.reader.readPoints(nextSchedule, window)), [value!, high!]];
    };
    await here.writer.write(aBatch([nextSchedule, START + 1, 4], [nextSchedule, START + 2, 8]));
    await db.query(`CREATE FUNCTION refuse_removal() RETURNS trigger LANGUAGE plpgsql AS $$
                    BEGIN RAISE EXCEPTION 'kept'; END $$`);
    await db.query(`CREATE TRIGGER refuse_removal BEFORE DELETE ON metric_log EXECUTE FUNCTION refuse_removal()`);
    try {
      await expect(here.compaction.compactAll()).rejects.toThrow('kept');
    } finally {
      await db.query(`DROP TRIGGER refuse_removal ON metric_log; DROP FUNCTION refuse_removal`);
    }
    expect(await read()).toEqual([
      [1, 4],
      [2, 8],
      [6, 8],
    ]);
    await here.writer.write(aBatch([nextSchedule, START + 1, 2]));
    for (let round = 0; round < 2; round++) {
      expect(await read()).toEqual([
        [1, 2],
        [2, 8],
        [5, 8],
      ]);
      await there.compaction.compactAll();
    }
  });

  it('give the same results as the pure functions, whenever they are compacted', async () => {
    const minute = 60_000;
    const anyStep = fc.oneof(
      {
        weight: 4,
        arbitrary: fc.array(fc.tuple(fc.nat(2), fc.nat(300), fc.integer({ min: -50, max: 50 })), {
          minLength: 1,
          maxLength: 30,
        }),
      },
      { weight: 1, arbitrary: fc.constant('compaction here' as const) },
      { weight: 1, arbitrary: fc.constant('compaction there' as const) },
    );
    const anyRun = fc.record({
      steps: fc.array(anyStep, { maxLength: 12 }),
      from: fc.nat(200),
      length: fc.nat(300),
      count: fc.integer({ min: 1, max: 7 }),
    });
    await fc.assert(
      fc.asyncProperty(anyRun, async ({ steps, from, length, count }) => {
        await db.query(`DELETE FROM metric_log`);
        nextSchedule += 10;
        const model = [0, 1, 2].map(() => new PointCollector());
        for (const [index, step] of steps.entries()) {
          if (step === 'compaction here') await here.compaction.compactAll();
          else if (step === 'compaction there') await there.compaction.compactAll();
          else {
            const points = step.map(([n, at, value]) => [nextSchedule + n, START + at * minute, value / 4] as const);
            for (const [schedule, time, value] of points) model[schedule - nextSchedule]!.add(time, value);
            await [here, there][index % 2]!.writer.write(aBatch(...points));
          }
        }
        const window = { start: START + from * minute, end: START + (from + length) * minute };
        const schedules = [nextSchedule, nextSchedule + 1, nextSchedule + 2];
        for (const { reader } of [here, there]) {
          const buckets = await readBuckets(reader, schedules, window, count);
          for (const [n, schedule] of schedules.entries()) {
            const expected = new BucketAccumulator(window, count);
            expected.addPoints(model[n]!.toPoints());
            expect(buckets.get(schedule)!.toBuckets()).toEqual(expected.toBuckets());
            expect(buckets.get(schedule)!.toSummary()).toEqual(expected.toSummary());
          }
        }
      }),
      { seed: 7, numRuns: 150 },
    );
  });
}
