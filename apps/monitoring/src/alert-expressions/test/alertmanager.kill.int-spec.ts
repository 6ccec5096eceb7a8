import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually, rounds } from '@wardstone/testing';
import { bundleService, startBundledService } from '../../test/bundled-service';
import type { SentAlert } from './alertmanager-fixture';
import { MINUTE, useExpressions } from './expression-fixture';

const ROUNDS = rounds(30);
/** Killed once the evaluation is stored, while an Alertmanager takes a request, or just after its response. */
const MOMENTS = ['after the evaluation', 'during the request', 'after the response'] as const;
/** Two Alertmanagers, by their path. */
const PATHS = ['/a', '/b'] as const;

describe('alerts for Alertmanagers whose process is killed', () => {
  const settings: Record<string, string> = {
    ALERT_ALLOWED_NETWORKS: '127.0.0.0/8',
    // No state is sent a second time because of that, so only its job brings it.
    ALERTMANAGER_RESEND_SECONDS: '3600',
  };
  const received: { path: string; alert: SentAlert }[] = [];
  const living = new Set<ChildProcess>();
  const accept = (response: ServerResponse): void => void response.writeHead(200).end();
  let onPost = accept;
  let web: Server;
  let folder: string;

  beforeAll(async () => {
    web = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const path = PATHS.find((one) => request.url === `${one}/api/v2/alerts`) ?? String(request.url);
        const alerts = JSON.parse(Buffer.concat(chunks).toString()) as SentAlert[];
        received.push(...alerts.map((alert) => ({ path, alert })));
        onPost(response);
      });
    });
    await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
    const { port } = web.address() as AddressInfo;
    settings['ALERTMANAGER_URLS'] = PATHS.map((path) => `http://127.0.0.1:${port}${path}`).join(',');
    folder = await mkdtemp(join(tmpdir(), 'alertmanagers-'));
    bundleService(folder);
  });
  afterAll(async () => {
    for (const process of living) process.kill('SIGKILL');
    web.closeAllConnections();
    await new Promise((resolve) => web.close(resolve));
    await rm(folder, { recursive: true, force: true });
  });

  const { api, aJob, send, sample, define, evaluate } = useExpressions(settings);
  const db = () => api.database;

  /** A service that does jobs. */
  function start(): ChildProcess {
    const child = startBundledService(folder, { DATABASE_URL: db().url, ...settings });
    living.add(child);
    child.on('close', () => living.delete(child));
    return child;
  }
  async function kill(child: ChildProcess): Promise<void> {
    const closed = once(child, 'close');
    child.kill('SIGKILL');
    await closed;
  }
  const evaluateLater = (definitionIds: readonly number[]) =>
    db().query(`SELECT 1 FROM graphile_worker.add_job('alert.evaluate', $1::json, max_attempts => 1)`, [
      JSON.stringify({ definitionIds }),
    ]);
  const isResolved = ({ id }: { id: number }) =>
    db().hasRow(`SELECT 1 FROM alert_instance i WHERE i.alert_definition_id = $1 AND i.state = 'RESOLVED'`, [id]);
  const countJobs = async (): Promise<number> =>
    (
      await db()
        .query(`SELECT 1 FROM graphile_worker.jobs j WHERE j.task_identifier IN ('alert.alertmanager', 'alert.evaluate')
                                                             AND j.attempts < j.max_attempts`)
    ).length;

  const lastOf = (path: string, name: string): SentAlert | undefined =>
    received.findLast((one) => one.path === path && one.alert.labels['alertname'] === name)?.alert;

  it('reach each of them in their last state, whether it is firing or resolved', async () => {
    const [fires, resolves] = [new Map<string, number>(), new Map<string, number>()];
    let cutOff = 0;
    let working = start();
    for (let round = 0; round < ROUNDS; round++) {
      const moment = MOMENTS[round % MOMENTS.length]!;
      const [firing, resolved] = [aJob(), aJob()];
      const rule = (job: string) =>
        define(`last_over_time(up{job="${job}"}[1d]) < 1`, { name: job, expression: { seconds: 10 } });
      api.clock.set(Date.now() - 2 * MINUTE);
      await send(sample(resolved, 'a:1', 0));
      const [toFire, toResolve] = [await rule(firing), await rule(resolved)];
      fires.set(firing, toFire.id);
      resolves.set(resolved, toResolve.id);
      api.clock.advance(MINUTE);
      await evaluate(toResolve);
      await eventually('Alertmanagers to know it', () => PATHS.every((path) => lastOf(path, resolved)), {
        everyMs: 50,
      });
      const seen = new Promise<void>((resolve) => {
        onPost = (response) => {
          if (moment === 'during the request') resolve();
          else response.writeHead(200).end(() => resolve());
        };
      });
      await send(sample(firing, 'a:1', 0), sample(resolved, 'a:1', 1));
      await evaluateLater([toFire.id, toResolve.id]);
      if (moment === 'after the evaluation')
        await eventually('the evaluation to be stored', () => isResolved(toResolve), { everyMs: 1 });
      else await seen;
      await kill(working);
      if ((await countJobs()) > 0) cutOff++;
      onPost = accept;
      working = start();
    }
    // Without kills in time, this test would prove nothing.
    expect(cutOff).toBeGreaterThan(ROUNDS / 2);

    // Evaluations that were cut off are made up for at the next time of their definition.
    await evaluateLater([...fires.values(), ...resolves.values()]);
    const isOver = (alert: SentAlert | undefined): boolean | undefined =>
      alert && Date.parse(alert.endsAt) <= Date.now();
    await eventually(
      'Alertmanagers to have every state',
      () =>
        PATHS.every(
          (path) =>
            [...fires.keys()].every((name) => isOver(lastOf(path, name)) === false) &&
            [...resolves.keys()].every((name) => isOver(lastOf(path, name)) === true),
        ),
      { everyMs: 250 },
    );
    await eventually('all jobs to be done', async () => (await countJobs()) === 0, { everyMs: 250 });
    const stored = await db().query<{ name: string; state: string; ends: string | null }>(
      `SELECT d.name, i.state, i.resolved_ms::text AS ends FROM alert_instance i JOIN alert_definition d ON d.id = i.alert_definition_id`,
    );
    for (const { name, state, ends } of stored) {
      expect([name, state]).toEqual([name, fires.has(name) ? 'FIRING' : 'RESOLVED']);
      for (const path of PATHS) {
        const all = received.filter((one) => one.path === path && one.alert.labels['alertname'] === name);
        // It is one alert, however often it was sent.
        expect(new Set(all.map(({ alert }) => alert.startsAt)).size).toBe(1);
        if (ends !== null) expect(Date.parse(lastOf(path, name)!.endsAt)).toBe(Number(ends));
      }
    }
    expect(stored).toHaveLength(2 * ROUNDS);
    process.stdout.write(`${cutOff} of ${ROUNDS} processes were killed before all was sent\n`);
  }, 900_000);
});
