import path from 'node:path';
import { itWithScanner } from '@wardstone/testing';
import type { RunningSystem } from '../../tools/system';
import { runTour } from './run-tour';

/** Guides are imported once. */
const FILES = /^3 files: 3 (imported|unchanged)\.$/m;

/** From a security guide to a report: the script that people run. */
export function describeComplianceTour(system: () => RunningSystem): void {
  describe('e2e/tours/compliance-tour.mjs', () => {
    const tour = (env?: NodeJS.ProcessEnv) => runTour('compliance', system(), env);

    it('continues with a stored result without a scanner, and reports that', async () => {
      const output = await tour({ PATH: path.dirname(process.execPath) });

      expect(output).toMatch(FILES);
      expect(output).toContain('SKIPPED: oscap is not installed here.');
      expect(output).toMatch(/scanner +28\.125 +23 +21\n +report +28\.125 +23 +21\n +They are equal\.\n/);
      expect(output).toContain('systems: 1 assigned, 1 reported, 0 compliant with a threshold of 80');
    }, 120_000);

    itWithScanner(
      'scans this machine as the tailoring says; the report has the score and the counts of the scanner',
      async () => {
        const output = await tour();

        expect(output).toMatch(FILES);
        expect(output).toMatch(/failed on most systems:\n +\d+ {2}\w+ /);
        expect(output).toMatch(/ was last seen at 20\d\d-\d\d-\d\dT[\d:.]+Z, when its result arrived/);
        expect(output).toContain('oscap looked at 44 rules');
        const [, score, pass, fail] = /scanner +([\d.]+) +(\d+) +(\d+)\n/.exec(output)!;
        expect(output).toContain('They are equal.');
        expect(Number(pass) + Number(fail)).toBe(44);
        expect(output).toContain(`score ${score}, ${fail} failed rules`);
      },
      120_000,
    );
  });
}
