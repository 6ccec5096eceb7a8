import { eventually, itWithBrowser, named } from '@wardstone/testing';
import type { RunningSystem } from '../../tools/system';
import { type ConsolePage, openConsole } from './console-page';

const BROWSER_MS = 180_000;
const TOKEN = /wsi_[\w-]{43}/;

/** A person creates an integration, sends an alert to it, and reads that alert. */
export function describeConsoleIntegrations(system: () => RunningSystem): void {
  describe('the console, integrations', () => {
    let console: ConsolePage | undefined;

    beforeAll(async () => {
      console = await openConsole(system());
    }, BROWSER_MS);
    afterAll(() => console?.close());

    itWithBrowser(
      'shows the address once with a configuration, then reports and reasons of refusals, and removes it',
      async () => {
        const { page, open, complaints, beyondTheEdge } = console!;
        await open('/alerts/integrations');
        await page.locator(named('button', 'New integration')).click();
        await page.locator('[role=dialog] input').fill('console probe');
        await page.select('[role=dialog] select', 'JSON');
        const paths = await page.$$('[role=dialog] input');
        await paths[1]!.type('/id');
        await paths[2]!.type('/text');
        expect(await complaints()).toEqual([]);
        await page.locator('[role=dialog] button[type=submit]').click();
        await page.waitForSelector('[role=dialog] pre');
        expect(await complaints()).toEqual([]);
        const example = await page.$eval('[role=dialog] pre', ({ textContent }) => textContent ?? '');
        expect(example).toContain(`-d '{"id":"db-1/disk","text":"/var is full"}'`);
        const token = TOKEN.exec(example)![0];
        const send = async (body: object): Promise<number> => {
          const address = `${system().gatewayUrl}/rest/integration/receive/${token}`;
          const headers = { 'Content-Type': 'application/json' };
          return (await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) })).status;
        };
        expect(await send({ id: 'db-1/disk', text: 'the disk of the console is full' })).toBe(200);
        expect(await send({ text: 'no id' })).toBe(400);
        await open('/alerts/integrations?q=console%20probe');
        await page.waitForSelector('main tbody ::-p-text(no text at /id)');
        expect(await complaints()).toEqual([]);
        expect(await beyondTheEdge()).toEqual([]);
        await page.locator('main tbody a::-p-text(console probe)').click();
        await console!.see('the disk of the console is full');
        await console!.see('console probe: warning');
        expect(await page.content()).not.toMatch(TOKEN);
        expect(await complaints()).toEqual([]);
        expect(await beyondTheEdge()).toEqual([]);
        await open('/alerts?q=console%20probe');
        await page.waitForSelector('main tbody ::-p-text(the disk of the console is full)');
        await open('/alerts/integrations?q=console%20probe');
        await page.locator('main tbody a::-p-text(console probe)').click();
        await page.locator(named('button', 'Delete')).click();
        await page.locator(`[role=dialog] ${named('button', 'Delete')}`).click();
        await eventually('the address to be unknown', async () => (await send({ id: 1 })) === 404);
      },
      BROWSER_MS,
    );
  });
}
