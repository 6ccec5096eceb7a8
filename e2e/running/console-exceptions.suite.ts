import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { SystemChangeRecord, TestResultRecord, WaiverRecord } from '@wardstone/dto/compliance';
import { itWithBrowser } from '@wardstone/testing';
import type { RunningSystem } from '../../tools/system';
import { DIALOG, callsTo, handsOn } from './console-hands';
import { type ConsolePage, openConsole } from './console-page';

const BROWSER_MS = 240_000;
const TEST_DATA = path.resolve(__dirname, '..', '..', 'apps', 'compliance', 'test-data');
const API = '/api/compliance/v2';
const POLICY = 'Console: exceptions';
const SYSTEM = 'console-kiosk';
const APPROVER = { username: 'console-approver', password: 'a long sentence is good' };
const DAY_MS = 86_400_000;

type Listed<T> = { data: T[] };
type Stored = { id: string; ref_id: string };

/** Exceptions from rules, with two people, and results through time. */
export function describeConsoleExceptions(system: () => RunningSystem): void {
  describe('the console, exceptions and trends', () => {
    let console: ConsolePage | undefined;
    let other: ConsolePage | undefined;
    let policy: string;
    let machine: string;
    const call = callsTo(system);
    const { click, button, heading, send, closed } = handsOn(() => console!);
    const approver = handsOn(() => other!);

    const listed = async <T>(list: string, filter: string): Promise<T[]> =>
      (await call<Listed<T>>('GET', `${API}/${list}?filter=${encodeURIComponent(filter)}`)).data;
    const upload = async (target: string, xml: Buffer): Promise<number> => {
      const headers = {
        authorization: system().login,
        accept: 'application/json',
        'content-type': 'application/xml',
        'content-encoding': 'gzip',
      };
      const body = new Uint8Array(xml);
      return (await fetch(system().gatewayUrl + API + target, { method: 'POST', headers, body })).status;
    };
    /** A scan that ended some days ago. */
    const scan = async (daysAgo: number, failing: (rule: number) => boolean): Promise<void> => {
      const end = new Date(Date.now() - daysAgo * DAY_MS).toISOString().replace(/\.\d+Z/, '+00:00');
      const whole = gunzipSync(readFileSync(path.join(TEST_DATA, 'result-firefox-xccdf.xml.gz'))).toString('utf8');
      const [guide, result] = whole.split('<TestResult') as [string, string];
      let rule = 0;
      const changed = result
        .replace(/start-time="[^"]*" end-time="[^"]*"/, `start-time="${end}" end-time="${end}"`)
        .replace(/<result>(?:fail|pass)/g, () => `<result>${failing(rule++) ? 'fail' : 'pass'}`);
      const status = await upload(
        `/systems/${machine}/test_results`,
        gzipSync(Buffer.from(`${guide}<TestResult${changed}`)),
      );
      expect(status).toBe(201);
    };
    const newest = async (): Promise<TestResultRecord> =>
      (await listed<TestResultRecord>(`reports/${policy}/test_results`, `system_id = ${machine}`))[0]!;
    const complained: string[][] = [];
    const look = async (at: ConsolePage, name: string): Promise<void> => {
      await at.page.waitForSelector('[role=status]', { hidden: true });
      complained.push([name, ...(await at.complaints())]);
    };
    const nothingWasFound = (): void => expect(complained.filter(([, ...found]) => found.length > 0)).toEqual([]);

    beforeAll(async () => {
      const guideFile = readFileSync(path.join(TEST_DATA, 'ssg-firefox-ds.xml.gz'));
      await upload('/security_guides?os_major_version=11&os_minor_versions=0', guideFile);
      const [guide] = await listed<Stored>('security_guides', 'title ~ Firefox and os_major_version = 11');
      const stig = 'xccdf_org.ssgproject.content_profile_stig';
      const profiles = `security_guides/${guide!.id}/profiles`;
      const [profile] = await listed<Stored>(profiles, `ref_id = ${stig}`);
      await call('PUT', `${API}/${profiles}/${profile!.id}/os_minor_versions`, { os_minor_versions: [0] });
      const body = { title: POLICY, profile_id: profile!.id, compliance_threshold: 5 };
      policy = (await call<{ data: Stored }>('POST', `${API}/policies`, body)).data.id;
      const groups = [{ id: 'console-kiosks', name: 'Kiosks' }];
      const registered = { display_name: SYSTEM, os_major_version: 11, os_minor_version: 0, groups };
      machine = (await call<{ data: Stored }>('POST', `${API}/systems`, registered)).data.id;
      await call('POST', `${API}/policies/${policy}/systems`, { ids: [machine] });
      await scan(20, (rule) => rule > 0);
      await scan(10, (rule) => rule !== 1);
      await call('POST', '/auth/accounts', { ...APPROVER, type: 'User', roles: ['admin'] });
      console = await openConsole(system());
      other = await openConsole(system(), APPROVER);
      for (const each of [console, other]) await each?.page.setViewport({ width: 1280, height: 900 });
    }, BROWSER_MS);

    afterAll(async () => {
      await console?.close();
      await other?.close();
      await call('DELETE', `${API}/policies/${policy}`);
      await call('DELETE', `${API}/systems/${machine}`);
      await call('DELETE', `/auth/accounts/${APPROVER.username}`);
    }, BROWSER_MS);

    itWithBrowser(
      'requests an exception, which another person approves: the score rises',
      async () => {
        const { page, open, see } = console!;
        const { id, score } = await newest();
        const resultPage = `/compliance/policies/${policy}/results/${id}`;
        await open(resultPage);
        await page.waitForSelector('tbody tr');
        await click('details.rule summary');
        const title = await page.$eval('details.rule summary', ({ textContent }) => textContent ?? '');
        await click('details.rule[open] button::-p-text(Request exception)');
        await page.waitForSelector(DIALOG);
        await page.locator(`${DIALOG} textarea`).fill('The vendor needs it until release 9');
        await console!.choose(`${DIALOG} select`, 'policy');
        await look(console!, 'the question');
        await send();
        await closed();
        await click('a::-p-text(Exception requested)');
        await heading(title);
        await see('Another person must approve this exception');
        expect(await page.$('main button::-p-text(Approve)')).toBeNull();
        await look(console!, 'the own exception');

        const [waiver] = await listed<WaiverRecord>('waivers', `policy_id = ${policy}`);
        expect(waiver).toMatchObject({ state: 'requested', needs_other_approver: true, system_ids: null });
        await other!.open(`/compliance/exceptions/${waiver!.id}`);
        await approver.button('Approve');
        await look(other!, 'the question of the approver');
        await approver.send();
        await approver.closed();
        await other!.see('Active');
        await other!.see(APPROVER.username);
        await look(other!, 'the approved exception');

        expect(await newest()).toMatchObject({
          score,
          verdict: 'not_compliant',
          waived_rule_count: 1,
          score_with_exceptions: score! + (100 - score!) / 31,
          verdict_with_exceptions: 'compliant',
        });
        await open(resultPage);
        await see('1 rule excepted');
        await look(console!, 'the result with an exception');
        await click('tbody a::-p-text(Exception)');
        await heading(title);
        nothingWasFound();
      },
      BROWSER_MS,
    );

    itWithBrowser(
      'lists exceptions by state and policy, and withdraws one',
      async () => {
        const { page, open, see } = console!;
        await open(`/compliance/exceptions?state=approved&policy=${encodeURIComponent(POLICY)}`);
        await page.waitForFunction("document.querySelectorAll('tbody tr').length === 1");
        await look(console!, 'exceptions');
        await console!.choose('select[aria-label=State]', 'withdrawn');
        await see('Nothing matches');
        await open(`/compliance/policies/${policy}?tab=exceptions`);
        await click('tbody a');
        await button('Withdraw');
        await send();
        await closed();
        await see('Withdrawn');
        await look(console!, 'a withdrawn exception');
        expect((await newest()).waived_rule_count).toBe(0);
        nothingWasFound();
      },
      BROWSER_MS,
    );

    itWithBrowser(
      'lowers the severity of a rule, once another person approves it',
      async () => {
        const { page, open, see } = console!;
        const { id } = await newest();
        const resultPage = `/compliance/policies/${policy}/results/${id}`;
        await open(resultPage);
        await click('details.rule summary');
        await click('details.rule[open] button::-p-text(Request exception)');
        await page.waitForSelector(DIALOG);
        await console!.choose(`${DIALOG} select:has(option[value=lowered])`, 'lowered');
        await console!.choose(`${DIALOG} select:has(option[value=info])`, 'info');
        await page.locator(`${DIALOG} textarea`).fill('Nobody can log in there');
        await look(console!, 'the question about a severity');
        await send();
        await closed();

        const [waiver] = await listed<WaiverRecord>('waivers', `policy_id = ${policy} and result = lowered`);
        expect(waiver).toMatchObject({ state: 'requested', severity: 'info' });
        await other!.open(`/compliance/exceptions/${waiver!.id}`);
        await approver.button('Approve');
        await other!.see('The rule has the new severity immediately');
        await approver.send();
        await approver.closed();
        await other!.see('Active');
        await look(other!, 'the approved severity');
        await open(resultPage);
        await page.waitForSelector('tbody a::-p-text(Lowered to info)');
        await look(console!, 'the result with a lowered severity');
        await open('/compliance/exceptions');
        await see('Lowered to info');
        nothingWasFound();
      },
      BROWSER_MS,
    );

    itWithBrowser(
      'narrows frameworks, controls and files to an inventory group',
      async () => {
        const { page, open, see } = console!;
        await open(`/compliance/policies/${policy}?tab=frameworks&group=Nobody`);
        await see('Nothing matches');
        await page.locator('input[aria-label="Inventory group"]').fill('Kiosks');
        await page.waitForSelector('tbody a[href*="group=Kiosks"]');
        await look(console!, 'frameworks of a group');
        await click('tbody td:first-child a');
        await page.waitForSelector('a[href*="controls.csv"][href*="group_id=console-kiosks"]');
        await page.waitForSelector('tbody tr');
        await look(console!, 'controls of a group');
        await open(`/compliance/policies/${policy}`);
        await button('Download');
        await page.locator(`${DIALOG} input[type=text]`).fill('Kiosks');
        await page.waitForSelector(`${DIALOG} a[href*="evidence.pdf"][href*="group_id=console-kiosks"]`);
        await page.waitForSelector(`${DIALOG} a[href*="remediation.yml"][href*="group_id=console-kiosks"]`);
        await look(console!, 'files of a group');
        nothingWasFound();
      },
      BROWSER_MS,
    );

    itWithBrowser(
      'compares two results of a system, and a policy at the end of two days, at addresses that can be shared',
      async () => {
        const { page, open, see } = console!;
        const { id } = await newest();
        await open(`/compliance/policies/${policy}/results/${id}`);
        await click('a::-p-text(Result history)');
        await page.waitForFunction("document.querySelectorAll('tbody tr').length === 2");
        await look(console!, 'history');
        await click('a::-p-text(Compare the two latest results)');
        await see('Newly failed: 1');
        await see('Fixed: 1');
        await look(console!, 'comparison');
        await console!.choose('select[aria-label="Compared with"]', id);
        await see('No differences');
        await page.reload();
        await see('No differences');

        const [from, to] = [toDay(15), toDay(12)];
        const changes = `${API}/reports/${policy}/changes?from=${from}&to=${to}`;
        await open(`/compliance/policies/${policy}/changes?from=${from}&to=${to}`);
        const known = (await call<Listed<SystemChangeRecord>>('GET', changes)).data;
        expect(known).toEqual([]);
        await see('Nothing changed');
        await look(console!, 'no changes');
        await open(`/compliance/policies/${policy}?tab=trend`);
        await click('a::-p-text(Changes in this period)');
        await page.waitForSelector(`tbody a::-p-text(${SYSTEM})`);
        await see('First result');
        await look(console!, 'changes');
        nothingWasFound();
      },
      BROWSER_MS,
    );

    itWithBrowser(
      'draws the trend of a policy and of a system, and shows the same in a table',
      async () => {
        const { page, open } = console!;
        await open(`/compliance/policies/${policy}?tab=trend`);
        for (const chart of ['Mean score', 'Systems']) {
          await page.waitForSelector(`section[aria-label="${chart}"] canvas`);
        }
        await page.waitForSelector('table[aria-label=Days] tbody tr');
        for (const number of ['Mean score (with exceptions)', 'Compliant (with exceptions)', 'Stale result']) {
          await page.waitForSelector(`table[aria-label=Days] th::-p-text(${number})`);
        }
        await look(console!, 'trend of a policy');
        await click('button::-p-text(2 years)');
        await page.waitForFunction("location.search.includes('span=2y')");
        await open(`/compliance/policies/${policy}/systems/${machine}?tab=trend`);
        await page.waitForSelector('section[aria-label="Score"] canvas');
        await page.waitForFunction("document.querySelectorAll('table[aria-label=Days] tbody tr').length === 2");
        await look(console!, 'trend of a system');
        nothingWasFound();
      },
      BROWSER_MS,
    );
  });
}

const toDay = (daysAgo: number): string => new Date(Date.now() - daysAgo * DAY_MS).toISOString().slice(0, 10);
