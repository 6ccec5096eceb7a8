import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { listRouteAccess } from '@wardstone/auth';
import { untilSomebodyWaits } from '@wardstone/testing';
import { useAgents, MINUTE, NOW } from './use-agents';
import { MetricWriter } from '../../metrics/storage/metric-writer';
import { DirectReport } from '../measurements/direct-report';

interface Sent {
  body: (scheduleId: number) => string | Buffer;
  headers?: Record<string, string>;
  role?: 'agent' | 'viewer' | 'admin';
  username?: string;
  path?: string;
  isStranger?: true;
}

const aReport = (numeric: unknown, more: object = {}) => JSON.stringify({ reportId: 'same', numeric, ...more });

describe('POST /rest/agent/{name}/measurements, before and within the framework', () => {
  const { api, name, path, report, sync, givenMachine } = useAgents();

  const givenSchedule = async (): Promise<number> => {
    await givenMachine();
    const { schedules } = await sync();
    return schedules.find((schedule) => schedule.name === 'CpuPerc.user')!.scheduleId;
  };

  /** Sends the same request on both paths: one with a weight in its media type is handled only by the framework. */
  const sendBothWays = async ({ headers = {}, role = 'agent', ...sent }: Sent, scheduleId: number) => {
    const client = sent.isStranger ? api.anonymous : api.as({ username: sent.username ?? name(), roles: [role] });
    const send = (accept: string) =>
      client
        .post(sent.path ?? path('/measurements'))
        .set({ 'Content-Type': 'application/json', ...headers, Accept: accept })
        .serialize((body: unknown) => body as string)
        .send(sent.body(scheduleId) as string);
    const before = await send('application/json');
    // Otherwise the second report would get the stored response of the first one.
    await api.database.query(`DELETE FROM agent_report WHERE report_id = 'same'`);
    const within = await send('application/json;q=0.9');
    await api.database.query(`DELETE FROM agent_report WHERE report_id = 'same'`);
    return [before, within].map((response) => ({
      status: response.status,
      text: response.text,
      headers: { ...response.headers, 'x-request-id': '', date: '' },
    }));
  };

  const one = (scheduleId: number) => aReport([{ scheduleId, timestamp: NOW, value: 1 }]);
  it.each<[string, number, Sent]>([
    ['values that are stored', 200, { body: one }],
    ['values in gzip', 200, { body: (id) => gzipSync(one(id)), headers: { 'Content-Encoding': 'gzip' } }],
    ['values of an agent by an administrator', 200, { body: one, role: 'admin', username: 'root' }],
    [
      'values and traits',
      200,
      { body: (id) => aReport([], { traits: [{ scheduleId: id, timestamp: 0, value: 'x' }] }) },
    ],
    ['an empty report', 200, { body: () => aReport([]) }],
    ['no list', 406, { body: () => aReport({}) }],
    ['no id', 406, { body: () => '{}' }],
    ['half a body', 406, { body: () => '{"reportId":' }],
    ['what is no gzip', 406, { body: () => 'x', headers: { 'Content-Encoding': 'gzip' } }],
    ['an unknown encoding', 415, { body: one, headers: { 'Content-Encoding': 'compress' } }],
    ['XML', 415, { body: () => '<a/>', headers: { 'Content-Type': 'application/xml' } }],
    ['plain text', 415, { body: one, headers: { 'Content-Type': 'text/plain' } }],
    ['too much', 413, { body: () => Buffer.alloc(9 * 1024 * 1024, ' ') }],
    [
      'too much in gzip',
      413,
      { body: () => gzipSync(Buffer.alloc(9 * 1024 * 1024)), headers: { 'Content-Encoding': 'gzip' } },
    ],
    ['too many values', 413, { body: () => aReport(Array.from({ length: 10_001 }, () => 0)) }],
    ['a null character', 406, { body: () => aReport(['\0']) }],
    ['values by the agent of another machine', 403, { body: one, username: 'somebody-else' }],
    ['values by somebody who may read', 403, { body: one, role: 'viewer' }],
    ['values by a stranger', 401, { body: one, isStranger: true }],
    ['values of an unknown agent', 404, { body: one, path: '/rest/agent/nobody/measurements' }],
  ])('responds alike: %s', async (_what, status, sent) => {
    const [before, within] = await sendBothWays(sent, await givenSchedule());

    expect(before).toEqual(within);
    expect(before!.status).toBe(status);
  });

  it('responds alike to any values', async () => {
    const scheduleId = await givenSchedule();
    const anyItem = fc.oneof(
      {
        weight: 3,
        arbitrary: fc.record({
          scheduleId: fc.constant(scheduleId),
          timestamp: fc.constant(NOW),
          value: fc.double({ noNaN: true }),
        }),
      },
      fc.record(
        {
          scheduleId: fc.oneof(fc.constant(scheduleId), fc.integer(), fc.string()),
          timestamp: fc.oneof(fc.constant(NOW - MINUTE), fc.integer(), fc.double()),
          value: fc.oneof(fc.double(), fc.string(), fc.constant(null)),
        },
        { requiredKeys: [] },
      ),
      fc.jsonValue(),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(anyItem, { maxLength: 8 }), async (numeric) => {
        const [before, within] = await sendBothWays({ body: () => aReport(numeric) }, scheduleId);
        expect(before).toEqual(within);
      }),
      { numRuns: 30 },
    );
  });

  it('requires of its callers what the route declares', () => {
    const { route, access } = api.service.app.get(DirectReport, { strict: false });
    const declared = listRouteAccess(api.service.app).find(({ method, path }) => method === 'POST' && path === route);

    expect(declared).toMatchObject({ access, allowsCertificate: false });
  });

  it('returns 503 with Retry-After while more points wait than memory should hold', async () => {
    const scheduleId = await givenSchedule();
    const writer = api.service.app.get(MetricWriter, { strict: false });
    const write = (count: number) =>
      writer.write({
        scheduleIds: new Int32Array(count).fill(scheduleId),
        times: new Float64Array(count).fill(NOW),
        values: new Float64Array(count),
      });
    const writes = await api.database.transaction(async (tx) => {
      await tx.query(`LOCK TABLE metric_log IN EXCLUSIVE MODE`);
      const first = write(1);
      // The first is on its way, so that the others wait.
      await untilSomebodyWaits(api.database);
      const others = write(1_000_000);
      for (const accept of ['application/json', 'application/json;q=0.9']) {
        const numeric = [{ scheduleId, timestamp: NOW, value: 1 }];
        const { headers } = await report('measurements', { numeric }).set('Accept', accept).expect(503);
        expect(headers['retry-after']).toBe('5');
        expect(headers['x-error-type']).toMatch(/metric_backlog_full$/);
      }
      return [first, others];
    });
    await Promise.all(writes);
  });

  it('is accepted while another account has its maximum of waiting points', async () => {
    const scheduleId = await givenSchedule();
    const writer = api.service.app.get(MetricWriter, { strict: false });
    const write = (count: number, account = 'another') =>
      writer.write(
        {
          scheduleIds: new Int32Array(count).fill(scheduleId),
          times: new Float64Array(count).fill(NOW),
          values: new Float64Array(count),
        },
        account,
      );
    const writes = await api.database.transaction(async (tx) => {
      await tx.query(`LOCK TABLE metric_log IN EXCLUSIVE MODE`);
      const first = write(1);
      await untilSomebodyWaits(api.database);
      const others = [write(499_000), write(1_000)];
      await expect(write(1)).rejects.toMatchObject({ kind: { type: 'metric_backlog_full' } });
      return [first, ...others, write(100, 'this one')];
    });
    await Promise.all(writes);
  });

  it('attempts a write that fails only once', async () => {
    const scheduleId = await givenSchedule();
    const { database } = api;
    await database.query(`CREATE SEQUENCE attempt`);
    await database.query(
      `CREATE FUNCTION refuse_points() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN PERFORM nextval('attempt'); RAISE EXCEPTION 'refused'; END $$`,
    );
    await database.query(`CREATE TRIGGER refuse BEFORE INSERT ON metric_log EXECUTE FUNCTION refuse_points()`);
    try {
      const numeric = [{ scheduleId, timestamp: NOW, value: 1 }];
      await report('measurements', { numeric }).set('Accept', 'application/json').expect(500);

      const [row] = await database.query<{ last_value: number }>(`SELECT last_value FROM attempt`);
      expect(Number(row!.last_value)).toBe(1);
    } finally {
      await database.query(`DROP TRIGGER refuse ON metric_log`);
      await database.query(`DROP FUNCTION refuse_points`);
      await database.query(`DROP SEQUENCE attempt`);
    }
  });
});
