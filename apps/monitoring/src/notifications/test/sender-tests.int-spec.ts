import { givenGroup, givenResource } from '../../test/given-inventory';
import { useMonitoring } from '../../test/use-monitoring';
import { type MailSink, openMailSink, openWebSink, type WebSink } from '../../test/alerts/sinks';

let mail: MailSink;
let web: WebSink;

beforeAll(async () => {
  [mail, web] = [await openMailSink(), await openWebSink()];
});
afterAll(async () => {
  await Promise.all([mail.close(), web.close()]);
});
beforeEach(() => {
  mail.mails.length = 0;
  web.posts.length = 0;
  web.status = 204;
});

describe('POST /rest/alert/sender/{name}/test', () => {
  const api = useMonitoring(() => ({
    SMTP_URL: mail.url,
    ALERT_ALLOWED_NETWORKS: '127.0.0.0/8',
    ALERT_SEND_TIMEOUT_MS: '1500',
  }));
  const db = () => api.database;
  const test = (caller: Pick<typeof api, 'post'>, sender: string, query: string, config: object, id?: number) =>
    caller.post(`/rest/alert/sender/${encodeURIComponent(sender)}/test?${query}`).send({
      senderName: sender,
      config,
      ...(id !== undefined && { id }),
    });
  /** Each has an allowance of its own. */
  let callers = 0;
  const admin = () => api.as({ username: `tester-${(callers += 1)}`, roles: ['admin'] });

  it('sends an unsaved configuration, and returns the response of the receiver', async () => {
    const { id } = await givenResource(db(), { name: 'web-1' });
    const { body } = await test(admin(), 'Direct Emails', `resourceId=${id}`, { emailAddress: 'ops@example.test' });
    expect(body).toMatchObject({ state: 'SUCCESS', responses: [expect.stringMatching(/^ops@example.test: 250/)] });
    expect(mail.mails[0]!.text).toMatch(/Subject: Test: \[LOW\] web-1/);
    web.status = 404;
    const hook = await test(admin(), 'Webhook', `resourceId=${id}`, { url: `${web.url}/hook` }).expect(200);
    expect(hook.body).toMatchObject({ state: 'FAILURE', responses: [expect.stringMatching(/: HTTP status 404$/)] });
    expect(await db().query('SELECT n.id FROM alert_notification n')).toEqual([]);
  });

  it('uses the stored secret behind a mask, of a notification that the caller may change', async () => {
    const { id } = await givenResource(db());
    const url = `${web.url}/hook`;
    const notifications = [{ senderName: 'Webhook', config: { url, secret: 'wonderland' } }];
    const made = await api.post(`/rest/alert/definitions?resourceId=${id}`).send({ name: 'x', notifications });
    const { id: nid } = (made.body as { notifications: [{ id: number }] }).notifications[0];
    const masked = { url, secret: '********' };
    await test(admin(), 'Webhook', `resourceId=${id}`, masked, nid).expect(200);
    expect(web.posts[0]!.headers).toHaveProperty('webhook-signature');

    const seen = await givenResource(db());
    await givenGroup(db(), { members: [seen], roles: ['viewer'] });
    const keeper = api.as({ username: 'keeper', roles: ['viewer'], permissions: ['MANAGE_ALERTS'] });
    await test(keeper, 'Webhook', `resourceId=${seen.id}`, masked, nid).expect(403);
    expect(web.posts).toHaveLength(1);
  });

  it('refuses callers who may not create a definition there, unknown senders and unusable configurations', async () => {
    const { id } = await givenResource(db());
    const config = { url: `${web.url}/hook` };
    await test(api.as({ roles: ['viewer'] }), 'Webhook', `resourceId=${id}`, config).expect(403);
    await test(api.as({ roles: ['operator'] }), 'Webhook', 'resourceTypeId=1', config).expect(({ status }) =>
      expect([403, 404]).toContain(status),
    );
    await test(admin(), 'Webhook', '', config).expect(406);
    await test(admin(), 'Webhook', `resourceId=${id}&groupId=1`, config).expect(406);
    await test(admin(), 'Webhook', 'resourceId=99999999', config).expect(404);
    await test(admin(), 'Pigeon', `resourceId=${id}`, config).expect(404);
    await test(admin(), 'Webhook', `resourceId=${id}`, { url: 'not a url' }).expect(406);
    const operation = { 'selection-mode': 'SELF', 'operation-definition-id': 1 };
    await test(admin(), 'Resource Operations', `resourceId=${id}`, operation).expect(406);
    expect(web.posts).toEqual([]);
  });

  it.each(['http://169.254.169.254/latest/meta-data/', 'http://10.0.0.1/', 'http://[::ffff:10.0.0.1]/'])(
    'does not reach into the network of the operator: %s',
    async (url) => {
      const { id } = await givenResource(db());
      const { body } = await test(admin(), 'Webhook', `resourceId=${id}`, { url }).expect(200);
      expect(body).toMatchObject({ state: 'FAILURE', responses: [] });
      expect((body as { message: string }).message).toContain('is not a public address');
    },
  );

  it('sends at most ten a minute for one account, across replicas', async () => {
    const { id } = await givenResource(db());
    const caller = admin();
    const send = () => test(caller, 'Webhook', `resourceId=${id}`, { url: `${web.url}/hook` });
    const responses = await Promise.all(Array.from({ length: 12 }, send));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(10);
    const refused = responses.find(({ status }) => status === 429)!;
    expect(refused.headers).toMatchObject({
      'x-error-type': 'too_many_tests',
      'retry-after': expect.stringMatching(/^\d+$/),
    });
    expect(web.posts).toHaveLength(10);
    await test(admin(), 'Webhook', `resourceId=${id}`, { url: `${web.url}/hook` }).expect(200);
  });
});
