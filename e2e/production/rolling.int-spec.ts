import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { type Cluster, enterable, startCluster } from '../../tools/chaos/cluster';
import { expandSchema } from '../../tools/chaos/expand-schema';
import { Load, summarise } from '../../tools/chaos/load';
import { replaceServices } from '../../tools/chaos/rolling';
import { connectionsOf } from './connections';

const REPLICAS = 2;
const POOL_SIZE = 3;
const JOBS = 2;

/** How many connections there are to a database, by the name they give themselves. */
async function countConnections(databaseUrl: string): Promise<Record<string, number>> {
  const client = new Client({ connectionString: databaseUrl, application_name: 'counting' });
  await client.connect();
  const { rows } = await client.query<{ name: string; count: number }>(
    `SELECT application_name AS name, count(*)::integer AS count FROM pg_stat_activity
      WHERE datname = current_database() AND usename = current_user AND pid <> pg_backend_pid() GROUP BY 1`,
  );
  await client.end();
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}

describe('replicas', () => {
  const folder = enterable(fs.mkdtempSync(path.join(os.tmpdir(), 'wardstone-rolling-')));
  let cluster: Cluster;

  beforeAll(async () => {
    cluster = await startCluster({
      folder,
      replicas: REPLICAS,
      // Room for a machine that is busy with other tests: what drains must outlast how late everybody notices.
      settings: {
        DATABASE_POOL_SIZE: String(POOL_SIZE),
        JOBS_PER_PROCESS: String(JOBS),
        DRAIN_SECONDS: '6',
        UPSTREAM_IDLE_MS: '500',
        LOG_LEVEL: 'warn',
      },
    });
  }, 180_000);

  afterAll(async () => {
    await cluster.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  });

  it('take as many connections as the manifests count with, under as much load as they can take', async () => {
    const { login } = cluster;
    const paths = ['/api/compliance/v2/systems', '/api/compliance/v2/policies', '/rest/alert', '/api/v1/error'];
    const ask = (path: string) => fetch(cluster.gatewayUrl + path, { headers: { authorization: login } });
    const load = Promise.all(Array.from({ length: 200 }, (_none, n) => ask(paths[n % paths.length]!)));
    const seen: Record<string, Record<string, number>> = {};
    for (const service of ['compliance', 'monitoring', 'error-registry'] as const) {
      seen[service] = await countConnections(cluster.databaseUrls.get(service)!);
    }
    for (const { status } of await load) expect(status).toBe(200);
    for (const [service, counts] of Object.entries(seen)) {
      const most = connectionsOf(service as 'compliance', { poolSize: POOL_SIZE, jobs: JOBS });
      expect(Object.keys(most)).toEqual(expect.arrayContaining(Object.keys(counts)));
      for (const [name, count] of Object.entries(counts)) {
        expect([name, count, count <= REPLICAS * most[name]!]).toEqual([name, count, true]);
      }
    }
    // Each kind is there, so that the names in the count are the right ones.
    expect(Object.keys(seen['monitoring']!)).toEqual(
      expect.arrayContaining(['monitoring', 'monitoring (jobs)', 'monitoring (alive)', 'monitoring (alerts)']),
    );
  }, 60_000);

  it('fail not one request while every table is expanded and new ones take the place of old ones', async () => {
    const load = await Load.start(cluster.gatewayUrl, cluster.login, { clients: 4, pauseMs: 20 });
    // The migrations of the next version, while the code of this one runs.
    for (const url of cluster.databaseUrls.values()) expect(await expandSchema(url)).toBeGreaterThan(0);
    const wrongEnds = await replaceServices(cluster, () => undefined);
    const { served, requests, refused, wrong, unanswered } = await load.stop();

    expect(wrongEnds).toEqual([]);
    expect({ refused, wrong: summarise(wrong), unanswered: summarise(unanswered) }).toEqual({
      refused: 0,
      wrong: [],
      unanswered: [],
    });
    expect(served).toBe(requests);
    expect(served).toBeGreaterThan(100);
    expect(await load.findLost()).toEqual([]);
    const { alerts, wrong: wrongAlerts } = await load.metric.findWrongAlerts(load.acknowledged.points);
    expect(wrongAlerts).toEqual([]);
    expect(alerts).toBeGreaterThan(0);
  }, 300_000);
});
