import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { compareRecordings, differingKeys } from './answers/compare';
import { RECORDED_SETTINGS, record } from './answers/record';
import { Recorder } from './answers/recorder';
import { readOperations } from './requests/operations';
import { startSystem } from './system';
import { workspaceRoot } from './workspace';

export const USAGE = `Usage: npm run answers -- COMMAND

  record FILE [--documents FOLDER] [--only TEXT]
             starts an installation, sends many requests to every operation and writes the responses to FILE (gzip);
             FOLDER holds the OpenAPI documents to make requests from (default: docs/openapi); TEXT limits the
             operations to those whose name contains it
  compare FILE FILE [--ignore KEYS] [--only TEXT]
             prints the differences; exit code 1 when there are any; KEYS is a file of responses whose
             bodies differ from run to run
  unstable FILE FILE
             prints the keys of the responses that differ`;

/** `npm run answers`: shows that a change of the code has not changed any response. */
export async function main(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { documents: { type: 'string' }, ignore: { type: 'string' }, only: { type: 'string' } },
  });
  const [command, first, second] = positionals;
  if (command === 'record' && first !== undefined) return recordTo(first, values);
  if (command === 'compare' && first !== undefined && second !== undefined) {
    return compareRecordings(first, second, values) === 0 ? 0 : 1;
  }
  if (command === 'unstable' && first !== undefined && second !== undefined) {
    for (const key of differingKeys(first, second)) console.log(key);
    return 0;
  }
  console.error(USAGE);
  return 1;
}

async function recordTo(
  file: string,
  { documents, only = '' }: { documents?: string; only?: string },
): Promise<number> {
  const folder = documents ?? path.join(workspaceRoot(), 'docs', 'openapi');
  const operations = readOperations(folder);
  const startedAt = performance.now();
  const system = await startSystem({ env: RECORDED_SETTINGS });
  const recorder = new Recorder(system, file);
  try {
    await record(system, recorder, { operations, only, report: (line) => console.log(line) });
  } finally {
    await recorder.close();
    await system.stop();
    fs.rmSync(system.dataDir, { recursive: true, force: true });
  }
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
  console.log(`${recorder.count} requests to ${operations.length} operations in ${seconds} s: ${file}`);
  return 0;
}
