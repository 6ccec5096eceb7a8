import { SigningKey, signServiceToken } from '@wardstone/auth';
import { SystemClock } from '@wardstone/clock';
import {
  basic,
  type GatewayFixture,
  type HttpUpstream,
  PASSWORD,
  startGateway,
  startUpstream,
} from './gateway-fixture';

const LINK = '/rest/alert/link';

describe('the standing of accounts, for monitoring', () => {
  const clock = new SystemClock();
  let key: SigningKey;
  let seen: { method: string; path: string; identity: string | undefined }[];
  let upstream: HttpUpstream;
  let fixture: GatewayFixture;

  beforeAll(async () => {
    key = await SigningKey.generate();
    seen = [];
    upstream = await startUpstream((request, response) => {
      response.setHeader('content-type', 'application/json');
      if (request.url === '/service-keys.json') return void response.end(JSON.stringify(key.publicJwks()));
      seen.push({
        method: request.method ?? '',
        path: request.url ?? '',
        identity: request.headers['x-vendor-identity'] as string | undefined,
      });
      response.setHeader('cache-control', 'no-store');
      response.end('{}');
    });
    fixture = await startGateway({ MONITORING_URL: upstream.address });
  });
  beforeEach(() => {
    seen.length = 0;
  });
  afterAll(async () => {
    await fixture.close();
    await upstream.close();
  });

  const toSubject = async (username: string): Promise<string> =>
    (await fixture.open.accounts.list()).find((account) => account.username === username)!.subject;
  const ask = (username: string, subject: string, authorization: string): Promise<Response> =>
    fetch(`${fixture.url}/auth/standing?${new URLSearchParams({ username, subject }).toString()}`, {
      headers: { authorization },
    });
  const asMonitoring = async (): Promise<string> =>
    `Bearer ${await signServiceToken(key, 'monitoring', 'org1', clock)}`;

  it('is given while the account is in use, and for no other account of its name', async () => {
    await fixture.open.accounts.add({ username: 'ann', password: PASSWORD, roles: ['operator'], orgId: 'org1' });
    const subject = await toSubject('ann');
    const response = await ask('ann', subject, await asMonitoring());
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.json()).toMatchObject({
      roles: ['operator'],
      identity: { subject, user: { username: 'ann' } },
    });
    const wrong = [
      ['ann', await toSubject('viewer')],
      ['viewer', subject],
      ['nobody', subject],
      ['ann', `${subject}x`],
    ] as const;
    for (const [name, of] of wrong) expect((await ask(name, of, await asMonitoring())).status).toBe(404);
    await fixture.open.accounts.remove('ann');
    expect((await ask('ann', subject, await asMonitoring())).status).toBe(404);
    await fixture.open.accounts.add({ username: 'ann', password: PASSWORD, roles: ['admin'], orgId: 'org1' });
    expect((await ask('ann', subject, await asMonitoring())).status).toBe(404);
  });

  it('lists who may log in: people and programs of the organisation, but no agents or disabled accounts', async () => {
    const { accounts } = fixture.open;
    const add = (username: string, over: object = {}): Promise<unknown> =>
      accounts.add({ username, password: PASSWORD, roles: ['operator'], orgId: 'org1', ...over });
    await add('listed');
    await add('program', { type: 'ServiceAccount' });
    await add('elsewhere', { orgId: 'org2' });
    await add('robot', { type: 'ServiceAccount', roles: ['agent'] });
    await add('blocked');
    const change = await fetch(`${fixture.url}/auth/accounts/blocked`, {
      method: 'PATCH',
      headers: { authorization: basic('admin'), 'content-type': 'application/json' },
      body: JSON.stringify({ disabled: true }),
    });
    expect(change.status).toBe(200);
    const list = async (after?: string): Promise<{ accounts: { username: string; type: string }[]; more: boolean }> => {
      const query = after === undefined ? '' : `?after=${after}`;
      const response = await fetch(`${fixture.url}/auth/accounts-in-use${query}`, {
        headers: { authorization: await asMonitoring() },
      });
      expect(response.status).toBe(200);
      return (await response.json()) as Awaited<ReturnType<typeof list>>;
    };
    const listed = await list();
    const names = listed.accounts.map(({ username }) => username);
    expect(names).toEqual(expect.arrayContaining(['admin', 'listed', 'program', 'viewer']));
    for (const absent of ['elsewhere', 'robot', 'blocked']) expect(names).not.toContain(absent);
    expect(listed.accounts.find(({ username }) => username === 'listed')).toEqual({
      username: 'listed',
      subject: await toSubject('listed'),
      type: 'User',
      roles: ['operator'],
      createdAt: expect.any(String) as string,
    });
    expect(listed.accounts.find(({ username }) => username === 'program')?.type).toBe('ServiceAccount');
    expect((await list('listed')).accounts.map(({ username }) => username)).toEqual(
      names.filter((name) => name > 'listed'),
    );
    for (const authorization of [
      basic('admin'),
      `Bearer ${await signServiceToken(key, 'error-registry', 'org1', clock)}`,
    ]) {
      const refused = await fetch(`${fixture.url}/auth/accounts-in-use`, { headers: { authorization } });
      expect([401, 403]).toContain(refused.status);
    }
  });

  it('is neither for people nor for other services', async () => {
    const subject = await toSubject('viewer');
    for (const authorization of [
      basic('admin'),
      basic('viewer'),
      `Bearer ${await signServiceToken(key, 'error-registry', 'org1', clock)}`,
      `Bearer ${await signServiceToken(await SigningKey.generate(), 'monitoring', 'org1', clock)}`,
    ]) {
      expect([401, 403]).toContain((await ask('viewer', subject, authorization)).status);
    }
    const unsigned = await fetch(`${fixture.url}/auth/standing?username=viewer&subject=${encodeURIComponent(subject)}`);
    expect(unsigned.status).toBe(401);
    // Monitoring may call no other operation.
    const headers = { authorization: await asMonitoring() };
    expect((await fetch(`${fixture.url}/auth/accounts`, { headers })).status).toBe(403);
  });

  it('is not needed to open a link, which passes without a login, whatever credentials it carries', async () => {
    const open = (path: string, init?: RequestInit): Promise<Response> => fetch(fixture.url + path, init);
    expect((await open(`${LINK}?token=x`)).headers.get('cache-control')).toBe('no-store');
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    await open(LINK, { method: 'POST', headers: { ...form, 'x-vendor-identity': 'forged' }, body: 'token=x' });
    expect(seen).toEqual([
      { method: 'GET', path: `${LINK}?token=x`, identity: undefined },
      { method: 'POST', path: LINK, identity: undefined },
    ]);
    const foreign = await open(LINK, {
      method: 'POST',
      headers: { ...form, origin: 'https://evil.example' },
      body: 'token=x',
    });
    expect([foreign.status, foreign.headers.get('x-error-type')]).toEqual([403, 'foreign_page']);
    for (const path of [`/rest/../rest/alert/link`, `/rest/alert/%2e%2e/alert/link`, `/REST/alert/link`]) {
      await open(path, { method: 'POST', headers: form, body: 'token=x' });
    }
    expect(seen.filter(({ path }) => path !== LINK && !path.startsWith(`${LINK}?`))).toEqual([]);
  });
});
