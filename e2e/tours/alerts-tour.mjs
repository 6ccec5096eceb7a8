// SMTP_URL=smtp://127.0.0.1:2525 ALERT_ALLOWED_NETWORKS=127.0.0.0/8 npm start
// node e2e/tours/alerts-tour.mjs
//
// From a value to an e-mail, against a running `npm start`: tries a definition out on what has happened, lets a metric
// cross its threshold, gets the e-mail and the signed webhook, acknowledges the alert, lets the recovery enable the
// definition again, and compares what fired with what the dry run expected. Can be run again and again.
//
// Environment: WARDSTONE_URL, WARDSTONE_USER, WARDSTONE_PASSWORD, GATEWAY_PORT, DATA_DIR; SMTP_URL as the server has it.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import { TourError, request, run, url } from './tour.mjs';

const api = `${url}/rest`;
const SMTP_PORT = Number(new URL(process.env.SMTP_URL || 'smtp://127.0.0.1:2525').port);
const SECRET = 'known to both sides';
const METRIC = 'CpuPerc.user';
/** A load that crosses its threshold three times; percentages are fractions. */
const LOAD = [0.12, 0.35, 0.93, 0.95, 0.4, 0.97, 0.2, 0.91, 0.94, 0.96, 0.15, 0.1];
const MINUTE_MS = 60_000;
/** The first notification waits for more alerts of its incident (ALERT_GROUP_WAIT_SECONDS, 5 s). */
const WAIT_MS = 60_000;

const JSON_ONLY = { Accept: 'application/json', 'Content-Type': 'application/json' };
const read = async (target) => (await request('GET', api + target, { headers: { Accept: 'application/json' } })).json();
const send = async (method, target, body) =>
  (await request(method, api + target, { headers: JSON_ONLY, body: JSON.stringify(body) })).text;
const create = async (target, body) => JSON.parse(await send('POST', target, body));

/** Repeats a request until its result is truthy. */
async function until(what, ask) {
  for (const endMs = Date.now() + WAIT_MS; ; await sleep(100)) {
    const answer = await ask();
    if (answer) return answer;
    if (Date.now() > endMs) throw new TourError(`${what} did not come within ${WAIT_MS / 1000} s.`);
  }
}

/** A mail server that keeps what it gets. */
async function openMailbox() {
  const mails = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, session, done) => {
      let text = '';
      stream.on('data', (chunk) => (text += chunk));
      stream.on('end', () => {
        const [, subject = ''] = /^Subject: (.*?)\r?$/m.exec(text) ?? [];
        mails.push({ to: session.envelope.rcptTo[0].address, subject });
        done(null);
      });
    },
  });
  server.listen(SMTP_PORT, '127.0.0.1');
  await once(server.server, 'listening');
  return { mails, close: () => server.close() };
}

