import path from 'node:path';
import { AccountStore, PasswordHasher } from '@wardstone/auth';
import { SystemClock } from '@wardstone/clock';
import { Client } from 'pg';
import { LARGEST_ORG } from './compliance-data';
import type { BenchDatabase } from './compliance-database';
import { scenarios } from './compliance-scenarios';
import type { Scenario, Subjects } from './compliance-scenarios';
import { load, quantile } from './http-load';
import { cpuMicros, median, startListener } from './measuring';
import type { Listener } from './measuring';

/** What one target showed in one scenario: medians over the rounds. */
export interface Figures {
  requestsPerSecond: number;
  /** Processor time of the answering process, without the database's; undefined where the system does not tell. */
  cpuMicros: number | undefined;
  /** Milliseconds, of a single client and of thirty-two. */
  p50Alone: number;
  p99Alone: number;
  p50: number;
  p99: number;
  /** Answers other than 200, over all rounds. */
  failed: number;
}

export interface ScenarioFigures {
  scenario: Scenario;
  /** The service on each database, in the order they were given. */
  service: Figures[];
  /** The bare program on the last database. */
  bare?: Figures;
}

export interface Target extends Listener {
  headers: Record<string, string>;
}

interface Sample {
  rate: number;
  cpu: number | undefined;
  alone: [number, number];
  crowd: [number, number];
  failed: number;
}

const CONNECTIONS = 32;
const PASSWORD = 'a password for the bench';
const BASE_PATH = '/api/compliance/v2';

/** Asks every scenario of the service on each database and of the bare program, in turn, over several rounds. */
export async function benchLists(
  databases: readonly BenchDatabase[],
  { folder, rounds = 3, seconds = 1, only = /./ }: { folder: string; rounds?: number; seconds?: number; only?: RegExp },
): Promise<ScenarioFigures[]> {
  const started: Target[] = [];
  try {
    const asked = await Promise.all(databases.map(async (one) => scenarios(one.scale, await findSubjects(one))));
    for (const database of databases) started.push(await startCompliance(database.url, folder));
    const services = [...started];
    const bare = await startBare(databases.at(-1)!.adminUrl, asked.at(-1)!);
    started.push(bare);
    const results: ScenarioFigures[] = [];
    for (const [index, scenario] of asked.at(-1)!.entries()) {
      if (!only.test(scenario.name)) continue;
      const runs = services.map((target, at) => ({ target, path: BASE_PATH + asked[at]![index]!.path }));
      if (scenario.bare) runs.push({ target: bare, path: scenario.path });
      const samples = runs.map(() => [] as Sample[]);
      for (const run of runs) await sample(run, 0.2);
      for (let round = 0; round < rounds; round++) {
        for (const [at, run] of runs.entries()) samples[at]!.push(await sample(run, seconds));
      }
      const figures = samples.map(summarise);
      const service = figures.slice(0, services.length);
      results.push({ scenario, service, ...(scenario.bare ? { bare: figures.at(-1)! } : {}) });
    }
    return results;
  } finally {
    for (const { process: child } of started) child.kill('SIGTERM');
  }
}

async function sample({ target, path }: { target: Target; path: string }, seconds: number): Promise<Sample> {
  const { port, headers } = target;
  const alone = await load({ port, headers, paths: [path], connections: 1, seconds: seconds / 2 });
  const before = cpuMicros(target.process.pid);
  const crowd = await load({ port, headers, paths: [path], connections: CONNECTIONS, seconds });
  const after = cpuMicros(target.process.pid);
  return {
    rate: crowd.requests / crowd.seconds,
    cpu: before !== undefined && after !== undefined ? (after - before) / crowd.requests : undefined,
    alone: [quantile(alone.latencies, 0.5), quantile(alone.latencies, 0.99)],
    crowd: [quantile(crowd.latencies, 0.5), quantile(crowd.latencies, 0.99)],
    failed: alone.failed + crowd.failed,
  };
}

function summarise(samples: readonly Sample[]): Figures {
  const of = (pick: (sample: Sample) => number): number => median(samples.map(pick));
  return {
    requestsPerSecond: of(({ rate }) => rate),
    cpuMicros: samples.some(({ cpu }) => cpu === undefined) ? undefined : of(({ cpu }) => cpu!),
    p50Alone: of(({ alone }) => alone[0]),
    p99Alone: of(({ alone }) => alone[1]),
    p50: of(({ crowd }) => crowd[0]),
    p99: of(({ crowd }) => crowd[1]),
    failed: samples.reduce((sum, { failed }) => sum + failed, 0),
  };
}

async function findSubjects({ adminUrl }: BenchDatabase): Promise<Subjects> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  const { rows } = await client.query<Subjects>(
    `SELECT (SELECT p.title FROM policy p WHERE p.org_id = $1 ORDER BY p.id OFFSET 100 LIMIT 1) AS title,
            (SELECT s.id FROM system s WHERE s.org_id = $1 ORDER BY s.id LIMIT 1) AS "systemId",
            (SELECT g.id FROM security_guide g ORDER BY g.id LIMIT 1) AS "guideId",
            (SELECT count(*)::integer FROM policy p WHERE p.org_id = $1 AND p.os_major_version <> 9) AS "filteredCount"`,
    [LARGEST_ORG],
  );
  await client.end();
  return rows[0]!;
}

/** The built service, with Basic credentials of a local account. */
export async function startCompliance(url: string, folder: string): Promise<Target> {
  const accountsFile = path.join(folder, 'accounts.json');
  const accounts = new AccountStore({ file: accountsFile, clock: new SystemClock(), hasher: new PasswordHasher() });
  if (!(await accounts.list()).some(({ username }) => username === 'bench')) {
    await accounts.add({ username: 'bench', password: PASSWORD, roles: ['admin'], orgId: LARGEST_ORG });
  }
  const listener = await startListener(['dist/compliance/main.js'], { DATABASE_URL: url, ACCOUNTS_FILE: accountsFile });
  const credentials = Buffer.from(`bench:${PASSWORD}`).toString('base64');
  return { ...listener, headers: { Authorization: `Basic ${credentials}` } };
}

async function startBare(url: string, asked: readonly Scenario[]): Promise<Target> {
  const lists = asked.flatMap(({ path: target, bare }) => (bare ? [[target, bare] as const] : []));
  const env = { DATABASE_URL: url, LISTS: JSON.stringify(Object.fromEntries(lists)) };
  return { ...(await startListener(['bench/bare-lists.mjs'], env)), headers: {} };
}
