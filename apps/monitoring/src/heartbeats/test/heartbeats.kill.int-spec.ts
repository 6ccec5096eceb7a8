import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually, rounds, untilSomebodyWaits } from '@wardstone/testing';
import type { HeartbeatRest } from '@wardstone/dto/monitoring';
import { bundleService, startBundledService } from '../../test/bundled-service';
import { givenResource } from '../../test/given-inventory';
import { PUBLIC_URL, useMonitoring } from '../../test/use-monitoring';

const ROUNDS = rounds(50);
const MINUTE = 60_000;

/**
 * Locks that stop the process at different moments after a missed signal: at the evaluation, at the alert, or not at
 * all.
 */
const HELD_UP = ['SELECT 1 FROM alert_progress p FOR UPDATE', 'LOCK TABLE alert IN SHARE MODE', undefined] as const;

describe('a missed heartbeat whose process is killed after noticing it', () => {
  const api = useMonitoring();
  const db = () => api.database;
  const living = new Set<ChildProcess>();
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'heartbeats-'));
    bundleService(folder);
  });
  afterAll(async () => {
    for (const process of living) process.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  });

  /** A service that does jobs. */
  function start(): ChildProcess {
    const child = startBundledService(folder, { DATABASE_URL: db().url });
    living.add(child);
    child.on('close', () => living.delete(child));
    return child;
  }
  async function kill(child: ChildProcess): Promise<void> {
    const closed = once(child, 'close');
    child.kill('SIGKILL');
    await closed;
  }
  const look = () => db().query(`SELECT 1 FROM graphile_worker.add_job('heartbeat.look')`);

  async function givenPinged(): Promise<number> {
    const { id: resourceId } = await givenResource(db());
    const sent = { resourceId, name: 'backup', seconds: 60, source: { kind: 'PING' } };
    const { body } = await api.post('/rest/heartbeat').send(sent).expect(201);
    const { id, address } = body as HeartbeatRest;
    const conditions = [{ category: 'AVAILABILITY', name: 'AVAIL_GOES_DOWN' }];
    await api
      .post(`/rest/alert/definitions?resourceId=${id}`)
      .send({ name: 'silent', enabled: true, conditions })
      .expect(201);
    await api.anonymous.post(address!.slice(PUBLIC_URL.length)).expect(204);
    return id;
  }

  /** The ping was long ago, and the next one is missed. */
  async function miss(id: number): Promise<void> {
    await db().query(`UPDATE heartbeat_watch SET since_ms = 0, checked_ms = $1`, [Date.now()]);
    await db().query(`UPDATE heartbeat SET heard_ms = heard_ms - $2, due_ms = due_ms - $2 WHERE resource_id = $1`, [
      id,
      2 * MINUTE,
    ]);
    // Jobs of killed processes are still locked by them.
    await db().query(`DELETE FROM graphile_worker._private_jobs`);
    await look();
  }

  it('fires one alert', async () => {
    let cutOff = 0;
    let working = start();
    for (let round = 0; round < ROUNDS; round++) {
      api.clock.set(Date.now());
      const id = await givenPinged();
      const heldUp = HELD_UP[round % HELD_UP.length];
      await db().transaction(async (tx) => {
        if (heldUp) await tx.query(heldUp);
        await miss(id);
        if (heldUp) await untilSomebodyWaits(db());
        else await sleep(2 * (round % 16));
        await kill(working);
      });
      const [left] = await db().query<{ availability: string }>(
        `SELECT r.availability FROM resource r WHERE r.id = $1`,
        [id],
      );
      if (left!.availability === 'UP') cutOff++;
      working = start();

      await eventually(
        'the heartbeat to be DOWN',
        async () => {
          await look();
          return db().hasRow(`SELECT 1 FROM resource r WHERE r.id = $1 AND r.availability = 'DOWN'`, [id]);
        },
        { everyMs: 250 },
      );
      const alerts = await db().query(`SELECT a.id FROM alert a WHERE a.resource_id = $1`, [id]);
      expect(alerts).toHaveLength(1);
      const records = await db().query<{ type: string }>(
        `SELECT a.type FROM availability_record a WHERE a.resource_id = $1 AND a.type <> 'UNKNOWN' ORDER BY a.since_ms`,
        [id],
      );
      expect(records.map(({ type }) => type)).toEqual(['UP', 'DOWN']);
    }
    // Without kills in time, this test would prove nothing.
    expect(cutOff).toBeGreaterThan(ROUNDS / 2);
  }, 600_000);
});
