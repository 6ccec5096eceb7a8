import { withTurnsSpent } from '@wardstone/testing';
import { givenGroup, givenResource, givenType } from '../../test/given-inventory';
import { useMonitoring } from '../../test/use-monitoring';
import { countStatements } from './count-statements';
import { givenDefinition, givenManySchedules, givenSchedule } from './given-metrics';

const NOW = Date.UTC(2026, 0, 15, 12);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const EMPTY = { value: 'NaN', high: 'NaN', low: 'NaN' };

interface Aggregate {
  scheduleId: number;
  min: number | 'NaN';
  avg: number | 'NaN';
  max: number | 'NaN';
  numDataPoints: number;
  group: boolean;
  minTimeStamp: number;
  maxTimeStamp: number;
  dataPoints: { timeStamp: number; value: number | 'NaN'; high: number | 'NaN'; low: number | 'NaN' }[];
}

describe('metric data', () => {
  const api = useMonitoring();
  const db = () => api.database;
  /** Times are counted from `NOW`. */
  const submit = (...points: [scheduleId: number, time: number, value: number][]) =>
    api
      .post('/rest/metric/data/raw')
      .send(points.map(([scheduleId, time, value]) => ({ scheduleId, timeStamp: NOW + time, value })))
      .expect(204);
  const read = async (path: string): Promise<Aggregate> => (await api.get(path).expect(200)).body as Aggregate;
  const givenRow = (tier: string, id: number, start: number, [avg, min, max]: [number, number, number]) =>
    db().query(`INSERT INTO metric_${tier} (schedule_id, hour, avg, min, max) VALUES ($1, $2, $3, $4, $5)`, [
      id,
      start / HOUR,
      avg,
      min,
      max,
    ]);
  beforeEach(() => api.clock.set(NOW));

  describe('GET /rest/metric/data/{scheduleId}', () => {
    it('splits the window as the worked example does', async () => {
      const { id } = await givenSchedule(db());
      const start = NOW - HOUR;
      const at = (time: number): number => time - 1_000_000 - HOUR;
      await submit(
        [id, at(1_000_000), 4],
        [id, at(1_000_165), 8],
        [id, at(1_000_166), 10],
        [id, at(1_000_995), 2],
        [id, at(1_000_996), 50],
        [id, at(1_001_000), 70],
      );
      const path = `/rest/metric/data/${id}?startTime=${start}&endTime=${start + 1000}&dataPoints=6`;
      const points = [
        { timeStamp: start, value: 6, high: 8, low: 4 },
        { timeStamp: start + 166, value: 10, high: 10, low: 10 },
        { timeStamp: start + 332, ...EMPTY },
        { timeStamp: start + 498, ...EMPTY },
        { timeStamp: start + 664, ...EMPTY },
        { timeStamp: start + 830, value: 26, high: 50, low: 2 },
      ];
      const whole = { scheduleId: id, min: 2, avg: 14.8, max: 50, group: false, minTimeStamp: start };
      expect(await read(path)).toEqual({
        ...whole,
        numDataPoints: 6,
        maxTimeStamp: start + 830,
        dataPoints: points,
      });
      expect(await read(`${path}&hideEmpty=true`)).toEqual({
        ...whole,
        numDataPoints: 3,
        maxTimeStamp: start + 830,
        dataPoints: [points[0], points[1], points[5]],
      });
    });

    it('covers 8 hours in 60 parts by default; 0 is absent; each bound has its default separately', async () => {
      const { id } = await givenSchedule(db());
      await submit([id, -8 * HOUR, 1], [id, -1, 2], [id, 0, 3], [id, -8 * HOUR - 1, 4]);
      for (const query of ['', '?startTime=0&endTime=0', '?startTime=&endTime=']) {
        const { min, max, numDataPoints, minTimeStamp, dataPoints } = await read(`/rest/metric/data/${id}${query}`);
        expect({ min, max, numDataPoints, minTimeStamp }).toEqual({
          min: 1,
          max: 2,
          numDataPoints: 60,
          minTimeStamp: NOW - 8 * HOUR,
        });
        expect(dataPoints[1]!.timeStamp).toBe(NOW - 8 * HOUR + 480_000);
      }
      expect((await read(`/rest/metric/data/${id}?endTime=${NOW - 1}`)).max).toBe(4);
      expect((await read(`/rest/metric/data/${id}?startTime=${NOW - 1}`)).min).toBe(2);
    });

    it('returns NaN for periods without values', async () => {
      const { id } = await givenSchedule(db());
      const nothing = { scheduleId: id, min: 'NaN', avg: 'NaN', max: 'NaN', group: false };
      expect(await read(`/rest/metric/data/${id}?dataPoints=1&hideEmpty=true`)).toEqual({
        ...nothing,
        numDataPoints: 0,
        minTimeStamp: 0,
        maxTimeStamp: 0,
        dataPoints: [],
      });
      const { dataPoints, minTimeStamp } = await read(`/rest/metric/data/${id}?dataPoints=2`);
      expect(dataPoints.map(({ value }) => value)).toEqual(['NaN', 'NaN']);
      expect(minTimeStamp).toBe(NOW - 8 * HOUR);
    });

    it.each([
      ['a start after the end', `startTime=${NOW}&endTime=${NOW - 1}`],
      ['a start in the future', `startTime=${NOW + 1}`],
      ['a start 365 days ago', `startTime=${NOW - 365 * DAY}`],
      ['no parts', 'dataPoints=0'],
      ['fewer than none', 'dataPoints=-1'],
      ['too many parts', 'dataPoints=10001'],
      ['a number that is none', 'endTime=yesterday'],
    ])('refuses %s', async (_name, query) => {
      const { id } = await givenSchedule(db());
      const { body } = await api.get(`/rest/metric/data/${id}?${query}`).expect(406);
      expect((body as { message: string }).message).toMatch(/^Parameter /);
    });

    it('accepts an empty window, and one shorter than its parts', async () => {
      const { id } = await givenSchedule(db());
      await submit([id, -10, 1], [id, -9, 3]);
      const { dataPoints } = await read(
        `/rest/metric/data/${id}?startTime=${NOW - 10}&endTime=${NOW - 8}&dataPoints=3`,
      );
      expect(dataPoints.map(({ value }) => value)).toEqual(['NaN', 'NaN', 2]);
      expect((await read(`/rest/metric/data/${id}?startTime=${NOW}&endTime=${NOW}`)).avg).toBe('NaN');
    });

    it('serves old starts only from the roll-up of their age, unweighted', async () => {
      const { id } = await givenSchedule(db());
      await submit([id, -HOUR, 1000]);
      const midnight = Math.floor(NOW / DAY) * DAY;
      await givenRow('1h', id, midnight - 8 * DAY, [10, 4, 16]);
      await givenRow('1h', id, midnight - 8 * DAY + HOUR, [20, 8, 32]);
      await givenRow('6h', id, midnight - 20 * DAY, [30, 3, 60]);
      await givenRow('24h', id, midnight - 100 * DAY, [40, 2, 80]);
      const totals = async (start: number): Promise<unknown[]> => {
        const { min, avg, max } = await read(`/rest/metric/data/${id}?startTime=${start}`);
        return [min, avg, max];
      };
      expect(await totals(NOW - 7 * DAY + 1)).toEqual([1000, 1000, 1000]);
      expect(await totals(NOW - 7 * DAY)).toEqual(['NaN', 'NaN', 'NaN']);
      expect(await totals(midnight - 8 * DAY)).toEqual([4, 15, 32]);
      expect(await totals(midnight - 8 * DAY + 1)).toEqual([8, 20, 32]);
      expect(await totals(NOW - 14 * DAY + 1)).toEqual([4, 15, 32]);
      expect(await totals(NOW - 31 * DAY + 1)).toEqual([3, 30, 60]);
      expect(await totals(NOW - 31 * DAY)).toEqual(['NaN', 'NaN', 'NaN']);
      expect(await totals(NOW - 365 * DAY + 1)).toEqual([2, 40, 80]);
    });

    it('may be cached for half of the collection interval, and is compressed on request', async () => {
      const { id } = await givenSchedule(db(), { intervalMs: 45_000 });
      const response = await api.get(`/rest/metric/data/${id}`).set('Accept-Encoding', 'gzip').expect(200);
      expect(response.headers['cache-control']).toBe('private, no-cache');
      expect(response.headers['content-encoding']).toBe('gzip');
      await api.get(`/rest/metric/data/${id}`).set('If-None-Match', response.headers['etag']!).expect(304);
    });

    it('reads disabled schedules, but not those of traits or unknown ones', async () => {
      const { id } = await givenSchedule(db(), { isEnabled: false });
      await read(`/rest/metric/data/${id}`);
      const trait = await givenSchedule(db(), { dataType: 'TRAIT' });
      await api.get(`/rest/metric/data/${trait.id}`).expect(406);
      await api.get('/rest/metric/data/14').expect(404);
      await api.get('/rest/metric/data/abc').expect(404);
      await api
        .as({ roles: ['viewer'] })
        .get(`/rest/metric/data/${id}`)
        .expect(403);
      await givenGroup(db(), {
        members: [
          {
            id: (await db().query<{ id: number }>(`SELECT resource_id AS id FROM metric_schedule WHERE id = ${id}`))[0]!
              .id,
          },
        ],
        roles: ['viewer'],
      });
      await api
        .as({ roles: ['viewer'] })
        .get(`/rest/metric/data/${id}`)
        .expect(200);
    });

    it('is offered in XML', async () => {
      const { id } = await givenSchedule(db());
      await submit([id, -HOUR, 1.5]);
      const { text } = await api.get(`/rest/metric/data/${id}.xml?dataPoints=1`).expect(200);
      expect(text).toContain(
        `<metricAggregate><scheduleId>${id}</scheduleId><min>1.5</min><avg>1.5</avg><max>1.5</max>` +
          `<numDataPoints>1</numDataPoints><group>false</group>`,
      );
      expect(text).toContain('<value>1.5</value><high>1.5</high><low>1.5</low></dataPoints></metricAggregate>');
    });
  });

  describe('GET /rest/metric/data', () => {
    it('keeps order and repetitions', async () => {
      const [a, b] = [await givenSchedule(db()), await givenSchedule(db())];
      await submit([a.id, -5, 1], [b.id, -5, 2]);
      const { body } = await api.get(`/rest/metric/data?sid=${b.id},${a.id},${b.id}&dataPoints=1`).expect(200);
      expect((body as Aggregate[]).map(({ scheduleId, avg }) => [scheduleId, avg])).toEqual([
        [b.id, 2],
        [a.id, 1],
        [b.id, 2],
      ]);
    });

    it('refuses invalid lists, schedules without numbers, and unknown ones', async () => {
      const { id } = await givenSchedule(db());
      const trait = await givenSchedule(db(), { dataType: 'TRAIT' });
      for (const sid of ['', `?sid=`, `?sid=${id}, ${id}`, `?sid=${id},`, '?sid=x', '?sid=1.5', '?sid=-']) {
        await api.get(`/rest/metric/data${sid}`).expect(406);
      }
      await api.get(`/rest/metric/data?sid=${id},${trait.id}`).expect(406);
      await api.get(`/rest/metric/data?sid=${id},14`).expect(404);
      await api.get(`/rest/metric/data?sid=${id},-1`).expect(404);
    });

    it('reads two hundred schedules in as many statements as one', async () => {
      const ids = await givenManySchedules(db(), 200);
      await submit(...ids.map((id): [number, number, number] => [id, -1000, id]));
      await submit(...ids.map((id): [number, number, number] => [id, -DAY, id]));
      const path = (sid: readonly number[]): string => `/rest/metric/data?sid=${sid.join()}&dataPoints=2`;
      await api.get(path(ids)).expect(200);
      const ofOne = await countStatements(() => api.get(path(ids.slice(0, 1))).expect(200));
      let averages: number[] = [];
      const ofAll = await countStatements(async () => {
        const { body } = await api.get(path(ids)).expect(200);
        averages = (body as { avg: number }[]).map(({ avg }) => avg);
      });
      expect(averages).toEqual(ids);
      expect(ofAll).toBe(ofOne);
      expect(ofAll).toBeLessThan(6);
    });

    it('names at most 200 schedules, a repeated one counts once', async () => {
      const ids = await givenManySchedules(db(), 201);
      const { body } = await api.get(`/rest/metric/data?sid=${ids.join()}&dataPoints=1`).expect(406);
      expect(body.message).toBe('Parameter sid must name at most 200 schedules');
      const repeated = [...ids.slice(0, 200), ...ids.slice(0, 200)];
      expect(await read(`/rest/metric/data?sid=${repeated.join()}&dataPoints=1`)).toHaveLength(400);
    });

    it('has at most 60,000 buckets, repetitions included, which are a few megabytes in any representation', async () => {
      const { id } = await givenSchedule(db());
      const path = (times: number): string =>
        `/rest/metric/data?sid=${Array(times).fill(id).join()}&dataPoints=600&startTime=${NOW - 364 * DAY}`;
      const { body } = await api.get(path(1_600)).expect(406);
      expect(body.message).toContain('must be at most 60000');
      for (const [type, megabytes] of [
        ['application/json', 4.5],
        ['application/xml', 8],
        ['text/html', 13],
      ] as const) {
        const { text } = await api.get(path(100)).set('Accept', type).buffer(true).expect(200);
        expect(text.length).toBeLessThan(megabytes * 1e6);
      }
    });

    it('waits for a turn when it is large', async () => {
      const ids = (await givenManySchedules(db(), 200)).join();
      const week = `/rest/metric/data?sid=${ids}&startTime=${NOW - 6 * DAY}&dataPoints=`;
      await withTurnsSpent(api, async () => {
        const { headers } = await api.get(`${week}300`).expect(429);
        expect(headers['x-error-type']).toBe('too_many_heavy_requests');
        await api.get(`${week}60`).expect(200);
      });
      await api.get(`${week}300`).expect(200);
    });
  });

  describe('GET /rest/metric/data/resource/{resourceId}', () => {
    it('lists all numeric metrics by display name, totals only on request', async () => {
      const resource = await givenResource(db());
      const second = await givenSchedule(db(), { resource, displayName: 'B', isEnabled: false });
      const first = await givenSchedule(db(), { resource, displayName: 'A' });
      await givenSchedule(db(), { resource, dataType: 'TRAIT' });
      await submit([first.id, -5, 1], [first.id, -4, 5]);
      const path = `/rest/metric/data/resource/${resource.id}`;
      const none = { numDataPoints: 0, group: false, minTimeStamp: 0, maxTimeStamp: 0, dataPoints: [] };
      expect((await api.get(`${path}?dataPoints=0&hideEmpty=true`).expect(200)).body).toEqual([
        { scheduleId: first.id, min: 1, avg: 3, max: 5, ...none },
        { scheduleId: second.id, min: 'NaN', avg: 'NaN', max: 'NaN', ...none },
      ]);
      const { body } = await api.get(`${path}?includeDataPoints=true&dataPoints=3`).expect(200);
      expect((body as Aggregate[]).map(({ dataPoints }) => dataPoints.length)).toEqual([3, 3]);
      await api.get(`${path}?includeDataPoints=true&dataPoints=0`).expect(406);
      await api.get(`${path}?startTime=${NOW + 1}`).expect(406);
    });

    it('is limited and takes turns like lists of schedules, with and without buckets', async () => {
      const [id] = await givenManySchedules(db(), 301);
      const [{ resource_id: resourceId } = { resource_id: 0 }] = await db().query<{ resource_id: number }>(
        `SELECT resource_id FROM metric_schedule WHERE id = $1`,
        [id],
      );
      const path = `/rest/metric/data/resource/${resourceId}?startTime=${NOW - 6 * DAY}`;
      const { body } = await api.get(`${path}&includeDataPoints=true&dataPoints=999`).expect(406);
      expect(body.message).toContain('must be at most 60000');
      const { body: all } = await api.get(path).expect(200);
      expect(all).toHaveLength(301);
      await withTurnsSpent(api, () => api.get(`${path}&includeDataPoints=true&dataPoints=199`).expect(429));
    });

    it('returns an empty list for a resource without metrics, and 404 for an unknown one', async () => {
      const { id } = await givenResource(db());
      await api.get(`/rest/metric/data/resource/${id}`).expect(200, []);
      await api.get('/rest/metric/data/resource/14').expect(404);
    });
  });

  describe('of groups', () => {
    const given = async () => {
      const type = await givenType(db());
      const [a, b, gone] = [
        await givenResource(db(), { type }),
        await givenResource(db(), { type }),
        await givenResource(db(), { type, status: 'NEW' }),
      ];
      const definition = await givenDefinition(db(), { type, intervalMs: 60_000 });
      const other = await givenDefinition(db(), { type });
      const trait = await givenDefinition(db(), { type, dataType: 'TRAIT' });
      const of = (resource: { id: number }) => givenSchedule(db(), { resource, definition });
      const [ofA, ofB, ofGone] = [await of(a), await of(b), await of(gone)];
      const group = await givenGroup(db(), { members: [a, b, gone] });
      await submit([ofA.id, -3000, 2], [ofA.id, -2000, 4], [ofB.id, -1000, 9]);
      await db().query(`UPDATE resource SET inventory_status = 'COMMITTED' WHERE id = ${gone.id}`);
      await submit([ofGone.id, -1000, 1000]);
      await db().query(`UPDATE resource SET inventory_status = 'NEW' WHERE id = ${gone.id}`);
      return { group, definition, other, trait, type };
    };

    it('combine the values of all explicit members as if they were one series', async () => {
      const { group, definition, other } = await given();
      await api.get(`/rest/metric/data/group/${group.id}`).expect(200, [
        {
          definitionId: definition.id,
          min: 2,
          avg: 5,
          max: 9,
          minTimeStamp: NOW - 3000,
          maxTimeStamp: NOW - 1000,
        },
        { definitionId: other.id, min: 'NaN', avg: 'NaN', max: 'NaN', minTimeStamp: 0, maxTimeStamp: 0 },
      ]);
      const path = `/rest/metric/data/group/${group.id}/${definition.id}`;
      const response = await api.get(`${path}?startTime=${NOW - 4000}&dataPoints=1`).expect(200);
      expect(response.headers['cache-control']).toBe('private, no-cache');
      expect(response.body).toEqual({
        scheduleId: definition.id,
        min: 2,
        avg: 5,
        max: 9,
        numDataPoints: 1,
        group: true,
        minTimeStamp: NOW - 4000,
        maxTimeStamp: NOW - 4000,
        dataPoints: [{ timeStamp: NOW - 4000, value: 5, high: 9, low: 2 }],
      });
    });

    it('are refused for unknown and incompatible groups and metrics without numbers', async () => {
      const { group, trait, definition } = await given();
      await api.get('/rest/metric/data/group/14').expect(404);
      const mixed = await givenGroup(db());
      await api.get(`/rest/metric/data/group/${mixed.id}`).expect(406);
      await api.get(`/rest/metric/data/group/${mixed.id}/${definition.id}`).expect(406);
      await api.get(`/rest/metric/data/group/${group.id}/${trait.id}`).expect(406);
      const foreign = await givenDefinition(db());
      await api.get(`/rest/metric/data/group/${group.id}/${foreign.id}`).expect(404);
      await api.get(`/rest/metric/data/group/${group.id}/${definition.id}?dataPoints=0`).expect(406);
      await api
        .as({ roles: ['viewer'] })
        .get(`/rest/metric/data/group/${group.id}`)
        .expect(403);
    });

    it('list all metrics of an empty group with a type', async () => {
      const { type, definition, other } = await given();
      const empty = await givenGroup(db());
      await db().query(`UPDATE resource_group SET resource_type_id = $1 WHERE id = $2`, [type.id, empty.id]);
      const { body } = await api.get(`/rest/metric/data/group/${empty.id}`).expect(200);
      expect((body as { definitionId: number; avg: string }[]).map((row) => [row.definitionId, row.avg])).toEqual([
        [definition.id, 'NaN'],
        [other.id, 'NaN'],
      ]);
    });
  });
});
