import { Worker } from 'node:worker_threads';
import { gzipSync } from 'node:zlib';
import { DOCUMENT_LIMITS } from '../src/documents/document-limits';
import { ResultReaders } from '../src/results/result-reader';
import type { ScanResult } from '../src/results/scan-result';
import { aTestResult } from './scan.builder';

const readers = new ResultReaders({ ...DOCUMENT_LIMITS, depth: 20 });
afterAll(() => readers.close());
const PLAIN = { isGzip: false, isBzip2: false };

/** Threads of a process are numbered, this one too. */
async function numberOfNextThread(): Promise<number> {
  const thread = new Worker('', { eval: true });
  const number = thread.threadId;
  await thread.terminate();
  return number;
}

async function read(text: string | Buffer, compression = PLAIN): Promise<ScanResult | undefined> {
  const reader = readers.open();
  try {
    await reader.begin(compression);
    await reader.write(Buffer.from(text));
    return await reader.end();
  } finally {
    await reader.close();
  }
}

const scan = (rule: string): string => aTestResult({ rules: { [rule]: 'fail' } });

describe('threads that read results', () => {
  it('read one after another, after any outcome of the previous one', async () => {
    const first = await numberOfNextThread();
    const started = async (): Promise<number> => (await numberOfNextThread()) - first - 1;
    expect((await read(scan('r1')))?.ruleRefIds).toEqual(['r1']);
    expect((await read(scan('r2')))?.ruleRefIds).toEqual(['r2']);
    expect(await read('<other/>')).toBeUndefined();
    expect((await read(scan('r3')))?.ruleRefIds).toEqual(['r3']);
    expect(await started()).toBe(1);

    await expect(read('<a>'.repeat(30))).rejects.toThrow(/too/i);
    expect((await read(scan('r4')))?.ruleRefIds).toEqual(['r4']);
    expect(await started()).toBe(3);

    const half = readers.open();
    await half.begin(PLAIN);
    await half.write(Buffer.from(scan('r5').slice(0, 200)));
    await half.close();
    expect((await read(scan('r6')))?.ruleRefIds).toEqual(['r6']);
    expect(await started()).toBe(5);
  });

  it('decompress each by its compression', async () => {
    const gzip = { isGzip: true, isBzip2: false };
    const both = async (): Promise<unknown[]> => [
      (await read(gzipSync(scan('r1')), gzip))?.ruleRefIds,
      (await read(scan('r2')))?.ruleRefIds,
    ];
    expect([...(await both()), ...(await both())]).toEqual([['r1'], ['r2'], ['r1'], ['r2']]);

    await expect(read(scan('r3'), gzip)).rejects.toThrow('not a gzip stream');
    await expect(read(gzipSync(scan('r3')).subarray(0, 90), gzip)).rejects.toThrow('not a gzip stream');
    await expect(read(gzipSync(' '.repeat(12 * 1024 * 1024)), gzip)).rejects.toThrow(/too large/);
    await expect(read(gzipSync('<a>'.repeat(30)), gzip)).rejects.toThrow(/too complex/);
    expect((await read(gzipSync(scan('r4')), gzip))?.ruleRefIds).toEqual(['r4']);
  });

  it('read several at a time', async () => {
    const rules = ['r1', 'r2', 'r3'];
    const results = await Promise.all(rules.map((rule) => read(scan(rule))));

    expect(results.map((result) => result?.ruleRefIds)).toEqual(rules.map((rule) => [rule]));
  });
});
