import { givenGroup, givenResource } from '../../../test/given-inventory';
import { PUBLIC_URL, useMonitoring } from '../../../test/use-monitoring';
import { MetricJobs } from '../../metric-jobs.service';
import { givenSchedule } from '../../test/given-metrics';

const DAY = 86_400_000;

describe('call times', () => {
  const api = useMonitoring();
  const given = (over = {}) => givenSchedule(api.database, { dataType: 'CALLTIME', unit: 'MILLISECONDS', ...over });
  const address = ({ id }: { id: number }, query = ''): string => `/rest/metric/data/${id}/callTime${query}`;
  const call = (callDestination: string, beginTime: number, duration: number) => ({
    callDestination,
    beginTime,
    duration,
  });

  it('are summed up for each destination of a submission', async () => {
    const schedule = await given();
    const now = api.clock.now();
    const { headers, text } = await api
      .put(address(schedule))
      .send([call('/shop', now - 5000, 40), call('/', now - 4000, 10), call('/shop', now - 6000, 20)])
      .expect(201);
    expect(text).toBe('');
    expect(headers['location']).toBe(`${PUBLIC_URL}${address(schedule)}?startTime=${now - 6000}&endTime=${now - 3990}`);
    await api
      .put(address(schedule))
      .send([call('/shop', now - 3000, 90)])
      .expect(201);
    const shop = { callDestination: '/shop', minimum: 20, maximum: 90, average: 50, total: 150, count: 3 };
    const root = { callDestination: '/', minimum: 10, maximum: 10, average: 10, total: 10, count: 1 };
    expect((await api.get(address(schedule)).expect(200)).body).toEqual([shop, root]);
    expect((await api.get(address(schedule, '?aggregate=false')).expect(200)).body).toEqual([
      { ...shop, minimum: 20, maximum: 40, average: 30, total: 60, count: 2 },
      root,
      { ...shop, minimum: 90, average: 90, total: 90, count: 1 },
    ]);
    const xml = await api.get(address(schedule)).set('Accept', 'application/xml').expect(200);
    expect(xml.text).toContain(
      '<collection><callTime callDestination="/shop" minimum="20" maximum="90" average="50" total="150" count="3"/>',
    );
    expect((await api.get(address(schedule)).set('Accept', 'text/html').expect(200)).text).toContain('<table');
  });

  it('count only when they lie completely in the range', async () => {
    const schedule = await given();
    const now = api.clock.now();
    await api
      .put(address(schedule))
      .send([call('a', now - 1000, 500), call('a', now - 400, 300)])
      .expect(201);
    const count = async (start: number, end: number): Promise<number> => {
      const query = `?startTime=${now + start}&endTime=${now + end}`;
      return ((await api.get(address(schedule, query)).expect(200)).body as unknown[]).length;
    };
    expect(await count(-1000, -100)).toBe(1);
    expect(await count(-999, -100)).toBe(0);
    expect(await count(-1000, -101)).toBe(0);
    await api.get(address(schedule, `?startTime=2&endTime=1`)).expect(406);
    // Longer ago than the 8 hours that are read by default.
    await api
      .put(address(schedule))
      .send([call('old', now - DAY, 5)])
      .expect(201);
    expect((await api.get(address(schedule)).expect(200)).body).toHaveLength(1);
  });

  it('may be a little in the future, and may be absent', async () => {
    const schedule = await given();
    await api
      .put(address(schedule))
      .send([call('a', api.clock.now(), 1000)])
      .expect(201);
    expect((await api.get(address(schedule)).expect(200)).body).toEqual([]);
    await api
      .put(address({ id: 42 }))
      .send([])
      .expect(200);
  });

  it.each<[string, (now: number) => unknown, number, string]>([
    ['no list', () => ({}), 406, 'invalid_content'],
    ['no destination', (now) => [{ beginTime: now, duration: 1 }], 406, 'invalid_content'],
    ['a destination that is too long', (now) => [call('a'.repeat(4001), now, 1)], 406, 'invalid_content'],
    ['a negative duration', (now) => [call('a', now, 1), call('a', now, -1)], 406, 'invalid_content'],
    ['no duration', (now) => [{ callDestination: 'a', beginTime: now }], 406, 'invalid_content'],
    ['no begin', () => [{ callDestination: 'a', duration: 1 }], 406, 'invalid_content'],
    ['a time more than a week ago', (now) => [call('a', now - 7 * DAY - 1, 1)], 406, 'points_too_old'],
  ])('are refused as a whole with %s', async (_case, body, status, error) => {
    const schedule = await given();
    const { headers } = await api
      .put(address(schedule))
      .send(body(api.clock.now()) as object)
      .expect(status);
    expect(headers['x-error-type']).toBe(error);
    expect((await api.get(address(schedule)).expect(200)).body).toEqual([]);
  });

  it('belong to schedules of their kind, of visible resources', async () => {
    const numbers = await given({ dataType: 'MEASUREMENT' });
    const calls = [call('a', api.clock.now(), 1)];
    const refused = await api.put(address(numbers)).send(calls).expect(406);
    expect(refused.headers['x-error-type']).toBe('metric_not_call_time');
    await api
      .put(address({ id: 42 }))
      .send(calls)
      .expect(404);
    await api.get(address({ id: 42 })).expect(404);
    const resource = await givenResource(api.database);
    const schedule = await given({ resource });
    const viewer = api.as({ roles: ['viewer'] });
    await viewer.put(address(schedule)).send(calls).expect(403);
    await viewer.get(address(schedule)).expect(403);
    await givenGroup(api.database, { members: [resource], roles: ['viewer'] });
    await viewer.get(address(schedule)).expect(200);
    const { body } = await api
      .get(`/rest/resource/${resource.id}/schedules?type=calltime&enabledOnly=false`)
      .expect(200);
    expect(body).toEqual([expect.objectContaining({ scheduleId: schedule.id, type: 'CALLTIME' })]);
  });

  it('are deleted after 31 days, out-of-bounds entries after 7', async () => {
    const schedule = await given();
    const now = api.clock.now();
    const old = await given();
    await api.database.query(
      `INSERT INTO call_time (schedule_id, destination, begin_ms, end_ms, call_count, total_ms, min_ms, max_ms)
       VALUES ($1, 'old', 0, $2, 1, 1, 1, 1), ($1, 'kept', 0, $2 + 1, 1, 1, 1, 1)`,
      [schedule.id, now - 31 * DAY - 1],
    );
    await api.database.query(
      `INSERT INTO metric_out_of_bounds (schedule_id, factor, time_ms) VALUES ($1, 1, $3), ($2, 1, $3 + 1)`,
      [old.id, schedule.id, now - 7 * DAY - 1],
    );
    await api.service.app.get(MetricJobs, { strict: false }).forget();
    const destinations = await api.database.query(`SELECT c.destination FROM call_time c WHERE c.schedule_id = $1`, [
      schedule.id,
    ]);
    expect(destinations).toEqual([{ destination: 'kept' }]);
    const kept = await api.database.query(
      `SELECT o.schedule_id FROM metric_out_of_bounds o WHERE o.schedule_id = ANY ($1::integer[])`,
      [[old.id, schedule.id]],
    );
    expect(kept).toEqual([{ schedule_id: schedule.id }]);
  });
});
