import type { RunningSystem } from '../../tools/system';
import { runTour } from './run-tour';

/** From a value to an e-mail: the script that people run. */
export function describeAlertsTour(system: () => RunningSystem, smtpUrl: () => string): void {
  describe('e2e/tours/alerts-tour.mjs', () => {
    const tour = () => runTour('alerts', system(), { SMTP_URL: smtpUrl() });

    it.each(['first', 'second'])(
      'reports an alert, recovers, and fires what the dry run predicted, the %s time',
      async () => {
        const output = await tour();

        expect(output).toContain('at the values number 4, 8, 10');
        expect(output).toContain('Condition 1: User Load > 96 % at');
        expect(output).toContain('enabled: false');
        expect(output).toContain('e-mail to ops@example.test: [HIGH] sample-host: tour: load is very high');
        expect(output).toMatch(/webhook with a verified signature: alert\.fired \d+ tour: load is very high/);
        expect(output).toContain('Direct Emails: SUCCESS: sent to [ops@example.test]');
        expect(output).toContain('acknowledged by admin');
        expect(output).toContain('enabled: true');
        expect(output).toContain('expected: 4, 8, 10; fired: 4, 8, 10');
      },
      120_000,
    );
  });
}
