import { itWithBrowser, launchBrowser } from '@wardstone/testing';
import type { Browser, BrowserContext, HTTPResponse, Page } from 'puppeteer-core';
import type { RunningSystem } from '../../tools/system';
import { ATTEMPTS, startForeignPage } from './foreign-page';

const BROWSER_MS = 120_000;

type Outcomes = Record<string, string | number>;

/** The product in a browser whose user is logged in, beside a foreign page; and its login and links. */
export function describeBrowser(system: () => RunningSystem): void {
  describe('in a browser', () => {
    let browser: Browser | undefined;
    let context: BrowserContext;
    let page: Page;
    beforeAll(async () => void (browser = await launchBrowser()), BROWSER_MS);
    afterAll(() => browser?.close());
    beforeEach(async () => {
      if (!browser) return;
      // A fresh profile: no login, no cache.
      context = await browser.createBrowserContext();
      page = await context.newPage();
      await page.setCacheEnabled(false);
    });
    afterEach(() => context?.close());

    const port = (): string => new URL(system().gatewayUrl).port;
    const groups = async (): Promise<string> => {
      const headers = { authorization: system().login, accept: 'application/json' };
      return (await fetch(`${system().gatewayUrl}/rest/group`, { headers })).text();
    };
    /** Answers the browser's question for a login: each time with the next password; gives up after the last. */
    const answerLogins = async (target: Page, passwords: string[]): Promise<{ asked: number }> => {
      const seen = { asked: 0 };
      const session = await target.createCDPSession();
      await session.send('Fetch.enable', { handleAuthRequests: true });
      session.on('Fetch.requestPaused', ({ requestId }) => void session.send('Fetch.continueRequest', { requestId }));
      session.on('Fetch.authRequired', ({ requestId, authChallenge }) => {
        expect(authChallenge.realm).toBe('Wardstone');
        const password = passwords[seen.asked++];
        const authChallengeResponse =
          password === undefined
            ? { response: 'CancelAuth' as const }
            : { response: 'ProvideCredentials' as const, username: 'admin', password };
        void session.send('Fetch.continueWithAuth', { requestId, authChallengeResponse });
      });
      return seen;
    };
    const open = async (address: string): Promise<HTTPResponse> => (await page.goto(address))!;

    // The browser's login is kept for the address it was typed at, which the page attacks.
    describe.each([
      ['another port of the same host', '127.0.0.1', '127.0.0.1'],
      ['another site', '127.0.0.1', 'localhost'],
    ])('a page at %s', (_case, productHost, pageHost) => {
      itWithBrowser(
        'writes nothing and reads nothing with the login that the browser keeps',
        async () => {
          const target = `http://${productHost}:${port()}`;
          await answerLogins(page, [system().adminPassword]);
          expect((await open(`${target}/rest/`)).status()).toBe(200);
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
            });
            expect(outcomes).toMatchObject({ script: 'blocked', image: 'blocked', stolen: 0 });
            const [answer] = await Promise.all([foreign.waitForNavigation(), foreign.click('button')]);
            // The form is a navigation, whose refusal is shown to the person.
            expect(answer?.status()).toBe(403);
            expect(answer?.headers()['x-error-type']).toBe('foreign_page');
          } finally {
            await elsewhere.close();
          }
          expect(await groups()).toBe(before);
        },
        BROWSER_MS,
      );
    });

    itWithBrowser(
      "lets the product's own pages write",
      async () => {
        await answerLogins(page, [system().adminPassword]);
        await open(`http://127.0.0.1:${port()}/docs`);
        const status = await page.evaluate(async (authorization) => {
          const headers = { authorization, 'Content-Type': 'application/json' };
          const body = JSON.stringify({ name: 'made by an own page' });
          const answer = await fetch('/rest/group', { method: 'POST', headers, body });
          if (answer.status === 201) {
            await fetch(answer.headers.get('location')!, { method: 'DELETE', headers: { authorization } });
          }
          return answer.status;
        }, system().login);
        expect(status).toBe(201);
      },
      BROWSER_MS,
    );

    it('tells a browser on every answer to keep it from other pages', async () => {
      const answers = await Promise.all(
        [
          ...['/', '/docs', '/nothing', '/livez', '/rest/', '/rest/none', '/api/v1/error/not_found', '/api/v1/error'],
          ...['/api/compliance/v2/policies', '/rest/%2e', '/openapi/gateway.json'],
        ].map((path) => fetch(system().gatewayUrl + path, { headers: { accept: 'text/html' } })),
      );
      const past = (['monitoring', 'compliance', 'error-registry'] as const).map((name) => system().serviceUrl(name));
      answers.push(
        ...(await Promise.all(past.flatMap((url) => ['/livez', '/nowhere'].map((path) => fetch(url + path))))),
      );
      for (const { headers, url } of answers) {
        const told = ['cross-origin-resource-policy', 'x-content-type-options', 'x-frame-options', 'referrer-policy'];
        expect([url, ...told.map((name) => headers.get(name))]).toEqual([
          url,
          ...['same-origin', 'nosniff', 'DENY', 'no-referrer'],
        ]);
        expect(headers.get('content-security-policy')).toContain("default-src '");
      }
    });

    itWithBrowser(
      'asks for the login, again after a wrong password, and then leads everywhere',
      async () => {
        const asked = await answerLogins(page, ['wrong', system().adminPassword]);
        const root = `http://127.0.0.1:${port()}`;
        await open(root);
        // Without the skip link, which stays on the page.
        const links = await page.$$eval('a', (anchors) =>
          anchors.filter((anchor) => !anchor.hash).map(({ href }) => href),
        );
        expect(links.length).toBeGreaterThan(5);
        for (const link of [...links, `${root}/rest/`]) {
          const answer = await open(link);
          expect([link, answer.status(), new URL(page.url()).host]).toEqual([link, 200, new URL(root).host]);
          expect(answer.headers()['content-type']).toMatch(/^(text\/html|application\/(vnd\.api\+)?json)/);
        }
        expect(asked.asked).toBe(2);
        for (const link of await page.$$eval('main a', (anchors) => anchors.map(({ href }) => href))) {
          expect([link, (await open(link)).status()]).toEqual([link, 200]);
        }
      },
      BROWSER_MS,
    );

    itWithBrowser(
      'explains an error without a login',
      async () => {
        await answerLogins(page, ['wrong']);
        const refused = await open(`http://127.0.0.1:${port()}/rest/`);
        expect(refused.status()).toBe(401);
        await Promise.all([page.waitForNavigation(), page.click('::-p-xpath(//a[contains(., "Explanation and resolution")])')]);
        expect(page.url()).toBe(`http://127.0.0.1:${port()}/api/v1/error/invalid_credentials`);
        expect(await page.$eval('h1', (heading) => heading.textContent)).toContain('invalid_credentials');
      },
      BROWSER_MS,
    );
  });
}
