import path from 'node:path';
import { itWithBrowser } from '@wardstone/testing';
import type { RunningSystem } from '../../tools/system';
import { openConsole } from './console-page';
import type { ConsolePage } from './console-page';

const BROWSER_MS = 180_000;
const TEST_DATA = path.resolve(__dirname, '..', '..', 'apps', 'compliance', 'test-data');
const SYSTEM = 'console-laptop';
const POLICY = 'Console: browsers';
const DIALOG = '[role=dialog]';

/** Compliance, errors and reports in the console, from the first click to what is stored. */
export function describeConsoleCompliance(system: () => RunningSystem): void {
  describe('the console, compliance, errors and reports', () => {
    let console: ConsolePage | undefined;
    const complained: string[][] = [];
    beforeAll(async () => {
      console = await openConsole(system());
      await console?.page.setViewport({ width: 1280, height: 900 });
    }, BROWSER_MS);
    afterAll(() => console?.close());
    beforeEach(() => void complained.splice(0));

    const stored = async <T>(target: string): Promise<T> => {
      const headers = { authorization: system().login, accept: 'application/json' };
      return (await (await fetch(`${system().gatewayUrl}${target}`, { headers })).json()) as T;
    };
    const records = async <T>(list: string, filter: string): Promise<T[]> =>
      (await stored<{ data: T[] }>(`/api/compliance/v2/${list}?filter=${encodeURIComponent(filter)}`)).data;

    const click = (selector: string): Promise<void> => console!.page.locator(selector).click();
    const button = (name: string, inside = ''): Promise<void> =>
      click(`${inside} ::-p-aria([name="${name}"][role="button"])`);
    const fill = (label: string, text: string, inside = ''): Promise<void> =>
      console!.page.locator(`${inside} input::-p-aria([name="${label}"])`).fill(text);
    const heading = (title: string): Promise<unknown> => console!.page.waitForSelector(`h1::-p-text(${title})`);
    const closed = (): Promise<unknown> => console!.page.waitForSelector(DIALOG, { hidden: true });
    /** Once everything is there that was asked for. */
    const look = async (name: string): Promise<void> => {
      await console!.page.waitForSelector('[role=status]', { hidden: true });
      complained.push([name, ...(await console!.complaints())]);
    };
    const nothingWasFound = (): void => expect(complained.filter(([, ...found]) => found.length > 0)).toEqual([]);
    /** Sends the form of the dialog that is open. */
    const send = (): Promise<void> => click(`${DIALOG} button[type=submit]`);
    const upload = async (file: string, outcome: string): Promise<void> => {
      const field = await console!.page.waitForSelector(`${DIALOG} input[type=file]`);
      await field!.uploadFile(path.join(TEST_DATA, file));
      await look(`upload of ${file}`);
      await send();
      await console!.see(outcome);
      await button('Close', `${DIALOG} footer`);
      await closed();
    };

    itWithBrowser(
      'goes from a guide to a policy, and from the result of a scan to the rules that a system fails',
      async () => {
        const { page, open, see } = console!;
        await open('/compliance/guides');
        await button('Upload guide');
        await fill('OS major version', '11');
        await upload('ssg-firefox-ds.xml.gz', 'Imported: Guide to the Secure Configuration of Firefox');
        await look('guides');

        await open('/compliance/systems');
        await button('Register system');
        await fill('Name', SYSTEM, DIALOG);
        await fill('OS major version', '11', DIALOG);
        await fill('OS minor version', '0', DIALOG);
        await send();
        await see(SYSTEM);
        await look('systems');

        await open('/compliance/policies/new');
        await click('label::-p-text(Firefox)');
        await button('Next');
        await click('label::-p-text(STIG)');
        await fill('Supported minor versions', '0');
        await look('profiles in the wizard');
        await button('Next');
        await fill('Title', POLICY);
        await fill('Threshold', '90');
        await button('Next');
        await click(`label::-p-text(${SYSTEM})`);
        await look('systems in the wizard');
        await button('Next');
        await button('Create policy');
        await heading(POLICY);
        await see('0 of 1 systems are compliant');

        await button('Upload result');
        await page.waitForSelector(`${DIALOG} option::-p-text(${SYSTEM})`);
        const [wanted] = await records<{ id: string }>('systems', `display_name = ${SYSTEM}`);
        await page.select(`${DIALOG} select`, wanted!.id);
        await upload('result-firefox-xccdf.xml.gz', 'Stored: score 3.1 %, 31 failed rules');
        await look('policy');
        await click(`a::-p-text(${SYSTEM})`);
        await see('Not compliant');
        await click('details.rule summary');
        await see('Rationale');
        await look('result');
        await page.goBack();
        await click('[role=tab]::-p-text(Rules failed most)');
        await click('table a');
        await see('Remediation');
        await look('rule');

        const [policy] = await records<{ id: string; compliance_threshold: number }>('policies', `title = "${POLICY}"`);
        expect(policy).toMatchObject({ compliance_threshold: 90, total_system_count: 1 });
        const [result] = await records(`reports/${policy!.id}/test_results`, `system_id = ${wanted!.id}`);
        expect(result).toMatchObject({ score: 3.125, failed_rule_count: 31, compliant: false });
        nothingWasFound();
      },
      BROWSER_MS,
    );

    itWithBrowser(
      'tailors a policy: a switch selects a rule',
      async () => {
        const { page, open, see } = console!;
        const [policy] = await records<{ id: string }>('policies', `title = "${POLICY}"`);
        await open(`/compliance/policies/${policy!.id}?tab=tailorings`);
        await click('a[href$="/tailorings/0"]');
        await see('33 rules selected');
        await click('.rule-tree button');
        await click('.rule-tree .rule-switches input');
        await see('32 rules selected');
        await look('tailoring');
        const tree = `policies/${policy!.id}/tailorings/0/rules`;
        expect((await stored<{ meta: object }>(`/api/compliance/v2/${tree}`)).meta).toMatchObject({ total: 32 });
        await page.goBack();
        nothingWasFound();
      },
      BROWSER_MS,
    );

    itWithBrowser(
      'finds the explanation of an error, and previews a report',
      async () => {
        const { page, open, see } = console!;
        await open('/errors');
        await fill('Words in title, description or causes', 'policy deleted');
        await click('a::-p-text(policy_not_found)');
        await see('The policy was deleted.');
        await look('explanation');
        await open('/reports');
        await click('a::-p-text(Recent operations)');
        await see('Executed operations, last changed first');
        await look('report');
        const href = await page.$eval('a[download]', (link) => link.getAttribute('href'));
        expect(href).toBe('/rest/reports/recentOperations.csv');
        nothingWasFound();
      },
      BROWSER_MS,
    );
  });
}
