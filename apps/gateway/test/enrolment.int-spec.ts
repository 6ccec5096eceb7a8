import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { AccountStore, EnrolmentService, EnrolmentStore, PasswordHasher, enrolmentsFile } from '@wardstone/auth';
import { SystemClock } from '@wardstone/clock';
import { eventually } from '@wardstone/testing';
import { basic, startGateway, startUpstream } from './gateway-fixture';
import type { GatewayFixture, HttpUpstream } from './gateway-fixture';

const PASSWORD = 'made up by the agent';

describe('an agent with a one-time token', () => {
  let folder: string;
  let upstream: HttpUpstream;
  let fixture: GatewayFixture;
  let enrolments: EnrolmentService;
  let accounts: AccountStore;

  beforeAll(async () => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'wardstone-enrolment-'));
    const file = path.join(folder, 'accounts.json');
    const clock = new SystemClock();
    accounts = new AccountStore({ file, clock, hasher: new PasswordHasher({ memoryKiB: 64 }) });
    enrolments = new EnrolmentService(accounts, new EnrolmentStore({ file: enrolmentsFile(file), clock }));
    upstream = await startUpstream((request, response) => {
      response.end(String(request.headers['x-vendor-identity']).split('.')[1]);
    });
    fixture = await startGateway({ ACCOUNTS_FILE: file, MONITORING_URL: upstream.address });
  });
  afterAll(async () => {
    await fixture.close();
    await upstream.close();
    fs.rmSync(folder, { recursive: true });
  });

  const enrol = (body: unknown) =>
    fetch(`${fixture.url}/auth/agents`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  it('gets an account and is let in with it at once', async () => {
    const token = await enrolments.invite('agent-a', 'org1');

    const answer = await enrol({ token, password: PASSWORD });
    expect(answer.status).toBe(201);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await answer.json()).toEqual({ username: 'agent-a' });

    const passed = await fetch(`${fixture.url}/rest/agent/a`, {
      headers: { authorization: basic('agent-a', PASSWORD) },
    });
    expect(passed.status).toBe(200);
    const claims = JSON.parse(Buffer.from(await passed.text(), 'base64url').toString()) as object;
    expect(claims).toMatchObject({
      identity: { org_id: 'org1', type: 'ServiceAccount', user: { username: 'agent-a' } },
      roles: ['agent'],
    });
  });

  it('may ask again with its password, but nobody else with the token', async () => {
    const token = await enrolments.invite('agent-b', 'org1');
    expect((await enrol({ token, password: PASSWORD })).status).toBe(201);
    expect((await enrol({ token, password: PASSWORD })).status).toBe(201);

    const refused = await enrol({ token, password: 'somebody else here' });

    expect([refused.status, refused.headers.get('x-error-type')]).toEqual([401, 'enrolment_refused']);
  });

  it.each([
    ['removed', () => accounts.remove('agent-c')],
    ['given another password', () => accounts.setPassword('agent-c', 'chosen by the owner')],
  ])('is out within seconds when its account is %s, and its old token does not help', async (_how, act) => {
    const token = await enrolments.invite('agent-c', 'org1');
    expect((await enrol({ token, password: PASSWORD })).status).toBe(201);
    const form = new URLSearchParams({ grant_type: 'password', username: 'agent-c', password: PASSWORD });
    const granted = await fetch(`${fixture.url}/auth/token`, { method: 'POST', body: form });
    const { access_token } = (await granted.json()) as { access_token: string };
    const statusWith = async (authorization: string) =>
      (await fetch(`${fixture.url}/rest/agent/agent-c`, { headers: { authorization } })).status;
    const logins = [basic('agent-c', PASSWORD), `Bearer ${access_token}`];
    expect(await Promise.all(logins.map(statusWith))).toEqual([200, 200]);

    await act();
    await eventually('refused logins', async () => !(await Promise.all(logins.map(statusWith))).includes(200), {
      everyMs: 250,
    });

    expect(await Promise.all(logins.map(statusWith))).toEqual([401, 401]);
    const repeated = await enrol({ token, password: PASSWORD });
    expect([repeated.status, repeated.headers.get('x-error-type')]).toEqual([401, 'enrolment_refused']);
    expect(await Promise.all(logins.map(statusWith))).toEqual([401, 401]);
    await accounts.remove('agent-c').catch(() => undefined);
  });

  it('is told what to do where accounts cannot be changed', async () => {
    const token = await enrolments.invite('agent-d', 'org1');
    // As on a read-only mount; root may write everywhere else.
    const refused = jest
      .spyOn(EnrolmentStore.prototype, 'use')
      .mockRejectedValueOnce(Object.assign(new Error('read-only file system'), { code: 'EROFS' }));

    const answer = await enrol({ token, password: PASSWORD });
    refused.mockRestore();

    expect([answer.status, answer.headers.get('x-error-type')]).toEqual([503, 'enrolment_unavailable']);
    expect((await enrol({ token, password: PASSWORD })).status).toBe(201);
  });

  it.each([
    ['a token that nobody made', { token: 'x'.repeat(32), password: PASSWORD }, 401],
    ['no token', { password: PASSWORD }, 400],
    ['a password that is no text', { token: 'x', password: 1 }, 400],
    ['a password that is too short', { token: 'x', password: 'short' }, 400],
    ['a list', [], 400],
  ])('is refused with %s', async (_case, body, status) => {
    expect((await enrol(body)).status).toBe(status);
  });
});
