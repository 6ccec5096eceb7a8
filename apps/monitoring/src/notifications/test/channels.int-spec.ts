import { givenResource } from '../../test/given-inventory';
import { useMonitoring } from '../../test/use-monitoring';
import { type Channel, findProblems } from '../../test/alerts/channel-schemas';
import { openWebSink, type WebSink } from '../../test/alerts/sinks';

let web: WebSink;

beforeAll(async () => {
  web = await openWebSink();
});
afterAll(() => web.close());
beforeEach(() => {
  web.posts.length = 0;
  Object.assign(web, { status: 202, reply: '' });
});

const KEY = '0123456789abcdef0123456789ABCDEF';

describe('senders to chats and incident services', () => {
  const api = useMonitoring(() => ({ ALERT_ALLOWED_NETWORKS: '127.0.0.0/8', ALERT_SEND_TIMEOUT_MS: '1500' }));
  const db = () => api.database;
  let callers = 0;
  const admin = () => api.as({ username: `caller-${(callers += 1)}`, roles: ['admin'] });
  const test = (sender: string, resourceId: number, config: object) =>
    admin()
      .post(`/rest/alert/sender/${encodeURIComponent(sender)}/test?resourceId=${resourceId}`)
      .send({ senderName: sender, config });
  const channels: readonly (readonly [Channel, string, object])[] = [
    ['Slack', 'Slack', {}],
    ['Microsoft Teams', 'Microsoft Teams', {}],
    ['PagerDuty', 'PagerDuty', { routingKey: KEY }],
    ['Opsgenie', 'Opsgenie', { apiKey: 'genie-key' }],
    ['Jira Service Management', 'Jira Service Management', { apiKey: 'genie-key' }],
    ['ntfy', 'ntfy', { topic: 'on-call', token: 'tk_secret' }],
    ['CloudEvents', 'Webhook', { format: 'cloudevents' }],
  ];
  const toDocument = (): Record<string, unknown> => JSON.parse(web.posts[0]!.body) as Record<string, unknown>;

  it.each(channels)('post what %s accepts, and name the resource', async (channel, sender, config) => {
    const { id } = await givenResource(db(), { name: 'web-1' });
    const { body } = await test(sender, id, { url: `${web.url}/in/T0/secret`, ...config }).expect(200);
    expect(body).toMatchObject({ state: 'SUCCESS', responses: [expect.stringMatching(/: HTTP status 202$/)] });
    expect(findProblems(channel, toDocument())).toEqual([]);
    expect(web.posts[0]!.body).toContain('web-1');
    expect(JSON.stringify(body)).not.toMatch(/secret|genie-key|0123456789/);
  });

  it('are tested by schemas that refuse what the services refuse', () => {
    for (const [channel] of channels) expect(findProblems(channel, { text: 'x' })).not.toEqual([]);
  });

  it('send credentials where the service expects them', async () => {
    const { id } = await givenResource(db());
    await test('Opsgenie', id, { url: web.url, apiKey: 'genie-key' });
    await test('Jira Service Management', id, { url: web.url, apiKey: 'jira-key' });
    await test('ntfy', id, { url: web.url, topic: 'on-call', token: 'tk_secret' });
    await test('PagerDuty', id, { url: web.url, routingKey: KEY });
    await test('Webhook', id, { url: web.url, format: 'CloudEvents' });
    const [opsgenie, jira, ntfy, pagerDuty, event] = web.posts;
    expect(opsgenie!.headers.authorization).toBe('GenieKey genie-key');
    expect(jira!.headers.authorization).toBe('GenieKey jira-key');
    expect(ntfy!.headers.authorization).toBe('Bearer tk_secret');
    expect(JSON.parse(pagerDuty!.body)).toMatchObject({ routing_key: KEY, event_action: 'trigger' });
    expect(event!.headers['content-type']).toBe('application/cloudevents+json');
  });

  it.each([
    ['Slack', {}, 'url is missing'],
    ['Slack', { url: 'javascript:alert(1)' }, 'url must be an address'],
    ['Microsoft Teams', { url: 'ftp://example.com' }, 'url must be an address'],
    ['PagerDuty', { routingKey: 'short' }, 'routingKey must be 32'],
    ['Opsgenie', { apiKey: 'a\r\nHost: evil' }, 'apiKey must be printable'],
    ['Jira Service Management', {}, 'apiKey is missing'],
    ['Slack App', { token: 'xoxb-1 2', channel: 'C012345678' }, 'token must be printable'],
    ['Slack App', { token: 'xoxb-1', channel: '#ops' }, 'channel must be the ID of a channel'],
    ['Slack App', { token: 'xoxb-1', channel: 'C012345678', url: 'file:///etc' }, 'url must be an address'],
    ['ntfy', { topic: '../admin' }, 'topic must be 1 to 64'],
    ['ntfy', { topic: 'x', token: 'a b' }, 'token must be printable'],
  ])('refuse unusable configurations: %s %j', async (sender, config, problem) => {
    const { id } = await givenResource(db());
    const { body } = await test(sender, id, config).expect(406);
    expect(JSON.stringify(body)).toContain(problem);
    expect(web.posts).toEqual([]);
  });

  it('keep names of resources from mentioning a channel or hiding a link, but not the text of the user', async () => {
    const { id } = await givenResource(db(), { name: '<!channel> <https://evil.example|ok> & co' });
    const message = '<!here> look at <% resource.name %>, <% alert.nothing %>';
    await test('Slack', id, { url: web.url, message }).expect(200);
    const [{ title, text }] = toDocument().attachments as [{ title: string; text: string }];
    expect(title).toContain('&lt;!channel&gt;');
    expect(text).toBe('<!here> look at &lt;!channel&gt; &lt;https://evil.example|ok&gt; &amp; co, alert.nothing');
    web.posts.length = 0;
    await test('Microsoft Teams', id, { url: web.url, message }).expect(200);
    expect(findProblems('Microsoft Teams', toDocument())).toEqual([]);
  });

  it('show the beginning of a rejection to the caller of a test, but do not log it', async () => {
    const { id } = await givenResource(db());
    Object.assign(web, { status: 400, reply: `{"errors":["routing_key\n is wrong"]}${'x'.repeat(10_000)}` });
    const { body } = await test('PagerDuty', id, { url: web.url, routingKey: KEY }).expect(200);
    const { message, responses } = body as { message: string; responses: [string] };
    expect(responses[0]).toContain('HTTP status 400: {"errors":["routing_key is wrong"]}');
    expect(responses[0].length).toBeLessThan(300);
    expect(message).not.toContain('routing_key');
  });

  it("do not connect to the operator's network, whatever address the user enters", async () => {
    const { id } = await givenResource(db());
    for (const [, sender, config] of channels) {
      const { body } = await test(sender, id, { url: 'http://169.254.169.254/latest', ...config }).expect(200);
      expect(body).toMatchObject({ state: 'FAILURE', responses: [] });
    }
  });

  it('hide their credentials', async () => {
    const { id } = await givenResource(db());
    const notifications = channels.map(([, senderName, config]) => ({
      senderName,
      config: { url: `${web.url}/T0/opens`, ...config },
    }));
    const { body } = await api
      .post(`/rest/alert/definitions?resourceId=${id}`)
      .send({ name: 'x', notifications })
      .expect(201);
    const shown = (body as { notifications: { senderName: string }[] }).notifications;
    const secret = shown.filter(({ senderName }) => !['Webhook'].includes(senderName));
    expect(JSON.stringify(secret)).not.toMatch(/genie-key|tk_secret|0123456789/);
    const addressed = shown.filter(({ senderName }) => ['Slack', 'Microsoft Teams'].includes(senderName));
    expect(JSON.stringify(addressed)).not.toContain('opens');
  });
});
