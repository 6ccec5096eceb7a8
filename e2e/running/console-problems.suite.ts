import { setTimeout as sleep } from 'node:timers/promises';
import { eventually, itWithBrowser, named } from '@wardstone/testing';
import type { RunningSystem } from '../../tools/system';
import { type ConsolePage, leave, openConsole } from './console-page';
import { requireRecords } from './records';

const BROWSER_MS = 180_000;
const ALERTS = 4;
/** Names of the records of this suite. */
const NAME = 'console problem';
const LONG = {
  host: 'dbprimary0034.internal.production.europe.example.com',
  alert: 'filesystem_available_percent_below_agreed_threshold of the database',
  person: {
    username: 'maximiliane.hohenstein-wittgenstein@operations.example.com',
    password: 'a long sentence is good',
  },
};

interface Alert {
  id: number;
  ackBy: string | null;
  ackComment?: string;
}

/** Overview and problems: the numbers, and actions on them. */
export function describeConsoleProblems(system: () => RunningSystem): void {
  describe('the console, overview and problems', () => {
    let console: ConsolePage | undefined;
    let platform: number;
    let definitions: number[];

    const call = async <T>(
      method: string,
      path: string,
      body?: unknown,
      authorization = system().login,
    ): Promise<T> => {
      const response = await fetch(system().gatewayUrl + path, {
        method,
        headers: { authorization, accept: 'application/json', 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
      return (response.status === 204 ? undefined : await response.json()) as T;
    };
    const getTotal = async (path: string): Promise<number> => {
      const response = await fetch(system().gatewayUrl + path, {
        headers: { authorization: system().login, accept: 'application/json' },
      });
      return Number(response.headers.get('x-collection-size'));
    };
    const alerts = (): Promise<Alert[]> => call('GET', `/rest/alert?resourceId=${platform}&include=ackComment&size=-1`);

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
            name: `${NAME} ${at}`,
            enabled: true,
            priority: 'HIGH',
            dampeningCategory: 'NONE',
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
      'shows the numbers of the API and the worst hosts by four requests, and links to what they count',
      async () => {
        const { page, open, complaints } = console!;
        await open('/errors');
        await page.waitForNetworkIdle();
        // Every request is repeated when its data is half a minute old.
        const requests = new Set<string>();
        page.on('request', (request) => {
          const { pathname } = new URL(request.url());
          // The viewer and the names of people are requested once for all pages.
          if (/^\/(rest|api|auth(?!\/(caller|names)$))\//.test(pathname)) requests.add(pathname);
        });
        await open('/overview');
        await eventually('the number of resources that are down', async () => {
          const shown = await page.$eval('a[href$="availability=DOWN"]', ({ textContent }) => textContent);
          return shown?.includes(String(await getTotal('/rest/resource?availability=DOWN&ps=1')));
        });
        await page.waitForSelector('table[aria-label="Compliance by policy"]');
        await page.waitForSelector(`table[aria-label="Worst hosts"] a::-p-text(${NAME} host)`);
        await eventually('the last request', async () => {
          const before = requests.size;
          await sleep(500);
          return requests.size === before;
        });
        expect(requests.size).toBe(4);
        page.removeAllListeners('request');
        const bell = 'a[href$="/console/problems"][aria-label*=" firing problem"]';
        await eventually('the bell', async () => {
          const shown = await page.$eval(bell, ({ textContent }) => textContent);
          return shown === String(await getTotal('/rest/problem?ps=1&state=firing'));
        });
        expect(await complaints()).toEqual([]);
        await page.locator('a[href$="/problems?severity=high&state=firing"]').click();
        await page.waitForSelector('h1::-p-text(Problems)');
      },
      BROWSER_MS,
    );

    itWithBrowser(
      'names the changed definition and its values before, on the overview and in the audit log',
      async () => {
        const { page, open, complaints } = console!;
        const [id] = definitions;
        const { name } = await call<{ name: string }>('GET', `/rest/alert/definition/${id}`);
        await call('PUT', `/rest/alert/definition/${id}`, {
          enabled: true,
          priority: 'HIGH',
          dampeningCategory: 'ONCE',
        });
        await call('PUT', `/rest/alert/definition/${id}`, {
          enabled: true,
          priority: 'HIGH',
          dampeningCategory: 'NONE',
        });
        const isNamed = `[...document.querySelectorAll('main .change-values')].some((line) =>
          line.textContent.includes('dampening category from ONCE to NONE'))`;
        for (const address of ['/overview', '/administration/audit']) {
          await open(address);
          await page.waitForFunction(isNamed);
          await page.waitForSelector(`main a[href$="/alerts/definitions/${id}"]::-p-text(${name})`);
          expect(await complaints()).toEqual([]);
        }
      },
      BROWSER_MS,
    );

    itWithBrowser(
      'lists problems with their host, and acknowledges all that match a filter, on other pages too, with a comment',
      async () => {
        const { page, root, open, complaints } = console!;
        await open('/problems?size=2');
        await page.locator('input[aria-label="Problem, host or resource"]').fill(`${NAME} host`);
        await page.waitForFunction(`location.search.includes('host')`);
        await console!.see(`of ${ALERTS}`);
        expect(await complaints()).toEqual([]);
        await console!.choose('select[aria-label="Kind"]', 'alert');
        await console!.choose('select[aria-label="State"]', 'firing');
        await page.waitForFunction(`document.querySelectorAll('main tbody tr').length === 2`);
        await page.waitForSelector(`main td[data-label="Where"] a::-p-text(${NAME} host)`);
        await page.locator('thead input[type=checkbox]').click();
        await page.locator(`button::-p-text(Select all ${ALERTS} that match)`).click();
        await page.locator(`button::-p-text(Acknowledge ${ALERTS} problems that match “${NAME} host”)`).click();
        await page.locator('[role=dialog] textarea').fill('known, <b>waiting</b>');
        expect(await complaints()).toEqual([]);
        await page.locator(`[role=dialog] ${named('button', 'Acknowledge')}`).click();
        await console!.see('Nothing matches');
        expect(await page.$('thead input[type=checkbox]')).toBeNull();
        const acknowledged = await alerts();
        expect(acknowledged.map(({ ackBy, ackComment }) => [ackBy, ackComment])).toEqual(
          Array(ALERTS).fill(['admin', 'known, <b>waiting</b>']),
        );
        await page.locator('button::-p-text(Clear filters)').click();
        await page.waitForSelector('main tbody tr');
        await console!.choose('select[aria-label="State"]', 'acknowledged');
        await page.waitForSelector('main tbody ::-p-text(Acknowledged: admin)');
        await open(`/alerts/${acknowledged[0]!.id}`);
        await console!.see('known, <b>waiting</b>');
        expect(page.url()).toBe(`${root}/console/alerts/${acknowledged[0]!.id}`);
      },
      BROWSER_MS,
    );

    itWithBrowser(
      'finds a host from any page with only the keyboard',
      async () => {
        const { page, root, open, complaints } = console!;
        await open('/reports');
        const requests: string[] = [];
        page.on('request', (request) => {
          if (/[?&](q|filter)=/.test(request.url())) requests.push(request.url());
        });
        await page.keyboard.press('/');
        await page.keyboard.type(`${NAME} h`);
        await page.waitForSelector(`[role=option]::-p-text(${NAME} host)`);
        // Typing sends one request, after a pause.
        expect(requests.length).toBeLessThanOrEqual(12);
        page.removeAllListeners('request');
        expect(await complaints()).toEqual([]);
        await page.keyboard.press('ArrowDown');
        const active = 'document.activeElement.getAttribute("aria-activedescendant")';
        expect(await page.evaluate(`document.getElementById(${active}).textContent`)).toContain(`${NAME} host`);
        await page.keyboard.press('Enter');
        await page.waitForSelector(`h1::-p-text(${NAME} host)`);
        expect(page.url()).toBe(`${root}/console/inventory/${platform}`);
      },
      BROWSER_MS,
    );

    itWithBrowser(
      'fits long names of hosts, alerts and people beside the navigation and on a phone',
      async () => {
        const { username, password } = LONG.person;
        await call('POST', '/auth/accounts', { ...LONG.person, type: 'User', roles: ['admin'] });
        const host = await call<{ resourceId: number }>('POST', '/rest/resource/platforms', {
          resourceName: LONG.host,
          typeName: 'Linux',
        });
        const { resourceId } = host;
        const { id } = await call<{ id: number }>('POST', `/rest/alert/definitions?resourceId=${resourceId}`, {
          name: LONG.alert,
          enabled: true,
          priority: 'MEDIUM',
          dampeningCategory: 'NONE',
          conditions: [{ category: 'AVAILABILITY', name: 'AVAIL_GOES_DOWN' }],
        });
        for (const type of ['UP', 'DOWN']) {
          await call('PUT', `/rest/resource/${resourceId}/availability`, { since: Date.now(), type, resourceId });
        }
        const fired = await eventually('the alert', async () => {
          return (await call<Alert[]>('GET', `/rest/alert?resourceId=${resourceId}`))[0];
        });
        const login = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
        await call('PUT', `/rest/alert/${fired.id}`, undefined, login);
        const other = (await openConsole(system(), LONG.person))!;
        const { page, open, beyondTheEdge } = other;
        const found: Record<string, string[]> = {};
        for (const path of ['/problems', '/alerts']) {
          await page.setViewport({ width: 1280, height: 900 });
          await open(`${path}?q=filesystem_available`);
          await page.waitForSelector('main tbody ::-p-text(Acknowledged)');
          for (const width of [1440, 1280, 1270, 1230, 1200, 390]) {
            await page.setViewport({ width, height: 900 });
            await page.waitForFunction(`innerWidth === ${width}`);
            const faults = await beyondTheEdge();
            if (faults.length > 0) found[`${path} ${width}`] = faults;
          }
        }
        expect(found).toEqual({});
        await call('DELETE', `/rest/alert/definition/${id}`);
        await call('DELETE', `/auth/accounts/${encodeURIComponent(username)}`);
        await leave(call, { console: other, host });
      },
      BROWSER_MS,
    );

    itWithBrowser(
      'shows hosts without policies while compliance does not respond, and explains why on its own page',
      async () => {
        const { page, open } = console!;
        await page.setRequestInterception(true);
        page.on('request', (request) => {
          void (request.url().includes('/api/compliance/') ? request.abort() : request.continue());
        });
        await open(`/problems?q=${encodeURIComponent(NAME)}`);
        await page.waitForSelector(`a::-p-text(${NAME} host)`);
        await page
          .locator('main nav a::-p-text(Compliance), nav[aria-label="Problem pages"] a::-p-text(Compliance)')
          .click();
        await console!.see('The server does not respond.');
        page.removeAllListeners('request');
        await page.setRequestInterception(false);
        await open('/problems/compliance');
        await page.waitForSelector('main table, main .pf-v6-c-empty-state');
        expect(await console!.complaints()).toEqual([]);
      },
      BROWSER_MS,
    );

    itWithBrowser(
      'silences a host from its page, shows that on its alerts and in the list, and ends it early',
      async () => {
        const { page, open, complaints, beyondTheEdge } = console!;
        const list = `/alerts/silences?q=${encodeURIComponent('disks swapped')}`;
        await open(`/inventory/${platform}`);
        await page.locator(named('button', 'Silence')).click();
        await page.locator('[role=dialog] textarea').fill('disks swapped');
        expect(await complaints()).toEqual([]);
        await page.locator('[role=dialog] button[type=submit]').click();
        await page.waitForSelector('[role=dialog]', { hidden: true });
        const made = await call<{ id: number; state: string }[]>('GET', `/rest/silence?resourceId=${platform}`);
        expect(made).toMatchObject([{ state: 'ACTIVE', scope: { kind: 'RESOURCE', id: platform, descendants: true } }]);
        for (const type of ['UP', 'DOWN']) {
          const report = { since: Date.now(), type, resourceId: platform };
          await call('PUT', `/rest/resource/${platform}/availability`, report);
        }
        const silenced = async (): Promise<(Alert & { hold?: object })[]> =>
          (
            await call<(Alert & { hold?: object })[]>('GET', `/rest/alert?resourceId=${platform}&include=hold&size=-1`)
          ).filter(({ hold }) => hold !== undefined);
        await eventually('the alerts to be silenced', async () => (await silenced()).length === ALERTS);
        await open(`/inventory/${platform}/alerts?state=silenced`);
        await page.waitForSelector('main tbody ::-p-text(Silenced)');
        await open(`/alerts/${(await silenced())[0]!.id}`);
        await console!.see('Silenced: disks swapped');
        expect(await complaints()).toEqual([]);
        await open(list);
        await page.waitForSelector('main tbody ::-p-text(Active)');
        expect(await complaints()).toEqual([]);
        expect(await beyondTheEdge()).toEqual([]);
        await page.locator('main tbody button::-p-text(End)').click();
        await page.locator(`[role=dialog] ${named('button', 'End')}`).click();
        await console!.see('Ended by admin');
        expect(await call('GET', `/rest/silence/${made[0]!.id}`)).toMatchObject({ state: 'ENDED', endedBy: 'admin' });
      },
      BROWSER_MS,
    );

    itWithBrowser(
      'watches a job by its heartbeat: shows the address once, receives a ping without login, and removes it',
      async () => {
        const { page, open, complaints, beyondTheEdge } = console!;
        await open(`/inventory/${platform}/alerts`);
        // Content that loads moves the button.
        await page.waitForSelector('.loading, .loading-lines', { hidden: true });
        await page.locator(named('button', 'New heartbeat')).click();
        await page.locator('[role=dialog] input').fill('console backup');
        expect(await complaints()).toEqual([]);
        await page.locator('[role=dialog] button[type=submit]').click();
        await page.waitForSelector('[role=dialog] pre');
        expect(await complaints()).toEqual([]);
        const example = await page.$eval('[role=dialog] pre', ({ textContent }) => textContent ?? '');
        const address = /^curl .* -X POST (\S+\/rest\/heartbeat\/ping\/wsh_\S+)$/.exec(example.trim())?.[1];
        expect(address).toBeDefined();
        const path = new URL(address!).pathname;
        expect((await fetch(system().gatewayUrl + path)).status).toBe(405);
        expect((await fetch(system().gatewayUrl + path, { method: 'POST' })).status).toBe(204);
        await open('/alerts/heartbeats?q=console%20backup');
        await page.waitForSelector('main tbody ::-p-text(15 minutes)');
        expect(await page.content()).not.toContain('wsh_');
        expect(await complaints()).toEqual([]);
        expect(await beyondTheEdge()).toEqual([]);
        await page.locator('main tbody button::-p-text(Delete)').click();
        await page.locator(`[role=dialog] ${named('button', 'Delete')}`).click();
        await eventually('the heartbeat to be gone', async () => {
          return (await fetch(system().gatewayUrl + path, { method: 'POST' })).status === 404;
        });
      },
      BROWSER_MS,
    );

    itWithBrowser(
      'shows the timeline of an alert',
      async () => {
        const { page, open, complaints } = console!;
        await open(`/alerts/${(await alerts())[0]!.id}`);
        await page.waitForSelector('main ol[aria-label="Timeline"] li ::-p-text(Fired)');
        expect(await complaints()).toEqual([]);
      },
      BROWSER_MS,
    );
  });
}