/** A web server that takes a document only with the right signature. */
async function openHook() {
  const documents = [];
  const server = createServer((incoming, answer) => {
    let body = '';
    incoming.on('data', (chunk) => (body += chunk));
    incoming.on('end', () => {
      const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signature = '' } = incoming.headers;
      const expected = `v1,${createHmac('sha256', SECRET).update(`${id}.${time}.${body}`).digest('base64')}`;
      const isOurs =
        signature.length === expected.length && timingSafeEqual(Buffer.from(signature), Buffer.from(expected));
      const isNew = Math.abs(Date.now() / 1000 - Number(time)) < 300;
      if (isOurs && isNew) documents.push(JSON.parse(body));
      answer.writeHead(isOurs && isNew ? 204 : 401).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { documents, port: server.address().port, close: () => server.close() };
}

/** The platform that a new installation discovers, and its metric. */
async function requireMetric() {
  const found = await read('/resource?status=ALL&category=PLATFORM&q=sample-host');
  const host = found.find(({ status }) => status === 'NEW' || status === 'COMMITTED');
  if (!host) throw new TourError('sample-host is gone: start with a new DATA_DIR.');
  if (host.status === 'NEW') await send('PUT', `/resource/${host.resourceId}`, { ...host, status: 'COMMITTED' });
  const schedules = await read(`/resource/${host.resourceId}/schedules?type=metric&enabledOnly=false`);
  const schedule = schedules.find(({ scheduleName }) => scheduleName === METRIC);
  if (!schedule) throw new TourError(`sample-host has no metric ${METRIC}.`);
  console.log(`   ${host.resourceName}: ${schedule.displayName}, schedule ${schedule.scheduleId}`);
  return { resource: host.resourceId, ...schedule };
}

/** Submits values one after the other; the last is measured now. */
async function submit({ scheduleId }, values, stepMs) {
  const endMs = Date.now();
  const points = values.map((value, i) => ({ scheduleId, timeStamp: endMs - (values.length - 1 - i) * stepMs, value }));
  for (const point of points) await send('POST', '/metric/data/raw', [point]);
  return points.map(({ timeStamp }) => timeStamp);
}

/** Start of a period in the last days without values, not even of an earlier run. */
async function requireQuiet({ scheduleId }, lengthMs) {
  for (let startMs = Date.now() - 60 * MINUTE_MS; ; startMs -= lengthMs) {
    const query = `startTime=${startMs - MINUTE_MS}&endTime=${startMs + lengthMs}`;
    if ((await read(`/metric/data/${scheduleId}/raw?${query}`)).length === 0) return startMs;
  }
}

const listAlerts = async (definition) => (await read(`/alert?definitionId=${definition.id}&size=-1`)).reverse();

await run(async () => {
  const mailbox = await openMailbox();
  const hook = await openHook();
  const made = [];
  const define = async (resource, definition) => {
    made.push(await create(`/alert/definitions?resourceId=${resource}`, { enabled: true, ...definition }));
    return made.at(-1);
  };
  try {
    console.log('1. A metric, and a load on it some time ago');
    const metric = await requireMetric();
    const { resource } = metric;
    const threshold = (comparator, value) => ({
      category: 'THRESHOLD',
      comparator,
      threshold: value,
      measurementDefinition: metric.definitionId,
    });
    const began = await requireQuiet(metric, LOAD.length * MINUTE_MS);
    const past = LOAD.map((value, i) => ({ scheduleId: metric.scheduleId, timeStamp: began + i * MINUTE_MS, value }));
    await send('POST', '/metric/data/raw', past);
    console.log(`   ${LOAD.map((value) => `${Math.round(value * 100)} %`).join(', ')}`);

    console.log('\n2. When would "above 90 %, 2 times within 3 values" have fired?');
    const twice = {
      name: 'tour: load is high',
      priority: 'MEDIUM',
      conditions: [threshold('>', 0.9)],
      dampeningCategory: 'PARTIAL_COUNT',
      dampeningCount: 2,
      dampeningPeriod: 3,
    };
    const dryRun = await create(
      `/alert/definitions/dry-run?resourceId=${resource}&start=${began}&end=${began + LOAD.length * MINUTE_MS}`,
      twice,
    );
    const expected = dryRun.alerts.map(({ matches }) => past.findIndex((p) => p.timeStamp === matches[0].dataTime) + 1);
    for (const { time, summary } of dryRun.alerts) console.log(`   ${new Date(time).toISOString()}  ${summary}`);
    console.log(`   at the values number ${expected.join(', ')}`);

    console.log('\n3. Three definitions: that one, one that notifies once, one that re-enables it');
    const counted = await define(resource, twice);
    const told = await define(resource, {
      name: 'tour: load is very high',
      priority: 'HIGH',
      conditions: [threshold('>', 0.96)],
      dampeningCategory: 'ONCE',
      notifications: [
        { senderName: 'Direct Emails', config: { emailAddress: 'ops@example.test' } },
        { senderName: 'Webhook', config: { url: `http://127.0.0.1:${hook.port}/alerts`, secret: SECRET } },
      ],
    });
    await define(resource, {
      name: 'tour: load is low again',
      conditions: [threshold('<', 0.15)],
      recoveryId: told.id,
    });
    const isEnabled = async () => (await read(`/alert/definition/${told.id}?full=false`)).enabled;

    console.log('\n4. The same load once more, now');
    const times = await submit(metric, LOAD.slice(0, 6), 1000);
    const [alert] = await until('The alert', async () => {
      const alerts = await listAlerts(told);
      return alerts.length > 0 && alerts;
    });
    console.log(`   ${alert.name}: ${alert.description}`);
    console.log(`   enabled: ${await isEnabled()}`);

    console.log('\n5. Notifications');
    const mail = await until('The e-mail (SMTP_URL as above?)', () =>
      // A notification of the end of an earlier run's alert may arrive meanwhile.
      mailbox.mails.find(({ subject }) => !subject.startsWith('Recovered: ')),
    );
    console.log(`   e-mail to ${mail.to}: ${mail.subject}`);
    const [document] = await until(
      'The webhook (ALERT_ALLOWED_NETWORKS as above?)',
      () => hook.documents.length > 0 && hook.documents,
    );
    console.log(
      `   webhook with a verified signature: ${document.type} ${document.alertId} ${document.definition.name}`,
    );
    const logs = await until('The log', async () => {
      const entries = await read(`/alert/${alert.id}/notifications`);
      return entries.length === 2 && entries;
    });
    for (const line of logs) console.log(`   ${line}`);

    console.log('\n6. Acknowledge the alert');
    const { ackBy } = JSON.parse(await send('PUT', `/alert/${alert.id}`));
    console.log(`   acknowledged by ${ackBy}`);

    console.log('\n7. The load falls, which enables the definition again');
    times.push(...(await submit(metric, LOAD.slice(6), 100)));
    await until('The recovery', isEnabled);
    console.log(`   enabled: ${await isEnabled()}`);

    console.log('\n8. The dry run compared with what fired');
    const fired = await until('The last alert', async () => {
      const alerts = await listAlerts(counted);
      return alerts.length >= expected.length && alerts;
    });
    const numbers = [];
    for (const { id } of fired) {
      const { conditions } = await read(`/alert/${id}/explain`);
      numbers.push(times.indexOf(conditions[0].dataTime) + 1);
    }
    console.log(`   expected: ${expected.join(', ')}; fired: ${numbers.join(', ')}`);
    if (numbers.join() !== expected.join()) throw new TourError('They differ.');
    console.log(`\n   The alerts in a browser: ${new URL(`/console/inventory/${resource}/alerts`, api)}`);
  } finally {
    for (const { id } of made) await request('DELETE', `${api}/alert/definition/${id}`);
    mailbox.close();
    hook.close();
  }
});
