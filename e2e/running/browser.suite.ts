import { eventually, itWithBrowser } from '@wardstone/testing';
import type { BrowserContext, HTTPResponse, Page } from 'puppeteer-core';
import type { RunningSystem } from '../../tools/system';
import { openProfile } from './console-page';
import { ATTEMPTS, startForeignPage } from './foreign-page';
import { signIn, signInInVain } from './sign-in';

const BROWSER_MS = 120_000;

type Outcomes = Record<string, string | number>;

/** The product in a browser whose user is logged in, beside a foreign page; and its login and links. */
export function describeBrowser(system: () => RunningSystem): void {
  describe('in a browser', () => {
    let context: BrowserContext;
    let page: Page;
    beforeEach(async () => {
      const profile = await openProfile();
      if (!profile) return;
      context = profile;
      page = await context.newPage();
      await page.setCacheEnabled(false);
    }, BROWSER_MS);
    afterEach(() => context?.close());

    const port = (): string => new URL(system().gatewayUrl).port;
    const groups = async (): Promise<string> => {
      const headers = { authorization: system().login, accept: 'application/json' };
      return (await fetch(`${system().gatewayUrl}/rest/group`, { headers })).text();
    };
    const open = async (address: string): Promise<HTTPResponse> => (await page.goto(address))!;

    // The session is kept for the host it began at, which the page attacks; another port is the same site.
    describe.each([
      ['another port of the same host', '127.0.0.1', '127.0.0.1'],
      ['another site', '127.0.0.1', 'localhost'],
    ])('a page at %s', (_case, productHost, pageHost) => {
      itWithBrowser(
        'writes nothing and reads nothing with the session that the browser keeps',
        async () => {
          const target = `http://${productHost}:${port()}`;
          await open(`${target}/rest/`);
          await signIn(page, system().adminPassword);
          expect(page.url()).toBe(`${target}/rest/`);
          const before = await groups();

          const elsewhere = await startForeignPage(target);
          try {
            const foreign = await context.newPage();
            await foreign.goto(`http://${pageHost}:${elsewhere.port}/`);
            const outcomes = (await foreign.evaluate(`(${ATTEMPTS})(${JSON.stringify(target)})`)) as Outcomes;
            expect(outcomes).toMatchObject({
              'JSON body': 'blocked',
              PUT: 'blocked',
              DELETE: 'blocked',
              read: 'blocked',
              session: 'blocked',
              console: 'blocked',
              'sign out': 'blocked',
            });
            expect(outcomes).toMatchObject({ script: 'blocked', image: 'blocked', stolen: 0 });
            // No page of the product can be framed, so a foreign page cannot direct clicks there.
            const [, ...frames] = foreign.frames();
            expect(frames.map((frame) => frame.url())).toEqual(Array(2).fill('chrome-error://chromewebdata/'));
            const [response] = await Promise.all([foreign.waitForNavigation(), foreign.click('button')]);
            // The form is a navigation, whose refusal is shown to the person.
            expect(response?.status()).toBe(403);
            expect(response?.headers()['x-error-type']).toBe('foreign_page');
          } finally {
            await elsewhere.close();
          }
          expect(await groups()).toBe(before);
          // Still signed in.
          const [session] = await context.cookies();
          const headers = { cookie: `${session!.name}=${session!.value}` };
          expect((await fetch(`${target}/auth/session`, { headers })).status).toBe(200);
        },
        BROWSER_MS,
      );
    });

    itWithBrowser(
      "lets the product's own pages write",
      async () => {
        await open(`http://127.0.0.1:${port()}/login?next=/docs`);
        await signIn(page, system().adminPassword);
        expect(page.url()).toBe(`http://127.0.0.1:${port()}/docs`);
        const write = (authorization: Record<string, string>): Promise<number> =>
          page.evaluate(async (login) => {
            const headers = { ...login, 'Content-Type': 'application/json' };
            const body = JSON.stringify({ name: 'made by an own page' });
            const response = await fetch('/rest/group', { method: 'POST', headers, body });
            if (response.status === 201)
              await fetch(response.headers.get('location')!, { method: 'DELETE', headers: login });
            return response.status;
          }, authorization);
        expect(await write({})).toBe(201);
        expect(await write({ authorization: system().login })).toBe(201);
      },
      BROWSER_MS,
    );

    it('sends the headers that isolate pages with every response', async () => {
      const responses = await Promise.all(
        [
          '/services',
          '/console/',
          '/docs',
          '/nothing',
          '/livez',
          '/rest/',
          '/rest/none',
          '/api/v1/error/not_found',
          '/api/v1/error',
          '/api/compliance/v2/policies',
          '/rest/%2e',
          '/openapi/gateway.json',
        ].map((path) => fetch(system().gatewayUrl + path, { headers: { accept: 'text/html' } })),
      );
      const past = (['monitoring', 'compliance', 'error-registry'] as const).map((name) => system().serviceUrl(name));
      responses.push(
        ...(await Promise.all(past.flatMap((url) => ['/livez', '/nowhere'].map((path) => fetch(url + path))))),
      );
      // Pages of the services have a form, whose origin is checked.
      const withForm = [...['/services', '/rest/', '/rest/none'].map((path) => system().gatewayUrl + path), past[0]!];
      for (const { headers, url } of responses) {
        const isolationHeaders = [
          'cross-origin-resource-policy',
          'x-content-type-options',
          'x-frame-options',
          'referrer-policy',
        ];
        expect([url, ...isolationHeaders.map((name) => headers.get(name))]).toEqual([
          url,
          'same-origin',
          'nosniff',
          'DENY',
          withForm.some((start) => url.startsWith(start)) ? 'same-origin' : 'no-referrer',
        ]);
        expect(headers.get('content-security-policy')).toContain("default-src '");
      }
    });

    itWithBrowser(
      'redirects to the login and back to the requested page, also after a wrong password, and signs out',
      async () => {
        const root = `http://127.0.0.1:${port()}`;
        await open(`${root}/rest/alert?ps=7`);
        expect(page.url()).toBe(`${root}/login?next=${encodeURIComponent('/rest/alert?ps=7')}`);
        await signInInVain(page, 'wrong');
        expect(await page.$eval('[role=alert]', ({ textContent }) => textContent)).toContain('password is wrong');
        await signIn(page, system().adminPassword);
        expect(page.url()).toBe(`${root}/rest/alert?ps=7`);
        const cookies = await context.cookies();
        expect(cookies).toMatchObject([{ name: 'wardstone-session', httpOnly: true, sameSite: 'Strict', path: '/' }]);
        await open(`${root}/services`);
        // Without the skip link, which stays on the page.
        const links = await page.$$eval('a', (anchors) =>
          anchors.filter((anchor) => !anchor.hash).map(({ href }) => href),
        );
        expect(links.length).toBeGreaterThan(5);
        for (const link of [...links, `${root}/rest/`]) {
          const response = await open(link);
          expect([link, response.status(), new URL(page.url()).host]).toEqual([link, 200, new URL(root).host]);
          expect(response.headers()['content-type']).toMatch(/^(text\/html|application\/(vnd\.api\+)?json)/);
        }
        for (const link of await page.$$eval('main a', (anchors) => anchors.map(({ href }) => href))) {
          expect([link, (await open(link)).status()]).toEqual([link, 200]);
        }
        for (const path of ['/services', '/rest/alert']) {
          await open(root + path);
          await Promise.all([page.waitForNavigation(), page.click('header button')]);
          expect([path, page.url()]).toEqual([path, `${root}/login`]);
          await open(`${root}/rest/`);
          expect(page.url()).toContain('/login?next=');
          await signIn(page, system().adminPassword);
        }
      },
      BROWSER_MS,
    );

    itWithBrowser(
      'recognises its visitor on a link of another site, though the browser withholds the cookie at first',
      async () => {
        const root = `http://127.0.0.1:${port()}`;
        await open(`${root}/login`);
        await signIn(page, system().adminPassword);
        const elsewhere = await startForeignPage(root);
        try {
          await open(`http://localhost:${elsewhere.port}/`);
          await page.evaluate(`location.href = ${JSON.stringify(`${root}/rest/alert?ps=7`)}`);
          await eventually('the page of the link', () => page.url() === `${root}/rest/alert?ps=7`);
        } finally {
          await elsewhere.close();
        }
      },
      BROWSER_MS,
    );

    itWithBrowser(
      'fits the login on a phone and on a wide screen, light and dark',
      async () => {
        for (const width of [390, 1280]) {
          for (const value of ['light', 'dark']) {
            await page.setViewport({ width, height: 800 });
            await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value }]);
            await open(`http://127.0.0.1:${port()}/login`);
            expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
            await page.waitForFunction('document.activeElement.name === "username"');
            const folder = process.env['SCREENSHOTS'];
            if (folder) await page.screenshot({ path: `${folder}/login-${width}-${value}.png` });
          }
        }
      },
      BROWSER_MS,
    );

    itWithBrowser(
      'explains an error without a login',
      async () => {
        // Every request of the page counts as an attempt, and would block the administrator for a while.
        const wrong = `Basic ${Buffer.from('stranger:wrong').toString('base64')}`;
        await page.setExtraHTTPHeaders({ authorization: wrong });
        const refused = await open(`http://127.0.0.1:${port()}/rest/`);
        expect(refused.status()).toBe(401);
        await page.setExtraHTTPHeaders({});
        await Promise.all([
          page.waitForNavigation(),
          page.click('::-p-xpath(//a[contains(., "Explanation and resolution")])'),
        ]);
        expect(page.url()).toBe(`http://127.0.0.1:${port()}/api/v1/error/invalid_credentials`);
        expect(await page.$eval('h1', (heading) => heading.textContent)).toContain('invalid_credentials');
      },
      BROWSER_MS,
    );
  });
}
