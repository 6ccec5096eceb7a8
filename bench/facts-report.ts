import { setTimeout as sleep } from 'node:timers/promises';
import { MIGRATIONS as COMPLIANCE_MIGRATIONS } from '../apps/compliance/src/data-source';
import { MIGRATIONS as MONITORING_MIGRATIONS } from '../apps/monitoring/src/data-source';
import { findFreePort } from '@wardstone/host';
import { startGateways } from './bench-agents';
import { type Bench, createDatabase, query, withBench } from './bench-server';
import { cpuMicros, type Listener, residentMiB } from './measuring';
import { serverCpuMs } from './monitoring-database';
import { judge, loadAverage, roundFigure, printFigure } from './table';

const POLICIES = 4;
const ORG = 'default';
const GOAL = { seconds: 300, lost: 0 };
const WITHIN_MS = 30 * 60_000;

/**
 * `npm run bench -- facts`: delivery of the facts of an hour without monitoring, first creating resources of the
 * policies, then with existing ones. Returns the number of missed goals.
 */
export async function reportFacts({ agents: systems }: { agents: number }): Promise<number> {
  const facts = systems * POLICIES;
  const work = async (bench: Bench): Promise<number> => {
    const gatewayPort = await findFreePort();
    const settings = { GATEWAY_JWKS_URL: `http://127.0.0.1:${gatewayPort}/auth/jwks.json` };
    const monitoringDb = await createDatabase(bench.server, 'monitoring', MONITORING_MIGRATIONS);
    const complianceDb = await createDatabase(bench.server, 'compliance', COMPLIANCE_MIGRATIONS);
    const monitoring = await bench.start(['dist/monitoring/main.js'], {
      DATABASE_URL: monitoringDb.url,
      SAMPLE_INVENTORY: 'off',
      ...settings,
    });
    const compliance = await bench.start(['dist/compliance/main.js'], { DATABASE_URL: complianceDb.url, ...settings });
    await startGateways(
      bench,
      {
        MONITORING_URL: `http://127.0.0.1:${monitoring.port}`,
        COMPLIANCE_URL: `http://127.0.0.1:${compliance.port}`,
      },
      gatewayPort,
    );
    await fillHosts(monitoringDb.adminUrl, systems);
    console.log(`\n${facts} facts of ${systems} systems with ${POLICIES} policies; ${loadAverage()}\n`);
    const services = { compliance, monitoring };
    const databaseMs = (): number => serverCpuMs(bench.server) ?? NaN;
    let missed = 0;
    for (const [turn, what] of ['first facts of policies', 'facts of policies that are known'].entries()) {
      const before = { ...measureUse(services), database: databaseMs() * 1000, ms: performance.now() };
      await queueFacts(complianceDb.adminUrl, systems, turn);
      await untilEmpty(complianceDb.adminUrl);
      const after = { ...measureUse(services), database: databaseMs() * 1000, ms: performance.now() };
      const seconds = (after.ms - before.ms) / 1000;
      missed += Number(
        judge({ figure: `${what}: until none waits`, value: seconds, unit: ' s', goal: { atMost: GOAL.seconds } }),
      );
      printFigure('  facts a second', roundFigure(facts / seconds));
      for (const part of ['compliance', 'monitoring', 'database'] as const)
        printFigure(`  ${part}: processor time`, `${roundFigure((after[part] - before[part]) / 1e6)} s`);
    }
    for (const [name, { process: child }] of Object.entries(services))
      printFigure(`${name}: resident memory`, `${(residentMiB(child.pid!) ?? NaN).toFixed(0)} MiB`);
    const [events] = await query<{ count: string }>(monitoringDb.adminUrl, 'SELECT count(*) AS count FROM event');
    missed += Number(
      judge({
        figure: 'events lost or twice',
        value: Math.abs(2 * facts - Number(events!.count)),
        goal: { atMost: GOAL.lost },
      }),
    );
    return missed;
  };
  // As in production: statistics follow changes.
  return withBench(work, { autovacuum_naptime: '30s' });
}

function measureUse({ compliance, monitoring }: Record<'compliance' | 'monitoring', Listener>) {
  const of = ({ process: { pid } }: Listener): number => cpuMicros(pid) ?? NaN;
  return { compliance: of(compliance), monitoring: of(monitoring) };
}

/** Agents whose machines are in inventory. */
async function fillHosts(url: string, systems: number): Promise<void> {
  await query(
    url,
    `WITH agent AS (
       INSERT INTO agent (name, owner, owner_subject, registered_ms, last_seen_ms)
       SELECT 'host-' || n, 'host-' || n, 'subject-' || n, 0, 0 FROM generate_series(1, $1::integer) n RETURNING name),
     platform AS (
       INSERT INTO resource (resource_type_id, category, resource_key, name, inventory_status, availability, agent_name,
                             created_ms, modified_ms, imported_ms)
       SELECT t.id, t.category, a.name, a.name, 'COMMITTED', 'UP', a.name, 0, 0, 0
         FROM agent a, resource_type t JOIN plugin p ON p.id = t.plugin_id
        WHERE t.name = 'Linux' AND p.name = 'Platforms'
       RETURNING id)
     INSERT INTO availability_record (resource_id, type, since_ms) SELECT platform.id, 'UP', 0 FROM platform`,
    [systems],
  );
  await query(url, 'ANALYZE');
}

/** A fact of each system and policy, as of a result that is worse than the one before. */
async function queueFacts(url: string, systems: number, turn: number): Promise<void> {
  const nowMs = Date.now();
  await query(
    url,
    `INSERT INTO monitoring_fact (org_id, system_id, created_at, fact)
     SELECT '${ORG}', md5(system::text)::uuid, now(), jsonb_build_object(
              'moment', $1::bigint * 1000 + policy, 'agent', 'host-' || system, 'subject', 'subject-' || system,
              'systemId', md5(system::text)::uuid, 'policyId', md5('policy' || policy)::uuid, 'policy', 'Policy ' || policy,
              'fresh', true, 'time', $1::bigint - 3600000, 'score', 60 + $2::integer, 'scoreWithExceptions', 70, 'failedRules', 3,
              'verdict', 'not_compliant', 'verdictWithExceptions', 'not_compliant',
              'events', jsonb_build_array(jsonb_build_object('severity', 'WARN', 'detail', 'Rule failed: r' || $2::integer)))
       FROM generate_series(1, ${POLICIES}) policy, generate_series(1, $3::integer) system`,
    [nowMs, turn, systems],
  );
  await query(
    url,
    `INSERT INTO swept_organisation (id, swept_at) VALUES ('${ORG}', 'epoch')
                    ON CONFLICT (id) DO UPDATE SET swept_at = 'epoch'`,
  );
}

async function untilEmpty(url: string): Promise<void> {
  for (const endMs = Date.now() + WITHIN_MS; Date.now() < endMs; await sleep(200)) {
    const rows = await query(url, 'SELECT 1 FROM monitoring_fact LIMIT 1');
    if (rows.length === 0) return;
  }
  throw new Error('the facts are not handed over');
}
