import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runMigrations } from '@wardstone/database';
import { rounds } from '@wardstone/testing';
import { Client } from 'pg';
import { MIGRATIONS } from '../../apps/monitoring/src/data-source';
import {
  createRunFolder,
  DATABASE_FOLDER,
  type PostgresServer,
  removeRunFolder,
  startPostgres,
  waitUntil,
} from '@wardstone/host';
import { Ingest } from './ingest';
import { type MetricService, startMetricService } from './metric-service';

/** Fifty in a thorough run; a service takes longest to start again. */
const SERVICE_KILLS = rounds(10);
const CONNECTION_KILLS = rounds(35);
const SERVER_KILLS = rounds(5);
const SCHEDULES = 10;
const CLIENTS = 4;
/** Half a minute each for all fifty where nothing else runs. */
const TIME_LIMIT_MS = 400_000;

/** admin_shutdown, crash_shutdown, cannot_connect_now, or no server at all. */
function isDown({ code = '', message }: NodeJS.ErrnoException): boolean {
  return /^(57P0[123]|ECONNREFUSED|ECONNRESET)$/.test(code) || /terminat/.test(message);
}

describe('values that arrive while processes are killed', () => {
  const folder = createRunFolder();
  let server: PostgresServer;
  let scheduleIds: number[];
  let service: MetricService;
  let ingest: Ingest;

  const serverOptions = () => ({
    dataFolder: path.join(folder, DATABASE_FOLDER),
    logFile: path.join(folder, 'postgres.log'),
    user: 'app',
    password: 'app',
  });

  async function attempt<T extends object>(sql: string): Promise<T[]> {
    const client = new Client({ connectionString: server.url() });
    // The query returns it, too.
    client.on('error', () => undefined);
    try {
      await client.connect();
      return (await client.query<T>(sql)).rows;
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  /** Retried while the database recovers. */
  async function query<T extends object>(sql: string): Promise<T[]> {
    for (let triesLeft = 300; ; triesLeft -= 1) {
      try {
        return await attempt<T>(sql);
      } catch (error) {
        if (triesLeft === 0 || !isDown(error as NodeJS.ErrnoException)) throw error;
        await sleep(100);
      }
    }
  }

  /** Work that the service does each minute, and after many points. */
  const askForFold = () =>
    query(`SELECT graphile_worker.add_job('metric.fold-now', '{}', 'metric.fold', job_key => 'x')`);
  const chunks = async (): Promise<number> =>
    Number(
      (await query<{ points: string }>(`SELECT coalesce(sum(point_count), 0) AS points FROM metric_chunk`))[0]!.points,
    );
  const isFolded = async (): Promise<boolean> => {
    await askForFold();
    const [{ count }] = (await query<{ count: string }>(`SELECT count(*) FROM metric_log`)) as [{ count: string }];
    return Number(count) === 0;
  };

  beforeAll(async () => {
    server = await startPostgres(serverOptions());
    await runMigrations({ url: server.url(), applicationName: 'e2e', migrations: MIGRATIONS });
    await query(`
      WITH plugins AS (
        INSERT INTO plugin (name, display_name, version, file_name, md5, content, descriptor, modified_at)
        VALUES ('E2e', 'E2e', '1', 'e2e.xml', '', '', '', now()) RETURNING id
      ), types AS (
        INSERT INTO resource_type (plugin_id, name, category, create_policy, creation_data_type, missing_policy,
                                   is_singleton, supports_manual_add, is_deleted)
        SELECT id, 'Thing', 'SERVICE', 'BOTH', 'CONFIGURATION', 'DOWN', false, false, false FROM plugins RETURNING id
      ), definitions AS (
        INSERT INTO metric_definition (resource_type_id, name, position, display_name, data_type, is_on_by_default,
                                       default_interval_ms)
        SELECT t.id, 'm' || n, n, 'M' || n, 'MEASUREMENT', true, 60000
          FROM types t, generate_series(1, ${SCHEDULES}) AS n RETURNING id, resource_type_id
      ), resources AS (
        INSERT INTO resource (resource_type_id, category, resource_key, name, inventory_status, created_ms, modified_ms)
        SELECT id, 'SERVICE', 'thing', 'thing', 'COMMITTED', 0, 0 FROM types RETURNING id
      )
      INSERT INTO metric_schedule (metric_definition_id, resource_id, is_enabled, collection_interval_ms, modified_ms)
      SELECT d.id, r.id, true, 60000, 0 FROM definitions d, resources r`);
    scheduleIds = (await query<{ id: number }>(`SELECT id FROM metric_schedule ORDER BY id`)).map(({ id }) => id);
    service = await startMetricService(server.url());
  }, 120_000);

  afterEach(() => ingest.stop());

  afterAll(async () => {
    await service.kill();
    await server.stop();
    removeRunFolder(folder);
    expect(service.warnings).toEqual([]);
  }, 60_000);

  it(
    `are complete when the service is killed ${SERVICE_KILLS} times while the next one is already running`,
    async () => {
      ingest = new Ingest(scheduleIds, Date.now() - 3_600_000, () => service.url, CLIENTS);
      let next = startMetricService(server.url());
      for (let kill = 0; kill < SERVICE_KILLS; kill++) {
        const successor = await next;
        if (kill + 1 < SERVICE_KILLS) next = startMetricService(server.url());
        await askForFold();
        // Spread from before the fold begins until after its end, even if they are few.
        await sleep((kill * 35) % 50);
        await service.kill();
        expect(service.warnings).toEqual([]);
        service = successor;
      }
      await ingest.stop();
      expect(ingest.acknowledged.size).toBeGreaterThan(SERVICE_KILLS * 4);
      expect(await ingest.verify()).toEqual([]);
      expect(await waitUntil(isFolded, 120_000, 200)).toBe(true);
      expect(await chunks()).toBeGreaterThan(0);
      expect(await ingest.verify()).toEqual([]);
    },
    TIME_LIMIT_MS,
  );

  it(
    `are complete when the database is killed ${CONNECTION_KILLS + SERVER_KILLS} times`,
    async () => {
      ingest = new Ingest(scheduleIds, Date.now() - 1_800_000, () => service.url, CLIENTS);
      const untilMore = async (): Promise<boolean> => {
        const before = ingest.acknowledged.size;
        return waitUntil(() => Promise.resolve(ingest.acknowledged.size >= before + 8), 90_000, 10);
      };
      for (let kill = 0; kill < CONNECTION_KILLS; kill++) {
        expect(await untilMore()).toBe(true);
        await askForFold().catch(() => undefined);
        const [victim] = await query<{ pid: number }>(
          `SELECT pid FROM pg_stat_activity WHERE application_name = 'monitoring' ORDER BY state = 'active' DESC LIMIT 1`,
        );
        // The death of one connection's process makes the server recover from its log.
        if (victim) process.kill(victim.pid, 'SIGKILL');
      }
      for (let kill = 0; kill < SERVER_KILLS; kill++) {
        expect(await untilMore()).toBe(true);
        process.kill(server.pid, 'SIGKILL');
        await server.exited;
        server = await startPostgres({ ...serverOptions(), port: server.port });
      }
      expect(await untilMore()).toBe(true);
      await ingest.stop();
      expect(ingest.looks).toBeGreaterThan(0);
      expect(await ingest.verify()).toEqual([]);
      expect(await waitUntil(isFolded, 120_000, 200)).toBe(true);
      expect(await ingest.verify()).toEqual([]);
    },
    TIME_LIMIT_MS,
  );
});
