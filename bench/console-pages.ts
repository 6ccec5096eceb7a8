import type { Client } from 'pg';
import type { Page } from 'puppeteer-core';
import { findAddresses } from '../tools/screenshots/addresses';
import { inParallel } from '../tools/requests/in-parallel';
import type { Call, Caller } from '../tools/requests/caller';
import type { RunningSystem } from '../tools/system';
import { withClient } from './bench-server';
import { median } from './measuring';
import { judge } from './table';

/** Paper has all results of a policy on one page. */
const WHOLE = 'policy-print';
const GOAL = { requests: 6, requestsOfOverview: 4, slowestMs: 1000, kB: 200 };
const OPEN_ALERTS = 5_000;
const DEFINITIONS = 50;
const MEMBERS = 10_000;
const POINTS_AT_ONCE = 5_000;
/** Number of points of each member: eight hours. */
const POINTS = 48;
const INTERVAL_MS = 600_000;
const SYSTEMS = 2_000;
/** Rules that a result lists. */
const RULES = 20;
const COMPLIANCE = '/api/compliance/v2';
const WIDTH = 8;
const QUIET_MS = 500;

/** Databases of the system, as superuser, to write data that would take agents or scans long. */
export interface PageDatabases {
  monitoring: string;
  compliance: string;
}

/** Open alerts all over the inventory, a group of 10,000 members with values, and a policy of 2,000 systems with results. */
export async function fillPages(call: Call, { monitoring, compliance }: PageDatabases): Promise<void> {
  await inDatabase(monitoring, fillAlerts);
  const schedules = await inDatabase(monitoring, fillGroup);
  const now = Date.now();
  await runMany((POINTS * schedules.length) / POINTS_AT_ONCE, async (at) => {
    const points = Array.from({ length: POINTS_AT_ONCE }, (_point, n) => {
      const place = at * POINTS_AT_ONCE + n;
      const timeStamp = now - (POINTS - Math.floor(place / schedules.length)) * INTERVAL_MS;
      return { scheduleId: schedules[place % schedules.length], timeStamp, value: (place * 37) % 101 };
    });
    await call('POST', '/rest/metric/data/raw', points);
  });
  const policy = await makePolicy(call);
  await inDatabase(compliance, (client) => fillResults(client, policy));
}

function inDatabase<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  return withClient(url, async (client) => {
    const result = await work(client);
    await client.query('VACUUM (ANALYZE)');
    return result;
  });
}

async function fillAlerts(client: Client): Promise<void> {
  await client.query(
    `INSERT INTO alert_definition (resource_type_id, name, is_enabled, priority, recovery_id, condition_mode,
                                   dampening_category, dampening_count, dampening_period)
     SELECT t.id, 'Definition ' || n, true, (ARRAY['HIGH', 'MEDIUM', 'LOW'])[1 + n % 3], 0, 'ANY', 'NONE', 0, 0
       FROM generate_series(1, $1::integer) n, resource_type t WHERE t.name = 'Bench service'`,
    [DEFINITIONS],
  );
  await client.query(
    `WITH watched AS (
       SELECT r.id, row_number() OVER (ORDER BY r.id DESC) AS n FROM resource r WHERE r.category = 'SERVICE'
        ORDER BY r.id DESC LIMIT $1),
     child AS (
       INSERT INTO alert_definition (resource_id, parent_id, name, is_enabled, priority, recovery_id, condition_mode,
                                     dampening_category, dampening_count, dampening_period)
       SELECT w.id, d.id, d.name, true, d.priority, 0, 'ANY', 'NONE', 0, 0
         FROM watched w
         JOIN alert_definition d ON d.name = 'Definition ' || (1 + w.n % $2::integer) AND d.parent_id IS NULL
       RETURNING id, resource_id),
     fired AS (
       INSERT INTO alert (alert_definition_id, resource_id, fired_ms, description, rules, occurrences)
       SELECT c.id, c.resource_id, (extract(epoch FROM now()) * 1000)::bigint - c.id * 1000, 'Metric 1 > 90', '{}', '{}'
         FROM child c RETURNING id)
     INSERT INTO alert_hold (alert_id, is_held, reason, until_ms) SELECT f.id, false, NULL, 8e15 FROM fired f`,
    [OPEN_ALERTS, DEFINITIONS],
  );
  await client.query(`UPDATE resource SET availability = 'DOWN' WHERE category = 'SERVICE' AND id % 500 = 0`);
}

