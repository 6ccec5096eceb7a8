import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { inspectProcess } from '@wardstone/host';
import { eventually } from '@wardstone/testing';
import { describeFailures, readReport } from '../jest/report.cjs';
import { workspaceRoot } from '../workspace';

const REPORTER = path.join(workspaceRoot(), 'tools', 'jest', 'hung-files-reporter.cjs');

/** Ignores that the channel to the main process is closed, as a worker does whose test waits for ever. */
const WORKER = `
  const { spawn } = require('node:child_process');
  const program = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  process.send([process.pid, program.pid]);
  setInterval(() => {}, 1000);`;

const mainWith = (outputFile: string): string => `
  const { spawn } = require('node:child_process');
  const Reporter = require(${JSON.stringify(REPORTER)});
  const worker = spawn(process.execPath, ['-e', ${JSON.stringify(WORKER)}], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  worker.once('message', (pids) => {
    console.log(pids.join(' '));
    new Reporter({ outputFile: ${JSON.stringify(outputFile)} }, { limitMs: 0 }).onTestFileStart({ path: '/here/hung.spec.ts' });
  });`;

describe('a test file that does not end', () => {
  const report = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'hung-files-')), 'report.json');

  it('ends the run, its worker and the programs that the worker has started', async () => {
    const main = spawn(process.execPath, ['-e', mainWith(report)], { stdio: ['ignore', 'pipe', 'pipe'] });
    const printed = { output: '', errors: '' };
    main.stdout.on('data', (chunk) => (printed.output += String(chunk)));
    main.stderr.on('data', (chunk) => (printed.errors += String(chunk)));
    const [code] = (await once(main, 'close')) as [number | null];

    expect([code, printed.errors.trim()]).toEqual([1, '/here/hung.spec.ts has not ended within 0 minutes.']);
    const pids = printed.output.trim().split(' ').map(Number);
    expect(pids).toHaveLength(2);
    for (const pid of pids) {
      await eventually(`the end of ${pid}`, () => ['ended', 'zombie'].includes(inspectProcess(pid).kind));
    }
  });

  it('is reported at the end of the output, and keeps the run from being tried again', () => {
    const written = readReport(report)!;
    expect(describeFailures('/here', written)).toEqual(['\n✕ hung.spec.ts\nhas not ended within 0 minutes.']);
    expect(written).toMatchObject({ wasInterrupted: true, numRuntimeErrorTestSuites: 1 });
  });
});
