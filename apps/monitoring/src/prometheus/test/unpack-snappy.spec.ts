import { compressSync } from 'snappy';
import { unpackSnappy } from '../unpack-snappy';

const MIB = 1024 * 1024;

describe('unpackSnappy', () => {
  it('returns the bytes that were compressed', async () => {
    const bytes = Buffer.from('some text, some text, some text');
    expect(await unpackSnappy(compressSync(bytes))).toEqual(bytes);
  });

  it('refuses data that is not compressed by Snappy', async () => {
    await expect(unpackSnappy(Buffer.from([0xff]))).rejects.toMatchObject({ kind: { type: 'write_invalid' } });
  });

  it('keeps no memory once its result is no longer used', async () => {
    const bodies = Array.from({ length: 15 }, (_none, n) => compressSync(Buffer.alloc((n + 1) * MIB, 'dense ')));
    const unpackAll = async (times: number): Promise<number> => {
      for (let n = 0; n < times; n++) await Promise.all(bodies.map((body) => unpackSnappy(body)));
      return process.memoryUsage.rss() / MIB;
    };
    const before = await unpackAll(2);
    expect((await unpackAll(10)) - before).toBeLessThan(300);
  });
});
