import fs from 'node:fs';
import path from 'node:path';
import { browserFor, getCookie, type Headers } from './browser-requests';
import {
  basic,
  type GatewayFixture,
  type HttpUpstream,
  PASSWORD,
  startGateway,
  startUpstream,
} from './gateway-fixture';

describe('the login page', () => {
  let upstream: HttpUpstream;
  let fixture: GatewayFixture;

  beforeAll(async () => {
    upstream = await startUpstream((request, response) => {
      const isKnown = request.headers['x-vendor-identity'] !== undefined;
      const challenge = { 'WWW-Authenticate': 'Basic realm="Wardstone"', ETag: '"1"' };
      response.writeHead(isKnown ? 200 : 401, isKnown ? {} : challenge).end('a page');
    });
    fixture = await startGateway({ MONITORING_URL: upstream.address });
  });
  afterAll(async () => {
    await fixture.close();
    await upstream.close();
  });

  const { ask, own, navigate, logIn, submit } = browserFor(() => fixture.url);
  const statusWith = async (cookie: string): Promise<number> => (await ask('/rest/alert', { cookie })).status;

  it('is where a browser is redirected, with the way back', async () => {
    const response = await navigate('/rest/alert?ps=20&q=a%2Fb');

    expect([response.status, response.headers.get('location')]).toEqual([
      303,
      '/login?next=%2Frest%2Falert%3Fps%3D20%26q%3Da%252Fb',
    ]);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('vary')).toBe('Accept, Authorization, Cookie, Sec-Fetch-Mode');
    expect([response.headers.get('www-authenticate'), response.headers.get('etag')]).toEqual([null, null]);
    const own = await navigate('/metrics');
    expect([own.status, own.headers.get('location')]).toEqual([303, '/login?next=%2Fmetrics']);
  });

  it.each([
    ['a page that fetches', { 'sec-fetch-mode': 'cors' }],
    ['who sends a wrong password', { authorization: basic('viewer', 'wrong') }],
    ['what shows no pages', { accept: 'application/json' }],
  ])('is not where %s is redirected', async (_case, headers: Headers) => {
    const response = await navigate('/rest/alert', headers);
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([
      401,
      expect.stringContaining('Basic realm="Wardstone"'),
    ]);
  });

  it('shows a form that needs no script', async () => {
    const response = await navigate('/login?next=/rest/alert');
    const html = await response.text();

    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('content-security-policy')).toContain("form-action 'self'");
    expect(html).toContain('<form class="form" method="post" action="/auth/session">');
    expect(html).toContain('name="next" value="/rest/alert"');
    expect(html).not.toContain('<script');
    const icon = fs.readFileSync(path.join(__dirname, '../../console/src/favicon.svg'), 'utf8');
    for (const [shape] of icon.matchAll(/<path [^>]*>/g)) expect(html).toContain(shape);
  });

  it('returns to the requested page', async () => {
    const response = await submit({ username: 'viewer', password: PASSWORD, next: '/rest/alert?ps=1' });

    expect([response.status, response.headers.get('location')]).toEqual([303, '/rest/alert?ps=1']);
    const cookie = getCookie(response);
    expect(await statusWith(cookie)).toBe(200);
    const again = await navigate('/login?next=/docs', { cookie });
    expect([again.status, again.headers.get('location')]).toEqual([303, '/docs']);
  });

  it.each(['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)', '/\n/evil.example'])(
    'leads to no other site: %j',
    async (next) => {
      const response = await submit({ username: 'viewer', password: PASSWORD, next });
      expect(response.headers.get('location')).toBe('/');
      const page = await navigate(`/login?next=${encodeURIComponent(next)}`);
      expect(await page.text()).toContain('name="next" value="/"');
    },
  );

  it('shows the error, and escapes the input', async () => {
    const response = await submit({ username: '"><script>', password: 'wrong', next: '/docs' });
    const html = await response.text();

    expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    expect(html).toContain('The user name or the password is wrong.');
    expect(html).toContain('value="/docs"');
    expect(html).not.toContain('"><script>');
    expect(html).not.toContain('wrong"');
  });

  it('rejects a form of another site, which could sign the visitor in to a foreign account', async () => {
    const response = await submit(
      { username: 'viewer', password: PASSWORD },
      { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    );
    expect([response.status, response.headers.getSetCookie()]).toEqual([403, []]);
  });

  it('redirects a second time for a visitor from another site, whose browser withholds the cookie', async () => {
    const response = await navigate('/login?next=/rest/alert', { 'sec-fetch-site': 'cross-site' });
    expect(await response.text()).toContain('<meta http-equiv="refresh" content="0; url=/login?next=%2Frest%2Falert">');
  });

  it('is shown after signing out, which the front page offers', async () => {
    const cookie = getCookie(await logIn('viewer'));
    const front = await ask('/', { cookie });
    expect(await front.text()).toContain('Signed in as viewer <button>Sign out</button>');
    expect(front.headers.get('cache-control')).toBe('private, no-cache');

    const response = await ask('/logout', { cookie, ...own() }, { method: 'POST' });

    expect([response.status, response.headers.get('location')]).toEqual([303, '/login']);
    expect(await statusWith(cookie)).toBe(401);
    expect(await (await ask('/', { cookie })).text()).toContain('<a href="/login">Sign in</a>');
  });
});
