import type { ResourceWithType } from '@wardstone/dto/monitoring';
import { eventually, itWithBrowser } from '@wardstone/testing';
import type { HTTPRequest } from 'puppeteer-core';
import type { RunningSystem } from '../../tools/system';
import { DIALOG, handsOn } from './console-hands';
import { type ConsolePage, leave, openConsole } from './console-page';
import { makeCall, playAgent } from './monitoring-records';

const BROWSER_MS = 180_000;
const HOST = 'dead-host-of-the-last-rack.cellar.example';
const SERVICES = [
  { typeName: 'File System', name: '/dead' },
  { typeName: 'Network Adapter', name: 'dead0' },
];
/** Whether the action and its dialog fit on the screen, with the whole title. */
const INSIDE = `[...document.querySelectorAll('.page-actions button, [role=dialog], [role=dialog] *')]
  .every((element) => element.getBoundingClientRect().right <= innerWidth) &&
  [...document.querySelectorAll('[role=dialog] h1, [role=dialog] h1 > [class*=title-text]')]
    .every(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)`;

const CHANGING = ['MANAGE_INVENTORY', 'MODIFY_RESOURCE', 'CONTROL', 'MANAGE_MEASUREMENTS', 'MANAGE_ALERTS'];

/** Disabling a resource, and removing it with all that goes with it. */
export function describeConsoleTakeOut(system: () => RunningSystem): void {
  describe('the console, removing resources', () => {
    const call = makeCall(system);
    let console: ConsolePage | undefined;
    const { button, click } = handsOn(() => console!);
    let host: ResourceWithType;
    let adapter: ResourceWithType;

    const expectNoComplaints = async (): Promise<void> => expect(await console!.complaints()).toEqual([]);
    const read = (id: number): Promise<ResourceWithType> => call('GET', `/rest/resource/${id}`);
    const actions = (): Promise<string[]> =>
      console!.page.$$eval('.page-actions button', (buttons) => buttons.map(({ textContent }) => textContent));

    /** Runs `work` while the console believes that the viewer has exactly these permissions. */
    const holding = async <T>(permissions: readonly string[], work: () => Promise<T>): Promise<T> => {
      const { page } = console!;
      const claims = await call<object>('GET', '/auth/caller');
      const serve = (request: HTTPRequest): void => {
        const isCaller = new URL(request.url()).pathname === '/auth/caller';
        const body = JSON.stringify({ ...claims, permissions });
        void (isCaller ? request.respond({ contentType: 'application/json', body }) : request.continue());
      };
      await page.setRequestInterception(true);
      page.on('request', serve);
      try {
        return await work();
      } finally {
        page.off('request', serve);
        await page.setRequestInterception(false);
      }
    };

    beforeAll(async () => {
      const agent = await playAgent(call, 'console-take-out-suite', 'Platforms');
      host = await agent.report(HOST, SERVICES);
      const parts = await call<ResourceWithType[]>('GET', `/rest/resource/${host.resourceId}/children`);
      adapter = parts.find(({ resourceName }) => resourceName === 'dead0')!;
      console = await openConsole(system());
    }, BROWSER_MS);
    afterAll(() => leave(call, { console, host }), BROWSER_MS);

    itWithBrowser(
      'disables a part, which is not DOWN then, and enables it again',
      async () => {
        const { page, open, see } = console!;
        await open(`/inventory/${adapter.resourceId}`);
        await button('Disable', 'main');
        await see('Disable dead0?');
        await expectNoComplaints();
        await button('Disable', DIALOG);
        await page.waitForSelector('.page-head ::-p-text(Disabled)');
        expect(await read(adapter.resourceId)).toMatchObject({ availability: 'DISABLED' });
        await button('Enable', 'main');
        await button('Enable', DIALOG);
        await page.waitForSelector('.page-head ::-p-text(Unknown)');
        expect(await read(adapter.resourceId)).toMatchObject({ availability: 'UNKNOWN' });
      },
      BROWSER_MS,
    );

    itWithBrowser(
      'offers what the viewer may do, and what the service accepts',
      async () => {
        const offered = (id: number, ...permissions: string[]): Promise<string[]> =>
          holding(permissions, async () => {
            await console!.open(`/inventory/${id}`);
            await console!.page.waitForSelector('nav[aria-label="Resource pages"]');
            return actions();
          });
        expect(await offered(adapter.resourceId, 'VIEW_RESOURCE')).toEqual([]);
        expect(await offered(adapter.resourceId, 'MANAGE_INVENTORY')).toEqual(['Silence', 'Remove']);
        expect(await offered(adapter.resourceId, 'VIEW_RESOURCE', 'MANAGE_SETTINGS')).toEqual(['Disable']);
        const all = await offered(host.resourceId, 'MANAGE_INVENTORY', 'MANAGE_SETTINGS');
        expect(all).toEqual(['Silence', 'Remove']);
      },
      BROWSER_MS,
    );

    itWithBrowser(
      'offers a viewer nothing that would be refused',
      async () => {
        const { page, open } = console!;
        const names = (): Promise<string[]> =>
          page.$$eval('main :is(.page-actions a, td select, td input, button):not(:disabled)', (elements) =>
            elements.map((element) => element.getAttribute('aria-label') ?? element.textContent),
          );
        const changes = new RegExp('^(Run |Edit$|Interval of|Discovery queue|Import|New group|New definition)');
        const pages = ['', '/schedules', '/operations'].map((tab) => `/inventory/${host.resourceId}${tab}`);
        for (const path of [...pages, '/inventory', '/groups', '/alerts']) {
          // Shows that the names occur on the pages at all.
          await holding(CHANGING, async () => {
            await open(path);
            await eventually(path, async () => (await names()).some((name) => changes.test(name)));
          });
          await holding(['VIEW_RESOURCE'], async () => {
            await open(path);
            await page.waitForSelector('main nav, main table, main .pf-v6-c-empty-state, main [role=treeitem]');
            await page.waitForSelector('main [role=status]', { hidden: true });
            expect([path, (await names()).filter((name) => changes.test(name))]).toEqual([path, []]);
          });
        }
      },
      BROWSER_MS,
    );

    itWithBrowser(
      'removes a host with its parts, after naming what goes with it',
      async () => {
        const { page, open, see } = console!;
        await open(`/inventory/${host.resourceId}`);
        for (const [width, height] of [
          [390, 844],
          [1280, 900],
        ] as const) {
          await page.setViewport({ width, height });
          await page.waitForSelector('.page-actions button');
          await button('Remove', 'main');
          await see('2 parts');
          await see('no open alerts');
          await page.waitForSelector(`${DIALOG} li::-p-text(schedules)`);
          await expectNoComplaints();
          expect(await page.evaluate(INSIDE)).toBe(true);
          await button('Cancel', DIALOG);
        }
        await button('Remove', 'main');
        await button('Remove', DIALOG);
        await page.waitForFunction("location.pathname === '/console/inventory'");
        await page.waitForSelector('h1::-p-text(Inventory)');
        for (const { resourceId } of [host, adapter]) {
          expect(await read(resourceId)).toMatchObject({ status: 'UNINVENTORIED' });
        }
        await open(`/inventory/${host.resourceId}`);
        await page.waitForSelector('nav[aria-label="Resource pages"]');
        expect(await actions()).toEqual([]);
      },
      BROWSER_MS,
    );

    itWithBrowser(
      'removes all resources that match a search, after a question that counts them and what goes with them',
      async () => {
        const { page, open, see } = console!;
        const found = async (rack: number): Promise<ResourceWithType> => {
          const agent = await playAgent(call, `console-take-out-rack-${rack}`, 'Platforms');
          return agent.report(`rack-of-dead-${rack}`, SERVICES);
        };
        const gone: ResourceWithType[] = [];
        for (const rack of [10, 2, 1]) gone.push(await found(rack));
        await open('/inventory?q=rack-of-dead&size=2');
        const names = (): Promise<string[]> =>
          page.$$eval('tbody tr', (rows) => rows.map((row) => row.querySelector('a')!.textContent));
        await page.waitForSelector('tbody tr:nth-child(2)');
        // In natural order: 2 comes before 10.
        expect(await names()).toEqual(['rack-of-dead-1', 'rack-of-dead-2']);
        await click('thead input[type=checkbox]');
        await button('Remove (2)', 'main');
        await see('Remove 2 resources?');
        await see('4 parts');
        await button('Cancel', DIALOG);
        await click('button::-p-text(Select all 3 that match)');
        await button('Remove (3)', 'main');
        await see('Remove 3 resources?');
        await see('6 parts');
        await expectNoComplaints();
        expect(await page.evaluate(INSIDE)).toBe(true);
        // A resource that matches only by now is not removed unasked.
        const late = await found(3);
        await button('Remove (3)', DIALOG);
        await page.waitForSelector(`${DIALOG} ::-p-text(4 resources match, not 3)`);
        for (const { resourceId } of gone) expect(await read(resourceId)).toMatchObject({ status: 'COMMITTED' });
        await call('DELETE', `/rest/resource/${late.resourceId}`);
        await button('Remove (3)', DIALOG);
        await see('Nothing matches');
        for (const { resourceId } of gone) expect(await read(resourceId)).toMatchObject({ status: 'UNINVENTORIED' });
      },
      BROWSER_MS,
    );
  });
}
