import { Worker } from 'node:worker_threads';
import { DOCUMENT_LIMITS } from '../../../scap/document-limits';
import { ResultReaders } from '../result-reader';
import type { ScanResult } from '../scan-result';
import { aTestResult } from './scan.builder';

const readers = new ResultReaders({ ...DOCUMENT_LIMITS, depth: 20 });
afterAll(() => readers.close());

/** Threads of a process are numbered, this one too. */
async function numberOfNextThread(): Promise<number> {
  const thread = new Worker('', { eval: true });
  const number = thread.threadId;
  await thread.terminate();
  return number;
}

async function read(text: string): Promise<ScanResult | undefined> {
  const reader = readers.open(false);
  try {
    await reader.write(Buffer.from(text));
    return await reader.end();
  } finally {
    await reader.close();
  }
}

const scan = (rule: string): string => aTestResult({ rules: { [rule]: 'fail' } });

describe('threads that read results', () => {
  it('read one after the other, whatever was read, refused or broken off before', async () => {
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

    const half = readers.open(false);
    await half.write(Buffer.from(scan('r5').slice(0, 200)));
    await half.close();
    expect((await read(scan('r6')))?.ruleRefIds).toEqual(['r6']);
    expect(await started()).toBe(5);
  });

  it('read several at a time', async () => {
    const rules = ['r1', 'r2', 'r3'];
    const results = await Promise.all(rules.map((rule) => read(scan(rule))));

    expect(results.map((result) => result?.ruleRefIds)).toEqual(rules.map((rule) => [rule]));
  });
});
