import { setTimeout as sleep } from 'node:timers/promises';
import { eventually, itWithBrowser } from '@wardstone/testing';
import type { RunningSystem } from '../../tools/system';
import { openConsole } from './console-page';
import type { ConsolePage } from './console-page';
import { requireRecords } from './records';

const BROWSER_MS = 180_000;
const ALERTS = 4;
/** Of what this suite makes. */
const NAME = 'console problem';

interface Alert {
  id: number;
  ackBy: string | null;
}

/** Overview and problems: the numbers, and what is done about them. */
export function describeConsoleProblems(system: () => RunningSystem): void {
  describe('the console, overview and problems', () => {
    let console: ConsolePage | undefined;
    let platform: number;
    let definitions: number[];

    const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
      const answer = await fetch(system().gatewayUrl + path, {
        method,
        headers: { authorization: system().login, accept: 'application/json', 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
      return (answer.status === 204 ? undefined : await answer.json()) as T;
    };
    const totalOf = async (path: string): Promise<number> => {
      const answer = await fetch(system().gatewayUrl + path, {
        headers: { authorization: system().login, accept: 'application/json' },
      });
      return Number(answer.headers.get('x-collection-size'));
    };
    const alerts = (): Promise<Alert[]> => call('GET', `/rest/alert?resourceId=${platform}&size=-1`);

    beforeAll(async () => {
      await requireRecords(system());
      const made = await call<{ resourceId: number }>('POST', '/rest/resource/platforms', {
        resourceName: `${NAME} host`,
        typeName: 'Linux',
      });
      platform = made.resourceId;
      const report = (type: string): Promise<unknown> =>
        call('PUT', `/rest/resource/${platform}/availability`, { since: Date.now(), type, resourceId: platform });
      await report('UP');
      definitions = await Promise.all(
        Array.from({ length: ALERTS }, async (_alert, at) => {
          const { id } = await call<{ id: number }>('POST', `/rest/alert/definitions?resourceId=${platform}`, {
            ...{ name: `${NAME} ${at}`, enabled: true, priority: 'HIGH', dampeningCategory: 'NONE' },
            conditions: [{ category: 'AVAILABILITY', name: 'AVAIL_GOES_DOWN' }],
          });
          return id;
        }),
      );
      await report('DOWN');
      await eventually('the alerts', async () => (await alerts()).length === ALERTS);
      console = await openConsole(system());
    }, BROWSER_MS);

    afterAll(async () => {
      await console?.close();
      for (const id of definitions) await call('DELETE', `/rest/alert/definition/${id}`);
      await call('DELETE', `/rest/resource/${platform}`);
    }, BROWSER_MS);

    itWithBrowser(
      'shows the numbers of the API by ten requests, and leads to what they count',
      async () => {
        const { page, open, complaints } = console!;
        await open('/errors');
        const asked: string[] = [];
        page.on('request', (request) => {
          const { pathname } = new URL(request.url());
          if (/^\/(rest|api|auth)\//.test(pathname)) asked.push(request.url());
        });
        asked.length = 0;
        await open('/overview');
        await eventually('the number of resources that are down', async () => {
          const shown = await page.$eval('a[href$="availability=DOWN"]', ({ textContent }) => textContent);
          return shown?.includes(String(await totalOf('/rest/resource?availability=DOWN&ps=1')));
        });
        await page.waitForSelector('table[aria-label="Compliance of each policy"]');
        await console!.see(`${NAME} 0`);
        await eventually('the last request', async () => {
          const before = asked.length;
          await sleep(500);
          return asked.length === before;
        });
        expect(asked.length).toBeLessThanOrEqual(10);
        page.removeAllListeners('request');
        expect(await complaints()).toEqual([]);
        await page.click('a[href$="acknowledged=false&prio=high"]');
        await page.waitForSelector('h1::-p-text(Alerts)');
      },
      BROWSER_MS,
    );

    itWithBrowser(
      'lists open problems, and acknowledges all alerts that a filter leaves',
      async () => {
        const { page, root, open, complaints } = console!;
        await open('/problems');
        await page.type('input[aria-label="Name or reason"]', NAME);
        await page.waitForFunction(`location.search === '?q=${NAME.replace(' ', '+')}'`);
        const rows = (): Promise<number> => page.$$eval('tbody tr', ({ length }) => length);
        await eventually('the alerts and the platform', async () => (await rows()) === ALERTS + 1);
        expect(await complaints()).toEqual([]);
        await page.select('select[aria-label="Kind"]', 'alert');
        await eventually('the alerts', async () => (await rows()) === ALERTS);
        await page.click('thead input[type=checkbox]');
        await page.locator(`button::-p-text(Acknowledge ${ALERTS} alerts)`).click();
        await console!.see('Nothing matches');
        expect((await alerts()).map(({ ackBy }) => ackBy)).toEqual(Array(ALERTS).fill('admin'));
        expect(page.url()).toBe(`${root}/console/problems?q=${NAME.replace(' ', '+')}&kind=alert`);
        await page.click('button::-p-text(Clear filters)');
        await page.waitForSelector(`a::-p-text(${NAME} host)`);
      },
      BROWSER_MS,
    );

    itWithBrowser(
      'says which part is not there, and shows the others, while a service does not answer',
      async () => {
        const { page, open } = console!;
        await page.setRequestInterception(true);
        page.on('request', (request) => {
          void (request.url().includes('/api/compliance/') ? request.abort() : request.continue());
        });
        await open(`/problems?q=${encodeURIComponent(NAME)}`);
        await page.waitForSelector(`a::-p-text(${NAME} host)`);
        await console!.see('Out of compliance: not loaded');
        page.removeAllListeners('request');
        await page.setRequestInterception(false);
      },
      BROWSER_MS,
    );
  });
}
