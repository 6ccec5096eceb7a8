import fs from 'node:fs';
import path from 'node:path';
import { itWithBrowser, named } from '@wardstone/testing';
import { JWT_BEARER, TestAgent } from '../../apps/gateway/test/test-agent';
import { Recorder } from '../../tools/console-tasks/recorder';
import type { RunningSystem } from '../../tools/system';
import { POLICY } from './console-compliance.suite';
import { type Call, DIALOG, callsTo, handsOn } from './console-hands';
import { type ConsolePage, openConsole } from './console-page';

const BROWSER_MS = 180_000;
const RESULT = path.resolve(__dirname, '../../apps/compliance/test-data/result-firefox-xccdf.xml.gz');
const COMPLIANCE = '/api/compliance/v2';
const SCANNER = 'console-scanner';
const SCANNED = 'console-scanned';

/** Scans by an agent, from the request to the evidence, of the policy of the compliance suite. */
export function describeConsoleScans(system: () => RunningSystem): void {
  describe('the console, scans', () => {
    let console: ConsolePage | undefined;
    let agent: Call;
    let systemId: string;
    const complained: string[][] = [];
    const call = callsTo(system);
    const { click, button, fill, send, closed } = handsOn(() => console!);

    beforeAll(async () => {
      agent = await enrolled(SCANNER);
      const host = { display_name: SCANNED, os_major_version: 11, os_minor_version: 0 };
      systemId = (await agent<{ data: { id: string } }>('PUT', '/agent/system', host)).data.id;
      console = await openConsole(system());
      await console?.page.setViewport({ width: 1280, height: 900 });
    }, BROWSER_MS);
    afterAll(async () => {
      await console?.close();
      await call('DELETE', `${COMPLIANCE}/systems/${systemId}`);
    }, BROWSER_MS);

    /** Requests of an agent to compliance, sent by the test. */
    const enrolled = async (name: string): Promise<Call> => {
      const made = await TestAgent.make(name);
      const { token } = await call<{ token: string }>('POST', '/auth/join-tokens', { name });
      await call('POST', '/auth/agents', await made.application(token));
      const granted = await fetch(`${system().gatewayUrl}/auth/token`, {
        method: 'POST',
        body: new URLSearchParams({ grant_type: JWT_BEARER, assertion: await made.assertion() }),
      });
      const { access_token: text } = (await granted.json()) as { access_token: string };
      return callsTo(system, { authorization: `Bearer ${text}`, below: COMPLIANCE });
    };
    const offers = async (): Promise<{ id: string }[]> =>
      (await agent<{ data: { scans: { id: string }[] } }>('GET', '/agent/scans')).data.scans;
    const look = async (name: string): Promise<void> => {
      await console!.page.waitForSelector('[role=status]', { hidden: true });
      complained.push([name, ...(await console!.complaints()), ...(await console!.beyondTheEdge())]);
    };

    itWithBrowser(
      "requests scans of a policy's systems, shows their progress, stops them and leads to the result",
      async () => {
        const { page, open, see } = console!;
        const titled = `${COMPLIANCE}/policies?filter=${encodeURIComponent(`title = "${POLICY}"`)}`;
        const [policy] = (await call<{ data: { id: string }[] }>('GET', titled)).data;

        await open(`/compliance/policies/${policy!.id}?tab=systems`);
        await button('Assign systems');
        await click(`${DIALOG} label::-p-text(${SCANNED})`);
        await send();
        await closed();
        await page.waitForSelector(`table a::-p-text(${SCANNED})`);
        await button('Scan now');
        await see('1 scan requested');
        await see('no agent reports the system as its host');
        await see('Install an agent on it');
        const [first] = await offers();
        await agent('PUT', `/agent/scans/${first!.id}`, { state: 'running', evaluated_rule_count: 12 });
        await see('12 rules');
        await look('systems that are scanned');
        await button(`Stop the scan of ${SCANNED}?`);
        await button('Stop', DIALOG);
        await closed();
        await see('Stopped');
        expect(await offers()).toEqual([]);

        await click(`tr:has(a[href$="/systems/${systemId}"]) input[type=checkbox]`);
        await button('Scan 1 system');
        await see('Waiting for agent');
        const [second] = await offers();
        const file = fs.readFileSync(RESULT);
        const result = await agent<{ data: { id: string } }>('POST', `/systems/${systemId}/test_results`, file);
        const end = { state: 'uploaded', test_result_id: result.data.id };
        await agent('PUT', `/agent/scans/${second!.id}`, end);
        await see('Done');
        await click('[role=tab]::-p-text(Scans)');
        await see('On demand');
        await button('Edit schedule');
        await console!.choose(`${DIALOG} select`, 'interval');
        await fill('Days until a result is stale', '30', DIALOG);
        await look('schedule of scans');
        await send();
        await closed();
        await see('Every 24 hours');
        await see('30 days');
        await look('scans');

        await click(`a[href$="/results/${result.data.id}"]`);
        await see('1 of 32 applicable rules (3 %)');
        await button('Download');
        const files = await page.$$eval('.downloads a', (links) =>
          links.map((link) => link.getAttribute('href') ?? ''),
        );
        const headers = { authorization: system().login };
        const responses = await Promise.all(files.map((file) => fetch(system().gatewayUrl + file, { headers })));
        expect(responses.map(({ status }) => status)).toEqual(files.map(() => 200));
        await Promise.all(responses.map((response) => response.arrayBuffer()));
        await look('downloads');
        await page.keyboard.press('Escape');
        await closed();

        await open(`/compliance/systems/${systemId}`);
        await see('Non-compliant');
        await look('system that is scanned');
        await click(`a[href$="/inventory/agents/${SCANNER}"]`);
        // It has reported no machine to monitoring.
        await page.waitForFunction(`location.search === '?q=${SCANNER}'`);
        expect(complained.filter(([, ...found]) => found.length > 0)).toEqual([]);
      },
      BROWSER_MS,
    );

    itWithBrowser(
      'lead from the login to the first result in at most twelve clicks',
      async () => {
        const fresh = (await openConsole(system()))!;
        const person = new Recorder(fresh.page);
        let title = '';
        // A system has one policy of a profile.
        const { data: others } = await call<{ data: { id: string }[] }>(
          'GET',
          `${COMPLIANCE}/systems/${systemId}/policies`,
        );
        for (const { id } of others) await call('DELETE', `${COMPLIANCE}/policies/${id}/systems/${systemId}`);
        try {
          await fresh.page.setViewport({ width: 1280, height: 900 });
          await fresh.page.goto(`${fresh.root}/console/`);
          await fresh.page.waitForSelector('input[name=username]:focus');
          await person.type('input[name=username]', 'admin');
          await fresh.page.keyboard.press('Tab');
          await person.type('input[name=password]', system().adminPassword);
          await person.click('form button');
          await person.open('Compliance');
          await person.link('New policy');
          await person.click('label::-p-text(Firefox)');
          await person.button('Next');
          await person.click('label::-p-text(STIG)');
          await person.button('Next');
          // The title is that of the profile.
          const field = await fresh.page.waitForSelector(named('input', 'Title'));
          title = String(await field!.evaluate((input) => (input as { value?: unknown }).value));
          await person.button('Next');
          await person.click(`label::-p-text(${SCANNED})`);
          await person.button('Skip to review');
          await person.button('Create policy');
          await person.button('Scan now');
          await fresh.see('1 scan requested');
          const [scan] = await offers();
          const file = fs.readFileSync(RESULT);
          const result = await agent<{ data: { id: string } }>('POST', `/systems/${systemId}/test_results`, file);
          await agent('PUT', `/agent/scans/${scan!.id}`, { state: 'uploaded', test_result_id: result.data.id });
          // The page would show it at its next look, within half a minute.
          await fresh.page.reload();
          await fresh.page.waitForSelector('main td::-p-text(Non-compliant)');
          expect(person.effort.clicks).toBeLessThanOrEqual(12);
        } finally {
          await fresh.close();
          const titled = `${COMPLIANCE}/policies?filter=${encodeURIComponent(`title = "${title}"`)}`;
          const { data } = await call<{ data: { id: string }[] }>('GET', titled);
          for (const { id } of data) await call('DELETE', `${COMPLIANCE}/policies/${id}`);
        }
      },
      BROWSER_MS,
    );
  });
}
