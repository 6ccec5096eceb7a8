import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { startSystem } from '../tools/system';
import type { RunningSystem } from '../tools/system';
import { workspaceRoot } from '../tools/workspace';

const run = promisify(execFile);
const REPORTS = [
  'alertDefinitions',
  'configurationHistory',
  'driftCompliance',
  'inventorySummary',
  'platformUtilization',
  'recentAlerts',
  'recentDrift',
  'recentOperations',
  'suspectMetrics',
];

/** This machine, alive: the script that people run. */
describe('docs/agent-tour.mjs', () => {
  let system: RunningSystem;
  let reports: string;

  beforeAll(async () => {
    system = await startSystem({ env: { AGENT: 'on' } });
    reports = path.join(system.dataDir, 'reports');
  }, 180_000);

  afterAll(async () => {
    await system.stop();
    fs.rmSync(system.dataDir, { recursive: true, force: true });
  });

  const tour = async (): Promise<string> => {
    const script = path.join(workspaceRoot(), 'docs/agent-tour.mjs');
    const { stdout } = await run(process.execPath, [script], {
      env: { ...process.env, WARDSTONE_URL: system.gatewayUrl, DATA_DIR: system.dataDir, REPORT_DIR: reports },
    });
    return stdout;
  };

  it('shows this machine with live values, runs an operation, fills a group and downloads every report', async () => {
    const output = await tour();

    expect(output).toContain(`Linux ${os.hostname()}: UP\n`);
    expect(output).toMatch(/ {6}CPU CPU 0: UP\n/);
    expect(output).toMatch(/ {6}File System \/[^:]*: UP\n/);
    expect(output).toMatch(/ {6}Network Adapter lo: UP\n/);
    // The database that was started with it.
    expect(output).toContain(`PostgreSQL PostgreSQL ${fs.realpathSync(path.join(system.dataDir, 'postgres'))}: UP\n`);
    expect(output).toMatch(/User Load, every 30 s: \d+\.\d%/);
    expect(output).toMatch(/success after \d+\.\d s: \d+ processes/);
    expect(output).toMatch(/Tour: file systems \(.*\), members: \d+ \(\//);
    for (const report of REPORTS) expect(output).toMatch(new RegExp(`${report} +rows: +\\d+`));
  }, 240_000);

  it('leaves reports with the operation and the machine in them, and can be run again', async () => {
    await tour();

    const report = (name: string) => fs.readFileSync(path.join(reports, `${name}.csv`), 'utf8');
    expect(report('recentOperations').match(/,View Process List,admin,Success,/g)).toHaveLength(2);
    expect(report('inventorySummary')).toMatch(/^Linux,Platforms,Platform,Linux [^,]+,1\r?$/m);
    expect(report('platformUtilization')).toContain(`${os.hostname()},`);
  }, 240_000);
});
