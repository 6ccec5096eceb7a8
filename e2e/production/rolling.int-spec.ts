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

  /** Compares what is connected with what the manifests count with; answers the names of what is. */
  async function expectConnections(replicas: number): Promise<string[]> {
    const names: string[] = [];
    for (const service of ['compliance', 'monitoring', 'error-registry'] as const) {
      const most = connectionsOf(service, { poolSize: POOL_SIZE, jobs: JOBS });
      const counts = await countConnections(cluster.databaseUrls.get(service)!);
      for (const [name, count] of Object.entries(counts)) {
        expect([name, count, count <= replicas * (most[name] ?? 0)]).toEqual([name, count, true]);
        names.push(name);
      }
    }
    return names;
  }

  it('take as many connections as the manifests count with, under more load than they can take', async () => {
    const paths = ['/api/compliance/v2/systems', '/api/compliance/v2/policies', '/rest/alert', '/api/v1/error'];
    const ask = (path: string) => fetch(cluster.gatewayUrl + path, { headers: { authorization: cluster.login } });
    const load = Promise.all(Array.from({ length: 200 }, (_none, n) => ask(paths[n % paths.length]!)));
    await expectConnections(REPLICAS);
    for (const { status } of await load) expect(status).toBe(200);
  }, 60_000);

  it('fail not one request while every table is expanded and new ones take the place of old ones', async () => {
    const load = await Load.start(cluster.gatewayUrl, cluster.login, { clients: 4, pauseMs: 80 });
    // The migrations of the next version, while the code of this one runs.
    for (const url of cluster.databaseUrls.values()) expect(await expandSchema(url)).toBeGreaterThan(0);
    const wrongEnds = await replaceServices(cluster, () => undefined);
    const connected = await expectConnections(REPLICAS);
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
    // Each kind was there, so that the names are those that the manifests count.
    const kinds = ['compliance', 'monitoring', 'monitoring (jobs)', 'monitoring (alive)', 'monitoring (alerts)'];
    expect(connected).toEqual(expect.arrayContaining(kinds));
  }, 300_000);
});
