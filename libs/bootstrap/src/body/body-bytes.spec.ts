import { randomBytes } from 'node:crypto';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import type { ApiError } from '@wardstone/errors';
import { eventually } from '@wardstone/testing';
import { BodiesUnderWay } from './bodies-under-way';
import { BodyBytes } from './body-bytes';

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

  it('are refused when a few of them stand for very many', async () => {
    expect(await send(gzipSync(Buffer.alloc(256 * 1024)), 'gzip')).toBe(String(256 * 1024));
    expect(await send(gzipSync(Buffer.alloc(256 * 1024 + 1)), 'gzip')).toBe('payload_too_large');
    expect(await send(brotli(Buffer.alloc(MIB)), 'br')).toBe('payload_too_large');
  });

  it('are refused when they are compressed wrongly, unlike they claim or in another way', async () => {
    expect(await send(gzipSync(Buffer.alloc(99)).subarray(0, -9), 'gzip')).toBe('invalid_request');
    expect(await send(Buffer.alloc(MIB, '{'), 'gzip')).toBe('invalid_request');
    expect(await send(Buffer.from('{}'), 'zstd')).toBe('unsupported_media_type');
  });

  it('of one stranger leave room to another behind the same proxy', async () => {
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
    const answer = await fetch(url, { method: 'POST', body: 'x'.repeat(MIB), headers });
    expect(await answer.text()).toBe(String(MIB));

    for (const socket of sockets) socket.destroy();
    await eventually('the reader notices', () => outcomes.length === 5);
  });

  it('of a client that gave up are given back, and nothing goes on', async () => {
    const socket = net.connect(Number(new URL(url).port), '127.0.0.1');
    const head = `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${2 * MIB}\r\n\r\n`;
    await new Promise((resolve) => socket.write(`${head}${'x'.repeat(MIB)}`, resolve));
    socket.destroy();
    await eventually('the reader notices', () => outcomes.length > 0);
    expect(outcomes).toEqual(['invalid_request']);
    expect(underWay.hold('another').tryTake(4 * MIB)).toBe(true);
  });
});
