import { gzipSync } from 'node:zlib';
import { eventually, untilSomebodyWaits } from '@wardstone/testing';
import type { Response } from 'supertest';
import { MetricWriter } from '../../metrics/storage/metric-writer';
import { givenSchedule } from '../../metrics/test/given-metrics';
import { aFind, MINUTE, NOW, type SyncBody, useAgents } from './use-agents';

const DAY = 24 * 60 * MINUTE;
let agents = 0;

describe('a report of measurements', () => {
  const { api, login, path, report, sync, givenMachine } = useAgents();

  /** Schedules of the machine, by the name of the metric; those of rates under `NAME/min`. */
  const givenSchedules = async (): Promise<Record<string, number>> => {
    await givenMachine();
    const { schedules } = await sync();
    return Object.fromEntries(
      schedules.map(({ name, perMinute, scheduleId }) => [perMinute ? `${name}/min` : name, scheduleId]),
    );
  };
  const points = async (id: number) => {
    const { body } = await api
      .get(`/rest/metric/data/${id}/raw?startTime=${api.clock.now() - 7 * DAY}&endTime=${NOW + DAY}`)
      .expect(200);
    return (body as { timeStamp: number; value: number }[]).map(({ timeStamp, value }) => [timeStamp - NOW, value]);
  };
  const trait = async (id: number) =>
    ((await api.get(`/rest/metric/data/${id}/trait`).expect(200)).body as { value: string }).value;
  const numeric = (scheduleId: number, timestamp: number, value: unknown) => ({ scheduleId, timestamp, value });

  it('stores numbers and traits', async () => {
    const { 'CpuPerc.user': user = 0, 'Trait.hostname': hostname = 0 } = await givenSchedules();

    const { body } = await report('measurements', {
      reportId: 'm-1',
      numeric: [numeric(user, NOW - MINUTE, 0.25), numeric(user, NOW, 0.5)],
      traits: [{ scheduleId: hostname, timestamp: NOW, value: 'host-a' }],
    }).expect(200);

    expect(body).toEqual({ reportId: 'm-1', accepted: 3, rejected: [], resync: false });
    expect(await points(user)).toEqual([
      [-MINUTE, 0.25],
      [0, 0.5],
    ]);
    expect(await trait(hostname)).toBe('host-a');
  });

  it('overwrites the value of the same time, and changes nothing when it is repeated', async () => {
    const { 'CpuPerc.user': user = 0 } = await givenSchedules();
    const first = { reportId: 'm-2', numeric: [numeric(user, NOW, 1)] };
    await report('measurements', first).expect(200);
    await report('measurements', { numeric: [numeric(user, NOW, 2)] }).expect(200);

    await report('measurements', first).expect(200);

    expect(await points(user)).toEqual([[0, 2]]);
  });

  it('stores values, counters, last contact and response in one commit', async () => {
    const { rxBytes = 0, 'CpuPerc.user': user = 0 } = await givenSchedules();
    // Signs of life are noted once a minute at most.
    api.clock.advance(MINUTE);
    await report('measurements', {
      reportId: 'm-c',
      numeric: [numeric(rxBytes, NOW, 1), numeric(user, NOW, 1)],
    }).expect(200);

    const [row] = await api.database.query<{ report: string; agent: string; counter: string; points: string }>(
      `SELECT r.xmin::text AS report, a.xmin::text AS agent,
              (SELECT c.xmin::text FROM metric_counter c WHERE c.schedule_id = $2) AS counter,
              (SELECT l.xmin::text FROM metric_log l ORDER BY l.id DESC LIMIT 1) AS points
         FROM agent_report r JOIN agent a ON a.name = r.agent_name
        WHERE a.name = $1 AND r.report_id = 'm-c'`,
      [path().split('/').at(-1), rxBytes],
    );

    expect(new Set(Object.values(row!)).size).toBe(1);
  });

  it('stores only values, with last contact and response, by one statement', async () => {
    const { 'CpuPerc.user': user = 0 } = await givenSchedules();
    api.clock.advance(MINUTE);
    await report('measurements', { reportId: 'm-1s', numeric: [numeric(user, NOW, 1)] }).expect(200);

    const [row] = await api.database.query<Record<string, string>>(
      `SELECT r.xmin::text AS report, r.cmin::text AS report_command, a.xmin::text AS agent,
              l.xmin::text AS points, l.cmin::text AS points_command
         FROM agent_report r JOIN agent a ON a.name = r.agent_name,
              (SELECT l.xmin, l.cmin FROM metric_log l ORDER BY l.id DESC LIMIT 1) l
        WHERE a.name = $1 AND r.report_id = 'm-1s'`,
      [path().split('/').at(-1)],
    );

    expect(new Set([row!['report'], row!['agent'], row!['points']]).size).toBe(1);
    expect(row!['points_command']).toBe(row!['report_command']);
    expect(await points(user)).toEqual([[0, 1]]);
  });

  /** Reports of agents of their own, each a value and a counter; all but the first wait while points are stored. */
  const sendAtOnce = async (reportIds: readonly string[]) => {
    const senders: { user: number; send: (reportId: string) => PromiseLike<Response> }[] = [];
    for (const _id of reportIds) {
      const agent = `many-${++agents}`;
      const as = login(agent);
      await as.put(`/rest/agent/${agent}`).send({}).expect(201);
      const roots = [aFind('Linux', agent, { children: [aFind('Network Adapter', 'eth0')] })];
      await as.post(`/rest/agent/${agent}/inventory`).send({ reportId: 'roots', roots }).expect(200);
      const { body: before } = await as.get(`/rest/agent/${agent}/sync`).expect(200);
      const { resourceId } = (before as SyncBody).resources.find(({ parentId }) => parentId === null)!;
      await api.put(`/rest/resource/${resourceId}`).send({ status: 'COMMITTED' }).expect(200);
      const { body: after } = await as.get(`/rest/agent/${agent}/sync`).expect(200);
      const [user = 0, rxBytes = 0] = ['CpuPerc.user', 'rxBytes'].map(
        (metric) =>
          (after as SyncBody).schedules.find(({ name, perMinute }) => name === metric && !perMinute)!.scheduleId,
      );
      const values = [numeric(user, NOW, 1), numeric(rxBytes, NOW, 2)];
      const send = (reportId: string) =>
        as.post(`/rest/agent/${agent}/measurements`).send({ reportId, numeric: values });
      senders.push({ user, send });
    }
    await api.database.query(`DELETE FROM metric_log`);
    await api.database.query(`DELETE FROM metric_counter`);
    const writer = api.service.app.get(MetricWriter, { strict: false });
    const joins = jest.spyOn(writer, 'writeJoining');
    const sent = await api.database.transaction(async (tx) => {
      await tx.query(`LOCK TABLE metric_log IN EXCLUSIVE MODE`);
      const [first, ...others] = senders;
      const responses = [first!.send(reportIds[0]!).then((response) => response)];
      await untilSomebodyWaits(api.database);
      responses.push(...others.map(({ send }, at) => send(reportIds[at + 1]!).then((response) => response)));
      await eventually('the reports', () => joins.mock.calls.length === senders.length);
      return responses;
    });
    joins.mockRestore();
    return { answers: await Promise.all(sent), schedules: senders.map(({ user }) => user) };
  };
  const countCommits = async () => {
    const [row] = await api.database.query(
      `SELECT (SELECT count(*)::int FROM metric_log) AS points,
              (SELECT count(DISTINCT c.xmin::text)::int FROM metric_counter c) AS counters,
              (SELECT count(DISTINCT r.xmin::text)::int FROM agent_report r WHERE r.report_id LIKE 'at-once%') AS answers`,
    );
    return row;
  };

  it('shares the commit of its values with concurrent reports of other agents', async () => {
    const { answers: responses, schedules } = await sendAtOnce(Array.from({ length: 12 }, (_, at) => `at-once-${at}`));

    expect(responses.map(({ status, body }) => [status, body as unknown])).toEqual(
      responses.map((_, at) => [200, { reportId: `at-once-${at}`, accepted: 2, rejected: [], resync: false }]),
    );
    expect(await countCommits()).toEqual({ points: 2, answers: 2, counters: 2 });
    for (const id of schedules) expect(await points(id)).toEqual([[0, 1]]);
  });

  it('is refused alone when its id cannot be stored, while reports of other agents are stored', async () => {
    const { answers: responses, schedules } = await sendAtOnce(['first', 'good-1', 'half a pair: \ud800', 'good-2']);

    expect(responses.map(({ status }) => status)).toEqual([200, 200, 406, 200]);
    expect(await Promise.all(schedules.map(points))).toEqual([[[0, 1]], [[0, 1]], [], [[0, 1]]]);
  });

  it('delays no other points while the agent is locked', async () => {
    const { 'CpuPerc.user': user = 0 } = await givenSchedules();
    const waiting = await api.database.transaction(async (tx) => {
      await tx.query(`SELECT 1 FROM agent WHERE name = $1 FOR UPDATE`, [path().split('/').at(-1)]);
      const sent = report('measurements', { reportId: 'm-l', numeric: [numeric(user, NOW, 1)] }).then(
        (response) => response,
      );
      await new Promise((resolve) => setTimeout(resolve, 200));
      await api
        .post('/rest/metric/data/raw')
        .send([{ scheduleId: user, timeStamp: NOW - MINUTE, value: 2 }])
        .expect(204);
      return [sent];
    });

    const [response] = await Promise.all(waiting);

    expect(response!.body).toMatchObject({ reportId: 'm-l', accepted: 1 });
    expect(await points(user)).toContainEqual([0, 1]);
  });

  it('computes rates per minute of counters, also over reports, and none where a counter was reset', async () => {
    const { rxBytes = 0, 'rxBytes/min': rate = 0 } = await givenSchedules();
    const at = (minute: number, value: number) => numeric(rxBytes, NOW + minute * MINUTE, value);

    await report('measurements', { numeric: [at(-6, 1000)] }).expect(200);
    // 600 in two minutes; the order in the report does not matter.
    await report('measurements', { numeric: [at(-2, 100), at(-4, 1600)] }).expect(200);
    await report('measurements', { numeric: [at(0, 400)] }).expect(200);

    expect(await points(rate)).toEqual([
      [-4 * MINUTE, 300],
      [0, 150],
    ]);
    // The raw schedule is not enabled.
    expect(await points(rxBytes)).toEqual([]);
  });

  it('computes no rate twice when a report is repeated before its response arrived', async () => {
    const { rxBytes = 0, 'rxBytes/min': rate = 0 } = await givenSchedules();
    await report('measurements', { numeric: [numeric(rxBytes, NOW - MINUTE, 0)] }).expect(200);
    const send = () => report('measurements', { reportId: 'm-3', numeric: [numeric(rxBytes, NOW, 60)] });

    const responses = await Promise.all([send(), send(), send()]);

    const [{ body: first } = { body: undefined }] = responses;
    expect(responses.map(({ body }) => body)).toEqual([first, first, first]);
    expect(await points(rate)).toEqual([[0, 60]]);
  });

  it('responds to concurrent reports of one id as to the first of them', async () => {
    const { 'CpuPerc.user': user = 0 } = await givenSchedules();
    await api.database.query(`UPDATE agent SET needs_resync = true WHERE name = $1`, [path().split('/').at(-1)]);
    const send = () =>
      report('measurements', { reportId: 'm-4', numeric: [numeric(user, NOW, 1), numeric(0, NOW, 1)] });

    const responses = await Promise.all([send(), send(), send()]);
    const next = await report('measurements', { reportId: 'm-5', numeric: [numeric(user, NOW, 1)] }).expect(200);

    const rejected = [{ index: 1, reason: 'unknown schedule 0' }];
    expect(responses.map(({ body }) => body as unknown)).toEqual(
      Array.from(responses, () => ({ reportId: 'm-4', accepted: 1, rejected, resync: true })),
    );
    expect(next.body).toMatchObject({ reportId: 'm-5', resync: false });
  });

  it('stores a trait only when it has changed', async () => {
    const { 'Trait.hostname': hostname = 0 } = await givenSchedules();
    const send = (timestamp: number, value: string) =>
      report('measurements', { traits: [{ scheduleId: hostname, timestamp, value }] }).expect(200);
    await send(NOW - 3 * MINUTE, 'a');
    await send(NOW - 2 * MINUTE, 'a');
    await send(NOW - MINUTE, 'b');

    const rows = await api.database.query<{ value: string }>(
      `SELECT t.value FROM trait_value t WHERE t.schedule_id = $1 ORDER BY t.time_ms`,
      [hostname],
    );
    expect(rows.map(({ value }) => value)).toEqual(['a', 'b']);
  });

  it('sums up call times by destination, once however often they are sent', async () => {
    const { platform = 0 } = await givenMachine();
    const { id } = await givenSchedule(api.database, {
      resource: { id: platform },
      name: 'responseTimes',
      dataType: 'CALLTIME',
    });
    const call = (callDestination: unknown, duration: unknown, beginTime: unknown = NOW - MINUTE) => ({
      callDestination,
      duration,
      beginTime,
    });
    const sent = {
      reportId: 'c-1',
      callTimes: [
        { scheduleId: id, values: [call('/a', 10), call('/b', 5), call('/a', 30)] },
        { scheduleId: id, values: [call('/a', 10), call('/a', -1)] },
        { scheduleId: id, values: [call(null, 1)] },
        { scheduleId: id, values: [call('/a', 1, NOW - 8 * DAY)] },
        { scheduleId: 5, values: [] },
      ],
    };

    const { body } = await report('measurements', sent).expect(200);
    await report('measurements', sent).expect(200);

    expect(body).toMatchObject({ accepted: 1, rejected: [{ index: 1 }, { index: 2 }, { index: 3 }, { index: 4 }] });
    expect((await api.get(`/rest/metric/data/${id}/callTime`).expect(200)).body).toEqual([
      { callDestination: '/a', minimum: 10, maximum: 30, average: 20, total: 40, count: 2 },
      { callDestination: '/b', minimum: 5, maximum: 5, average: 5, total: 5, count: 1 },
    ]);
  });

  it('stores good values and names bad ones by their place over all lists', async () => {
    const {
      'CpuPerc.user': user = 0,
      'rxBytes/min': rate = 0,
      'Trait.hostname': hostname = 0,
    } = await givenSchedules();

    const { body } = await report('measurements', {
      numeric: [
        numeric(user, NOW, 1),
        numeric(2_000_000_000, NOW, 1),
        numeric(user, NOW - 7 * DAY - 1, 1),
        numeric(user, NOW + 10 * MINUTE + 1, 1),
        numeric(user, NOW, 'much'),
        numeric(hostname, NOW, 1),
        numeric(rate, NOW, 1),
        numeric(user, NOW + 10 * MINUTE, 3),
        null,
      ],
      traits: [{ scheduleId: user, timestamp: NOW, value: 'x' }],
    }).expect(200);

    const { accepted, rejected } = body as { accepted: number; rejected: { index: number; reason: string }[] };
    expect(accepted).toBe(2);
    expect(rejected.map(({ index }) => index)).toEqual([1, 2, 3, 4, 5, 6, 8, 9]);
    expect(rejected[0]!.reason).toBe('unknown schedule 2000000000');
    expect(await points(user)).toEqual([
      [0, 1],
      [10 * MINUTE, 3],
    ]);
  });

  it('is refused for schedules of another agent, and for resources that are not in inventory', async () => {
    const { 'CpuPerc.user': user = 0 } = await givenSchedules();
    await login('stranger').put('/rest/agent/stranger').send({}).expect(201);
    const send = () =>
      login('stranger')
        .post('/rest/agent/stranger/measurements')
        .send({ reportId: 'm', numeric: [numeric(user, NOW, 9)] });

    expect((await send().expect(200)).body).toMatchObject({
      accepted: 0,
      rejected: [{ index: 0, reason: `unknown schedule ${user}` }],
    });
    await api.database.query(
      `UPDATE resource SET inventory_status = 'NEW'
        WHERE id = (SELECT s.resource_id FROM metric_schedule s WHERE s.id = $1)`,
      [user],
    );
    expect((await report('measurements', { numeric: [numeric(user, NOW, 9)] }).expect(200)).body).toMatchObject({
      accepted: 0,
      rejected: [{ reason: 'the resource is not in inventory' }],
    });
    expect(await points(user)).toEqual([]);
  });

  it('may be compressed, and is refused when it is too large', async () => {
    const { 'CpuPerc.user': user = 0 } = await givenSchedules();
    const many = (count: number) => Array.from({ length: count }, (_, at) => numeric(user, NOW - at, at));

    const send = (bytes: Buffer) =>
      login()
        .post(path('/measurements'))
        .set('Content-Type', 'application/json')
        .set('Content-Encoding', 'gzip')
        .serialize((sent: unknown) => sent as string)
        .send(bytes);
    const { body } = await send(gzipSync(JSON.stringify({ reportId: 'm-z', numeric: many(10_000) }))).expect(200);
    expect(body).toMatchObject({ accepted: 10_000 });
    await send(Buffer.from('not compressed')).expect(406);
    await send(gzipSync(JSON.stringify({ reportId: 'm-y', padding: 'x'.repeat(8 * 1024 * 1024) }))).expect(413);
    const refused = await report('measurements', { numeric: many(10_001) });
    expect([refused.status, refused.headers['x-error-type']]).toEqual([413, 'payload_too_large']);
  });
});
