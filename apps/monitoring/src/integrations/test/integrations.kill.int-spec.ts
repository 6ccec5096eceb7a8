import { type ChildProcess, execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually, isOnPath, rounds } from '@wardstone/testing';
import { bundleService, startBundledService } from '../../test/bundled-service';
import { useMonitoring } from '../../test/use-monitoring';
import { givenIntegration } from './integration-fixture';
import { alertmanagerGroup } from './payloads';

const ROUNDS = rounds(20);
const ALERTS = 20;
/** Limit of a start beside other tests. */
const START_MS = 180_000;

/** Requests about each alert; an update fires it again with another title. */
const STATES = ['firing', 'updated', 'resolved'] as const;
type State = (typeof STATES)[number];

/** Sends a body. Returns whether it was accepted. */
type Send = (url: string, body: string) => Promise<boolean>;

const sendByFetch: Send = (url, body) =>
  fetch(url, { method: 'POST', body, headers: { 'Content-Type': 'application/json' } }).then(
    ({ status }) => status === 200,
    () => false,
  );
const sendByCurl: Send = (url, body) =>
  new Promise((resolve) => {
    const options = ['--silent', '--noproxy', '*', '--output', '/dev/null', '--write-out', '%{http_code}'];
    const sent = ['--header', 'Content-Type: application/json', '--data-raw', body, url];
    execFile('curl', [...options, ...sent], (_error, status) => resolve(status === '200'));
  });
const HAS_CURL = isOnPath('curl');

describe('an integration whose process is killed while senders report and retry', () => {
  const api = useMonitoring();
  const db = () => api.database;
  const living = new Set<ChildProcess>();
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'integrations-'));
    bundleService(folder);
  });
  afterAll(async () => {
    for (const process of living) process.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  });

  function start(port: number): ChildProcess {
    const child = startBundledService(folder, { DATABASE_URL: db().url, PORT: String(port), JOBS_PER_PROCESS: '0' });
    living.add(child);
    child.on('close', () => living.delete(child));
    return child;
  }
  async function kill(child: ChildProcess): Promise<void> {
    const closed = once(child, 'close');
    child.kill('SIGKILL');
    await closed;
  }

  it('has each alert once, with its last title, and loses no end', async () => {
    const { id, path } = await givenIntegration(api, 'ALERTMANAGER');
    const port = await freePort();
    let cutOff = 0;
    const toTitle = (state: State, round: number): string => `DiskFull ${state} ${round}`;
    const send = (state: State, round: number, number: number): Promise<boolean> => {
      // It ends with the title of the update.
      const title = toTitle(state === 'firing' ? 'firing' : 'updated', round);
      const group = alertmanagerGroup(state === 'resolved' ? 'resolved' : 'firing', { number, title });
      const sendBody = HAS_CURL && number % 4 === 0 ? sendByCurl : sendByFetch;
      return sendBody(`http://127.0.0.1:${port}${path}`, JSON.stringify(group));
    };
    const isListening = (): Promise<boolean> =>
      fetch(`http://127.0.0.1:${port}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
    let working = start(port);
    await eventually('the service to listen', isListening, { withinMs: START_MS });
    for (let round = 0; round < ROUNDS; round++) {
      for (const [at, state] of STATES.entries()) {
        const numbers = Array.from({ length: ALERTS }, (_, index) => index + 1);
        const sending = numbers.map((number) => send(state, round, number));
        await hearing(sending, (7 * round + 3 * at) % (ALERTS - 2));
        await kill(working);
        const acknowledged = await Promise.all(sending);
        cutOff += acknowledged.filter((isTaken) => !isTaken).length;
        working = start(port);
        const stored = await db().query<{ key: string }>(
          `SELECT x.key FROM external_alert x WHERE x.integration_id = $1 AND (x.resolved_ms IS NULL) = $2 AND x.title = $3`,
          [id, state !== 'resolved', toTitle(state === 'firing' ? 'firing' : 'updated', round)],
        );
        const keys = new Set(stored.map(({ key }) => key));
        for (const [index, isTaken] of acknowledged.entries()) {
          if (isTaken) expect(keys.has(`b1946ac92492d234${index + 1}`)).toBe(true);
        }
        // Every other sender repeats what was accepted, too.
        const left = new Set(numbers.filter((number, index) => !acknowledged[index] || number % 2 === 0));
        const hear = async (): Promise<boolean> => {
          for (const number of left) if (await send(state, round, number)) left.delete(number);
          return left.size === 0;
        };
        await eventually('the service to listen', isListening, { withinMs: START_MS });
        await eventually('senders to be heard that were not', hear);
      }
    }
    await kill(working);
    const [counted] = await db().query<{ alerts: number; open: number; events: number }>(
      `SELECT (SELECT count(*)::integer FROM alert a WHERE a.resource_id = $1) AS alerts,
              (SELECT count(*)::integer FROM alert a JOIN alert_hold h ON h.alert_id = a.id AND h.ended_ms IS NULL
                WHERE a.resource_id = $1) AS open,
              (SELECT count(*)::integer FROM event e JOIN event_source s ON s.id = e.source_id WHERE s.resource_id = $1) AS events`,
      [id],
    );
    const expected = ROUNDS * ALERTS;
    expect(counted).toEqual({ alerts: expected, open: 0, events: expected });
    // Without kills in time, this test would prove nothing.
    expect(cutOff).toBeGreaterThan(ROUNDS);
    expect(cutOff).toBeLessThan(STATES.length * expected);
    process.stdout.write(`${cutOff} of ${STATES.length * expected} requests cut off\n`);
  }, 900_000);
});

/** Until `wanted` requests are acknowledged. */
function hearing(sending: readonly Promise<boolean>[], wanted: number): Promise<void> {
  if (wanted === 0) return sleep(20);
  let confirmed = 0;
  return new Promise((resolve) => {
    for (const one of sending) void one.then(() => ++confirmed === wanted && resolve());
  });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
