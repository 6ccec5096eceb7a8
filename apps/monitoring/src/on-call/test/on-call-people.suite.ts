import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose';
import type { AlertExplanation, OnCallPersonRest, OnCallRest, RotationRest } from '@wardstone/dto/monitoring';
import { AccountDirectory } from '../../users/account-directory';
import { givenResource } from '../../test/given-inventory';
import { useMonitoring } from '../../test/use-monitoring';
import { AT_ONCE, type Id, MINUTE, useOnCall } from '../../test/alerts/on-call-fixture';
import { type MailSink, openMailSink } from '../../test/alerts/sinks';

const MEMBERS = { timeZone: 'UTC', turn: 'WEEKLY', handOverTime: '09:00', firstDay: '2026-11-30' };

interface Account {
  username: string;
  subject: string;
  type: 'User' | 'ServiceAccount';
  name?: string;
  roles: string[];
  createdAt: string;
}

describe('people who can be on call', () => {
  let mail: MailSink;
  let gateway: Server;
  let isAway = false;
  const accounts = new Map<string, Account>();
  let made = 0;

  beforeAll(async () => {
    mail = await openMailSink();
    gateway = createServer((request, response) => {
      void (async () => {
        const url = new URL(request.url ?? '', 'http://gateway.example.test');
        if (isAway) return void response.writeHead(503).end();
        const keys = (await (await fetch(`${api.url}/service-keys.json`)).json()) as JSONWebKeySet;
        const token = (request.headers.authorization ?? '').replace('Bearer ', '');
        const issuer = 'wardstone/monitoring';
        await jwtVerify(token, createLocalJWKSet(keys), { issuer, currentDate: new Date(api.clock.now()) });
        const after = url.searchParams.get('after') ?? '';
        const left = [...accounts.values()].filter(({ username }) => username > after);
        left.sort((a, b) => (a.username < b.username ? -1 : 1));
        // Two per page, so that there are several pages.
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ accounts: left.slice(0, 2), more: left.length > 2 }));
      })().catch(() => response.writeHead(401).end());
    });
    await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
  });
  afterAll(async () => {
    gateway.closeAllConnections();
    await Promise.all([mail.close(), new Promise((resolve) => gateway.close(resolve))]);
  });
  const api = useMonitoring(() => ({
    ...AT_ONCE,
    SMTP_URL: mail.url,
    GATEWAY_JWKS_URL: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/auth/jwks.json`,
  }));
  const { policy, define, report, alertOn, pass, users } = useOnCall(api);

  beforeEach(() => {
    isAway = false;
    mail.mails.length = 0;
  });

  const account = (username: string, over: Partial<Account> = {}): void => {
    const createdAt = new Date(api.clock.now() + ++made).toISOString();
    const subject = `wardstone|acme|${username}|${createdAt}`;
    accounts.set(username, { username, subject, type: 'User', roles: ['operator'], createdAt, ...over });
  };
  /** Reads the accounts, as the job does every minute. */
  const read = async (): Promise<void> => {
    api.clock.advance(1000);
    await api.service.app.get(AccountDirectory, { strict: false }).read();
  };
  const people = async (query = ''): Promise<OnCallPersonRest[]> =>
    (await api.get(`/rest/on-call/person${query}`).expect(200)).body as OnCallPersonRest[];
  const findSubjectId = async (login: string): Promise<number> => {
    const [row] = await api.database.query<Id>(`SELECT u.id FROM service_user u WHERE u.login = $1`, [login]);
    return row!.id;
  };
  const rotation = (members: readonly number[], over: object = {}): object => ({
    name: 'Platform',
    ...MEMBERS,
    members: members.map((userId) => ({ userId })),
    ...over,
  });
  const create = (members: readonly number[]) => api.post('/rest/on-call/rotation').send(rotation(members));

  it('can be chosen a moment after their account was created, before they have signed in', async () => {
    account('fresh@example.test');
    account('silent');
    // No job has run: who opens the list causes it to be read.
    const logins = (await people()).map(({ login }) => login);
    expect(logins).toEqual(expect.arrayContaining(['fresh@example.test', 'silent']));
    const { body: sender } = await api.get('/rest/alert/sender/System%20Users?include=properties').expect(200);
    expect(JSON.stringify(sender)).toContain('fresh@example.test');
    const id = await findSubjectId('fresh@example.test');
    await create([id]).expect(201);
    await policy([[5, users(id)]]);
    // The first request finds the same user.
    await api.as({ username: 'fresh@example.test', roles: ['operator'] }).get('/rest');
    expect(await findSubjectId('fresh@example.test')).toBe(id);
  });

  it('have the name that the issuer of their login states', async () => {
    account('nameless');
    await read();
    await api
      .as({ username: 'ada@example.test', roles: ['operator'], type: 'User', firstName: 'Ada Lee' })
      .get('/rest')
      .expect(200);
    const found = (await people()).find(({ login }) => login === 'ada@example.test');
    expect(found).toMatchObject({ name: 'Ada Lee' });
    await create([found!.userId]).expect(201);
    const { body: now } = await api.get('/rest/on-call/now?ps=1000').expect(200);
    expect((now as OnCallRest[]).map(({ current }) => current.name)).toContain('Ada Lee');
    const nameless = (await people()).find(({ login }) => login === 'nameless');
    expect(nameless).toMatchObject({ choosable: true });
    expect(nameless).not.toHaveProperty('name');
  });

  it('have the name of their account, which changes and is removed with it', async () => {
    account('lee', { name: 'Ann Lee' });
    await read();
    const findName = async (): Promise<string | undefined> =>
      (await people()).find(({ login }) => login === 'lee')?.name;
    expect(await findName()).toBe('Ann Lee');
    accounts.set('lee', { ...accounts.get('lee')!, name: 'Ann Ray' });
    await read();
    expect(await findName()).toBe('Ann Ray');
    const { name: _gone, ...nameless } = accounts.get('lee')!;
    accounts.set('lee', nameless);
    await read();
    expect(await findName()).toBeUndefined();
  });

  it('exclude service accounts and agents, with an error of their own', async () => {
    account('exporter', { type: 'ServiceAccount', roles: ['viewer'] });
    account('human');
    await read();
    expect((await people()).map(({ login }) => login)).not.toContain('exporter');
    const [human, exporter] = [await findSubjectId('human'), await findSubjectId('exporter')];
    for (const body of [
      rotation([human, exporter]),
      rotation([human], { overrides: [{ userId: exporter, startTime: 2e12, endTime: 2e12 + 1000 }] }),
    ]) {
      const { headers } = await api.post('/rest/on-call/rotation').send(body).expect(406);
      expect(headers['x-error-type']).toBe('user_is_a_program');
    }
    const steps = [{ afterMinutes: 1, receivers: [users(human, exporter)] }];
    const refused = await api.post('/rest/on-call/escalation').send({ name: 'p', steps }).expect(406);
    expect(refused.headers['x-error-type']).toBe('user_is_a_program');
    // Also one that is known only by its request.
    await api.as({ username: 'caller', type: 'ServiceAccount', roles: ['operator'] }).get('/rest');
    await create([await findSubjectId('caller')]).expect(406);
  });

  it('are marked and cannot be chosen once their account is removed, until it exists again', async () => {
    account('leaver@example.test');
    account('stayer@example.test');
    await read();
    const [leaver, stayer] = [await findSubjectId('leaver@example.test'), await findSubjectId('stayer@example.test')];
    const { body } = await create([leaver, stayer]).expect(201);
    const { id, links: _links, ...stored } = body as RotationRest;
    accounts.delete('leaver@example.test');
    await read();
    expect(await people(`?ids=${leaver},${stayer},99999`)).toEqual([
      expect.objectContaining({ userId: leaver, choosable: false, problem: 'The account was removed or disabled.' }),
      expect.objectContaining({ userId: stayer, choosable: true, reachable: true, methods: ['E-mail'] }),
    ]);
    await create([leaver]).expect(404);
    // A rotation that has it already can be changed otherwise.
    await api
      .put(`/rest/on-call/rotation/${id}`)
      .send({ ...stored, name: 'Renamed' })
      .expect(200);
    account('leaver@example.test');
    await read();
    await create([leaver]).expect(201);
  });

  it('are known before the first login at an identity provider once an administrator has added them', async () => {
    const login = 'Eva@idp.example.test';
    const operator = api.as({ username: 'op', roles: ['operator'] });
    await operator.post('/rest/on-call/person').send({ login }).expect(403);
    const { body } = await api.post('/rest/on-call/person').send({ login }).expect(201);
    expect(body).toMatchObject({ login, choosable: true, reachable: true });
    const { userId } = body as OnCallPersonRest;
    expect((await api.post('/rest/on-call/person').send({ login }).expect(201)).body).toMatchObject({ userId });
    await create([userId]).expect(201);
    await api.post('/rest/on-call/person').send({ login: ' ' }).expect(406);
    // Reading the accounts of the gateway does not change others.
    await read();
    await api.as({ username: login, subject: 'https://idp|eva', roles: ['operator'] }).get('/rest');
    expect(await findSubjectId(login)).toBe(userId);
    expect(await people(`?ids=${userId}`)).toMatchObject([{ choosable: true }]);
  });

  it('stay known while the gateway is unavailable', async () => {
    account('kept');
    await read();
    isAway = true;
    expect((await people()).map(({ login }) => login)).toContain('kept');
    await expect(read()).rejects.toThrow();
    expect((await people()).map(({ login }) => login)).toContain('kept');
  });

  it('are shown with who is next, and in red where nothing reaches them', async () => {
    account('mailed@example.test');
    account('mute');
    await read();
    const [mailed, mute] = [await findSubjectId('mailed@example.test'), await findSubjectId('mute')];
    api.clock.set(Date.parse('2026-12-01T00:00:00Z'));
    await create([mute, mailed]).expect(201);
    const { body } = await api.get('/rest/on-call/now?q=Platform').expect(200);
    const shown = (body as OnCallRest[]).at(-1)!;
    expect(shown).toMatchObject({
      rotationName: 'Platform',
      current: { login: 'mute', reachable: false, problem: 'No contact method is verified.', methods: [] },
      next: { login: 'mailed@example.test', reachable: true, methods: ['E-mail'] },
    });
    expect(shown.current.endTime).toBe(Date.parse('2026-12-07T09:00:00Z'));
    expect(shown.next!.startTime).toBe(shown.current.endTime);
    for (const path of ['/rest/on-call/now', '/rest/on-call/person']) {
      await api
        .as({ roles: ['viewer'], permissions: ['VIEW_RESOURCE'] })
        .get(path)
        .expect(403);
      await api.anonymous.get(path).expect(401);
    }
  });

  it('are skipped at once if nothing reaches them: the next step follows, and the timeline has the reason', async () => {
    account('mute');
    account('second@example.test');
    account('third@example.test');
    await read();
    const ids = await Promise.all(['mute', 'second@example.test', 'third@example.test'].map(findSubjectId));
    const onCall = ((await create([ids[0]!]).expect(201)).body as Id).id;
    const receiver = { senderName: 'On-Call Rotation', config: { rotationId: onCall } };
    const id = await policy([
      [5, receiver],
      [30, users(ids[1]!)],
      [60, users(ids[2]!)],
    ]);
    const resource = await givenResource(api.database);
    await define(resource, id, [{ senderName: 'Direct Emails', config: { emailAddress: 'ops@example.test' } }]);
    const startMs = api.clock.now();
    await report(resource, 'DOWN');
    await pass(4);
    expect(mail.mails.map(({ to }) => to)).toEqual(['ops@example.test']);
    await pass(2);
    expect(mail.mails.map(({ to }) => to)).toEqual(['ops@example.test', 'second@example.test']);
    const { body } = await api.get(`/rest/alert/${await alertOn(resource)}/explain`).expect(200);
    const { story, steps } = body as AlertExplanation;
    expect(story.map(({ text }) => text)).toContain(
      'Step 1, On-Call Rotation: FAILURE: nobody notified: mute has no contact method',
    );
    // The third step keeps its time.
    expect(steps.map(({ step }) => step)).toEqual([3]);
    expect(steps[0]!.time - startMs).toBeGreaterThan(59 * MINUTE);
    await pass(60);
    expect(mail.mails.map(({ to }) => to)).toEqual(['ops@example.test', 'second@example.test', 'third@example.test']);
  });
});
