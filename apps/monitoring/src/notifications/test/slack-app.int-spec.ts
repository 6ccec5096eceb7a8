import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { givenResource } from '../../test/given-inventory';
import { useMonitoring } from '../../test/use-monitoring';
import { Delivery } from '../delivery/delivery.service';
import { AlertNotices } from '../../alert-engine/alert-notices';
import { findProblems } from '../../test/alerts/channel-schemas';

const MINUTE = 60_000;
const RUN = { signal: new AbortController().signal };

interface Call {
  readonly method: string;
  readonly authorization: string | undefined;
  readonly body: { channel: string; ts?: string; attachments: [{ title: string; color: string }] };
}

/** Responds like Slack: always with status 200, and a time for each message. */
class FakeSlack {
  readonly calls: Call[] = [];
  /** Errors of the next calls by method. */
  readonly errors: Record<string, string> = {};
  private readonly server: Server;
  private messages = 0;

  constructor() {
    this.server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const method = request.url!.split('/').at(-1)!;
        const body = JSON.parse(Buffer.concat(chunks).toString()) as Call['body'];
        this.calls.push({ method, authorization: request.headers.authorization, body });
        const error = this.errors[method];
        // The message itself is returned after its name.
        const ts = body.ts ?? `1700000000.00000${++this.messages}`;
        const said =
          error === undefined ? { ok: true, channel: 'C0RESOLVED', ts, message: body } : { ok: false, error };
        response.setHeader('Content-Type', 'application/json');
        response.end(JSON.stringify(said));
      });
    });
  }

  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/api`;
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.server.close(() => resolve()));
  }
}

describe('a Slack app', () => {
  const api = useMonitoring(() => ({ ALERT_ALLOWED_NETWORKS: '127.0.0.0/8', ALERT_GROUP_BY: 'host' }));
  const db = () => api.database;
  let slack: FakeSlack;
  let url: string;

  beforeEach(async () => {
    slack = new FakeSlack();
    url = await slack.open();
    api.clock.advance(60 * MINUTE);
  });
  afterEach(() => slack.close());

  const config = () => ({ url, token: 'xoxb-secret', channel: 'C012345678' });
  /** A host with two parts whose alerts are one incident. */
  async function given(): Promise<{
    fire: (part: number) => Promise<void>;
    recover: () => Promise<void>;
    hostId: number;
  }> {
    const host = await givenResource(db(), { name: 'web-1' });
    const parts = [await givenResource(db(), { parent: host }), await givenResource(db(), { parent: host })];
    const set = (id: number, type: string) =>
      api.put(`/rest/resource/${id}/availability`).send({ type, since: api.clock.now() }).expect(204);
    for (const { id } of parts) {
      const conditions = [{ category: 'AVAILABILITY', name: 'AVAIL_GOES_DOWN' }];
      const notifications = [{ senderName: 'Slack App', config: config() }];
      const definition = { name: 'part down', enabled: true, priority: 'HIGH', conditions, notifications };
      await api.post(`/rest/alert/definitions?resourceId=${id}`).send(definition).expect(201);
    }
    return {
      hostId: host.id,
      fire: async (part) => {
        await set(parts[part]!.id, 'DOWN');
        await deliver();
      },
      recover: async () => {
        for (const { id } of parts) await set(id, 'UP');
        api.clock.advance(2 * MINUTE);
        await api.service.app.get(AlertNotices, { strict: false }).release(RUN);
        await deliver();
      },
    };
  }
  async function deliver(): Promise<void> {
    const logs = await db().query<{ id: number }>(
      'SELECT l.id FROM alert_notification_log l WHERE NOT l.is_settled AND l.carrier_id IS NULL ORDER BY l.id',
    );
    for (const { id } of logs) await api.service.app.get(Delivery, { strict: false }).deliver(id);
  }
  const methods = (): string[] => slack.calls.map(({ method }) => method);

  it('posts one message for an incident, edits it as the incident changes, and turns it green at the end', async () => {
    const { fire, recover } = await given();
    await fire(0);
    api.clock.advance(MINUTE);
    await fire(1);
    await recover();
    expect(methods()).toEqual(['chat.postMessage', 'chat.update', 'chat.update']);
    const [first, second, last] = slack.calls;
    for (const { authorization, body } of slack.calls) {
      expect(authorization).toBe('Bearer xoxb-secret');
      expect(findProblems('Slack App', body)).toEqual([]);
    }
    expect(first!.body).toMatchObject({ channel: 'C012345678' });
    expect(first!.body.ts).toBeUndefined();
    for (const { body } of [second!, last!])
      expect(body).toMatchObject({ channel: 'C0RESOLVED', ts: '1700000000.000001' });
    expect(last!.body.attachments[0].color).not.toBe(first!.body.attachments[0].color);
    await fire(0);
    expect(methods().at(-1)).toBe('chat.postMessage');
  });

  it('posts another message where the first cannot be edited', async () => {
    const { fire, recover } = await given();
    await fire(0);
    slack.errors['chat.update'] = 'message_not_found';
    api.clock.advance(MINUTE);
    await fire(1);
    delete slack.errors['chat.update'];
    await recover();
    expect(methods()).toEqual(['chat.postMessage', 'chat.update', 'chat.postMessage', 'chat.update']);
    expect(slack.calls.at(-1)!.body.ts).toBe('1700000000.000002');
  });

  it.each([
    ['ratelimited', 'tried again', false],
    ['invalid_auth', 'given up', true],
  ])('treats the response %s of Slack as %s', async (error, _outcome, isSettled) => {
    slack.errors['chat.postMessage'] = error;
    const { fire } = await given();
    await fire(0);
    const [log] = await db().query<{ isSettled: boolean; message: string }>(
      'SELECT l.is_settled AS "isSettled", l.message FROM alert_notification_log l ORDER BY l.id DESC LIMIT 1',
    );
    expect(log).toMatchObject({ isSettled });
    expect(log!.message).toContain(error);
    expect(log!.message).not.toContain('xoxb');
  });

  it('sends a test at once, and shows no secret', async () => {
    const { hostId } = await given();
    const { body } = await api
      .post(`/rest/alert/sender/Slack%20App/test?resourceId=${hostId}`)
      .send({ senderName: 'Slack App', config: config() })
      .expect(200);
    expect(body).toMatchObject({ state: 'SUCCESS', responses: [expect.stringMatching(/HTTP status 200$/)] });
    expect(JSON.stringify(body)).not.toContain('xoxb');
    expect(methods()).toEqual(['chat.postMessage']);
  });
});
