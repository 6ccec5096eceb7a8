import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { REPORT_NAMES } from '../../apps/monitoring/src/reports/report-examples';
import type { RunningSystem } from '../../tools/system';
import { runTour } from '../tours/run-tour';

/** Runs the tour of this machine as people do. */
export function describeAgentTour(system: () => RunningSystem): void {
  describe('e2e/tours/agent-tour.mjs', () => {
    const reports = () => path.join(system().dataDir, 'reports');
    const tour = () => runTour('agent', system(), { REPORT_DIR: reports() });
    let output: string;
    beforeAll(async () => void (output = await tour()), 240_000);

    it('shows this machine with live values, runs an operation, fills a group and downloads every report', () => {
      expect(output).toContain(`Linux ${os.hostname()}: UP\n`);
      expect(output).toMatch(/ {6}CPU CPU 0: UP\n/);
      expect(output).toMatch(/ {6}File System \/[^:]*: UP\n/);
      expect(output).toMatch(/ {6}Network Adapter lo: UP\n/);
      // The database that was started with it.
      expect(output).toMatch(/PostgreSQL PostgreSQL on port \d+: UP\n/);
      expect(output).not.toContain(fs.realpathSync(path.join(system().dataDir, 'postgres')));
      expect(output).toMatch(/User Load, every 30 s: \d+(\.\d)? %/);
      expect(output).toMatch(/success after \d+\.\d s: \d+ processes/);
      expect(output).toMatch(/Tour: file systems \(.*\), members: \d+ \(\//);
      for (const report of REPORT_NAMES) expect(output).toMatch(new RegExp(`${report} +rows: +\\d+`));
    });

    it('leaves reports with the operation and the machine in them, and can be run again', async () => {
      await tour();

      const report = (name: string) => fs.readFileSync(path.join(reports(), `${name}.csv`), 'utf8');
      expect(report('recentOperations').match(/,View Process List,admin,Success,/g)).toHaveLength(2);
      expect(report('inventorySummary')).toMatch(/^Linux,Platforms,Platform,Linux [^,]+,1\r?$/m);
      expect(report('platformUtilization')).toContain(`${os.hostname()},`);
    }, 240_000);
  });
}
