import { randomBytes } from 'node:crypto';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import FakeTimers from '@sinonjs/fake-timers';
import fc from 'fast-check';
import { ApiError } from '@wardstone/errors';
import { eventually } from '@wardstone/testing';
import { HeavyWork } from '../heavy-work';
import { BodiesUnderWay, BodyBytes, drainRequest } from './body-bytes';

const MIB = 1024 * 1024;
const brotli = (body: Buffer): Buffer => brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } });

describe('the bytes of a body', () => {
  const underWay = new BodiesUnderWay(8 * MIB, 200);
  const bytes = new BodyBytes({}, true, underWay);
  const outcomes: string[] = [];
  const server = http.createServer((request, response) => {
    void bytes
      .read(request, response, 2 * MIB)
      .then(
        (body) => [200, `${body.length}`] as const,
        (error: ApiError) => [error.status, error.kind.type] as const,
      )
      .then(([status, text]) => {
        outcomes.push(text);
        response.writeHead(status).end(text);
      });
  });
  let url = '';

  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  beforeEach(() => void outcomes.splice(0));
  afterAll(() => void server.close());

  const send = async (body: Buffer, coding = 'identity'): Promise<string> =>
    (await fetch(url, { method: 'POST', body: new Uint8Array(body), headers: { 'content-encoding': coding } })).text();

  it.each([
    ['identity', (body: Buffer) => body],
    ['gzip', gzipSync],
    ['X-GZIP', gzipSync],
    ['deflate', deflateSync],
    ['br', brotli],
  ] as const)('are read in %s up to the limit', async (coding, pack) => {
    const text = Buffer.from(randomBytes(MIB).toString('hex'));
    expect(await send(pack(text), coding)).toBe(String(2 * MIB));
    expect(await send(pack(Buffer.concat([text, Buffer.from('x')])), coding)).toBe('payload_too_large');
    expect(await send(pack(Buffer.from('{}')), coding)).toBe('2');
  });

  it('are rejected when they expand too much', async () => {
    expect(await send(gzipSync(Buffer.alloc(256 * 1024)), 'gzip')).toBe(String(256 * 1024));
    expect(await send(gzipSync(Buffer.alloc(256 * 1024 + 1)), 'gzip')).toBe('payload_too_large');
    expect(await send(brotli(Buffer.alloc(MIB)), 'br')).toBe('payload_too_large');
  });

  it('are refused when they are compressed wrongly, or otherwise than declared', async () => {
    expect(await send(gzipSync(Buffer.alloc(99)).subarray(0, -9), 'gzip')).toBe('invalid_request');
    expect(await send(Buffer.alloc(MIB, '{'), 'gzip')).toBe('invalid_request');
    expect(await send(Buffer.from('{}'), 'zstd')).toBe('unsupported_media_type');
  });

  it('of one anonymous client leave room for another behind the same proxy', async () => {
    const head = `POST / HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 192.0.2.1\r\nContent-Length: ${2 * MIB}\r\n\r\n`;
    const sockets = Array.from({ length: 4 }, () => net.connect(Number(new URL(url).port), '127.0.0.1'));
    for (const socket of sockets) socket.write(`${head}${'x'.repeat(MIB)}`);
    await eventually('they have all that they may have', () => {
      const probe = underWay.hold('probe');
      const isTaken = probe.tryTake(2 * MIB + 1);
      probe.release();
      return !isTaken;
    });
    const headers = { 'x-forwarded-for': '192.0.2.2' };
    const response = await fetch(url, { method: 'POST', body: 'x'.repeat(MIB), headers });
    expect(await response.text()).toBe(String(MIB));

    for (const socket of sockets) socket.destroy();
    await eventually('the reader notices', () => outcomes.length === 5);
  });

  it('of a disconnected client are released, and processing stops', async () => {
    const socket = net.connect(Number(new URL(url).port), '127.0.0.1');
    const head = `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${2 * MIB}\r\n\r\n`;
    await new Promise((resolve) => socket.write(`${head}${'x'.repeat(MIB)}`, resolve));
    socket.destroy();
    await eventually('the reader notices', () => outcomes.length > 0);
    expect(outcomes).toEqual(['invalid_request']);
    expect(underWay.hold('another').tryTake(4 * MIB)).toBe(true);
  });
});

