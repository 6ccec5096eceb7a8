import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { rounds } from '@wardstone/testing';
import { givenResource } from '../../test/given-inventory';
import { useMonitoring } from '../../test/use-monitoring';
import { type MailSink, openMailSink } from '../../test/alerts/sinks';

const ROOT = join(__dirname, '..', '..', '..', '..', '..');
const ROUNDS = rounds(50);
const SETTLED_WITHIN_MS = 90_000;

/** Killed before the recipient gets it, while it is delivered, or just after the response. */
const MOMENTS = ['any moment', 'while it is heard', 'after the answer'] as const;

interface LoggedNotice {
  id: number;
  alert_id: number;
  sender_name: string;
  step: number | null;
  state: string;
  is_settled: boolean;
  /** Successful attempts; an attempt that the recipient leaves without a response fails and is repeated. */
  sent: number;
}

interface Working {
  process: ChildProcess;
  begin(): Promise<void>;
}

describe('notifications whose process is killed', () => {
  const api = useMonitoring();
  const db = () => api.database;
  const receivedIds: string[] = [];
  let onPost: (response: ServerResponse) => void;
  let web: Server;
  let mail: MailSink;
  let folder: string;
  let program: string;
  const living = new Set<ChildProcess>();

  beforeAll(async () => {
    mail = await openMailSink();
    web = createServer((request, response) => {
      receivedIds.push(String(request.headers['webhook-id']));
      request.resume().on('end', () => onPost(response));
    });
    await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
    folder = await mkdtemp(join(tmpdir(), 'delivery-'));
    program = join(folder, 'delivery-process.js');
    // Bundled like the product, with the parameter types that Nest reads.
    const script = `import(process.argv[1]).then(({ bundle }) => bundle(JSON.parse(process.argv[2])))`;
    const entryPoints = { 'delivery-process': join(__dirname, 'delivery-process.ts') };
    const options = JSON.stringify({ root: ROOT, entryPoints, outdir: folder });
    execFileSync(process.execPath, ['-e', script, join(ROOT, 'tools', 'bundle.mjs'), options]);
    // Only a process that exits normally leaves its compiled code to the next ones; without a start message it does.
    await once(spawn(process.execPath, [program], { env: environment(), stdio: 'ignore' }), 'close');
  });

  afterAll(async () => {
    for (const process of living) process.kill('SIGKILL');
    web.closeAllConnections();
    await new Promise((resolve) => web.close(resolve));
    await mail.close();
    await rm(folder, { recursive: true, force: true });
  });

  const environment = (): NodeJS.ProcessEnv => ({
    PATH: process.env['PATH'],
    NODE_PATH: join(ROOT, 'node_modules'),
    NODE_COMPILE_CACHE: join(folder, 'compiled'),
    DATABASE_URL: api.database.url,
    SMTP_URL: mail.url,
    ALERT_ALLOWED_NETWORKS: '127.0.0.0/8',
    // Every notification is a mail of its own; digests are shown elsewhere.
    ALERT_RECIPIENT_LIMIT: '0',
  });

  /** A process that has loaded everything, and waits for the word to begin. */
  function load(): Working {
    const child = spawn(process.execPath, [program], { env: environment(), stdio: ['pipe', 'pipe', 'inherit'] });
    living.add(child);
    child.on('close', () => living.delete(child));
    return {
      process: child,
      begin: async () => {
        child.stdin.write('begin\n');
        const ended = once(child, 'close').then(() => Promise.reject(new Error('the process has ended')));
        await Promise.race([once(child.stdout, 'data'), ended]);
      },
    };
  }

  async function kill({ process: child }: Working): Promise<void> {
    const closed = once(child, 'close');
    child.kill('SIGKILL');
    await closed;
  }

  it('reach everyone at least once, steps of an escalation too, and are logged once as sent', async () => {
    const { port } = web.address() as AddressInfo;
    const receivers = [{ senderName: 'Webhook', config: { url: `http://127.0.0.1:${port}/step` } }];
    const policy = { name: 'at once', steps: [{ afterMinutes: 0, receivers }] };
    const { body: made } = await api.post('/rest/on-call/escalation').send(policy).expect(201);
    const { id: escalationId } = made as { id: number };
    const definition = {
      name: 'host down',
      enabled: true,
      conditions: [{ category: 'AVAILABILITY', name: 'AVAIL_GOES_DOWN' }],
      notifications: [
        { senderName: 'Webhook', config: { url: `http://127.0.0.1:${port}/` } },
        { senderName: 'Direct Emails', config: { emailAddress: 'ops@example.test' } },
      ],
    };
    /** Each round has its own, because an incident takes each step once. */
    const givenDefined = async (): Promise<{ id: number }> => {
      const resource = await givenResource(db());
      const { body } = await api.post(`/rest/alert/definitions?resourceId=${resource.id}`).send(definition).expect(201);
      const { id } = body as { id: number };
      await api.put(`/rest/alert/definition/${id}/escalation`).send({ escalationId }).expect(200);
      return resource;
    };
    const report = async ({ id }: { id: number }, type: string): Promise<void> => {
      api.clock.set(Date.now());
      await api.put(`/rest/resource/${id}/availability`).send({ type, since: 0 }).expect(204);
    };
    let cutOff = 0;
    let next = load();
    for (let round = 0; round < ROUNDS; round++) {
      const victim = next;
      next = load();
      const resource = await givenDefined();
      await victim.begin();
      await report(resource, 'UP');
      const moment = MOMENTS[round % MOMENTS.length]!;
      const seen = new Promise<void>((resolve) => {
        onPost = (response) => {
          if (moment === 'while it is heard') return resolve();
          response.writeHead(204).end(() => resolve());
        };
      });
      await report(resource, 'DOWN');
      if (moment === 'any moment') await sleep(round % 16);
      else await seen;
      await kill(victim);
      const [left] = await db().query<{ count: number }>(
        `SELECT count(*)::integer AS count FROM alert_notification_log l
          WHERE NOT l.is_settled AND l.alert_id = (SELECT max(a.id) FROM alert a)`,
      );
      if (left!.count > 0) cutOff++;
      await sleep(1);
    }
    // Without kills at the right moments, this test would prove nothing.
    expect(cutOff).toBeGreaterThan(ROUNDS / 2);

    onPost = (response) => response.writeHead(204).end();
    await next.begin();
    const logs = () =>
      db().query<LoggedNotice>(
        `SELECT l.id, l.alert_id, l.sender_name, l.step, l.state, l.is_settled,
                (SELECT count(*)::integer FROM alert_notification_attempt t
                  WHERE t.log_id = l.id AND t.state = 'SUCCESS') AS sent
           FROM alert_notification_log l ORDER BY l.id`,
      );
    const deadline = Date.now() + SETTLED_WITHIN_MS;
    const isDone = (all: readonly LoggedNotice[]): boolean =>
      all.length >= 3 * ROUNDS && all.every(({ is_settled }) => is_settled);
    while (!isDone(await logs()) && Date.now() < deadline) await sleep(250);
    await kill(next);

    const settled = await logs();
    expect(settled).toHaveLength(3 * ROUNDS);
    const steps = settled.filter(({ step }) => step !== null);
    expect(new Set(steps.map(({ alert_id }) => alert_id)).size).toBe(ROUNDS);
    expect(settled.filter(({ state, is_settled }) => !is_settled || state !== 'SUCCESS')).toEqual([]);
    expect(settled.filter(({ sent }) => sent !== 1)).toEqual([]);
    for (const { id, sender_name } of settled) {
      const times =
        sender_name === 'Webhook'
          ? receivedIds.filter((receivedId) => receivedId === `alert-notification-${id}`).length
          : mail.mails.filter(({ text }) => text.includes(`<alert-notification-${id}.`)).length;
      expect(times).toBeGreaterThanOrEqual(1);
    }
  }, 600_000);
});
