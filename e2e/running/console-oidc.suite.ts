import { anOidcServer, anRsaKey, eventually, itWithBrowser, named, type OidcServer } from '@wardstone/testing';
import type { JoinTokenRecord } from '@wardstone/dto/gateway';
import type { Target } from 'puppeteer-core';
import { DEFAULT_ORG } from '../../apps/launcher/src';
import type { RunningSystem } from '../../tools/system';
import { DIALOG, callsTo } from './console-hands';
import { openProfile } from './console-page';

const BROWSER_MS = 180_000;
const ADA = { sub: 'u-1', preferred_username: 'ada', org_id: DEFAULT_ORG, roles: ['staff'] };

/** An OIDC issuer that the installation knows. */
export interface KnownIssuer {
  (): OidcServer;
  /** Settings of the installation; starts the issuer. */
  settings(): Promise<NodeJS.ProcessEnv>;
}

export function useIssuer(): KnownIssuer {
  let issuer: OidcServer | undefined;
  afterAll(async () => {
    await issuer?.close();
    jest.restoreAllMocks();
  });
  const settings = async (): Promise<NodeJS.ProcessEnv> => {
    // The provider says that it is one for tests.
    for (const level of ['warn', 'info'] as const) jest.spyOn(console, level).mockImplementation(() => undefined);
    issuer = await anOidcServer({}, [await anRsaKey('first')]);
    return {
      OIDC_ISSUER: issuer.issuer,
      OIDC_AUDIENCE: 'urn:wardstone',
      OIDC_ROLE_MAP: 'staff=operator',
      OIDC_CLIENT_ID: issuer.client.id,
      OIDC_CLIENT_SECRET: issuer.client.secret,
    };
  };
  return Object.assign(() => issuer!, { settings });
}

/** People whose accounts are at the OIDC issuer. */
export function describeConsoleOidc(system: () => RunningSystem, issuer: KnownIssuer): void {
  describe('the console of a person whom the OIDC issuer knows', () => {
    beforeAll(() => {
      issuer().redirectUris = [`${system().gatewayUrl}/auth/oidc/callback`];
      issuer().rotate(issuer().keys);
      issuer().person = ADA;
    });
    afterAll(() => {
      issuer().person = undefined;
    });

    itWithBrowser(
      'ends the sign-in there, shows what the roles permit, and signs out',
      async () => {
        const { gatewayUrl } = system();
        const wanted = `${gatewayUrl}/console/administration?page=1`;
        const profile = (await openProfile())!;
        try {
          const page = await profile.newPage();
          page.setDefaultTimeout(BROWSER_MS / 2);
          // The issuer is another site (127.0.0.1) than the product (localhost).
          await page.goto(wanted);
          await page.locator('a[href^="/auth/oidc/login"]').click();
          await eventually('the console', () => page.url() === wanted);
          await page.waitForSelector('h1::-p-text(Administration)');
          await page.waitForSelector('::-p-text(role admin)');

          const cookies = await page.browserContext().cookies();
          const session = cookies.find(({ name }) => name === 'wardstone-session');
          const headers = { cookie: `${session!.name}=${session!.value}` };
          const record = await (await fetch(`${gatewayUrl}/auth/session`, { headers })).json();
          expect(record).toMatchObject({ username: 'ada', roles: ['operator'], method: 'oidc' });

          await page.locator('button[aria-label="Account of ada"]').click();
          const left = page.waitForNavigation();
          await page.locator('[role=menuitem]::-p-text(Sign out)').click();
          await left;
          expect(page.url()).toBe(`${gatewayUrl}/login`);
          expect((await fetch(`${gatewayUrl}/auth/session`, { headers })).status).toBe(401);
          await page.goto(wanted);
          expect(new URL(page.url()).pathname).toBe('/login');
        } finally {
          await profile.close();
        }
      },
      BROWSER_MS,
    );

    itWithBrowser(
      'redirects to the issuer for the password that a lasting credential requires, and continues then',
      async () => {
        issuer().person = { ...ADA, roles: ['admin'] };
        const { gatewayUrl } = system();
        const profile = (await openProfile())!;
        try {
          const page = await profile.newPage();
          page.setDefaultTimeout(BROWSER_MS / 2);
          await page.goto(`${gatewayUrl}/console/administration/join-tokens`);
          await page.locator('a[href^="/auth/oidc/login"]').click();
          await page.locator(named('button', 'New join token')).click();
          await page.locator(`${DIALOG} ${named('input', 'Names of the agents')}`).fill('oidc-*');
          await page.locator(`${DIALOG} button[type=submit]`).click();

          await page.waitForSelector('h1::-p-text(Confirm your identity)');
          expect(await page.$$('input[type=password]')).toEqual([]);
          const opened = new Promise<Target>((resolve) => profile.once('targetcreated', resolve));
          await page.locator(`${DIALOG} ${named('button', 'Sign in')}`).click();
          const there = await opened;
          await eventually('the sign-in', () => there.url() === `${gatewayUrl}/console/`);
          await page.bringToFront();
          await page.evaluate("window.dispatchEvent(new Event('focus'))");
          await page.waitForSelector('::-p-text(Copy it now)');
        } finally {
          await profile.close();
        }
        const tokens = await callsTo(system)<JoinTokenRecord[]>('GET', '/auth/join-tokens');
        const made = tokens.filter(({ namePattern }) => namePattern === 'oidc-*');
        expect(made).toEqual([expect.objectContaining({ createdBy: `${issuer().issuer}|${DEFAULT_ORG}|u-1` })]);
        await callsTo(system)('DELETE', `/auth/join-tokens/${made[0]!.id}`);
      },
      BROWSER_MS,
    );
  });
}
