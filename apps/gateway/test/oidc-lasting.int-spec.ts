import { anOidcServer, anRsaKey, type OidcServer } from '@wardstone/testing';
import type { JWK } from 'jose';
import { browserFor, getCookie } from './browser-requests';
import { type GatewayFixture, startGateway } from './gateway-fixture';
import { cookieNamed, oidcSignIn } from './oidc-sign-in';

const ADA = { sub: 'u-1', preferred_username: 'ada', org_id: 'org1', roles: ['admin'] };

describe('a lasting credential that a person of the OIDC issuer creates', () => {
  let keys: JWK[];
  let oidc: OidcServer;
  let fixture: GatewayFixture;

  beforeAll(async () => {
    for (const level of ['warn', 'info'] as const) jest.spyOn(console, level).mockImplementation(() => undefined);
    keys = [await anRsaKey('first')];
    oidc = await anOidcServer({}, keys);
    oidc.person = ADA;
    fixture = await start();
    allowAddress(fixture);
  });
  afterAll(async () => {
    await fixture.close();
    await oidc.close();
    jest.restoreAllMocks();
  });
  afterEach(() => {
    oidc.signedInAt = undefined;
  });

  const start = (settings: Record<string, string> = {}): Promise<GatewayFixture> =>
    startGateway({
      OIDC_ISSUER: oidc.issuer,
      OIDC_AUDIENCE: 'urn:wardstone',
      OIDC_CLIENT_ID: oidc.client.id,
      OIDC_CLIENT_SECRET: oidc.client.secret,
      ...settings,
    });
  const allowAddress = ({ url }: GatewayFixture): void => {
    oidc.redirectUris = [...oidc.redirectUris, `${url}/auth/oidc/callback`];
    oidc.rotate(keys);
  };
  const { ask, own } = browserFor(() => fixture.url);
  const { begin, comeBack, signIn } = oidcSignIn(ask, () => oidc);
  const outcomeIn = async (session: string): Promise<[number, string | null]> => {
    const response = await ask(
      '/auth/join-tokens',
      { cookie: session, ...own(), 'content-type': 'application/json' },
      { method: 'POST', body: '{"uses":1}' },
    );
    return [response.status, response.headers.get('x-error-type')];
  };

  it('needs the password, for which the issuer asks again', async () => {
    const { to } = await begin('/console/', '&prompt=login');
    expect(Object.fromEntries(new URL(to).searchParams)).toMatchObject({ prompt: 'login', max_age: '0' });
    expect(await outcomeIn(await signIn('&prompt=login'))).toEqual([201, null]);
  });

  it('is not created by a browser that was still signed in at the issuer', async () => {
    oidc.signedInAt = new Date(Date.now() - 11 * 60_000);
    expect(await outcomeIn(await signIn())).toEqual([403, 'reauthentication']);
    const { cookie, to } = await begin();
    const back = await oidc.visit(`${to}&max_age=3600`);
    const session = cookieNamed(await comeBack(back, cookie), 'wardstone-session')!;
    expect(await outcomeIn(session)).toEqual([403, 'reauthentication']);
  });

  it('is created for ten minutes after a sign-in where the issuer states no times', async () => {
    const silent = await start({ DATABASE_URL: fixture.databaseUrl });
    try {
      const metadata = (await (await fetch(`${oidc.issuer}/.well-known/openid-configuration`)).json()) as object;
      oidc.respondWith((_request, response) => {
        response.setHeader('Content-Type', 'application/json');
        response.end(JSON.stringify({ ...metadata, claims_supported: ['sub'] }));
      });
      const at = browserFor(() => silent.url);
      const begun = await at.ask('/auth/oidc/login?next=/');
      oidc.respondWith(undefined);
      allowAddress(silent);
      const { href, origin } = await oidc.visit(begun.headers.get('location')!);
      const back = await at.ask(href.slice(origin.length), { cookie: getCookie(begun) });
      expect(await outcomeIn(cookieNamed(back, 'wardstone-session')!)).toEqual([201, null]);
    } finally {
      await silent.close();
    }
  });
});
