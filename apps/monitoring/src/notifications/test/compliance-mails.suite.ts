import { PUBLIC_URL, useMonitoring } from '../../test/use-monitoring';
import { type MailSink, openMailSink, openWebSink, type WebSink } from '../../test/alerts/sinks';

const POLICY = '6e3b1c2a-5d0f-4b8e-9a41-0c7d2f9b6a10';

interface Result {
  message: string;
  outcomes: { target: string; outcome: string; text: string }[];
  nextAttempt?: number;
}

/** See rule alerts-70. */
describe('mails of compliance', () => {
  let mail: MailSink;
  let web: WebSink;
  beforeAll(async () => {
    mail = await openMailSink();
    web = await openWebSink();
  });
  afterAll(() => Promise.all([mail.close(), web.close()]));
  beforeEach(() => {
    web.posts.length = 0;
    web.status = 204;
    mail.mails.length = 0;
    mail.unknown.clear();
  });
  const api = useMonitoring(() => ({ SMTP_URL: mail.url, ALERT_ALLOWED_NETWORKS: '127.0.0.0/8' }));
  const service = () => api.as({ username: 'compliance', roles: [], permissions: ['REPORT_COMPLIANCE'] });
  const post = (over: object = {}) =>
    service()
      .post('/rest/compliance/mails')
      .send({
        reportId: 'm1',
        policyId: POLICY,
        subject: 'Evidence: CIS',
        lines: ['12 of 14 systems comply.'],
        people: [],
        roles: [],
        addresses: ['audit@example.test'],
        outcomes: [],
        attempts: 0,
        since: api.clock.now(),
        attachments: [],
        ...over,
      });
  const send = async (over: object = {}): Promise<Result> => (await post(over).expect(200)).body as Result;
  const to = (): string[] => mail.mails.map((one) => one.to).toSorted();
  const known = async (login: string, role: 'viewer' | 'operator', address?: string): Promise<void> => {
    await api.as({ username: login, roles: [role] }).get('/rest');
    if (address === undefined) return;
    const method = { kind: 'EMAIL', label: 'Mail', config: { address } };
    const { body } = await api.post(`/rest/user/${login}/contact-methods`).send(method).expect(201);
    await api.database.query('UPDATE contact_method SET verified_ms = 1 WHERE id = $1', [(body as { id: number }).id]);
  };

  it('have their text, a link to the policy and the attached files', async () => {
    const file = {
      name: 'evidence.csv',
      mediaType: 'text/csv',
      content: Buffer.from('policy,system\n').toString('base64'),
    };
    const { message, outcomes, nextAttempt } = await send({ attachments: [file] });

    expect(message).toBe('sent to [audit@example.test]');
    expect(outcomes).toEqual([{ target: 'audit@example.test', outcome: 'sent', text: 'audit@example.test' }]);
    expect(nextAttempt).toBeUndefined();
    const { text } = mail.mails[0]!;
    expect(text).toContain('Subject: Evidence: CIS');
    expect(text).toContain('12 of 14 systems comply.');
    expect(text).toContain(`${PUBLIC_URL}/console/compliance/policies/${POLICY}`);
    expect(text).toContain('filename=evidence.csv');
    expect(text).toContain('cG9saWN5LHN5c3RlbQo');
  });

  it('reach people and roles at an e-mail address, each once, and name those they cannot reach', async () => {
    await known('mail-ann', 'viewer', 'ann@example.test');
    await known('mail-bob', 'operator', 'bob@example.test');
    await known('mail-silent', 'viewer');
    const { outcomes } = await send({
      people: ['mail-ann', 'mail-silent', 'mail-nobody'],
      roles: ['operator'],
      addresses: ['ANN@example.test'],
    });

    expect(to().map((address) => address.toLowerCase())).toEqual(['ann@example.test', 'bob@example.test']);
    expect(outcomes.filter(({ outcome }) => outcome === 'refused').map(({ text }) => text)).toEqual([
      'mail-nobody: no such account',
      'mail-silent: no e-mail address',
    ]);
  });

  it('are sent again only to those whose mail failed temporarily', async () => {
    mail.unknown.set('late@example.test', 'now').set('never@example.test', 'ever');
    const addresses = ['audit@example.test', 'late@example.test', 'never@example.test'];
    const first = await send({ addresses });
    expect(first.outcomes.map(({ outcome }) => outcome)).toEqual(['sent', 'failed', 'refused']);
    expect(first.nextAttempt).toBeGreaterThan(api.clock.now());
    mail.unknown.clear();
    mail.mails.length = 0;
    const second = await send({ addresses, outcomes: first.outcomes, attempts: 1 });

    expect(to()).toEqual(['late@example.test']);
    expect(second.outcomes.map(({ outcome }) => outcome)).toEqual(['sent', 'sent', 'refused']);
    expect(second.nextAttempt).toBeUndefined();
  });

  const channel = (name: string, sender: string, config: object = {}) => ({
    name,
    sender,
    config: { url: `${web.url}/${name}`, ...config },
  });

  it('are posted to channels, too: text and link without files', async () => {
    const file = { name: 'evidence.csv', mediaType: 'text/csv', content: 'cG9saWN5Cg==' };
    const channels = [
      channel('slack', 'Slack'),
      channel('teams', 'Microsoft Teams'),
      channel('hook', 'Webhook', { secret: 'seal' }),
      channel('push', 'ntfy', { topic: 'audit' }),
      channel('bot', 'Slack App', { token: 'xoxb-1', channel: 'C0123456789' }),
    ];
    web.status = 200;
    web.reply = '{"ok":true,"channel":"C0123456789","ts":"1.2"}';
    const { message, outcomes } = await send({
      addresses: [],
      attachments: [file],
      fileLines: ['Attached: evidence.csv.'],
      channels,
    });

    expect(message).toBe('sent to [channel slack, channel teams, channel hook, channel push, channel bot]');
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(Array(5).fill('sent'));
    expect(mail.mails).toEqual([]);
    expect(web.posts).toHaveLength(5);
    for (const { body } of web.posts) {
      expect(body).toContain('Evidence: CIS');
      expect(body).toContain('12 of 14 systems comply.');
      expect(body).toContain(`${PUBLIC_URL}/console/compliance/policies/${POLICY}`);
      expect(body).not.toContain('evidence.csv');
    }
    const hook = web.posts.find(({ path }) => path === '/hook')!;
    expect(JSON.parse(hook.body)).toMatchObject({ type: 'compliance.evidence', alertId: 0 });
    expect(hook.headers['webhook-signature']).toMatch(/^v1,/);
  });

  it('say to people, not to channels, which files are attached', async () => {
    await send({ fileLines: ['Attached: evidence.csv.'], channels: [channel('slack', 'Slack')] });
    expect(mail.mails[0]!.text).toContain('Attached: evidence.csv.');
    expect(web.posts[0]!.body).not.toContain('Attached');
  });

  it('are posted again only to channels that failed for now', async () => {
    const channels = [channel('one', 'Slack'), channel('two', 'Slack')];
    web.status = 503;
    const first = await send({ addresses: [], channels });
    expect(first.outcomes.map(({ outcome }) => outcome)).toEqual(['failed', 'failed']);
    expect(first.nextAttempt).toBeGreaterThan(api.clock.now());
    web.posts.length = 0;
    web.status = 404;
    const [one, two] = first.outcomes;
    const outcomes = [{ ...one!, outcome: 'sent' }, two!];
    const second = await send({ addresses: [], channels, outcomes, attempts: 1 });
    expect(web.posts.map(({ path }) => path)).toEqual(['/two']);
    expect(second.outcomes.map(({ outcome }) => outcome)).toEqual(['sent', 'refused']);
    expect(second.nextAttempt).toBeUndefined();
  });

  it('never say the address of a channel, which may be a secret', async () => {
    web.status = 404;
    const { message, outcomes } = await send({ addresses: [], channels: [channel('hidden-token', 'Slack')] });
    expect(JSON.stringify([message, outcomes])).not.toContain(`/hidden-token`);
  });

  it('are not posted to unknown channels, into forbidden networks, or without a destination', async () => {
    await post({ channels: [channel('pager', 'PagerDuty')] }).expect(406);
    await post({ channels: [{ name: 'x', sender: 'Slack', config: { url: 7 } }] }).expect(406);
    await post({ channels: Array.from({ length: 21 }, (_, n) => channel(`c${n}`, 'Slack')) }).expect(406);
    const { outcomes } = await send({
      addresses: [],
      channels: [
        { name: 'inside', sender: 'Slack', config: { url: 'http://10.0.0.1/metadata' } },
        { name: 'nowhere', sender: 'Webhook', config: {} },
        { name: 'file', sender: 'Webhook', config: { url: 'file:///etc/passwd' } },
      ],
    });
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['refused', 'refused', 'refused']);
    expect(web.posts).toEqual([]);
  });

  it('have at most 50 recipients', async () => {
    const addresses = Array.from({ length: 50 }, (_, n) => `a${n}@example.test`);
    await known('mail-more', 'operator', 'more@example.test');
    const { outcomes } = await send({ people: ['mail-more'], addresses });
    expect(outcomes.filter(({ outcome }) => outcome === 'sent')).toHaveLength(50);
    expect(outcomes).toContainEqual({
      target: 'a49@example.test',
      outcome: 'refused',
      text: 'a49@example.test: beyond the first 50 recipients',
    });
  });

  it('are refused with wrong or too large contents, and from other callers', async () => {
    const file = (content: string, over: object = {}) => ({ name: 'f', mediaType: 'text/csv', content, ...over });
    await post({ attachments: [file('no base64!')] }).expect(406);
    await post({ attachments: [file('A'.repeat(4 * 1024 * 1024)), file('A'.repeat(3 * 1024 * 1024))] }).expect(406);
    await post({ attachments: Array.from({ length: 11 }, () => file('')) }).expect(406);
    await post({ attachments: [{ name: 1 }] }).expect(406);
    await post({ addresses: Array.from({ length: 51 }, () => 'a@b.example') }).expect(406);
    await post({ lines: [7] }).expect(406);
    const { outcomes } = await send({ addresses: ['a@b.example\r\nBcc: all@c.example'] });
    expect(outcomes[0]?.outcome).toBe('refused');
    expect(mail.mails).toEqual([]);
    await api
      .as({ username: 'root', roles: ['admin'] })
      .post('/rest/compliance/mails')
      .send({})
      .expect(403);
  });
});
