import { Client } from 'pg';
import type { BenchLogin } from './bench-server';
import { LARGEST_ORG } from './compliance-data';
import type { BenchDatabase } from './compliance-database';
import { type Scenario, scenarios, type Subjects } from './compliance-scenarios';
import { startListener } from './measuring';
import { type BareStatement, type Figures, type Sample, sample, startBare, summarise, type Target } from './sample';

export interface ScenarioFigures {
  scenario: Scenario;
  /** The service on each database, in the order they were given. */
  service: Figures[];
  /** The bare program on the last database. */
  bare?: Figures;
}

const BASE_PATH = '/api/compliance/v2';

/** Requests every scenario of the service on each database and of the bare program, in turn, over several rounds. */
export async function benchLists(
  databases: readonly BenchDatabase[],
  { login, rounds, seconds = 1, only }: { login: BenchLogin; rounds: number; seconds?: number; only: RegExp },
): Promise<ScenarioFigures[]> {
  const started: Target[] = [];
  try {
    const asked = await Promise.all(databases.map(async (one) => scenarios(one.scale, await findSubjects(one))));
    for (const database of databases) started.push(await startCompliance(database.url, login));
    const services = [...started];
    const bare = await startBare(databases.at(-1)!.adminUrl, bareOf(asked.at(-1)!));
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

/** The built service, and the token that its clients send. */
export async function startCompliance(url: string, { settings, headers }: BenchLogin): Promise<Target> {
  const listener = await startListener(['dist/compliance/main.js'], { DATABASE_URL: url, ...settings });
  return { ...listener, headers };
}

const bareOf = (asked: readonly Scenario[]): Record<string, BareStatement> =>
  Object.fromEntries(asked.flatMap(({ path, bare }) => (bare ? [[path, bare]] : [])));
