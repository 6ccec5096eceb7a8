import { itWithBrowser, launchBrowser } from '@wardstone/testing';
import type { Browser, Page } from 'puppeteer-core';
import { type ConsoleFixture, EVERY_KIND, givenConsoleFixture, HOSTILE_NAME, walkConsole } from './console-fixture';
import { complaintsAbout, focusedText, outlineOfFocus } from './page-checks';
import { useMonitoring } from './use-monitoring';

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1280, height: 900 };
const TABLET = { width: 912, height: 700 };
const LOOKS = [
  ['on a desk in the light', DESK, 'light'],
  ['on a phone in the dark', PHONE, 'dark'],
  ['on a tablet in the light', TABLET, 'light'],
] as const;
const BROWSER_MS = 120_000;

/** The pages in a browser, with a mouse or only with keys, on a desktop or on a phone. */
describe('the console in a browser', () => {
  let browser: Browser | undefined;
  // Before the service stops: it waits for the connections that a browser keeps.
  afterAll(() => browser?.close());

  const api = useMonitoring();
  let page: Page;
  let fixture: ConsoleFixture;
  /** Script errors in pages since the test began. */
  let troubles: string[];

  beforeAll(async () => {
    fixture = await givenConsoleFixture(api);
    await api.put(`/rest/user/favorites/resource/${fixture.pool.id}`).expect(204);
    browser = await launchBrowser();
  }, BROWSER_MS);

  beforeEach(async () => {
    if (!browser) return;
    troubles = [];
    page = await browser.newPage();
    await page.setExtraHTTPHeaders(api.credentialsOf());
    await page.setViewport(DESK);
    await page.setCacheEnabled(false);
    page.on('console', (message) => troubles.push(`console: ${message.text()}`));
    page.on('pageerror', (error) => troubles.push(`script: ${String(error)}`));
    page.on('dialog', (dialog) => troubles.push(`dialog: ${dialog.message()}`));
    page.on('request', (request) => {
      const isOwn = request.url().startsWith(api.url);
      if (!isOwn || request.resourceType() !== 'document') troubles.push(`request: ${request.url()}`);
    });
  });
  afterEach(() => page?.close());

  const open = async (path: string): Promise<void> => void (await page.goto(api.url + path));
  const heading = (): Promise<string> => page.$eval('h1', (h1) => h1.textContent ?? '');
  const place = (): string => new URL(page.url()).pathname;
  const click = async (text: string): Promise<void> => {
    await Promise.all([page.waitForNavigation(), page.click(`::-p-xpath(//a[normalize-space()="${text}"])`)]);
  };
  /** Presses Tab until the link has the focus, then Enter. */
  const pressOn = async (text: string): Promise<void> => {
    for (let steps = 0; steps < 200; steps++) {
      await page.keyboard.press('Tab');
      if ((await page.evaluate(focusedText)) !== text) continue;
      await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
      return;
    }
    throw new Error(`no Tab leads to the link ${text}`);
  };

  itWithBrowser(
    'leads by mouse from the root to a platform, its children and the next page of a list',
    async () => {
      await open('/rest/');
      expect(await heading()).toBe('Monitoring');
      await click('platforms');
      expect(place()).toBe('/rest/resource/platforms.html');
      await click('Next page');
      expect(await page.$eval('.pages', (pages) => pages.textContent)).toContain('21 to 25 of 25');
      await click('Previous page');
      await click('children');
      expect(place()).toBe(`/rest/resource/${fixture.host.id}/children.html`);
      expect(troubles).toEqual([]);
    },
    BROWSER_MS,
  );

  itWithBrowser(
    'leads the same way by keys only, starting with the link that skips the header',
    async () => {
      await open('/rest/');
      await page.keyboard.press('Tab');
      expect(await page.evaluate(focusedText)).toBe('Skip to the content');
      await page.keyboard.press('Enter');
      await pressOn('platforms');
      await pressOn('children');
      expect(place()).toBe(`/rest/resource/${fixture.host.id}/children.html`);
      const outline = await page.evaluate(outlineOfFocus, 'header a');
      expect(outline).toBe('solid');
      expect(troubles).toEqual([]);
    },
    BROWSER_MS,
  );

  itWithBrowser(
    'shows names as text, whatever they contain',
    async () => {
      for (const below of ['', '/children', '/hierarchy', '/availability/history', '/alerts', '/nothing']) {
        await open(`/rest/resource/${fixture.hostile.id}${below}.html`);
        expect(await page.title()).not.toBe('broken in');
        expect(await page.$('img, script')).toBeNull();
      }
      await open(`/rest/resource/${fixture.hostile.id}.html`);
      expect(await page.$eval('main', (main) => main.textContent)).toContain(HOSTILE_NAME);
      expect(troubles.filter((trouble) => !trouble.includes('404'))).toEqual([]);
    },
    BROWSER_MS,
  );

  itWithBrowser(
    `is readable ${LOOKS.map(([place]) => place).join(', ')}, page by page`,
    async () => {
      const complaints: string[] = [];
      const visited = await walkConsole(fixture, async (path) => {
        const response = await page.goto(api.url + path);
        if (response?.status() !== 200) complaints.push(`${path}: returns ${response?.status()}`);
        for (const [place, viewport, scheme] of LOOKS) {
          await page.setViewport(viewport);
          await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
          const found = await page.evaluate(complaintsAbout);
          complaints.push(...found.map((complaint) => `${path} ${place}: ${complaint}`));
        }
        const links = await page.$$eval('a', (anchors) => anchors.map((anchor) => anchor.href));
        return links
          .map((link) => new URL(link))
          .filter(
            ({ origin, pathname }) =>
              origin === api.url && /(\.html|\/(user|operation\/history)\/[^/.]+)$/.test(pathname),
          )
          .map(({ pathname, search }) => pathname + search);
      });
      expect(complaints).toEqual([]);
      expect(troubles).toEqual([]);
      expect(EVERY_KIND.filter((kind) => !visited.has(kind))).toEqual([]);
    },
    BROWSER_MS,
  );

  itWithBrowser(
    'shows errors in the same layout, with a link and an explanation',
    async () => {
      for (const path of ['/rest/resource/42.html', '/rest/nowhere', '/rest/resource/platforms.html?page=-1']) {
        await page.setViewport(PHONE);
        await open(path);
        expect(await heading()).toMatch(/^4\d\d /);
        expect(await page.$eval('main a', (link) => link.href)).toContain('/api/v1/error/');
        expect(await page.evaluate(complaintsAbout)).toEqual([]);
        await click('Wardstone');
        expect(await heading()).toBe('Monitoring');
      }
    },
    BROWSER_MS,
  );
});
