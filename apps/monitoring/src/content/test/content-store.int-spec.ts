import { createHash, randomBytes } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { TestClock } from '@wardstone/clock';
import { useDatabase } from '@wardstone/testing';
import { MIGRATIONS } from '../../data-source';
import type { ContentBackend } from '../content-backend';
import { ContentStore, ContentStoreFullError, ContentTooLargeError, type StoredContent } from '../content-store';
import { ContentStoreQueries } from '../content-store.queries';
import { LargeObjectBackend } from '../large-object.backend';
import { S3Backend } from '../s3.backend';
import { BUCKET, S3_KEYS, useS3 } from './s3-server';

const KIB = 1024;
const MIB = 1024 * KIB;
const LIMITS = { limitBytes: 10 * MIB, quotaBytes: 13 * MIB, accountQuotaBytes: 11 * MIB };
const NOW = Date.UTC(2026, 0, 15, 12);

const toMd5 = (bytes: Uint8Array): string => createHash('md5').update(bytes).digest('hex');

async function* chunks(bytes: Buffer, size = 64 * KIB + 7): AsyncIterable<Buffer> {
  await Promise.resolve();
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

describe.each(['database', 's3'] as const)('ContentStore in %s', (kind) => {
  const database = useDatabase({ name: 'monitoring', migrations: MIGRATIONS });
  const s3 = useS3();
  const clock = new TestClock(NOW);
  let closeBackend = (): void => undefined;
  let store: ContentStore;

  const getBackend = async (): Promise<ContentBackend> => {
    if (kind === 'database') return new LargeObjectBackend(database.database);
    const backend = await S3Backend.open({
      endpoint: s3.endpoint,
      region: 'us-east-1',
      bucket: BUCKET,
      prefix: 'content/',
      credentials: S3_KEYS,
      usesPathStyle: true,
    });
    closeBackend = () => backend.close();
    return backend;
  };

  beforeAll(async () => {
    store = new ContentStore(database.database, new ContentStoreQueries(database.database), clock, LIMITS, [
      await getBackend(),
    ]);
  });
  afterAll(() => closeBackend());
  afterEach(async () => {
    await database.query(`DELETE FROM stored_content`);
    await store.sweep();
    expect(await leftovers()).toEqual({ rows: 0, pages: 0, objects: [] });
  });

  const put = (bytes: Buffer): Promise<StoredContent> =>
    store.put(chunks(bytes), (_transaction, stored) => Promise.resolve(stored));
  const copy = (key: string) => database.transaction((transaction) => store.copy(transaction, key));
  const remove = (key: string) => database.transaction((transaction) => store.remove(transaction, key));
  const toContent = async (key: string): Promise<Buffer> => {
    const reader = (await store.open(key))!;
    return reader.read({ start: 0, end: reader.length });
  };
  /** Everything that is stored anywhere. */
  const leftovers = async () => {
    const [{ rows, pages }] = (await database.query<{ rows: number; pages: number }>(
      `SELECT (SELECT count(*) FROM stored_object) AS rows, (SELECT count(*) FROM pg_largeobject_metadata m
         WHERE m.lomowner = (SELECT r.oid FROM pg_roles r WHERE r.rolname = current_user)) AS pages`,
    )) as [{ rows: number; pages: number }];
    const listing = await fetch(`${s3.endpoint}/${BUCKET}?list-type=2`);
    return { rows, pages, objects: [...(await listing.text()).matchAll(/<Key>([^<]*)/g)].map(([, key]) => key) };
  };

  it.each([0, 1, 9, MIB - 1, MIB, MIB + 1, 9 * MIB + 12_345])('returns %i bytes unchanged', async (length) => {
    const bytes = randomBytes(length);
    const stored = await put(bytes);
    expect(stored).toEqual({ key: expect.any(String), length, md5: toMd5(bytes) });
    const reader = (await store.open(stored.key))!;
    expect(reader).toMatchObject(stored);
    const digest = createHash('md5');
    await pipeline(reader.stream(), digest);
    expect(digest.digest('hex')).toBe(stored.md5);
  });

  it('reads any part', async () => {
    const bytes = randomBytes(2 * MIB);
    const { key, length } = await put(bytes);
    const reader = (await store.open(key))!;
    for (const [start, end] of [
      [0, 0],
      [0, 1],
      [length - 1, length],
      [length, length],
      [700_001, 1_900_003],
    ] as const) {
      expect((await reader.read({ start, end })).equals(bytes.subarray(start, end))).toBe(true);
    }
    await expect(reader.read({ start: 1, end: length + 1 })).rejects.toThrow(RangeError);
    await expect(reader.read({ start: 2, end: 1 })).rejects.toThrow(RangeError);
  });

  it('lets a reader stop in the middle', async () => {
    const { key } = await put(randomBytes(5 * MIB));
    for await (const piece of (await store.open(key))!.stream()) {
      expect((piece as Buffer).length).toBeGreaterThan(0);
      break;
    }
    expect((await toContent(key)).length).toBe(5 * MIB);
  });

  it('copies without storing the bytes twice, and keeps them as long as a copy exists', async () => {
    const bytes = randomBytes(100 * KIB);
    const first = await put(bytes);
    const second = (await copy(first.key))!;
    expect(second).toMatchObject({ length: first.length, md5: first.md5 });
    expect(second.key).not.toBe(first.key);
    expect((await leftovers()).rows).toBe(1);

    await remove(first.key);
    expect(await store.sweep()).toBe(0);
    expect(await store.open(first.key)).toBeUndefined();
    expect((await toContent(second.key)).equals(bytes)).toBe(true);

    await remove(second.key);
    expect(await store.sweep()).toBe(1);
    expect(await store.open(second.key)).toBeUndefined();
    expect(await copy(second.key)).toBeUndefined();
    await remove(second.key);
  });

  it('never erases what a copy in progress needs', async () => {
    const { key } = await put(Buffer.from('needed'));
    const copied = await database.transaction(async (transaction) => {
      const second = await store.copy(transaction, key);
      await remove(key);
      expect(await store.sweep()).toBe(0);
      return second!;
    });
    expect((await toContent(copied.key)).toString()).toBe('needed');
  });

  it('refuses content over its maximum size, and leaves nothing behind', async () => {
    await expect(put(Buffer.alloc(LIMITS.limitBytes + 1))).rejects.toThrow(new ContentTooLargeError(LIMITS.limitBytes));
    expect((await leftovers()).rows).toBe(0);
    expect((await put(Buffer.alloc(LIMITS.limitBytes))).length).toBe(LIMITS.limitBytes);
  });

  it('refuses content over the total limit, until space is freed', async () => {
    const { key } = await put(Buffer.alloc(9 * MIB));
    await expect(put(Buffer.alloc(5 * MIB))).rejects.toThrow(new ContentStoreFullError(LIMITS.quotaBytes));
    await copy(key);
    await put(Buffer.alloc(4 * MIB));
    await database.query(`DELETE FROM stored_content`);
    await store.sweep();
    await put(Buffer.alloc(5 * MIB));
  });

  it('leaves nothing behind when the upload breaks off, or the key is not stored', async () => {
    const brokenOff = async function* (): AsyncIterable<Buffer> {
      yield* chunks(randomBytes(9 * MIB));
      throw new Error('the client has gone');
    };
    await expect(store.put(brokenOff(), (_, stored) => Promise.resolve(stored))).rejects.toThrow('the client has gone');
    await expect(
      store.put(chunks(Buffer.from('abc')), () => Promise.reject(new Error('no such plugin'))),
    ).rejects.toThrow('no such plugin');
    expect(await leftovers()).toEqual({ rows: 0, pages: 0, objects: [] });
    if (kind === 's3') expect(s3.requests).toContainEqual(expect.stringMatching(/^DELETE .*[?&]uploadId=/));
  });

  it('erases incomplete uploads of ended processes after a while', async () => {
    let stall = (): void => undefined;
    let goOn = (): void => undefined;
    const hasStalled = new Promise<void>((resolve) => (stall = resolve));
    const mayGoOn = new Promise<void>((resolve) => (goOn = resolve));
    const stalled = async function* (): AsyncIterable<Buffer> {
      yield* chunks(randomBytes(3 * MIB));
      stall();
      await mayGoOn;
      yield randomBytes(MIB);
    };
    const outcome = store.put(stalled(), (_, stored) => Promise.resolve(stored)).catch((error: Error) => error.message);
    await hasStalled;
    expect(await database.query(`SELECT length FROM stored_object`)).toEqual([{ length: 3 * MIB }]);
    clock.advance(14 * 60_000);
    expect(await store.sweep()).toBe(0);
    clock.advance(61_000);
    expect(await store.sweep()).toBe(1);
    expect(await leftovers()).toMatchObject({ rows: 0, pages: 0 });
    goOn();
    expect(await outcome).toMatch(/was erased while it was written/);
  });
});
