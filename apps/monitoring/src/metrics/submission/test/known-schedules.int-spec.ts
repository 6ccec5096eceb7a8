import { TestClock } from '@wardstone/clock';
import { givenResource } from '../../../test/given-inventory';
import type { Submitter } from '../../../authorization/viewer';
import { useMonitoringDatabase } from '../../../test/monitoring-database';
import { countStatements } from '../../test/count-statements';
import { givenSchedule } from '../../test/given-metrics';
import { KnownSchedules } from '../known-schedules';
import { KnownSchedulesQueries } from '../known-schedules.queries';

const db = useMonitoringDatabase();
const UNKNOWN = 2_000_000_000;

describe('schedules that values are submitted to', () => {
  const everything: Submitter = {
    username: 'someone',
    subject: 'someone',
    roles: [],
    permissions: ['MANAGE_INVENTORY'],
  };
  const clock = new TestClock(0);
  let known: KnownSchedules;
  let ids: number[];
  const closed = async (scheduleIds: number[], viewer = everything): Promise<number[]> => [
    ...(await known.findClosed(Int32Array.from(scheduleIds), viewer)),
  ];

  beforeAll(async () => {
    const resource = await givenResource(db);
    ids = [];
    for (let i = 0; i < 20; i++) ids.push((await givenSchedule(db, { resource })).id);
  });
  beforeEach(() => (known = new KnownSchedules(new KnownSchedulesQueries(db.database), clock)));

  it('are looked up in two statements, however many requests are waiting', async () => {
    let found: number[][] = [];
    const statements = await countStatements(async () => {
      found = await Promise.all(ids.map((id, i) => closed([id, UNKNOWN + i])));
    });

    expect(found).toEqual(ids.map((_, i) => [UNKNOWN + i]));
    expect(statements).toBeLessThanOrEqual(2);
  });

  it('are cached for a moment when they may be written, and looked up each time when not', async () => {
    const asks = (id: number): Promise<number> => countStatements(() => closed([id]));

    expect([await asks(ids[0]!), await asks(ids[0]!)]).toEqual([1, 0]);
    expect([await asks(UNKNOWN), await asks(UNKNOWN)]).toEqual([1, 1]);
    clock.advance(3_000);
    expect(await asks(ids[0]!)).toBe(1);
  });

  it('are looked up again after a failure, which every waiting request sees', async () => {
    const queries = new KnownSchedulesQueries(db.database);
    known = new KnownSchedules(queries, clock);
    const findOpen = jest.spyOn(queries, 'findOpen').mockRejectedValueOnce(new Error('the connection was lost'));
    const settled = await Promise.allSettled([closed([ids[0]!]), closed([ids[1]!])]);

    expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await closed([ids[0]!, UNKNOWN])).toEqual([UNKNOWN]);
    findOpen.mockRestore();
  });
});
