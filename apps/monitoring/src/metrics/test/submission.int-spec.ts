import { gzipSync } from 'node:zlib';
import { untilSomebodyWaits } from '@wardstone/testing';
import { givenResource } from '../../test/given-inventory';
import { PUBLIC_URL, useMonitoring } from '../../test/use-monitoring';
import { MetricWriter } from '../storage/metric-writer';
import { givenDefinition, givenSchedule } from './given-metrics';

const NOW = Date.UTC(2026, 0, 15, 12);
const DAY = 86_400_000;
const TOO_OLD = NOW - 7 * DAY - 1;

describe('submitted values', () => {
  const api = useMonitoring();
  const db = () => api.database;
  const post = (body: unknown) => api.post('/rest/metric/data/raw').send(body as object);
  const postBytes = (body: Buffer, coding: string) =>
    api
      .post('/rest/metric/data/raw')
      .set('Content-Type', 'application/json')
      .set('Content-Encoding', coding)
      .serialize((data: unknown) => data as string)
      .send(body);
  /** `[time from now, value]` of all values stored in the last week. */
  const stored = async (id: number): Promise<number[][]> => {
    const { body } = await api.get(`/rest/metric/data/${id}/raw?duration=${7 * DAY}&endTime=${NOW + DAY}`);
    const { body: past } = await api.get(`/rest/metric/data/${id}/raw?startTime=${NOW - 7 * DAY}&endTime=${NOW + DAY}`);
    expect(body).toEqual((past as { timeStamp: number }[]).filter(({ timeStamp }) => timeStamp >= NOW - 6 * DAY));
    return (past as { timeStamp: number; value: number }[]).map(({ timeStamp, value }) => [timeStamp - NOW, value]);
  };
  beforeEach(() => api.clock.set(NOW));

  describe('PUT /rest/metric/data/{scheduleId}/raw/{timeStamp}', () => {
    const put = (id: number | string, time: number | string, body?: object) =>
      api.put(`/rest/metric/data/${id}/raw/${time}`).send(body);

    it('stores a value, returns its location, and replaces it the second time', async () => {
      const { id } = await givenSchedule(db(), { isEnabled: false });
      for (const value of [1.5, 2]) {
        const { headers, text } = await put(id, NOW - 7 * DAY, { value }).expect(201);
        expect(text).toBe('');
        const location = `/rest/metric/data/${id}/raw?startTime=${NOW - 7 * DAY}&endTime=${NOW - 7 * DAY}`;
        expect(headers['location']).toBe(PUBLIC_URL + location);
        await api.get(location).expect(200, [{ scheduleId: id, timeStamp: NOW - 7 * DAY, value }]);
      }
      await put(id, NOW + DAY - 1, { value: '-3e2' }).expect(201);
      expect(await stored(id)).toEqual([
        [-7 * DAY, 2],
        [DAY - 1, -300],
      ]);
    });

    it('refuses values that are too old, not a number, or for a metric without numbers', async () => {
      const { id, resourceId } = await givenSchedule(db());
      await put(id, TOO_OLD, { value: 1 }).expect(406);
      await put(id, 300_000_000_000_000, { value: 1 }).expect(406);
      for (const body of [{}, { value: null }, { value: 'NaN' }, { value: 'x' }, { value: [1] }, []]) {
        await put(id, NOW, body).expect(406);
      }
      await api.put(`/rest/metric/data/${id}/raw/${NOW}`).expect(406);
      await put(14, NOW, { value: 1 }).expect(404);
      await put(id, 'noon', { value: 1 }).expect(404);
      const trait = await givenSchedule(db(), { dataType: 'TRAIT' });
      await put(trait.id, NOW, { value: 1 }).expect(406);
      await api
        .as({ roles: ['viewer'] })
        .put(`/rest/metric/data/${id}/raw/${NOW}`)
        .send({ value: 1 })
        .expect(403);
      await db().query(`UPDATE resource SET inventory_status = 'NEW' WHERE id = $1`, [resourceId]);
      await put(id, NOW, { value: 1 }).expect(406);
      expect(await stored(id)).toEqual([]);
    });
  });

  describe('POST /rest/metric/data/raw', () => {
    const point = (scheduleId: number, time: number, value: unknown) => ({ scheduleId, timeStamp: NOW + time, value });

    it.each([
      ['with all stored', () => [], {}],
      ['with none stored', () => [{ scheduleId: 14, timeStamp: NOW, value: 1 }], {}],
      ['with a value too old', () => [{ scheduleId: 14, timeStamp: TOO_OLD, value: 1 }], {}],
      ['with an unusual field', () => [{ scheduleId: 14, timeStamp: NOW, value: 1, note: 'x' }], {}],
      ['to a stranger', () => [], { 'X-VENDOR-IDENTITY': 'nobody' }],
    ])('responds alike before and within the framework, %s', async (_name, points, headers) => {
      const { id } = await givenSchedule(db());
      const body = points();
      const send = (accept: string) =>
        api
          .post('/rest/metric/data/raw')
          .set({ Accept: accept, ...headers })
          .send(body.length === 0 ? [point(id, 1, 1)] : body);
      // A media type with a weight is handled only by the framework.
      const [before, within] = [await send('application/json'), await send('application/json;q=0.9')];
      const toHeaders = (response: typeof before): object => ({ ...response.headers, 'x-request-id': '', date: '' });
      expect([before.status, before.text, toHeaders(before)]).toEqual([within.status, within.text, toHeaders(within)]);
    });

    it('stores a list, of equal times the last', async () => {
      const { id } = await givenSchedule(db());
      const { text } = await post([point(id, 5, 1), point(id, 3, 2), point(id, 5, 3)]).expect(204);
      expect(text).toBe('');
      expect(await stored(id)).toEqual([
        [3, 2],
        [5, 3],
      ]);
      await post([]).expect(204);
    });

    it('stores the rest when some are rejected, which are returned unchanged and in order', async () => {
      const { id } = await givenSchedule(db());
      const trait = await givenSchedule(db(), { dataType: 'TRAIT' });
      const outside = await givenSchedule(db(), { resource: await givenResource(db(), { status: 'NEW' }) });
      const rejected = [
        { ...point(14, 1, 1), note: 'unknown' },
        point(trait.id, 2, '2'),
        { value: 3, scheduleId: outside.id, timeStamp: NOW },
      ];
      const { body } = await post([rejected[0], point(id, 1, 7), rejected[1], rejected[2]]).expect(201);
      expect(body).toEqual({ rejected, message: expect.stringContaining('14') as string });
      expect(await stored(id)).toEqual([[1, 7]]);
      const all = await post(rejected).expect(403);
      expect(all.body).toEqual({ rejected, message: expect.any(String) as string });
      expect(all.headers['x-error-type']).toMatch(/points_rejected$/);
    });

    it('accepts nothing for a resource that left some seconds ago, and values for a new one at once', async () => {
      const { id, resourceId } = await givenSchedule(db(), { resource: await givenResource(db(), { status: 'NEW' }) });
      const setStatus = (status: string) =>
        db().query(`UPDATE resource SET inventory_status = $1 WHERE id = $2`, [status, resourceId]);
      await post([point(id, 1, 1)]).expect(403);
      await setStatus('COMMITTED');
      await post([point(id, 1, 1)]).expect(204);
      await setStatus('IGNORED');
      api.clock.set(NOW + 3_000);
      await post([point(id, 2, 2)]).expect(403);
    });

    it.each([
      ['a value too old', { timeStamp: TOO_OLD }],
      ['no time', { timeStamp: undefined }],
      ['a time in a text that is none', { timeStamp: 'now' }],
      ['half a millisecond', { timeStamp: NOW + 0.5 }],
      ['no value', { value: undefined }],
      ['null', { value: null }],
      ['NaN', { value: 'NaN' }],
      ['Infinity', { value: 'Infinity' }],
      ['a flag', { value: true }],
      ['a schedule that is no number', { scheduleId: 'x' }],
      ['a schedule beyond all ids', { scheduleId: 2 ** 31 }],
    ])('stores nothing of a list with %s', async (_name, over) => {
      const { id } = await givenSchedule(db());
      await post([point(id, 1, 1), { ...point(id, 2, 2), ...over }, point(14, 1, 1)]).expect(406);
      expect(await stored(id)).toEqual([]);
    });

    it.each([
      ['an object', '{}'],
      ['a list of numbers', '[1]'],
      ['a list of null', '[null]'],
      ['broken JSON', '[{'],
      ['nothing', ''],
    ])('refuses %s', async (_name, body) => {
      await api.post('/rest/metric/data/raw').set('Content-Type', 'application/json').send(body).expect(406);
    });

    it('reads XML and compressed bodies', async () => {
      const { id } = await givenSchedule(db());
      await api
        .post('/rest/metric/data/raw')
        .set('Content-Type', 'application/xml')
        .send(`<collection><numericDataPoint scheduleId="${id}" timeStamp="${NOW}" value="1.5"/></collection>`)
        .expect(204);
      const send = postBytes;
      const bytes = Buffer.from(JSON.stringify([point(id, 1, 2)]));
      await send(gzipSync(bytes), 'gzip').expect(204);
      await send(bytes, 'gzip').expect(406);
      await send(bytes, 'br').expect(406);
      await send(bytes, 'zstd').expect(415);
      expect(await stored(id)).toEqual([
        [0, 1.5],
        [1, 2],
      ]);
      await send(gzipSync(Buffer.alloc(11 * 1024 * 1024, ' ')), 'gzip').expect(413);
      await api.post('/rest/metric/data/raw').set('Content-Type', 'text/plain').send('[]').expect(415);
    });

    it('returns 503 with Retry-After while the database stalls, and stores what it accepted', async () => {
      const { id } = await givenSchedule(db());
      const other = await givenSchedule(db());
      const perRequest = 1_000;
      const toList = (request: number) =>
        Array.from({ length: perRequest }, (_, i) => point(id, -1 - request * perRequest - i, request));
      const more = 1_000_000;
      const accepted = await db().transaction(async (transaction) => {
        await transaction.query(`LOCK TABLE metric_log IN EXCLUSIVE MODE`);
        const first = post(toList(0)).then(({ status }) => status);
        // It is being stored, so later points wait, up to the limit of memory.
        await untilSomebodyWaits(db());
        const waiting = api.service.app.get(MetricWriter, { strict: false }).write({
          scheduleIds: new Int32Array(more).fill(other.id),
          times: new Float64Array(more).fill(NOW),
          values: new Float64Array(more),
        });
        // The framework takes those that are compressed.
        for (const refused of [post(toList(1)), postBytes(gzipSync(JSON.stringify(toList(2))), 'gzip')]) {
          const { headers } = await refused.expect(503);
          expect(headers['retry-after']).toBe('5');
        }
        return [first, waiting];
      });
      expect(await Promise.all(accepted)).toEqual([204, undefined]);
      const window = `startTime=${NOW - 3 * perRequest}&endTime=${NOW}&dataPoints=3`;
      const { body } = await api.get(`/rest/metric/data/${id}?${window}`).expect(200);
      const values = (body as { dataPoints: { value: number | 'NaN' }[] }).dataPoints.map(({ value }) => value);
      expect(values.reverse()).toEqual([0, 'NaN', 'NaN']);
    });

    it('attempts a write that fails only once', async () => {
      const { id } = await givenSchedule(db());
      await db().query('CREATE SEQUENCE write_attempt');
      await db().query(`
        CREATE FUNCTION refuse_points() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN PERFORM nextval('write_attempt'); RAISE EXCEPTION 'disk on fire'; END $$`);
      await db().query(
        'CREATE TRIGGER refuse_points BEFORE INSERT ON metric_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_points()',
      );
      try {
        await post([point(id, 1, 1)]).expect(500);
        expect(await db().query(`SELECT nextval('write_attempt')::integer AS next`)).toEqual([{ next: 2 }]);
      } finally {
        await db().query('DROP FUNCTION refuse_points CASCADE');
      }
    });

    it('accepts lists up to 10 MiB', async () => {
      const { id } = await givenSchedule(db());
      const line = JSON.stringify(point(id, 0, 1));
      const count = Math.floor((10 * 1024 * 1024) / (line.length + 1)) - 1;
      const list = `[${Array.from({ length: count }, () => line).join(',')}]`;
      const send = (body: string) =>
        api.post('/rest/metric/data/raw').set('Content-Type', 'application/json').send(body);
      await send(list).expect(204);
      await send(list + ' '.repeat(10 * 1024 * 1024 - list.length + 1)).expect(413);
      expect(await stored(id)).toEqual([[0, 1]]);
    });
  });

  describe('POST /rest/metric/data/raw/{resourceId}', () => {
    const given = async () => {
      const resource = await givenResource(db());
      const free = await givenSchedule(db(), { resource, name: 'free' });
      const type = await db().query<{ id: number }>(`SELECT resource_type_id AS id FROM resource WHERE id = $1`, [
        resource.id,
      ]);
      const rate = await givenDefinition(db(), { type: type[0]!, name: 'hits', isPerMinute: true });
      await givenSchedule(db(), { resource, definition: rate });
      const counter = await givenSchedule(db(), { resource, name: 'hits', numericType: 'TRENDSUP' });
      await givenSchedule(db(), { resource, name: 'os', dataType: 'TRAIT' });
      return { resource, free, counter };
    };
    const send = (id: number, body: unknown) => api.post(`/rest/metric/data/raw/${id}`).send(body as object);
    const value = (metric: unknown, timestamp: unknown = NOW) => ({ timestamp, value: 1, metric });

    it('finds metrics by name, of a counter and its rate the counter, in any order of time', async () => {
      const { resource, free, counter } = await given();
      const { text } = await send(resource.id, [value('hits', NOW + 2), value('free'), value('hits')]).expect(204);
      expect(text).toBe('');
      expect(await stored(free.id)).toEqual([[0, 1]]);
      expect(await stored(counter.id)).toEqual([
        [0, 1],
        [2, 1],
      ]);
      await send(resource.id, []).expect(204);
    });

    it('stores nothing when a name is unknown or of a trait', async () => {
      const { resource, free } = await given();
      for (const name of ['Free', 'os', '__proto__']) {
        const { body } = await send(resource.id, [value('free'), value(name)]).expect(403);
        expect((body as { message: string }).message).toContain(name);
      }
      expect(await stored(free.id)).toEqual([]);
    });

    it('stores nothing that is too old or malformed, or for an unknown resource', async () => {
      const { resource, free } = await given();
      await send(resource.id, [value('free'), value('free', TOO_OLD)]).expect(406);
      await send(resource.id, [value('free'), { timestamp: NOW, metric: 'free' }]).expect(406);
      await send(resource.id, [value(5)]).expect(406);
      await send(resource.id, { metric: 'free' }).expect(406);
      await send(14, [value('free')]).expect(404);
      await send(14, 'no list').expect(404);
      await api
        .as({ roles: ['viewer'] })
        .post(`/rest/metric/data/raw/${resource.id}`)
        .send([])
        .expect(403);
      expect(await stored(free.id)).toEqual([]);
    });
  });
});
