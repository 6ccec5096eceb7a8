import type { RunningSystem } from '../../tools/system';
import { runTour } from './run-tour';

/** From one version of a guide to the next, as auditors look at it: the script that people run. */
export function describeAuditTour(system: () => RunningSystem, smtpUrl: () => string): void {
  describe('e2e/tours/audit-tour.mjs', () => {
    let output: string;
    beforeAll(async () => {
      output = await runTour('audit', system(), { SMTP_URL: smtpUrl() });
    }, 300_000);
    const step = (number: number): string => new RegExp(`\n?${number}\\. (.*?)(?:\n\n|$)`, 's').exec(output)![1]!;

    it('counts exceptions and reviews beside the scores of scans', () => {
      expect(step(3)).toMatch(/-a\.example: score 66\.6\d*, 66\.6\d* with exceptions, failed rules: 2$/m);
      expect(step(4)).toContain('   banner_etc_motd: exception, approved\n');
      expect(step(4)).toContain('   administrators_are_trained: pass, approved\n');
      expect(step(4)).toContain('   file_permissions_etc_shadow: planned, planned\n');
      expect(step(4)).toMatch(/-a\.example: score 66\.6\d*, 83\.3\d* with exceptions, failed rules: 2$/m);
      expect(step(4)).toMatch(/-c\.example: score 83\.3\d*, 100 with exceptions, failed rules: 1$/m);
    });

    it('shows controls before and after the guide changed', () => {
      const statesIn = (text: string): Record<string, string> =>
        Object.fromEntries(
          [...text.matchAll(/^ {3}(\S+): (\w+(?:, with exceptions \w+)?)$/gm)].map(([, name, state]) => [name, state]),
        );
      const both = {
        'AC-6(1)': 'failed',
        'AC-6(2)': 'failed',
        'AC-8(a)': 'failed, with exceptions passed',
        'AT-2': 'passed',
        'CM-6(a)': 'failed',
        'CM-8(3)(a)': 'passed',
        'IA-2': 'failed',
        'SI-7': 'passed',
      };

      expect(step(5)).toContain('NIST SP 800-53: 9 controls');
      expect(statesIn(step(5))).toEqual({ ...both, 'CM-7(a)': 'failed, with exceptions passed' });
      expect(step(10)).toContain('NIST SP 800-53: 10 controls');
      expect(statesIn(step(10))).toEqual({ ...both, 'SC-13': 'failed', 'AC-17(2)': 'failed' });
      expect(step(10)).toContain('   2 results of a system, of both versions');
    });

    it('exchanges checklists without a difference, and plans what fails', () => {
      expect(step(6)).toContain('cklb: 7 rules known, 0 unknown, 0 reviews requested; equal when downloaded again\n');
      expect(step(6)).toContain('ckl: 7 rules known, 0 unknown, 0 reviews requested; equal when downloaded again');
      expect(step(7)).toContain('4 weaknesses as CSV, 4 as OSCAL\n   1 planned: Platform team');
    });

    it('mails evidence to everyone it can reach, and names the others', () => {
      expect(step(11)).toContain('   sent to [auditors@example.org]; admin: no e-mail address\n');
      expect(step(11)).toMatch(/Evidence: Tour \d+: RHEL 9 for auditors: evidence-[\d-]+\.pdf, poam-[\d-]+\.csv$/);
    });

    it('compares both versions, and moves the policy with its tailoring and decisions', () => {
      expect(step(8)).toContain('   added: rule rule_configure_crypto_policy');
      expect(step(8)).toContain('   removed: rule rule_package_telnet_removed');
      expect(step(8)).toContain('   changed: rule rule_package_aide_installed (check)');
      expect(step(9)).toContain('   dry run: without package_telnet_removed\n   moved from 1.0 to 2.0\n');
      expect(step(9)).toContain('   7 rules before, 7 after; the tailoring is kept\n');
      expect(step(9)).toMatch(/-c\.example: score 83\.3\d*, 100 with exceptions, failed rules: 1$/m);
    });
  });
}
