import { eventually, itWithBrowser } from '@wardstone/testing';
import { consoleAddress, type ConsolePlace, consolePlaces } from '../../apps/monitoring/src/api/addresses';
import { findAddresses } from '../../tools/screenshots/addresses';
import type { RunningSystem } from '../../tools/system';
import { type ConsolePage, openConsole } from './console-page';
import { requireRecords } from './records';

const BROWSER_MS = 300_000;
const NAME = 'console pages';
/** The only rule of axe whose outcome depends on the theme. */
const CONTRAST = ['color-contrast'];
const DESK = { width: 1280, height: 900 };
const PHONE = { width: 390, height: 844 };
/** Pages of kinds that may be empty; this suite creates one record of each. */
const DETAILS = ['resource', 'alert', 'definition', 'group', 'guide', 'system', 'policy', 'result'];

/** All pages, by the list that the pictures are taken from. */
export function describeConsolePages(system: () => RunningSystem): void {
  describe('every page of the console', () => {
    let console: ConsolePage | undefined;
    let platform: number;
    let definition: number;
    let group: number;

    const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
      const response = await fetch(system().gatewayUrl + path, {
        method,
        headers: { authorization: system().login, accept: 'application/json', 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
      return (text === '' ? undefined : JSON.parse(text)) as T;
    };
    const report = (type: string): Promise<unknown> =>
      call('PUT', `/rest/resource/${platform}/availability`, { since: Date.now(), type, resourceId: platform });

    beforeAll(async () => {
      await requireRecords(system());
      const host = { resourceName: NAME, typeName: 'Linux' };
      platform = (await call<{ resourceId: number }>('POST', '/rest/resource/platforms', host)).resourceId;
      group = (await call<{ id: number }>('POST', '/rest/group', { name: NAME })).id;
      await call('PUT', `/rest/group/${group}/resource/${platform}`);
      const goesDown = {
        name: NAME,
        enabled: true,
        priority: 'LOW',
        dampeningCategory: 'NONE',
        conditions: [{ category: 'AVAILABILITY', name: 'AVAIL_GOES_DOWN' }],
      };
      definition = (await call<{ id: number }>('POST', `/rest/alert/definitions?resourceId=${platform}`, goesDown)).id;
      await report('UP');
      await report('DOWN');
      await eventually(
        'the alert',
        async () => (await call<unknown[]>('GET', `/rest/alert?include=incidentId&resourceId=${platform}`)).length > 0,
      );
      await report('UP');
      console = await openConsole(system());
    }, BROWSER_MS);

    afterAll(async () => {
      await console?.close();
      await call('DELETE', `/rest/group/${group}`);
      await call('DELETE', `/rest/alert/definition/${definition}`);
      await call('DELETE', `/rest/resource/${platform}`);
    }, BROWSER_MS);

    /**
     * Navigates without loading the page, as a link of the console does. The heading of the new page gets the focus.
     */
    const follow = async (address: string): Promise<void> => {
      const { page } = console!;
      await page.evaluate(`{
        document.activeElement.blur();
        history.pushState(null, '', ${JSON.stringify(address)});
        dispatchEvent(new PopStateEvent('popstate'));
      }`);
      await page.waitForFunction("document.activeElement?.matches('h1')").catch((cause: unknown) => {
        throw new Error(`the heading of ${address} has no focus`, { cause });
      });
    };

    const csv = async (report: string): Promise<string> => {
      const response = await fetch(`${system().gatewayUrl}/rest/reports/${report}`, {
        headers: { authorization: system().login },
      });
      return response.text();
    };

    itWithBrowser(
      'is reached by the links of records, reports and notifications',
      async () => {
        type Linked = { links: Record<string, { href: string }>[] };
        const getConsole = async (path: string): Promise<string> =>
          (await call<Linked>('GET', path)).links.find((link) => link['coregui'])!['coregui']!.href;
        const [schedule] = await call<{ scheduleId: number }[]>(
          'GET',
          `/rest/resource/${platform}/schedules?enabledOnly=false`,
        );
        const { typeId } = await call<{ typeId: number }>('GET', `/rest/resource/${platform}`);
        const [alert] = await call<{ id: number; incidentId: number }[]>(
          'GET',
          `/rest/alert?include=incidentId&resourceId=${platform}`,
        );
        // Other addresses are those of the resource or its definition.
        const idsOf = new Map<unknown, number[]>([
          [consolePlaces.alert, [platform, alert!.id]],
          [consolePlaces.incident, [alert!.incidentId]],
        ]);
        const reports = ['recentAlerts', 'alertDefinitions', `inventorySummary?resourceTypeId=${typeId}`].map(csv);
        const addresses = [
          await getConsole(`/rest/resource/${platform}`),
          await getConsole(`/rest/metric/schedule/${schedule!.scheduleId}`),
          await getConsole(`/rest/group/${group}`),
          ...(await Promise.all(reports)).flatMap((text) => text.match(/http[^,\s"]+/g) ?? []),
          // Kinds that may be empty here: history of operations, configurations, drift; definitions of types and
          // groups.
          ...Object.values(consolePlaces).map((place: (...ids: number[]) => ConsolePlace) =>
            consoleAddress(place(...(idsOf.get(place) ?? [platform, definition, definition])), {
              publicBaseUrl: system().gatewayUrl,
            }),
          ),
        ].filter((address) => !address.endsWith(`/groups/${platform}`));
        expect(addresses.length).toBeGreaterThan(15);

        await console!.open('/nowhere');
        const { page } = console!;
        await console!.see('Page not found');
        for (const address of new Set(addresses.map((each) => new URL(each).pathname))) {
          expect(address).toMatch(/^\/console\//);
          await follow(address);
          await page.waitForSelector('.loading, .loading-lines', { hidden: true });
          await page.waitForNetworkIdle({ idleTime: 100 });
          const main = await page.$eval('main', ({ textContent }) => textContent);
          expect([address, main]).toEqual([address, expect.not.stringMatching(/Page not found|not found/)]);
        }
      },
      BROWSER_MS,
    );

    itWithBrowser(
      'passes axe in both themes, keeps words whole, fits a phone, has no CSP violation and no foreign request',
      async () => {
        const { page, root, open, complaints, brokenWords, beyondTheEdge } = console!;
        const hosts = new Set<string>();
        page.on('request', (request) => {
          const { protocol, host } = new URL(request.url());
          if (protocol !== 'data:') hosts.add(host);
        });
        const addresses = Object.entries(await findAddresses(system()));
        expect(addresses.map(([name]) => name)).toEqual(expect.arrayContaining(DETAILS));
        const ofConsole = addresses.filter(([, address]) => address.startsWith('/console/'));
        const others = addresses.filter(([, address]) => !address.startsWith('/console/'));

        const found: Record<string, unknown> = {};
        const showIn = async (theme: 'light' | 'dark'): Promise<void> => {
          await console!.showIn(theme);
          // The first frame notifies the page, the second draws the result.
          await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
        };
        const LOOKS: readonly (readonly [string, () => Promise<string[]>])[] = [
          [
            'in the light',
            async () => {
              await showIn('light');
              return complaints();
            },
          ],
          [
            'in the dark',
            async () => {
              await showIn('dark');
              await page.setViewport(DESK);
              return [...(await complaints(CONTRAST)), ...(await brokenWords())];
            },
          ],
          [
            'on a phone',
            async () => {
              await page.setViewport(PHONE);
              await page.waitForFunction('innerWidth === 390');
              return beyondTheEdge();
            },
          ],
        ];
        let looks = LOOKS;
        const look = async (name: string): Promise<void> => {
          await page.waitForSelector('.loading, .loading-lines', { hidden: true });
          await page.waitForNetworkIdle({ idleTime: 100 });
          for (const [how, complain] of looks) {
            const faults = await complain();
            if (faults.length > 0) found[`${name} ${how}`] = faults;
          }
          // The next page starts in the state of this one, because loading a page takes as long as axe.
          looks = looks.toReversed();
        };
        await page.setViewport(DESK);
        // The first page leaves the focus at its top.
        await open('/nowhere');
        for (const [name, address] of ofConsole) {
          await follow(address);
          await look(name);
        }
        for (const [name, address] of others) {
          await page.goto(root + address);
          await look(name);
        }
        expect(found).toEqual({});
        expect([...hosts]).toEqual([new URL(root).host]);
      },
      BROWSER_MS,
    );
  });
}