/** Returns the schedules of a metric of its members. */
async function fillGroup(client: Client): Promise<number[]> {
  await client.query(
    `WITH made AS (
       INSERT INTO resource_group (name, resource_type_id, is_recursive, modified_ms)
       SELECT 'All services', t.id, false, 0 FROM resource_type t WHERE t.name = 'Bench service' RETURNING id)
     INSERT INTO resource_group_member (resource_group_id, resource_id, is_explicit)
     SELECT made.id, r.id, true
       FROM made, (SELECT r.id FROM resource r WHERE r.category = 'SERVICE' ORDER BY r.id DESC LIMIT $1) r`,
    [MEMBERS],
  );
  const { rows } = await client.query<{ id: number }>(
    `SELECT s.id FROM resource_group_member m
       JOIN metric_schedule s ON s.resource_id = m.resource_id
       JOIN metric_definition d ON d.id = s.metric_definition_id AND d.position = 1
      ORDER BY s.id`,
  );
  return rows.map(({ id }) => id);
}

/** A policy of all systems. */
async function makePolicy(call: Call): Promise<string> {
  const first = async (list: string): Promise<string> =>
    (await call<{ data: { id: string }[] }>('GET', `${COMPLIANCE}/${list}?limit=1`)).data[0]!.id;
  const profiles = `security_guides/${await first('security_guides')}/profiles`;
  const profile_id = await first(profiles);
  await call('PUT', `${COMPLIANCE}/${profiles}/${profile_id}/os_minor_versions`, { os_minor_versions: [0] });
  const policy = { title: 'All systems', profile_id };
  const { id } = (await call<{ data: { id: string } }>('POST', `${COMPLIANCE}/policies`, policy)).data;
  const ids: string[] = [];
  await runMany(SYSTEMS, async (at) => {
    const system = { display_name: `system-${at}.example.test`, os_major_version: 9, os_minor_version: 0 };
    ids.push((await call<{ data: { id: string } }>('POST', `${COMPLIANCE}/systems`, system)).data.id);
  });
  await call('POST', `${COMPLIANCE}/policies/${id}/systems`, { ids });
  return id;
}

async function fillResults(client: Client, policy: string): Promise<void> {
  await client.query(
    `INSERT INTO test_result (org_id, tailoring_id, report_id, system_id, end_time, score, supported, failed_rule_count,
                              passed_rule_count)
     SELECT t.org_id, t.id, t.policy_id, s.system_id, now(), 100.0 * row_number() OVER (ORDER BY s.system_id) / $2, true, $3, 0
       FROM tailoring t JOIN policy_system s ON s.policy_id = t.policy_id WHERE t.policy_id = $1`,
    [policy, SYSTEMS, RULES],
  );
  await client.query(
    `WITH rule AS MATERIALIZED (
       SELECT r.id, r.security_guide_id FROM policy p JOIN rule r ON r.security_guide_id = p.security_guide_id
        WHERE p.id = $1 ORDER BY r.precedence LIMIT $2),
     numbered AS (
       INSERT INTO rule_number (rule_id, security_guide_id) SELECT rule.id, rule.security_guide_id FROM rule
       RETURNING number, security_guide_id)
     INSERT INTO rule_outcome (org_id, test_result_id, security_guide_id, result, rule_numbers)
     SELECT r.org_id, r.id, n.security_guide_id, 'fail', array_agg(n.number)
       FROM test_result r, numbered n
      WHERE r.report_id = $1
      GROUP BY r.org_id, r.id, n.security_guide_id`,
    [policy, RULES],
  );
}

interface PageCost {
  requests: number;
  kB: number;
  readyMs: number;
  /** Duration of the slowest request. */
  slowestMs: number;
  slowest: string;
  /** Number of rows of tables and trees. */
  rows: number;
}

