import { Ajv } from 'ajv';
import type { ContactKindRest, ContactMethodRest, NotificationTest } from '@wardstone/dto/monitoring';
import { useMonitoring } from '../../test/use-monitoring';
import { type MailSink, openMailSink, openWebSink, type WebSink } from '../../test/alerts/sinks';
import { CONTACT_CODE_SCHEMA } from '../delivery/webhook.openapi';
import { ContactMethodService } from '../contacts/contact-method.service';

const MINUTE = 60_000;
const MAIL = { kind: 'EMAIL', label: 'Mail', config: { address: 'jane@example.test' } };
const KEYS = { p256dh: Buffer.alloc(65, 4).toString('base64url'), auth: Buffer.alloc(16).toString('base64url') };

/** See rules alerts-55, alerts-57. */
describe('contact methods of accounts', () => {
  let mail: MailSink;
  let web: WebSink;
  beforeAll(async () => {
    [mail, web] = await Promise.all([openMailSink(), openWebSink()]);
  });
  afterAll(async () => {
    await mail.close();
    await web.close();
  });
  beforeEach(() => {
    mail.mails.length = 0;
    web.posts.length = 0;
    web.status = 204;
  });
  const api = useMonitoring(() => ({ SMTP_URL: mail.url, ALERT_ALLOWED_NETWORKS: '127.0.0.1/32' }));
  const jane = api.as({ username: 'jane', roles: ['operator'] });
  const eve = api.as({ username: 'eve', roles: ['operator'] });
  const OWN = '/rest/user/jane/contact-methods';

  const add = async (sent: object, as = jane): Promise<ContactMethodRest> =>
    (await as.post(OWN).send(sent).expect(201)).body as ContactMethodRest;
  const list = async (): Promise<ContactMethodRest[]> => (await jane.get(OWN).expect(200)).body as ContactMethodRest[];
  const toCode = (text: string): string => /code: ([0-9A-Z]{5}-[0-9A-Z]{5})/.exec(text)![1]!;
  const sendCode = async (id: number): Promise<string> => {
    api.clock.advance(MINUTE);
    const { body } = await jane.post(`${OWN}/${id}/verification`).expect(200);
    expect((body as NotificationTest).state).toBe('SUCCESS');
    return toCode(mail.mails.at(-1)!.text);
  };
  const enter = (id: number, code: string, as = jane) => as.put(`${OWN}/${id}/verification`).send({ code });
  const verified = async (sent: object = MAIL): Promise<ContactMethodRest> => {
    const { id } = await add(sent);
    return (await enter(id, await sendCode(id)).expect(200)).body as ContactMethodRest;
  };
  beforeEach(() => api.database.query('DELETE FROM contact_method'));

  it('are added, listed in the order of their use, changed and deleted', async () => {
    await add({ ...MAIL, delayMinutes: 10 });
    const quietHours = { timeZone: 'Europe/Berlin', startTime: '22:00', endTime: '07:00' };
    const { id } = await add({ kind: 'NTFY', config: { topic: 'jane' }, quietHours });
    expect(await list()).toMatchObject([
      { id, kind: 'NTFY', label: 'ntfy', delayMinutes: 0, verified: false, quietHours: { urgentPriority: 'HIGH' } },
      { label: 'Mail', delayMinutes: 10, config: MAIL.config },
    ]);
    await jane
      .put(`${OWN}/${id}`)
      .send({ label: 'Phone', config: { topic: 'jane' }, delayMinutes: 20 })
      .expect(200);
    expect((await list()).map(({ label, delayMinutes }) => [label, delayMinutes])).toEqual([
      ['Mail', 10],
      ['Phone', 20],
    ]);
    expect((await list())[1]).not.toHaveProperty('quietHours');
    await jane.delete(`${OWN}/${id}?validate=true`).expect(204);
    await jane.delete(`${OWN}/${id}?validate=true`).expect(404);
    expect(await list()).toHaveLength(1);
  });

  it.each<[string, object]>([
    ['no kind', { config: {} }],
    ['an unknown kind', { kind: 'PIGEON', config: {} }],
    ['no address', { kind: 'EMAIL', config: {} }],
    ['two addresses', { kind: 'EMAIL', config: { address: 'a@example.test,b@example.test' } }],
    ['a header in the address', { kind: 'EMAIL', config: { address: 'a@example.test\r\nBcc: b@example.test' } }],
    [
      'a property of another kind',
      { kind: 'EMAIL', config: { address: 'a@example.test', url: 'https://a.example.test' } },
    ],
    ['a number with letters', { kind: 'SMS', config: { number: '+49abc' } }],
    ['a long delay', { ...MAIL, delayMinutes: 1441 }],
    ['quiet hours without an end', { ...MAIL, quietHours: { timeZone: 'UTC', startTime: '22:00', endTime: '22:00' } }],
    ['an endpoint without TLS', { kind: 'WEB_PUSH', config: { endpoint: 'http://push.example.test/a', ...KEYS } }],
    [
      'an endpoint without an end',
      { kind: 'WEB_PUSH', config: { endpoint: `https://p.example.test/${'a'.repeat(2048)}`, ...KEYS } },
    ],
    ['a short key', { kind: 'WEB_PUSH', config: { endpoint: 'https://p.example.test/a', ...KEYS, p256dh: 'AAAA' } }],
    ['a secret that is a mask', { kind: 'SLACK', config: { url: '********' } }],
  ])('are refused with %s', async (_what, sent) => {
    await jane.post(OWN).send(sent).expect(406);
    expect(await list()).toEqual([]);
  });

  it('are limited in number, and have unique labels', async () => {
    await add(MAIL);
    await jane.post(OWN).send(MAIL).expect(406);
    for (let at = 1; at < 20; at++) await add({ ...MAIL, label: undefined });
    expect(new Set((await list()).map(({ label }) => label)).size).toBe(20);
    await jane
      .post(OWN)
      .send({ ...MAIL, label: 'more' })
      .expect(406);
  });

  it('are visible to the person and with MANAGE_SECURITY; for others the person is 404', async () => {
    const { id } = await verified();
    const requests = (as: typeof jane) => [
      as.get(OWN),
      as.post(OWN).send(MAIL),
      as.put(`${OWN}/${id}`).send({ ...MAIL, config: { address: 'eve@example.test' } }),
      as.delete(`${OWN}/${id}?validate=true`),
      as.post(`${OWN}/${id}/verification`),
      enter(id, 'AAAAA-AAAAA', as),
      as.post(`${OWN}/${id}/test`),
    ];
    mail.mails.length = 0;
    const unknown = await eve.get('/rest/user/nobody/contact-methods').expect(404);
    for (const request of requests(eve)) {
      const { body, headers } = await request.expect(404);
      expect(headers['x-error-type']).toBe('user_not_found');
      expect((body as { message: string }).message.replace('jane', 'nobody')).toBe(
        (unknown.body as { message: string }).message,
      );
    }
    // The caller's own path, with the id of another person's method.
    await eve.put(`/rest/user/eve/contact-methods/${id}`).send(MAIL).expect(404);
    await eve.post(`/rest/user/eve/contact-methods/${id}/test`).expect(404);
    await api.anonymous.get(OWN).expect(401);
    expect(mail.mails).toEqual([]);
    expect(await list()).toMatchObject([{ id, verified: true, config: MAIL.config }]);
    await api.get(OWN).expect(200);
    await api
      .post(OWN)
      .send({ ...MAIL, label: 'Added' })
      .expect(201);
  });

  it('do not belong to another account that has the name later', async () => {
    await verified();
    const later = api.as({ username: 'jane', subject: 'somebody else', roles: ['operator'] });
    expect((await later.get(OWN).expect(200)).body).toEqual([]);
    const methods = api.service.app.get(ContactMethodService, { strict: false });
    const [{ id }] = (await api.database.query(`SELECT u.id FROM service_user u WHERE u.login = 'jane'`)) as [
      { id: number },
    ];
    expect(await methods.listReachable([id])).toEqual(new Set());
    // The first account had this login; it must not see the contact methods of its successor.
    await jane.get(OWN).expect(404);
    await api.database.query(
      `UPDATE service_user SET subject = m.subject FROM contact_method m WHERE m.user_id = service_user.id`,
    );
    expect(await methods.listReachable([id])).toEqual(new Set([id]));
  });

  it('are verified by the code that was sent there, in any case and spacing', async () => {
    const { id } = await add(MAIL);
    const code = await sendCode(id);
    const { body } = await enter(id, ` ${code.toLowerCase().replace('-', ' ')}`).expect(200);
    expect(body).toMatchObject({ id, verified: true });
    // A code works once.
    expect((await enter(id, code).expect(409)).headers['x-error-type']).toBe('contact_code_refused');
    const stored = JSON.stringify(await api.database.query('SELECT * FROM contact_method'));
    expect(stored).not.toContain(code);
  });

  it('allow five attempts within fifteen minutes, for one method and destination', async () => {
    const { id } = await add(MAIL);
    const other = await add({ ...MAIL, label: 'Other' });
    let code = await sendCode(id);
    await enter(other.id, code).expect(409);
    for (let attempt = 0; attempt < 5; attempt++) await enter(id, 'AAAAA-AAAAA').expect(409);
    await enter(id, code).expect(409);
    code = await sendCode(id);
    api.clock.advance(15 * MINUTE);
    await enter(id, code).expect(409);
    code = await sendCode(id);
    await jane
      .put(`${OWN}/${id}`)
      .send({ ...MAIL, config: { address: 'boss@example.test' } })
      .expect(200);
    await enter(id, code).expect(409);
    expect(await list()).toMatchObject([{ verified: false }, { verified: false }]);
  });

  it('count concurrent attempts to enter a code', async () => {
    const { id } = await add(MAIL);
    const code = await sendCode(id);
    const guesses = await Promise.all(Array.from({ length: 12 }, (_none, at) => enter(id, `AAAAA-AAAA${at % 8}`)));
    expect(new Set(guesses.map(({ status }) => status))).toEqual(new Set([409]));
    await enter(id, code).expect(409);
  });

  it('get one code a minute, and an account ten tests and codes', async () => {
    const { id } = await add(MAIL);
    await sendCode(id);
    const { headers } = await jane.post(`${OWN}/${id}/verification`).expect(429);
    expect(Number(headers['retry-after'])).toBe(60);
    api.clock.advance(2 * MINUTE);
    const done = await verified({ ...MAIL, label: 'Other' });
    let sent = 1;
    while ((await jane.post(`${OWN}/${done.id}/test`)).status === 200) sent++;
    expect(sent).toBe(10);
  });

  it('are tested once they are verified', async () => {
    const { id } = await add(MAIL);
    expect((await jane.post(`${OWN}/${id}/test`).expect(409)).headers['x-error-type']).toBe(
      'contact_method_unverified',
    );
    await enter(id, await sendCode(id)).expect(200);
    const { body } = await jane.post(`${OWN}/${id}/test`).expect(200);
    expect(body).toMatchObject({ state: 'SUCCESS', message: 'sent to [jane: Mail]' });
    expect(mail.mails.at(-1)).toMatchObject({
      to: 'jane@example.test',
      text: expect.stringContaining('This is a test'),
    });
  });

  it('must be verified again when their destination changes, and only then', async () => {
    const { id } = await verified();
    await jane
      .put(`${OWN}/${id}`)
      .send({ ...MAIL, label: 'Renamed', delayMinutes: 3 })
      .expect(200);
    expect(await list()).toMatchObject([{ label: 'Renamed', verified: true }]);
    await jane
      .put(`${OWN}/${id}`)
      .send({ ...MAIL, config: { address: 'boss@example.test' } })
      .expect(200);
    expect(await list()).toMatchObject([{ verified: false }]);
  });

  it('keep a masked secret only while everything else stays', async () => {
    const config = { topic: 'jane', url: `${web.url}/`, token: 'tk_secret' };
    const { id } = await add({ kind: 'NTFY', label: 'Phone', config });
    expect((await list())[0]!.config).toEqual({ ...config, token: '********' });
    const masked = { ...config, token: '********' };
    await jane.put(`${OWN}/${id}`).send({ label: 'Phone', config: masked }).expect(200);
    for (const elsewhere of [{ url: `${web.url}/elsewhere` }, { topic: 'other' }]) {
      await jane
        .put(`${OWN}/${id}`)
        .send({ label: 'Phone', config: { ...masked, ...elsewhere } })
        .expect(406);
    }
    api.clock.advance(MINUTE);
    await jane.post(`${OWN}/${id}/verification`).expect(200);
    expect(web.posts[0]!.headers['authorization']).toBe('Bearer tk_secret');
  });

  it('explain why a kind delivers nothing, and return the key for browsers', async () => {
    const { body } = await jane.get('/rest/on-call/contact-kind').expect(200);
    const kinds = new Map((body as ContactKindRest[]).map((kind) => [kind.kind, kind]));
    expect(kinds.get('SMS')).toMatchObject({ problem: 'no gateway is set (SMS_GATEWAY_URL)' });
    expect(kinds.get('EMAIL')).not.toHaveProperty('problem');
    const key = kinds.get('WEB_PUSH')!.applicationServerKey!;
    expect(Buffer.from(key, 'base64url')).toHaveLength(65);
    const again = (await eve.get('/rest/on-call/contact-kind').expect(200)).body as ContactKindRest[];
    expect(again.find(({ kind }) => kind === 'WEB_PUSH')!.applicationServerKey).toBe(key);
    expect(await api.database.query('SELECT 1 FROM push_key')).toHaveLength(1);
  });

  it('send codes to webhooks as the OpenAPI document describes, signed and each with an id of its own', async () => {
    const { id } = await add({ kind: 'WEBHOOK', config: { url: `${web.url}/hook`, secret: 'open sesame' } });
    api.clock.advance(MINUTE);
    await jane.post(`${OWN}/${id}/verification`).expect(200);
    api.clock.advance(MINUTE);
    await jane.post(`${OWN}/${id}/verification`).expect(200);
    const isValid = new Ajv({ strict: true }).compile({ ...CONTACT_CODE_SCHEMA, additionalProperties: false });
    for (const { body, headers } of web.posts) {
      expect([isValid(JSON.parse(body)), isValid.errors]).toEqual([true, null]);
      expect(headers['webhook-signature']).toMatch(/^v1,/);
    }
    expect(new Set(web.posts.map(({ headers }) => headers['webhook-id'])).size).toBe(2);
  });

  it('reach no private address', async () => {
    const endpoints = [
      'https://10.0.0.1/push',
      'https://[::1]/push',
      'https://169.254.169.254/latest',
      'https://192.168.1.1/',
    ];
    for (const endpoint of endpoints) {
      api.clock.advance(MINUTE);
      const p256dh = 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4';
      const { id } = await add({ kind: 'WEB_PUSH', config: { ...KEYS, endpoint, p256dh } });
      const { body } = await jane.post(`${OWN}/${id}/verification`).expect(200);
      expect(body).toMatchObject({ state: 'FAILURE', message: expect.stringContaining('is not a public address') });
    }
    for (const [kind, config] of [
      ['SLACK', { url: 'http://10.0.0.1/hook' }],
      ['TEAMS', { url: 'http://localhost.localdomain.:9/hook' }],
      ['WEBHOOK', { url: 'http://192.168.0.1/hook' }],
      ['NTFY', { url: 'http://172.16.0.1', topic: 'a' }],
    ] as const) {
      api.clock.advance(MINUTE);
      const { id } = await add({ kind, config });
      const { body } = await jane.post(`${OWN}/${id}/verification`).expect(200);
      expect((body as NotificationTest).state).toBe('FAILURE');
    }
    expect(web.posts).toEqual([]);
  });
});
