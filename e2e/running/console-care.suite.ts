import type { TokensBody } from '@wardstone/dto/gateway';
import { GatewayError } from '@wardstone/errors';
import { eventually, itWithBrowser } from '@wardstone/testing';
import type { HTTPRequest, Page } from 'puppeteer-core';
import type { RunningSystem } from '../../tools/system';
import { type ConsolePage, openConsole } from './console-page';

const BROWSER_MS = 180_000;
/** More key presses than any path of the test below needs. */
const MAX_TABS = 100;
const TOKEN = 'console keyboard';

/** Name of the focused element, and whether its focus is visible. */
const FOCUS = `(() => {
  const at = document.activeElement;
  const drawn = [at, ...at.closest('.pf-v6-c-form-control, .pf-v6-c-menu__list-item') ? [at.parentElement] : []];
  const isSeen = drawn.some((element) => ['', '::before', '::after'].some((part) => {
    const style = getComputedStyle(element, part || undefined);
    return (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0) || style.boxShadow !== 'none';
  }));
  return { name: (at.getAttribute('aria-label') ?? at.textContent ?? '').trim(), tag: at.tagName, isSeen };
})()`;

interface Focus {
  name: string;
  tag: string;
  isSeen: boolean;
}

/** The console with the keyboard alone, while a service is down, and in a tab that is older than the server. */
export function describeConsoleCare(system: () => RunningSystem): void {
  describe('the console', () => {
    let console: ConsolePage | undefined;
    beforeAll(async () => {
      console = await openConsole(system());
      await console?.page.setViewport({ width: 1280, height: 900 });
    }, BROWSER_MS);
    afterAll(() => console?.close());

    const heading = (title: string): Promise<unknown> => console!.page.waitForSelector(`h1::-p-text(${title})`);

    /**
     * Responds to requests in place of the server.
     *
     * @returns a function that stops it
     */
    const intercept = async (response: (request: HTTPRequest) => Promise<void>): Promise<() => Promise<void>> => {
      const { page } = console!;
      const listener = (request: HTTPRequest): void => void response(request);
      await page.setRequestInterception(true);
      page.on('request', listener);
      return async () => {
        page.off('request', listener);
        await page.setRequestInterception(false);
      };
    };

    describe('with the keyboard only', () => {
      let page: Page;
      const unseen = new Set<string>();

      const focus = async (): Promise<Focus> => (await page.evaluate(FOCUS)) as Focus;
      const press = (...keys: Parameters<Page['keyboard']['press']>[0][]): Promise<void> =>
        keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());
      /** Presses Tab until an element with this name has the focus. */
      const tabTo = async (name: string): Promise<void> => {
        const passed: string[] = [];
        for (let stops = 0; stops < MAX_TABS; stops++) {
          await press('Tab');
          const now = await focus();
          if (!now.isSeen) unseen.add(`${now.tag} ${now.name}`);
          if (now.name === name) return;
          passed.push(now.name);
        }
        throw new Error(`Tab does not reach "${name}", but ${passed.join(', ')}`);
      };
      const focused = (name: string, tag?: string): Promise<unknown> =>
        eventually(`the focus on ${name}`, async () => {
          const now = await focus();
          return now.name === name && (tag === undefined || now.tag === tag);
        });
      const arrived = (title: string): Promise<unknown> => focused(title, 'H1');

      itWithBrowser(
        'signs in, opens a page of an area and a row, creates a record in a dialog, and uses a menu',
        async () => {
          page = console!.page;
          const { root, context } = console!;
          await context.deleteCookie(...(await context.cookies()));
          await page.goto(`${root}/console/`);
          await page.waitForFunction("document.activeElement.name === 'username'");
          await page.keyboard.type('admin');
          await press('Tab');
          await page.keyboard.type(system().adminPassword);
          await press('Enter');
          await heading('Overview');

          await press('Tab');
          expect((await focus()).name).toBe('Skip to content');
          await press('Enter');
          expect(await page.evaluate('document.activeElement.id')).toBe('main');

          await page.reload();
          await heading('Overview');
          await tabTo('Errors');
          await press('Enter');
          await arrived('Errors');
          await page.waitForSelector('tbody a');
          const first = (await page.$eval('tbody a', ({ textContent }) => textContent))!;
          await tabTo(first);
          await press('Enter');
          await arrived(first);

          await page.reload();
          await heading(first);
          await tabTo('Administration');
          await press('Enter');
          await arrived('Administration');
          await tabTo('Tokens');
          await press('Enter');
          await page.waitForFunction("location.pathname.endsWith('/tokens')");
          await arrived('Administration');
          await tabTo('New token');
          await press('Enter');
          await page.waitForSelector('[role=dialog]');
          await press('Escape');
          await page.waitForSelector('[role=dialog]', { hidden: true });
          await focused('New token');
          await press('Enter');
          await page.waitForSelector('[role=dialog]');
          const named = 'document.activeElement.labels?.[0]?.textContent.startsWith("Purpose")';
          for (let stops = 0; stops < MAX_TABS && !(await page.evaluate(named)); stops++) await press('Tab');
          await page.keyboard.type(TOKEN);
          await press('Enter');
          await console!.see('Copy it now');
          await tabTo('Close');
          await press('Enter');
          await page.waitForSelector('[role=dialog]', { hidden: true });
          await focused('New token');

          await page.reload();
          await heading('Administration');
          await tabTo('Account of admin');
          await press('Enter');
          await focused('System');
          await press('ArrowDown', 'ArrowDown');
          await focused('Dark');
          await press('Escape');
          await focused('Account of admin');

          const response = await fetch(`${system().gatewayUrl}/auth/tokens`, {
            headers: { authorization: system().login },
          });
          const { tokens } = (await response.json()) as TokensBody;
          const token = tokens.find(({ name, revokedAt }) => name === TOKEN && revokedAt === null);
          expect(token).toBeDefined();
          await fetch(`${system().gatewayUrl}/auth/tokens/${token!.id}`, {
            method: 'DELETE',
            headers: { authorization: system().login },
          });
          expect([...unseen]).toEqual([]);
        },
        BROWSER_MS,
      );
    });

    itWithBrowser(
      'names the service that is down and the effect, shows the others, and retries',
      async () => {
        const { page, open, see } = console!;
        await open('/errors');
        const restored = await intercept(async (request) => {
          if (!request.url().includes('/api/compliance/')) return request.continue();
          const detail = 'The compliance service is unreachable.';
          const { status } = GatewayError.downstream_issue;
          await request.respond({
            status,
            contentType: 'application/problem+json',
            headers: { 'X-Error-Type': 'downstream_issue', 'Retry-After': '5' },
            body: JSON.stringify({ title: 'downstream_issue', status, detail, error_type: 'downstream_issue' }),
          });
        });
        try {
          await open('/overview');
          await see('The compliance service is unreachable.');
          await page.waitForSelector('a[href$="availability=DOWN"]');
          await page.locator('a::-p-text(Explanation and resolution)').click();
          await heading('downstream_issue');
          await see('The service is starting, stopping or down.');
          await page.locator('nav a::-p-text(Compliance)').click();
          await heading('Compliance');
          await see('The compliance service is unreachable.');
        } finally {
          await restored();
        }
        await page.locator('button::-p-text(Try again)').click();
        await page.waitForSelector('.pf-v6-c-alert', { hidden: true });
        await page.waitForSelector('table, .pf-v6-c-empty-state');
      },
      BROWSER_MS,
    );

    itWithBrowser(
      'reloads once when the server has another build, and explains when that does not help',
      async () => {
        const { page, root, open } = console!;
        await open('/overview');
        const known = (await page.evaluate(
          "performance.getEntriesByType('resource').map(({ name }) => name)",
        )) as string[];
        const loads: string[] = [];
        const restored = await intercept(async (request) => {
          if (request.isNavigationRequest()) loads.push(request.url());
          const isMissing = request.url().startsWith(`${root}/console/assets/`) && !known.includes(request.url());
          await (isMissing ? request.respond({ status: 404, body: '' }) : request.continue());
        });
        try {
          await page.evaluate('window.isOld = true');
          await page.locator('nav a::-p-text(Reports)').click();
          const failed = "window.isOld === undefined && document.querySelector('h1')?.textContent";
          await eventually('the failure after the reload', async () => {
            return String(await page.evaluate(failed)).includes('This page failed');
          });
          expect(loads).toEqual([`${root}/console/reports`]);
        } finally {
          await restored();
        }
        await page.locator('button::-p-text(Reload)').click();
        await heading('Reports');
      },
      BROWSER_MS,
    );
  });
}