describe('large bodies', () => {
  const underWay = new BodiesUnderWay(8 * MIB, 200);
  const turns = new HeavyWork(2);
  const bytes = new BodyBytes({}, true, underWay, turns);
  const atWork = new Map<string, () => void>();
  const server = http.createServer((request, response) => {
    const [, subject, name = ''] = request.url!.split('/');
    Object.assign(request, { caller: { subject } });
    void bytes.read(request, response, 2 * MIB).then(
      () => atWork.set(name, () => void response.end(name)),
      ({ status, kind }: ApiError) => response.writeHead(status).end(kind.type),
    );
  });
  let url = '';

  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => void server.close());

  const send = async (path: string, body: Buffer, coding = 'identity'): Promise<string> => {
    const headers = { 'content-encoding': coding };
    const response = await fetch(url + path, { method: 'POST', body: new Uint8Array(body), headers });
    return `${response.status} ${await response.text()}`;
  };
  const begun = (name: string): Promise<boolean> => eventually(`work on ${name}`, () => atWork.has(name));
  const large = randomBytes(MIB);
  const endOneByOne = async (names: readonly string[], sent: readonly Promise<string>[]): Promise<void> => {
    for (let done = 0; done < names.length; done++) {
      await eventually('work on another', () => atWork.size === 1);
      const [[name, end]] = [...atWork] as [[string, () => void]];
      atWork.delete(name);
      end();
    }
    expect(await Promise.all(sent)).toEqual(names.map((name) => `200 ${name}`));
  };

  it('take turns by account, also those that are large once decompressed, and small ones none', async () => {
    const words = Buffer.from(randomBytes(512 * 1024).toString('hex'));
    const sent = [send('/hog/first', large)];
    await begun('first');
    sent.push(
      send('/hog/second', gzipSync(words), 'gzip'),
      send('/ann/third', large),
      send('/hog/small', Buffer.from('x')),
    );
    await Promise.all([begun('third'), begun('small')]);
    expect([...atWork.keys()]).not.toContain('second');
    atWork.get('first')!();
    await begun('second');
    for (const end of atWork.values()) end();
    expect(await Promise.all(sent)).toEqual(['200 first', '200 second', '200 third', '200 small']);
  });

  it('wait for their turn unread, and take no memory meanwhile', async () => {
    atWork.clear();
    const names = ['one', 'two', 'three', 'four'];
    const sent = names.map((name) => send(`/hog/${name}`, large));
    await eventually('work on one of them', () => atWork.size === 1);
    await sleep(100);
    const held = underWay.hold('hog');
    expect(held.tryTake(3 * MIB)).toBe(true);
    held.release();
    await endOneByOne(names, sent);
  });

  it('wait unread from a quarter of that size on when they are compressed', async () => {
    atWork.clear();
    const packed = gzipSync(Buffer.from(randomBytes(300 * 1024).toString('hex')));
    const names = Array.from({ length: 16 }, (_none, n) => `packed-${n}`);
    const sent = names.map((name) => send(`/hog/${name}`, packed, 'gzip'));
    await eventually('work on one of them', () => atWork.size === 1);
    await sleep(100);
    const held = underWay.hold('ann');
    expect(held.tryTake(3 * MIB)).toBe(true);
    held.release();
    await endOneByOne(names, sent);
  });

  it('are refused before they are read once their account waits with too many', async () => {
    const over = new AbortController();
    for (let n = 0; n < 65; n++)
      turns.begin({ account: 'hog', signal: AbortSignal.any([over.signal]) }).catch(() => {});
    const held = underWay.hold('hog');
    held.tryTake(4 * MIB);
    expect(await send('/hog/refused', large)).toBe('429 too_many_heavy_requests');
    over.abort();
    held.release();
  });
});

