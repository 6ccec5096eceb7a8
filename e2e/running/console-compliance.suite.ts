import path from 'node:path';
import { itWithBrowser, named } from '@wardstone/testing';
import type { HTTPRequest } from 'puppeteer-core';
import type { RunningSystem } from '../../tools/system';
import { DIALOG, callsTo, handsOn } from './console-hands';
import { type ConsolePage, openConsole } from './console-page';

const BROWSER_MS = 180_000;
const TEST_DATA = path.resolve(__dirname, '..', '..', 'apps', 'compliance', 'test-data');
const SYSTEM = 'console-laptop';
/** The next suite uses the systems of this policy. */
export const POLICY = 'Console: browsers';
const HOME_PAGE = 'Value: The Default Firefox Home Page';

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
    const fileAt = async (target: string): Promise<{ status: number; headers: Headers; text: string }> => {
      const response = await fetch(system().gatewayUrl + target, { headers: { authorization: system().login } });
      return { status: response.status, headers: response.headers, text: await response.text() };
    };
    const records = async <T>(list: string, filter: string): Promise<T[]> =>
      (await stored<{ data: T[] }>(`/api/compliance/v2/${list}?filter=${encodeURIComponent(filter)}`)).data;

    const call = callsTo(system);
    /** Values set in the tailoring for minor version 0. */
    const getOverrides = async (policyId: string): Promise<string[]> => {
      const address = `/api/compliance/v2/policies/${policyId}/tailorings/0`;
      const { data } = await call<{ data: { value_overrides: Record<string, string> } }>('GET', address);
      return Object.values(data.value_overrides);
    };
    const { click, button, fill, heading, send, closed, tabTo } = handsOn(() => console!);
    /** Checks the page for complaints once everything has loaded. */
    const look = async (name: string): Promise<void> => {
      await console!.page.waitForSelector('[role=status]', { hidden: true });
      complained.push([name, ...(await console!.complaints())]);
    };
    const nothingWasFound = (): void => expect(complained.filter(([, ...found]) => found.length > 0)).toEqual([]);
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
        await look('profiles in the wizard');
        await button('Next');
        await fill('Title', POLICY);
        await fill('Threshold', '90');
        await button('Next');
        await click(`label::-p-text(${SYSTEM})`);
        await look('systems in the wizard');
        await button('Next');
        await see('33 rules selected');
        await click('.rule-tree button');
        await click('.rule-tree .rule-switches input');
        await see('32 rules selected');
        await look('rules in the wizard');
        await click('[role=tab]::-p-text(Values)');
        await fill(HOME_PAGE, 'about:wardstone');
        await button('Reset');
        await fill(HOME_PAGE, 'https://intranet.example');
        await page.waitForSelector('button::-p-text(Reset)');
        await look('values in the wizard');
        await button('Next');
        await see('0 rules added, 1 removed, 1 value set');
        // Each step has an address: Back leads to the previous one without losing input. The page must have come to
        // rest, because until then the router holds the address of the step in a transition of React, and drops it.
        await page.evaluate('new Promise((resolve) => requestIdleCallback(resolve))');
        await page.goBack();
        await see('Select rules and set values');
        await page.goForward();
        await see('0 rules added, 1 removed, 1 value set');
        await see('The profile will support minor version 0');
        await look('review in the wizard');
        await button('Create policy');
        await heading(POLICY);
        await see('0 of 1 assigned system compliant');

        await button('Upload result');
        await page.waitForSelector(`${DIALOG} option::-p-text(${SYSTEM})`);
        const [wanted] = await records<{ id: string }>('systems', `display_name = ${SYSTEM}`);
        await console!.choose(`${DIALOG} select`, wanted!.id);
        await upload('result-firefox-xccdf.xml.gz', 'Stored: score 3.1 %, 31 failed rules');
        await look('policy');
        await click(`a::-p-text(${SYSTEM})`);
        await see('Non-compliant');
        await click('details.rule summary');
        await see('Rationale');
        await look('result');
        await page.goBack();
        await click('[role=tab]::-p-text(Most failed rules)');
        await click('table a[href*="/rules/"]');
        await see('Remediation');
        await see('Failing systems');
        await page.waitForSelector(`table a::-p-text(${SYSTEM})`);
        await look('rule');
        await page.goBack();
        await click('td.number a[href*="rule="]');
        await page.waitForSelector('.given-filter a::-p-text(Failing )');
        await look('systems that fail a rule');
        await click(`table a::-p-text(${SYSTEM})`);
        await click('details.rule summary');
        await click('details.rule a::-p-text(Failing systems)');
        await page.waitForSelector(`table a::-p-text(${SYSTEM})`);
        await button('Remove the filter');
        await page.waitForSelector('.given-filter', { hidden: true });
        await page.keyboard.press('/');
        await page.keyboard.type(POLICY.slice(3));
        await page.waitForSelector(`[role=option]::-p-text(${POLICY})`);

        const [policy] = await records<{ id: string; compliance_threshold: number }>('policies', `title = "${POLICY}"`);
        expect(policy).toMatchObject({ compliance_threshold: 90, total_system_count: 1 });
        const tailoring = `/api/compliance/v2/policies/${policy!.id}/tailorings/0`;
        expect((await call<{ meta: object }>('GET', `${tailoring}/rules`)).meta).toMatchObject({ total: 32 });
        expect(await getOverrides(policy!.id)).toEqual(['https://intranet.example']);
        const [result] = await records(`reports/${policy!.id}/test_results`, `system_id = ${wanted!.id}`);
        expect(result).toMatchObject({ score: 3.125, failed_rule_count: 31, compliant: false });
        nothingWasFound();
      },
      BROWSER_MS,
    );

    itWithBrowser(
      'tailors a policy: a switch selects a rule, a field sets a value',
      async () => {
        const { page, open, see } = console!;
        const [policy] = await records<{ id: string }>('policies', `title = "${POLICY}"`);
        await open(`/compliance/policies/${policy!.id}?tab=tailorings`);
        await console!.seeOpenTab('[role=tab][aria-selected=true]');
        await see('1 value set');
        await click('a[href$="/tailorings/0"]');
        await see('32 rules selected');
        await click('.rule-tree button');
        await click('.rule-tree .rule-switches input:not(:checked)');
        await see('33 rules selected');
        await look('tailoring');
        const tree = `policies/${policy!.id}/tailorings/0/rules`;
        expect((await stored<{ meta: object }>(`/api/compliance/v2/${tree}`)).meta).toMatchObject({ total: 33 });

        await click('[role=tab]::-p-text(Values)');
        await fill(HOME_PAGE, 'about:home');
        await see('1 unsaved value');
        // Typed text outlives the tab.
        await click('[role=tab]::-p-text(Rules)');
        await see('33 rules selected');
        await click('[role=tab]::-p-text(Values)');
        await page.waitForSelector(`${named('input', HOME_PAGE)}[value="about:home"]`);
        await look('values');
        await button('Save values');
        await page.waitForSelector('button::-p-text(Save values)', { hidden: true });
        expect(await getOverrides(policy!.id)).toEqual(['about:home']);
        await button('Reset');
        await button('Save values');
        await page.waitForSelector('button::-p-text(Save values)', { hidden: true });
        expect(await getOverrides(policy!.id)).toEqual([]);
        await page.waitForSelector(`${named('input', HOME_PAGE)}[value="None"]`);
        nothingWasFound();
      },
      BROWSER_MS,
    );

    itWithBrowser(
      'says which changes of a policy are stored when the connection is lost, and stores the rest',
      async () => {
        const { page, open, see } = console!;
        await open('/compliance/policies/new');
        await click('label::-p-text(Firefox)');
        await button('Next');
        await click('label::-p-text(STIG)');
        await button('Next');
        await fill('Title', `${POLICY}, tailored`);
        await button('Next');
        await button('Next');
        await click('[role=tab]::-p-text(Values)');
        await fill(HOME_PAGE, 'about:wardstone');
        await page.waitForSelector('button::-p-text(Reset)');
        await button('Next');
        await see('1 value set');
        await page.setRequestInterception(true);
        const lose = (request: HTTPRequest): void =>
          void (request.method() === 'PATCH' ? request.abort() : request.continue());
        page.on('request', lose);
        await button('Create policy');
        await see('The policy was created, but some of its settings were not saved');
        page.off('request', lose);
        await page.setRequestInterception(false);
        const states = async (): Promise<string[]> =>
          page.$$eval('.jobs li', (jobs) => jobs.map((job) => job.getAttribute('aria-label') ?? ''));
        expect(await states()).toEqual([
          'Policy: Saved',
          'Tailoring for minor version 0: Saved',
          'Values for minor version 0: Not saved',
        ]);
        await look('review after a failure');
        const [policy] = await records<{ id: string }>('policies', `title = "${POLICY}, tailored"`);
        expect(await getOverrides(policy!.id)).toEqual(['about:blank']);
        await button('Save the rest');
        await heading(`${POLICY}, tailored`);
        expect(await getOverrides(policy!.id)).toEqual(['about:wardstone']);
        await button('Delete policy');
        await button('Delete policy', DIALOG);
        await heading('Compliance');
        expect(await records('policies', `title = "${POLICY}, tailored"`)).toEqual([]);
        nothingWasFound();
      },
      BROWSER_MS,
    );

    itWithBrowser(
      'asks before it registers another minor version',
      async () => {
        const { open, see } = console!;
        const [guide] = await records<{ id: string }>('security_guides', 'title ~ Firefox and os_major_version = 11');
        const all = await call<{ data: { id: string; ref_id: string; title: string }[] }>(
          'GET',
          `/api/compliance/v2/security_guides/${guide!.id}/profiles`,
        );
        const profile = all.data.find(({ title }) => title.includes('STIG'));
        const minors = async (): Promise<number[] | undefined> => {
          const filter = `os_major_version = 11 and ref_id = "${profile!.ref_id}"`;
          const list = 'security_guides/supported_profiles';
          return (await records<{ os_minor_versions: number[] }>(list, filter))[0]?.os_minor_versions.sort();
        };
        await open(`/compliance/guides/${guide!.id}/profiles/${profile!.id}`);
        for (const [typed, applied, expected] of [
          ['0, 7', 'Added (7): systems with these versions can be assigned', [0, 7]],
          ['0', 'Removed (7): systems with these versions can no longer be assigned', [0]],
        ] as const) {
          const before = await minors();
          await button('Edit');
          await fill('Supported OS minor versions', typed, DIALOG);
          await send();
          await see(applied);
          await look('question about minor versions');
          expect(await minors()).toEqual(before);
          await button('Register', DIALOG);
          await closed();
          expect(await minors()).toEqual(expected);
          await see(`Supported OS minor versions: ${typed}`);
        }
        nothingWasFound();
      },
      BROWSER_MS,
    );

    itWithBrowser(
      'explains what is wrong with a file, an address and a filter, reachable by the keyboard',
      async () => {
        const { page, open, see } = console!;
        await open('/compliance/guides');
        await tabTo('main .page-head button');
        await page.keyboard.press('Enter');
        const field = await page.waitForSelector(`${DIALOG} input[type=file]`);
        await field!.uploadFile(path.join(TEST_DATA, 'README.md'));
        await send();
        await see('Upload failed');
        await page.waitForSelector(`${DIALOG} a[href^="/console/errors/"]`);
        await look('refused guide');
        await page.keyboard.press('Escape');
        await closed();

        const unknown = '6a1c9b1e-0000-4000-8000-000000000000';
        for (const kind of ['policies', 'systems', 'guides']) {
          await open(`/compliance/${kind}/${unknown}`);
          await page.waitForSelector('main a[href^="/console/errors/"]');
          await see(unknown);
          await look(`unknown ${kind}`);
        }

        await open('/compliance');
        await tabTo('.expression-field input');
        await page.keyboard.type('percent_compliant is low');
        await page.keyboard.press('Enter');
        await page.waitForSelector('main a[href$="/errors/invalid_filter"]');
        await look('wrong filter');
        await click('button[aria-label="Clear Filter"]');
        await see(POLICY);
        await tabTo('.expression-field input');
        await page.keyboard.type(`title = "${POLICY}" and os_major_version = 11`);
        await page.keyboard.press('Enter');
        await page.waitForFunction("document.querySelectorAll('tbody tr').length === 1");
        nothingWasFound();
      },
      BROWSER_MS,
    );

    itWithBrowser(
      'finds the explanation of an error',
      async () => {
        const { open, see } = console!;
        await open('/errors');
        await fill('Search errors', 'policy deleted');
        await click('a::-p-text(policy_not_found)');
        await see('The policy was deleted.');
        await look('explanation');
        nothingWasFound();
      },
      BROWSER_MS,
    );

    itWithBrowser(
      'previews every report, and its file has the same header',
      async () => {
        const { page, open } = console!;
        const names = (await stored<object[]>('/rest/reports')).flatMap((link) => Object.keys(link));
        expect(names).toHaveLength(9);
        await open('/reports');
        await page.waitForSelector('tbody tr');
        const listed = await page.$$eval('tbody a', (links) => links.map((link) => link.getAttribute('href')));
        expect(listed).toEqual(names.map((name) => `/console/reports/${name}`));
        for (const name of names) {
          await open(`/reports/${name}`);
          // The page has a title of its own, not the name of the operation.
          await page.waitForFunction(`document.querySelector('h1').textContent !== ${JSON.stringify(name)}`);
          await look(name);
          const href = await page.$eval('a[download]', (link) => link.getAttribute('href'));
          const { status, headers, text } = await fileAt(href ?? '');
          expect([name, status, headers.get('content-type')]).toEqual([name, 200, expect.stringMatching(/^text\/csv/)]);
          const [header, first] = text.split(/\r?\n/);
          const shown = await page.$$eval('main thead th', (cells) => cells.map((cell) => cell.textContent));
          expect([name, shown.join(',')]).toEqual([name, first === '' ? '' : header]);
        }
        nothingWasFound();
      },
      BROWSER_MS,
    );
  });
}
