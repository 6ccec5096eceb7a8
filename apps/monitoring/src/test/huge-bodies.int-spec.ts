import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { BodyBytes } from '@wardstone/bootstrap';
import {
  DENSE_FIRST_WRITES,
  DENSE_OTLP,
  DENSE_SECOND_WRITES,
  measureEffort,
  watchEventLoop,
  withTurnsSpent,
} from '@wardstone/testing';
import { givenMeasured } from './alerts/alert-fixture';
import { useAgents } from '../agents/test/use-agents';
import {
  FIRST_HEADERS,
  packed as snappyOf,
  SECOND_HEADERS,
} from '../../../../libs/series-formats/test/write-request.builder';

const KINDS = {
  events: 'events',
  measurements: 'numeric',
  availability: 'items',
  configurations: 'items',
  drift: 'changeSets',
  imports: 'resourceIds',
  inventory: 'roots',
};
/** Parsed to objects, these bodies take 500 and more; refused, 20; the largest accepted ones 100. */
const MAX_EFFORT = 300;
/** Maximum delay of others; a multiple of the usual one, for slow machines. */
const MAX_TURN_MS = 500;
/** Three times the body is the request itself: packed, unpacked and as it lies in the client. */
const MAX_MEMORY_BYTES = 200 * 1024 * 1024;
const objects = (count: number): string => `[${'{},'.repeat(count - 1)}{}]`;
/** Text that does not compress, so that the body is not noticed by its compression. */
const padding = (bytes: number): string => randomBytes(bytes / 2).toString('hex');

