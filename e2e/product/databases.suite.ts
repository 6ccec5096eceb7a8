import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '@wardstone/testing';
import { Client } from 'pg';
import { ComplianceConfig } from '../../apps/compliance/src/compliance.config';
import { administratorUrl } from '../../apps/launcher/src';
import { expandSchema } from '../../tools/chaos/expand-schema';
import { Load, summarise } from '../../tools/chaos/load';
import type { RunningSystem } from '../../tools/system';
import { countConnections } from '../production/connections';

const SETTINGS = { poolSize: new ComplianceConfig().DATABASE_POOL_SIZE };
const REQUESTS = 200;
/** Services with the names of their databases. */
const SERVICES = {
  gateway: 'gateway',
  compliance: 'compliance',
  monitoring: 'monitoring',
  'error-registry': 'error_registry',
} as const;

/** How many connections there are to a database, by the name they give themselves. */
async function readConnections(databaseUrl: string): Promise<Record<string, number>> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ name: string; count: number }>(
    `SELECT application_name AS name, count(*)::integer AS count FROM pg_stat_activity
      WHERE datname = current_database() AND usename = current_database() GROUP BY 1`,
  );
  await client.end();
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}

/** Conditions that the cluster relies on, for one process of each service. */
export function describeDatabases(system: () => RunningSystem): void {
  describe('the databases', () => {
    it('have as many connections as the manifests provide, under more load than they can take', async () => {
      const paths = ['/api/compliance/v2/systems', '/api/compliance/v2/policies', '/rest/alert', '/api/v1/error'];
      const ask = (path: string) => fetch(system().gatewayUrl + path, { headers: { authorization: system().login } });
      const responses = Promise.all(Array.from({ length: 200 }, (_none, n) => ask(paths[n % paths.length]!)));
      const statuses = new Set((await responses).map(({ status }) => status));

      expect([...statuses]).toEqual([200]);
      for (const [service, database] of Object.entries(SERVICES)) {
        const most = countConnections(service as keyof typeof SERVICES, SETTINGS);
        const counts = await readConnections(administratorUrl(system().dataDir, database));
        const beyond = Object.entries(counts).filter(([name, count]) => count > (most[name] ?? 0));
        expect([service, beyond]).toEqual([service, []]);
        // Each kind comes, so that the names are those that the manifests count; some with the first report of an agent.
        await eventually(`connections of each kind of ${service}`, async () => {
          const names = Object.keys(await readConnections(administratorUrl(system().dataDir, database)));
          return Object.keys(most).every((name) => names.includes(name));
        });
      }
    }, 120_000);

    it('can be expanded for a next version: not one request fails meanwhile', async () => {
      const load = await Load.start(system().gatewayUrl, system().login, { clients: 4, pauseMs: 20 });
      for (const database of Object.values(SERVICES)) {
        expect(await expandSchema(administratorUrl(system().dataDir, database))).toBeGreaterThan(0);
      }
      while (load.count < REQUESTS) await sleep(50);
      const { served, requests, refused, wrong, lost } = await load.stop();

      expect({ refused, wrong: summarise(wrong), lost: summarise(lost) }).toEqual({
        refused: 0,
        wrong: [],
        lost: [],
      });
      expect(served).toBe(requests);
      expect(await load.findLost()).toEqual([]);
      const { alerts, wrong: wrongAlerts } = await load.metric.findWrongAlerts(load.acknowledged.points);
      expect(wrongAlerts).toEqual([]);
      expect(alerts).toBeGreaterThan(0);
    }, 180_000);
  });
}