/** Measures every page of the console; true for each goal that a page misses. */
export async function measurePages(
  page: Page,
  system: RunningSystem,
  { caller, rounds }: { caller: Caller; rounds: number },
): Promise<boolean[]> {
  const line = (name: string, ...cells: (number | string)[]): void =>
    console.log(`  ${name.padEnd(24)} ${cells.map((cell) => String(cell).padStart(9)).join(' ')}`);
  line('page', 'requests', 'kB', 'ready ms', 'rows', 'slowest', '');
  const missed: boolean[] = [];
  for (const [name, address] of Object.entries(await toPages(system, caller))) {
    if (!address.startsWith('/console/')) continue;
    const cost = await getCost(page, system.gatewayUrl + address, rounds);
    line(
      name,
      cost.requests,
      Math.round(cost.kB),
      Math.round(cost.readyMs),
      cost.rows,
      Math.round(cost.slowestMs),
      cost.slowest,
    );
    if (name === WHOLE) continue;
    const most = name === 'overview' ? GOAL.requestsOfOverview : GOAL.requests;
    const own = (figure: string, value: number, atMost: number, unit = ''): boolean =>
      value > atMost && judge({ figure: `${name}: ${figure}`, value, unit, goal: { atMost } });
    missed.push(
      own('requests', cost.requests, most),
      own('slowest request', cost.slowestMs, GOAL.slowestMs, ' ms'),
      own('responses', cost.kB, GOAL.kB, ' kB'),
    );
  }
  return missed;
}

/** The pages of the screenshots, and lists in an order that sorts all of their rows. */
async function toPages(system: RunningSystem, { call }: Caller): Promise<Readonly<Record<string, string>>> {
  const found = await findAddresses(system);
  const group = found.group!.slice('/console'.length).replace('groups', 'group');
  const [metric] = await call<{ definitionId: number }[]>('GET', `/rest${group}/metricDefinitions`);
  return {
    ...found,
    'group-by-value': `${found.group}?metric=${metric!.definitionId}&sort=-value`,
    'group-by-alerts': `${found.group}?sort=-alerts`,
    'problems-by-host': '/console/problems?sort=hostName&page=50',
    'alerts-far': '/console/alerts?page=200',
    'systems-far': '/console/compliance/systems?page=90',
    'policy-print': `${found.policy}/print`,
  };
}

interface PageRequest {
  name: string;
  bytes: number;
  endMs: number;
}

/** Without the one that every page begins with: who the caller is. */
const REQUESTS = `performance.getEntriesByType('resource')
  .filter(({ name }) => /^\\/(rest|api|auth)\\//.test(new URL(name).pathname) && !name.endsWith('/auth/caller'))
  .map(({ name, encodedBodySize, responseEnd }) => ({ name, bytes: encodedBodySize, endMs: responseEnd }))`;

/** Requests of the page so far. */
export async function countRequests(page: Page): Promise<PageRequest[]> {
  return (await page.evaluate(REQUESTS)) as PageRequest[];
}

async function getCost(page: Page, address: string, rounds: number): Promise<PageCost> {
  await page.goto(address);
  await page.waitForSelector('h1');
  await page.waitForNetworkIdle({ idleTime: QUIET_MS });
  const requests = await countRequests(page);
  const rows = (await page.evaluate("document.querySelectorAll('main tr, main [role=treeitem]').length")) as number;
  const slowest = { ms: 0, path: '-' };
  for (const { name } of requests) {
    const ms = await measureTime(page, name, rounds);
    if (ms > slowest.ms) Object.assign(slowest, { ms, path: new URL(name).pathname });
  }
  return {
    requests: requests.length,
    kB: requests.reduce((sum, { bytes }) => sum + bytes, 0) / 1000,
    readyMs: Math.max(0, ...requests.map(({ endMs }) => endMs)),
    slowestMs: slowest.ms,
    slowest: slowest.path,
    rows,
  };
}

/** The median of several rounds, one page at a time, because concurrent ones would compete for processors. */
export async function measureTime(page: Page, address: string, rounds: number): Promise<number> {
  const timed = `(async () => {
    const begun = performance.now();
    await (await fetch(${JSON.stringify(address)}, { cache: 'no-store', headers: { accept: 'application/json' } })).text();
    return performance.now() - begun;
  })()`;
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) times.push((await page.evaluate(timed)) as number);
  return median(times);
}

/** Runs the work concurrently, within a connection pool. */
export function runMany(count: number, work: (at: number) => Promise<unknown>): Promise<void> {
  return inParallel(Array.from({ length: count }).keys(), WIDTH, work);
}