describe('the rest of a refused body', () => {
  let clock: FakeTimers.Clock;
  let body: Readable;
  let isOver: boolean;
  beforeEach(() => {
    clock = FakeTimers.install({ toFake: ['setTimeout', 'clearTimeout'], shouldClearNativeTimers: true });
    body = new Readable({ read: () => {} });
    isOver = false;
    void drainRequest(body).then(() => (isOver = true));
  });
  afterEach(() => {
    body.destroy();
    clock.uninstall();
  });

  const pass = async (ms: number): Promise<void> => {
    await clock.tickAsync(ms);
    await new Promise((resolve) => setImmediate(resolve));
  };
  const send = async (): Promise<void> => {
    body.push('x');
    await pass(1_500);
  };

  it('is read to its end while it arrives', async () => {
    for (let n = 0; n < 5; n++) await send();
    expect(isOver).toBe(false);
    body.push(null);
    await pass(0);
    expect([isOver, body.readableEnded]).toEqual([true, true]);
  });

  it('is dropped after two seconds without a byte', async () => {
    await send();
    await pass(499);
    expect(isOver).toBe(false);
    await pass(1);
    expect(isOver).toBe(true);
  });

  it('is dropped after ten seconds, though it arrives byte by byte', async () => {
    for (let n = 0; n < 6; n++) await send();
    expect(isOver).toBe(false);
    await send();
    expect(isOver).toBe(true);
  });
});

const outcome = (room: Promise<void> | undefined): Promise<unknown> =>
  Promise.resolve(room).then(
    () => 'room',
    (error: unknown) => (error instanceof ApiError ? error.kind.type : error),
  );

describe('bodies in progress', () => {
  it('leave half of the memory to others, and equal parts to many', () => {
    const all = new BodiesUnderWay(100, 10);
    const [first, second, third] = [all.hold('a'), all.hold('b'), all.hold('c')];
    expect(first.tryTake(51)).toBe(false);
    expect(first.tryTake(50)).toBe(true);
    expect(second.tryTake(26)).toBe(false);
    expect(second.tryTake(25)).toBe(true);
    expect(third.tryTake(12)).toBe(true);
    expect(all.hold('a').tryTake(1)).toBe(false);
  });

  it('wait for memory, and are rejected with Retry-After when there is none', async () => {
    const all = new BodiesUnderWay(100, 50);
    const [first, second] = [all.hold('a'), all.hold('a')];
    expect(first.take(50)).toBeUndefined();
    expect(await outcome(second.take(10))).toBe('too_much_in_progress');
    const waiting = outcome(second.take(10));
    first.release();
    expect(await waiting).toBe('room');
    const error: unknown = await all
      .hold('a')
      .take(200)
      ?.catch((refusal: unknown) => refusal);
    expect((error as ApiError).headers['Retry-After']).toBe('2');
  });

  it('are refused with 503 when others use all of it', async () => {
    const all = new BodiesUnderWay(100, 10);
    all.hold('a').tryTake(50);
    const own = all.hold('b');
    expect(own.tryTake(5)).toBe(true);
    expect(await outcome(own.take(45))).toBe('service_unavailable');
  });

  it('stop waiting when their client disconnects, and give back all memory', async () => {
    const all = new BodiesUnderWay(100, 60_000);
    const [first, second] = [all.hold('a'), all.hold('a')];
    expect(first.take(50)).toBeUndefined();
    const waiting = outcome(second.take(10));
    second.release();
    expect(await waiting).toBe('too_much_in_progress');
    // Bytes after the end take no memory.
    expect(second.take(1_000)).toBeUndefined();
    first.release();
    first.release();
    expect(all.hold('b').tryTake(50)).toBe(true);
  });

  it('never hold more than the total, however callers take and give back', () => {
    const step = fc.record({ caller: fc.nat({ max: 4 }), bytes: fc.nat({ max: 60 }), ends: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const all = new BodiesUnderWay(100);
        const open: { bytes: number; held: ReturnType<BodiesUnderWay['hold']> }[] = [];
        for (const { caller, bytes, ends } of steps) {
          if (ends) open.shift()?.held.release();
          const held = all.hold(String(caller));
          if (held.tryTake(bytes)) open.push({ bytes, held });
          else held.release();
          expect(open.reduce((sum, one) => sum + one.bytes, 0)).toBeLessThanOrEqual(100);
        }
        for (const { held } of open) held.release();
        expect(all.hold('last').tryTake(50)).toBe(true);
      }),
      { seed: 13, numRuns: 500 },
    );
  });
});
