import { itWithBrowser } from '@wardstone/testing';
import type { RunningSystem } from '../../tools/system';
import { DIALOG, handsOn } from './console-hands';
import { type ConsolePage, openConsole } from './console-page';

const BROWSER_MS = 180_000;
/** Elements beyond the edge of the screen. */
const BEYOND_THE_EDGE = `[...document.querySelectorAll('body *')]
  .filter((element) => element.getBoundingClientRect().right > innerWidth)
  .map(({ outerHTML }) => outerHTML.slice(0, 200))`;
const AREAS = [
  'Overview',
  'Problems',
  'Inventory',
  'Alerts',
  'Explore',
  'Groups',
  'Compliance',
  'Reports',
  'Errors',
  'Administration',
];

/** The frame of the console: the way in and out, its areas, its settings. */
export function describeConsole(system: () => RunningSystem): void {
  describe('the console', () => {
    let console: ConsolePage | undefined;
    beforeAll(async () => void (console = await openConsole(system())), BROWSER_MS);
    afterAll(() => console?.close());
    beforeEach(() => console?.page.setViewport({ width: 1280, height: 900 }));

    const { fill, heading, send, closed } = handsOn(() => console!);

    itWithBrowser(
      'is opened by a login, which returns to the requested address',
      async () => {
        const { page, context, root, open } = console!;
        await context.deleteCookie(...(await context.cookies()));
        await page.goto(root);
        expect(page.url()).toBe(`${root}/login?next=%2Fconsole%2F`);
        await open('/errors?q=policy_not_found');
        await heading('Errors');
        expect(page.url()).toBe(`${root}/console/errors?q=policy_not_found`);
        await console!.see('policy_not_found');
        await page.goto(root);
        await heading('Overview');
        expect(page.url()).toBe(`${root}/console/overview`);
      },
      BROWSER_MS,
    );

    itWithBrowser(
      'has a page for each area',
      async () => {
        const { page, root, open } = console!;
        await open('/overview');
        for (const title of AREAS) {
          await page.locator(`nav a::-p-text(${title})`).click();
          await heading(title);
          expect(page.url()).toBe(`${root}/console/${title.toLowerCase()}`);
        }
      },
      BROWSER_MS,
    );

    itWithBrowser(
      'fits a phone, where the navigation covers the page until something is chosen',
      async () => {
        const { page, open } = console!;
        await page.setViewport({ width: 390, height: 800 });
        await open('/inventory');
        await heading('Inventory');
        expect(await page.evaluate(BEYOND_THE_EDGE)).toEqual([]);
        await page.locator('#navigation-toggle').click();
        await page.locator('nav a::-p-text(Groups)').click();
        await heading('Groups');
        await page.waitForSelector('#page-sidebar[aria-hidden=true]');
        await open('/administration/audit');
        await console!.seeOpenTab('.page-tabs a[aria-current=page]');
      },
      BROWSER_MS,
    );

    itWithBrowser(
      'remembers theme and time zone, and reports an unknown page',
      async () => {
        const { page, open } = console!;
        await page.emulateTimezone('America/New_York');
        await open('/nowhere');
        await heading('Page not found');
        await page.locator('button[aria-label^="Account of"]').click();
        await page.locator('[role=menuitem]::-p-text(Dark)').click();
        const nameOfZone = (): Promise<string | null> => page.$eval('.zone-switch', ({ textContent }) => textContent);
        expect(await nameOfZone()).toBe('New York');
        await page.locator('button.zone-switch').click();
        await page.reload();
        await heading('Page not found');
        expect(await page.$eval('html', ({ className }) => className)).toContain('pf-v6-theme-dark');
        expect(await nameOfZone()).toBe('UTC');
        await page.emulateTimezone('UTC');
        await page.reload();
        await heading('Page not found');
        expect([await nameOfZone(), await page.$('button.zone-switch')]).toEqual(['UTC', null]);
        await page.emulateTimezone();
      },
      BROWSER_MS,
    );

    itWithBrowser(
      'asks for the password above the page when the session has ended, continues there, and signs out',
      async () => {
        const { page, context, root, open } = console!;
        await open('/groups?q=web');
        await page.waitForSelector('.loading, .loading-lines', { hidden: true });
        await context.deleteCookie(...(await context.cookies()));
        await page.locator('nav a::-p-text(Reports)').click();
        await console!.see('Your session has ended');
        expect(page.url()).toBe(`${root}/console/reports`);
        await fill('Password', system().adminPassword, DIALOG);
        await send();
        await closed();
        await heading('Reports');
        await page.waitForSelector('.loading, .loading-lines', { hidden: true });
        await page.waitForSelector('main td a');
        const [session] = await context.cookies();
        await page.locator('button[aria-label="Account of admin"]').click();
        const left = page.waitForNavigation();
        await page.locator('[role=menuitem]::-p-text(Sign out)').click();
        await left;
        expect(page.url()).toBe(`${root}/login`);
        const response = await fetch(`${root}/auth/caller`, {
          headers: { cookie: `${session!.name}=${session!.value}` },
        });
        expect(response.status).toBe(401);
      },
      BROWSER_MS,
    );
  });
}
