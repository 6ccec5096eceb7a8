import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { DOCUMENT_LIMITS } from '@wardstone/scap';
import { streamDocument } from '../document-stream';

const MIB = 1024 * 1024;

/** A body that arrives in pieces of 64 KiB. */
function aBody(bytes: Buffer): Readable {
  const pieces = Array.from({ length: Math.ceil(bytes.length / 65_536) }, (_, n) =>
    bytes.subarray(n * 65_536, (n + 1) * 65_536),
  );
  return Readable.from(pieces, { objectMode: false });
}

describe('streamDocument', () => {
  let decoded: Buffer[];
  const collect = (chunk: Uint8Array): Promise<void> => {
    decoded.push(Buffer.from(chunk));
    return Promise.resolve();
  };
  beforeEach(() => {
    decoded = [];
  });

  it.each([false, true])('passes everything on, gzip %s', async (isGzip) => {
    const document = Buffer.from('<a>é</a>'.repeat(100_000));
    await streamDocument({ body: aBody(isGzip ? gzipSync(document) : document), isGzip }, collect);
    expect(Buffer.concat(decoded).equals(document)).toBe(true);
  });

  it('waits for its consumer after every chunk', async () => {
    let underway = 0;
    let mostUnderway = 0;
    await streamDocument({ body: aBody(Buffer.alloc(MIB)), isGzip: false }, async () => {
      mostUnderway = Math.max(mostUnderway, ++underway);
      await new Promise(setImmediate);
      underway--;
    });
    expect(mostUnderway).toBe(1);
  });

  it.each([false, true])('refuses a raw body over the limit, and drains the rest, gzip %s', async (isGzip) => {
    const body = aBody(isGzip ? gzipSync(randomBytes(4 * MIB)) : Buffer.alloc(4 * MIB));
    const limits = { ...DOCUMENT_LIMITS, rawBytes: MIB - 1 };
    await expect(streamDocument({ body, isGzip }, collect, limits)).rejects.toMatchObject({ kind: 'too_large' });
    expect(body.readableEnded).toBe(true);
  });

  it('does not wait forever for the rest of a refused body', async () => {
    const body = new Readable({ read: () => {} });
    body.push(Buffer.alloc(10));
    const limits = { ...DOCUMENT_LIMITS, rawBytes: 9 };
    await expect(streamDocument({ body, isGzip: false }, collect, limits)).rejects.toMatchObject({ kind: 'too_large' });
    expect(body.readableEnded).toBe(false);
  });

  it('refuses a decoded body over the limit', async () => {
    const limits = { ...DOCUMENT_LIMITS, decodedBytes: MIB };
    const source = { body: aBody(gzipSync(Buffer.alloc(MIB + 1))), isGzip: true };
    await expect(streamDocument(source, collect, limits)).rejects.toMatchObject({ kind: 'too_large' });
  });

  it('refuses a gzip bomb after 10 MiB of output', async () => {
    const source = { body: aBody(gzipSync(Buffer.alloc(200 * MIB))), isGzip: true };
    await expect(streamDocument(source, collect)).rejects.toMatchObject({ kind: 'too_large' });
    // One piece of input counts as a whole, hence a little more than 10 MiB.
    expect(Buffer.concat(decoded).length).toBeLessThan(16 * MIB);
  });

  it('takes a ratio over 200 up to 10 MiB', async () => {
    await streamDocument({ body: aBody(gzipSync(Buffer.alloc(10 * MIB))), isGzip: true }, collect);
    expect(Buffer.concat(decoded).length).toBe(10 * MIB);
  });

  it.each([
    ['is not gzip', Buffer.from('<a/>')],
    ['is cut off', gzipSync(Buffer.from('<a>'.repeat(1_000))).subarray(0, 30)],
    ['is damaged', Buffer.concat([gzipSync(Buffer.from('<a/>')).subarray(0, 12), Buffer.alloc(40, 7)])],
  ])('refuses a body that %s', async (_name, bytes) => {
    await expect(streamDocument({ body: aBody(bytes), isGzip: true }, collect)).rejects.toMatchObject({
      kind: 'invalid',
      message: 'not a gzip stream',
    });
  });

  it('passes the failure of the body on', async () => {
    const body = new Readable({ read: () => body.destroy(new Error('aborted')) });
    await expect(streamDocument({ body, isGzip: true }, collect)).rejects.toThrow('aborted');
  });
});
