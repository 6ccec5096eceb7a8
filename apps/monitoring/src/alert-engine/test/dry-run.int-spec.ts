import { DAY_MS, encodePoints, HOUR_MS } from '@wardstone/metric-points';
import { measureProcessorTime, withTurnsSpent } from '@wardstone/testing';
import { type FoundChunks, MetricChunkQueries } from '../../metrics/storage/metric-chunk.queries';
import { givenGroup, givenResource, givenType } from '../../test/given-inventory';
import { useMonitoring } from '../../test/use-monitoring';
import { MetricFacts } from '../metric-facts.service';
import { givenMeasured, givenMetric, givenSchedule, overTen } from '../../test/alerts/alert-fixture';

interface DryRun {
  facts: number;
  alertCount: number;
  alerts: {
    time: number;
    summary: string;
    matches: { condition: number; value: string; dataTime: number }[];
    notices: object[];
  }[];
  notes: string[];
}

const NOW = Date.UTC(2026, 0, 15, 12);
const MINUTE_MS = 60_000;

describe('POST /rest/alert/definitions/dry-run', () => {
  const api = useMonitoring();
  const db = () => api.database;
  beforeEach(() => api.clock.set(NOW));

  const dryRun = async (resource: { id: number }, definition: object, query = ''): Promise<DryRun> => {
    const path = `/rest/alert/definitions/dry-run?resourceId=${resource.id}${query}`;
    return (await api.post(path).send(definition).expect(200)).body as DryRun;
  };
  const define = async (resource: { id: number }, body: object): Promise<number> => {
    const sent = { name: 'a', enabled: true, ...body };
    const response = await api.post(`/rest/alert/definitions?resourceId=${resource.id}`).send(sent).expect(201);
    return (response.body as { id: number }).id;
  };
  /** Times of the data of the alerts that really fired, the oldest first. */
  const firedAt = async (resource: { id: number }): Promise<number[]> => {
    const rows = await db().query<{ data_ms: number }>(
      `SELECT max(l.data_ms) AS data_ms FROM alert a JOIN alert_condition_log l ON l.alert_id = a.id
        WHERE a.resource_id = $1 GROUP BY a.id ORDER BY a.id`,
      [resource.id],
    );
    return rows.map(({ data_ms }) => Number(data_ms));
  };
  const submit = async (scheduleId: number, values: readonly number[]): Promise<void> => {
    for (const value of values) {
      api.clock.advance(MINUTE_MS);
      await api
        .post('/rest/metric/data/raw')
        .send([{ scheduleId, timeStamp: api.clock.now(), value }])
        .expect(204);
      await api.service.app.get(MetricFacts, { strict: false }).drain();
    }
  };
  /** Stores values of a schedule in compacted form, from the given time on. */
  const store = async (scheduleId: number, startMs: number, stepMs: number, values: Float64Array): Promise<void> => {
    const perHour = HOUR_MS / stepMs;
    for (let from = 0; from < values.length; from += perHour) {
      const part = values.subarray(from, from + perHour);
      const times = Float64Array.from(part, (_value, i) => startMs + (from + i) * stepMs);
      await db().query(
        `INSERT INTO metric_chunk (sum, min, max, schedule_id, hour, point_count, first_ms, last_ms, points)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
        [
          part.reduce((sum, value) => sum + value, 0),
          Math.min(...part),
          Math.max(...part),
          scheduleId,
          Math.floor(times[0]! / HOUR_MS),
          part.length,
          times[0]! % HOUR_MS,
          times.at(-1)! % HOUR_MS,
          encodePoints({ times, values: part }),
        ],
      );
    }
  };

  it.each<[string, object]>([
    ['NONE', {}],
    ['ONCE', { dampeningCategory: 'ONCE' }],
    ['once until recovered', { onceUntilRecovered: true }],
    ['3 in a row', { dampeningCategory: 'CONSECUTIVE_COUNT', dampeningCount: 3 }],
    ['3 of 5', { dampeningCategory: 'PARTIAL_COUNT', dampeningCount: 3, dampeningPeriod: 5 }],
    ['3 in 4 minutes', { dampeningCategory: 'DURATION_COUNT', dampeningCount: 3, dampeningPeriod: 4 }],
    ['every third', { dampeningCategory: 'INVERSE_COUNT', dampeningCount: 2 }],
  ])('returns the alerts that really fire then, dampened by %s', async (_name, dampening) => {
    const { resource, metric, scheduleId } = await givenMeasured(db());
    const definition = { name: 'load', conditions: [overTen(metric)], ...dampening };
    await define(resource, definition);
    await submit(scheduleId, [11, 12, 9, 13, 14, 15, 16]);
    const { alerts, facts, notes } = await dryRun(resource, definition);
    expect(facts).toBe(7);
    expect(notes).toEqual([]);
    expect(alerts.map(({ time }) => time)).toEqual(await firedAt(resource));
    expect(alerts.length).toBeGreaterThan(0);
  });

  it('explains each result', async () => {
    const { resource, metric, scheduleId } = await givenMeasured(db());
    await submit(scheduleId, [5, 11, 12]);
    const { alerts } = await dryRun(resource, {
      dampeningCategory: 'CONSECUTIVE_COUNT',
      dampeningCount: 2,
      conditions: [overTen(metric)],
    });
    expect(alerts).toEqual([
      {
        time: NOW + 3 * MINUTE_MS,
        summary: 'The condition was met 2 times in a row, as required.',
        notices: [],
        matches: [
          {
            condition: 1,
            description: 'CPU Utilisation > 10',
            value: '12',
            valueText: '12',
            dataTime: NOW + 3 * MINUTE_MS,
          },
        ],
      },
    ]);
  });

  it('stores nothing and notifies no one', async () => {
    const { resource, metric, scheduleId } = await givenMeasured(db());
    await submit(scheduleId, [11]);
    const notifications = [{ senderName: 'Direct Emails', config: { emailAddress: 'a@example.test' } }];
    await dryRun(resource, { conditions: [overTen(metric)], notifications });
    expect(await db().query(`SELECT 1 FROM alert_definition WHERE resource_id = $1`, [resource.id])).toEqual([]);
    expect(await firedAt(resource)).toEqual([]);
  });

  it('replays availability, its durations, and the definition it recovers', async () => {
    const resource = await givenResource(db());
    const down = { category: 'AVAILABILITY', name: 'AVAIL_GOES_DOWN' };
    const recovered = await define(resource, { dampeningCategory: 'ONCE', conditions: [down] });
    const times: number[] = [];
    for (const [type, minutes] of [
      ['UP', 1],
      ['DOWN', 10],
      ['UP', 3],
      ['DOWN', 2],
      ['UP', 1],
    ] as const) {
      times.push(api.clock.now());
      await api.put(`/rest/resource/${resource.id}/availability`).send({ type, since: 0 }).expect(204);
      api.clock.advance(minutes * MINUTE_MS);
    }
    const up = { category: 'AVAILABILITY', name: 'AVAIL_GOES_UP' };
    const toTimes = ({ alerts }: DryRun): number[] => alerts.map(({ time }) => time);
    expect(toTimes(await dryRun(resource, { conditions: [up] }))).toEqual([times[0], times[2], times[4]]);
    const recovery = { recoveryId: recovered, conditions: [up] };
    expect(toTimes(await dryRun(resource, recovery))).toEqual([times[2], times[4]]);
    const lasting = { category: 'AVAIL_DURATION', name: 'AVAIL_DURATION_DOWN', option: '300' };
    const { alerts } = await dryRun(resource, { conditions: [lasting] });
    expect(alerts.map(({ time }) => time)).toEqual([times[1]! + 5 * MINUTE_MS]);
  });

  it('replays events, traits, operations, configurations and drift', async () => {
    const type = await givenType(db());
    const resource = await givenResource(db(), { type });
    const metric = await givenMetric(db(), type, { data_type: 'TRAIT' });
    const scheduleId = await givenSchedule(db(), resource, metric);
    for (const [timeMs, value] of [
      [NOW - 5 * MINUTE_MS, '9.4'],
      [NOW - 4 * MINUTE_MS, '10.1'],
    ] as const) {
      await api.put(`/rest/metric/data/${scheduleId}/trait/${timeMs}`).send({ value }).expect(200);
    }
    await db().query(`INSERT INTO event_definition (resource_type_id, name, display_name) VALUES ($1, 'Log', 'Log')`, [
      type.id,
    ]);
    const source = await api.post(`/rest/event/${resource.id}/sources`).send({ name: 'Log', location: '/log' });
    const events = [
      { severity: 'WARN', detail: 'Timeout 5s', timestamp: NOW - 3 * MINUTE_MS },
      { severity: 'INFO', detail: 'timeout', timestamp: NOW - 2 * MINUTE_MS },
    ];
    await api
      .post(`/rest/event/source/${(source.body as { id: number }).id}/events`)
      .send(events)
      .expect(204);
    await db().query(
      `INSERT INTO operation_history (resource_id, operation_name, operation_display_name, job_name, job_group, status,
                                      requested_by, timeout_seconds, parameters, created_ms, modified_ms)
       VALUES ($1, 'restart', 'Restart', 'j', 'g', 'FAILURE', 'ann', 60, '{}', $2, $3)`,
      [resource.id, NOW - 100_000, NOW - 90_000],
    );
    await db().query(
      `INSERT INTO configuration_update (resource_id, status, configuration, created_ms, modified_ms)
       VALUES ($1, 'SUCCESS', '{"a":1}', $2, $2), ($1, 'SUCCESS', '{"a":2}', $3, $3)`,
      [resource.id, NOW - 80_000, NOW - 70_000],
    );
    await db().query(
      `WITH made AS (INSERT INTO drift_definition (resource_id, name) VALUES ($1, 'conf') RETURNING id),
            sets AS (INSERT INTO drift_change_set (drift_definition_id, version, is_in_compliance, created_ms)
                     SELECT m.id, v.version, true, v.at FROM made m, (VALUES (0, $2::bigint), (1, $3)) AS v (version, at)
                     RETURNING id)
       INSERT INTO drift (drift_change_set_id, category, path) SELECT s.id, 'FILE_CHANGED', 'etc/a' FROM sets s`,
      [resource.id, NOW - 60_000, NOW - 50_000],
    );
    const { alerts, facts } = await dryRun(resource, {
      conditions: [
        { category: 'TRAIT', measurementDefinition: metric.id, option: '^10' },
        { category: 'EVENT', name: 'WARN', option: 'timeout' },
        { category: 'CONTROL', name: 'restart', option: 'FAILURE' },
        { category: 'RESOURCE_CONFIG' },
        { category: 'DRIFT', option: 'etc/.*' },
      ],
    });
    expect(facts).toBe(9);
    expect(alerts.map(({ time, matches }) => [NOW - time, matches.map(({ condition }) => condition)])).toEqual([
      [4 * MINUTE_MS, [1]],
      [3 * MINUTE_MS, [2]],
      [90_000, [3]],
      [70_000, [4]],
      [50_000, [5]],
    ]);
  });

  it('uses averages where raw values have expired, and states that', async () => {
    const { resource, metric, scheduleId } = await givenMeasured(db());
    const hour = (daysAgo: number): number => Math.floor((NOW - daysAgo * DAY_MS) / HOUR_MS);
    await db().query(
      `INSERT INTO metric_1h (schedule_id, hour, avg, min, max) VALUES ($1, $2, 11, 1, 20), ($1, $3, 9, 1, 20)`,
      [scheduleId, hour(10), hour(9)],
    );
    await db().query(`INSERT INTO metric_6h (schedule_id, hour, avg, min, max) VALUES ($1, $2, 12, 1, 20)`, [
      scheduleId,
      Math.floor(hour(20) / 6) * 6,
    ]);
    await submit(scheduleId, [13]);
    const definition = { conditions: [overTen(metric)] };
    const run = await dryRun(resource, definition, `&start=${NOW - 30 * DAY_MS}`);
    expect(run.facts).toBe(4);
    expect(run.alerts.map(({ matches }) => matches[0]!.value)).toEqual(['12', '11', '13']);
    expect(run.notes).toEqual([expect.stringMatching(/^Before 2026-01-08T13:00:00.000Z only averages/)]);
    expect((await dryRun(resource, definition)).notes).toEqual([]);
  });

  it('replays 30 days of one metric in less than 3 s', async () => {
    const { resource, metric, scheduleId } = await givenMeasured(db());
    // Every 15 s for a week, as many values as 30 days at one a minute, and averages before that.
    const values = Float64Array.from({ length: 7 * 24 * 240 }, (_, i) => (i % 1000 === 0 ? 20 : i % 7));
    await store(scheduleId, NOW - 7 * DAY_MS, 15_000, values);
    await db().query(
      `INSERT INTO metric_1h (schedule_id, hour, avg, min, max)
       SELECT $1, h, 5, 0, 9 FROM generate_series($2::integer, $3::integer) AS h`,
      [scheduleId, Math.floor((NOW - 14 * DAY_MS) / HOUR_MS), Math.floor((NOW - 7 * DAY_MS) / HOUR_MS) - 1],
    );
    await db().query(
      `INSERT INTO metric_6h (schedule_id, hour, avg, min, max)
       SELECT $1, h * 6, 5, 0, 9 FROM generate_series($2::integer, $3::integer) AS h`,
      [scheduleId, Math.ceil((NOW - 30 * DAY_MS) / HOUR_MS / 6), Math.floor((NOW - 14 * DAY_MS) / HOUR_MS / 6)],
    );
    let run!: Awaited<ReturnType<typeof dryRun>>;
    const spentMs = await measureProcessorTime(async () => {
      run = await dryRun(resource, { conditions: [overTen(metric)] }, `&start=${NOW - 30 * DAY_MS}`);
    });
    expect(run.facts).toBeGreaterThan(40_500);
    expect(run.alertCount).toBe(41);
    expect(spentMs).toBeLessThan(3_000);
  });

  it.each([
    ['', 406],
    ['resourceId=14', 404],
    ['resourceId=R&start=5&end=5', 406],
    ['resourceId=R&start=-1', 406],
    ['resourceId=R&start=x', 406],
    ['resourceId=R&start=0&end=99999999999999', 406],
  ])('responds to the query "%s" with %d', async (query, status) => {
    const { resource, metric } = await givenMeasured(db());
    const path = `/rest/alert/definitions/dry-run?${query.replace('R', String(resource.id))}`;
    await api
      .post(path)
      .send({ conditions: [overTen(metric)] })
      .expect(status);
  });

  it('waits for a turn after all other checks', async () => {
    const { resource, metric } = await givenMeasured(db());
    const path = (id: number): string => `/rest/alert/definitions/dry-run?resourceId=${id}`;
    const definition = { conditions: [overTen(metric)] };
    await withTurnsSpent(api, async () => {
      const { headers } = await api.post(path(resource.id)).send(definition).expect(429);
      expect(headers).toMatchObject({ 'x-error-type': 'too_many_heavy_requests', 'retry-after': '2' });
      await api.post(path(14)).send(definition).expect(404);
      await api.post(path(resource.id)).send({ conditions: [] }).expect(406);
    });
    await api.post(path(resource.id)).send(definition).expect(200);
  });

  it('refuses more facts than it replays, which it counts before reading them', async () => {
    const { resource, metric, scheduleId } = await givenMeasured(db());
    await store(scheduleId, NOW - 60 * HOUR_MS, 1_000, new Float64Array(60 * 3_600));
    const path = `/rest/alert/definitions/dry-run?resourceId=${resource.id}&start=${NOW - 60 * HOUR_MS}`;
    const reads = jest.spyOn(MetricChunkQueries.prototype, 'findChunks');
    const { body } = await api
      .post(path)
      .send({ conditions: [overTen(metric)] })
      .expect(406);
    expect(body.message).toContain('more than 200000 facts');
    const [found] = await Promise.all(reads.mock.results.map(({ value }) => value as Promise<FoundChunks>));
    expect(found!.points).toBe(60 * 3_600);
    expect(found!.chunksOf.size).toBe(0);
    reads.mockRestore();
  });

  it('recovers no definition that the caller does not see, as if it did not exist', async () => {
    const { resource, metric } = await givenMeasured(db());
    const hidden = await define(await givenResource(db()), {});
    const own = await define(resource, {});
    await givenGroup(db(), { members: [resource], roles: ['viewer'] });
    const viewer = api.as({ roles: ['viewer'], permissions: ['MANAGE_ALERTS'] });
    for (const path of ['/dry-run', '']) {
      const recovering = async (recoveryId: number) => {
        const body = { name: 'x', recoveryId, conditions: [overTen(metric)] };
        const response = await viewer.post(`/rest/alert/definitions${path}?resourceId=${resource.id}`).send(body);
        return [response.status, JSON.stringify(response.body).replaceAll(String(recoveryId), 'ID')];
      };
      const missing = await recovering(hidden + 1_000);
      expect(missing[0]).toBe(404);
      expect(await recovering(hidden)).toEqual(missing);
      expect((await recovering(own))[0]).toBe(path === '' ? 201 : 200);
    }
    const change = (recoveryId: number) => viewer.put(`/rest/alert/definition/${own}`).send({ recoveryId });
    await change(hidden).expect(404);
    await api.put(`/rest/alert/definition/${own}`).send({ recoveryId: hidden }).expect(200);
    await change(hidden).expect(200);
  });

  it('refuses a definition that could not be stored, and callers who do not see the resource', async () => {
    const { resource, metric } = await givenMeasured(db());
    const path = `/rest/alert/definitions/dry-run?resourceId=${resource.id}`;
    await api.post(path).send({ conditions: [] }).expect(406);
    await api
      .post(path)
      .send({ conditions: [{ category: 'EVENT', name: 'WARN', option: '(' }] })
      .expect(406);
    await api
      .post(path)
      .send({ recoveryId: 14, conditions: [overTen(metric)] })
      .expect(404);
    await api
      .as({ roles: ['viewer'] })
      .post(path)
      .send({ conditions: [overTen(metric)] })
      .expect(403);
  });
});
