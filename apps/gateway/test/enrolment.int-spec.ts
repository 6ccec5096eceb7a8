import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { AccountStore, EnrolmentService, EnrolmentStore, PasswordHasher, enrolmentsFile } from '@wardstone/auth';
import { SystemClock } from '@wardstone/clock';
import { basic, startGateway, startUpstream } from './gateway-scene';
import type { GatewayScene, HttpUpstream } from './gateway-scene';

const PASSWORD = 'made up by the agent';

describe('an agent with a one-time token', () => {
  let folder: string;
  let upstream: HttpUpstream;
  let scene: GatewayScene;
  let enrolments: EnrolmentService;

  beforeAll(async () => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'wardstone-enrolment-'));
    const file = path.join(folder, 'accounts.json');
    const clock = new SystemClock();
    const accounts = new AccountStore({ file, clock, hasher: new PasswordHasher({ memoryKiB: 64 }) });
    enrolments = new EnrolmentService(accounts, new EnrolmentStore({ file: enrolmentsFile(file), clock }));
    upstream = await startUpstream((request, response) => {
      response.end(String(request.headers['x-vendor-identity']).split('.')[1]);
    });
    scene = await startGateway({ ACCOUNTS_FILE: file, MONITORING_URL: upstream.address });
  });
  afterAll(async () => {
    await scene.close();
    await upstream.close();
    fs.rmSync(folder, { recursive: true });
  });

  const enrol = (body: unknown) =>
    fetch(`${scene.url}/auth/agents`, {
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

    const passed = await fetch(`${scene.url}/rest/agent/a`, {
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
    ['a token that nobody made', { token: 'x'.repeat(32), password: PASSWORD }, 401],
    ['no token', { password: PASSWORD }, 400],
    ['a password that is no text', { token: 'x', password: 1 }, 400],
    ['a password that is too short', { token: 'x', password: 'short' }, 400],
    ['a list', [], 400],
  ])('is refused with %s', async (_case, body, status) => {
    expect((await enrol(body)).status).toBe(status);
  });
});