/** Growth of memory in bytes. */
function watchMemory(): { stop(): number } {
  const used = (): number => {
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const before = used();
  let most = 0;
  const timer = setInterval(() => (most = Math.max(most, used() - before)), 10);
  return {
    stop: () => {
      clearInterval(timer);
      return Math.max(most, used() - before);
    },
  };
}

describe('bodies that expand', () => {
  const { api, login, name, path } = useAgents();

  const packed = (ask: Pick<typeof api, 'post' | 'put'>, method: 'post' | 'put', address: string, body: Buffer) =>
    ask[method](address)
      .set('Content-Encoding', 'gzip')
      .type('application/json')
      .serialize((bytes: unknown) => bytes as string)
      .send(body);
  const definition = (count: number, pad: string): string =>
    `{"priority":"LOW","conditions":${objects(count)},"name":"${pad}"}`;

  it.each([
    ['post', '/rest/alert/definitions/dry-run?resourceId=1'],
    ['post', '/rest/alert/definitions?resourceId=1'],
    ['put', '/rest/alert/definition/1'],
    ['post', '/rest/event/source/1/events'],
    ['put', '/rest/metric/data/1/callTime'],
  ] as const)('are refused before they become objects (%s %s)', async (method, address) => {
    for (const body of [definition(349_000, ''), definition(200_000, padding(16_384)), objects(349_000)]) {
      const sent = gzipSync(body);
      const took = await measureEffort(async () => {
        const response = await packed(api, method, address, sent);
        // Events may be many; their source comes first.
        const isTaken = address.includes('event') && body.length > 610_000 && body.length < 620_000;
        expect(response.status).toBe(isTaken ? 404 : 413);
      });
      expect(took).toBeLessThan(MAX_EFFORT);
    }
  });

  it.each(Object.entries(KINDS))('are refused as reports (%s)', async (kind, list) => {
    for (const pad of ['', padding(131_072)]) {
      const body = gzipSync(`{"reportId":"x","pad":"${pad}","${list}":${objects(2_700_000)}}`);
      const took = await measureEffort(async () => {
        const response = await packed(login(), 'post', path(`/${kind}`), body);
        expect([response.status, response.headers['x-error-type']]).toEqual([413, 'payload_too_large']);
      });
      expect(took).toBeLessThan(MAX_EFFORT);
    }
  });

  it('are not validated for callers without permission, nor at unknown targets', async () => {
    const { resource } = await givenMeasured(api.database);
    // Validation would refuse this with 400.
    const body = { name: 'x', conditions: JSON.parse(objects(19_000)) as unknown };
    const viewer = api.as({ username: 'looks-on', roles: ['viewer'] });
    for (const [ask, address, status] of [
      [viewer, `/rest/alert/definitions?resourceId=${resource.id}`, 403],
      [viewer, '/rest/alert/definition/999999999', 404],
      [api, '/rest/alert/definitions?resourceId=999999999', 404],
      [api, `/rest/alert/definitions?resourceId=${resource.id}`, 406],
    ] as const) {
      const method = address.includes('definition/') ? 'put' : 'post';
      await ask[method](address).send(body).expect(status);
    }
  });

  it('of XML are refused before they become elements', async () => {
    const body = `<definition>${'<condition/>'.repeat(60_000)}</definition>`;
    const response = await api
      .post('/rest/alert/definitions?resourceId=1')
      .set('Content-Type', 'application/xml')
      .send(body);
    expect([response.status, response.headers['x-error-type']]).toEqual([413, 'payload_too_large']);
  });

  const WRITE = '/prometheus/api/v1/write';
  const DOORS = [
    [WRITE, FIRST_HEADERS, DENSE_FIRST_WRITES],
    [WRITE, SECOND_HEADERS, DENSE_SECOND_WRITES],
    ['/otlp/v1/metrics', { 'Content-Type': 'application/x-protobuf' }, DENSE_OTLP],
  ] as const;
  const DENSE = DOORS.flatMap(([address, headers, bodies]) =>
    Object.entries(bodies).map(([name, body]) => ({ name, address, headers, body, type: headers['Content-Type'] })),
  );

  it('of more than 512 KiB take turns by account, at every operation, and smaller ones none', async () => {
    const { turns } = api.service.app.get(BodyBytes, { strict: false });
    const json = (bytes: number): Buffer => Buffer.from(`{"pad":"${padding(bytes)}"}`);
    const doors = [
      [WRITE, FIRST_HEADERS, (bytes: number) => snappyOf(Buffer.alloc(bytes, Buffer.from([0x0a, 0])))],
      ['/otlp/v1/metrics', { 'Content-Type': 'application/x-protobuf' }, (bytes: number) => Buffer.alloc(bytes, 1)],
      ['/otlp/v1/metrics', { 'Content-Type': 'application/json' }, json],
      ['/rest/metric/data/raw', { 'Content-Type': 'application/json' }, json],
      [path('/inventory'), { 'Content-Type': 'application/json' }, json],
    ] as const;
    const send = async ([address, headers, bodyOf]: (typeof doors)[number], bytes: number): Promise<unknown> => {
      const raw = (bytes: unknown): string => bytes as string;
      const response = await login().post(address).set(headers).serialize(raw).send(bodyOf(bytes));
      return response.headers['x-error-type'];
    };
    const spent = async (): Promise<void> => {
      for (const door of doors) {
        const refusal = door[0] === WRITE ? 'service_unavailable' : 'too_many_heavy_requests';
        expect(await send(door, 600 * 1024)).toBe(refusal);
        expect(await send(door, 100 * 1024)).not.toBe(refusal);
      }
    };
    await withTurnsSpent(api, spent, { username: name() }, turns);
  });

  it.each(DENSE)('of protobuf delay nobody else: $name ($type)', async ({ address, headers, body }) => {
    const sent = 'Content-Encoding' in headers ? snappyOf(body()) : body();
    const watch = watchEventLoop();
    const memory = watchMemory();
    const took = await measureEffort(async () => {
      const { status } = await login()
        .post(address)
        .set(headers)
        .serialize((bytes: unknown) => bytes as string)
        .send(sent);
      expect([200, 400, 413]).toContain(status);
    });
    expect(took).toBeLessThan(MAX_EFFORT);
    expect(watch.stop().longestTurnMs).toBeLessThan(MAX_TURN_MS);
    expect(memory.stop()).toBeLessThan(MAX_MEMORY_BYTES);
  });
});
