import { type Bench, type BenchLogin, query } from './bench-server';
import { type BenchDatabase, LARGEST_ORG } from './compliance-data';
import { type Scenario, scenarios, type Subjects } from './compliance-scenarios';
import { type BareStatement, type Figures, interleaved, startBare, type Target } from './sample';

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
  bench: Bench,
  databases: readonly BenchDatabase[],
  { login, rounds, seconds = 1, only }: { login: BenchLogin; rounds: number; seconds?: number; only: RegExp },
): Promise<ScenarioFigures[]> {
  const chosen = await Promise.all(databases.map(async (one) => scenarios(one.scale, await findSubjects(one))));
  const services = await Promise.all(databases.map(({ url }) => startCompliance(bench, url, login)));
  const bareProgram = await startBare(bench, databases.at(-1)!.adminUrl, getBareStatements(chosen.at(-1)!));
  const results: ScenarioFigures[] = [];
  for (const [index, scenario] of chosen.at(-1)!.entries()) {
    if (!only.test(scenario.name)) continue;
    const runs = services.map((target, at) => ({ target, path: BASE_PATH + chosen[at]![index]!.path }));
    if (scenario.bare) runs.push({ target: bareProgram, path: scenario.path });
    const figures = await interleaved(runs, { rounds, warmUpSeconds: 0.2, seconds });
    const service = figures.slice(0, services.length);
    results.push({ scenario, service, ...(scenario.bare ? { bare: figures.at(-1)! } : {}) });
  }
  return results;
}

async function findSubjects({ adminUrl }: BenchDatabase): Promise<Subjects> {
  const rows = await query<Subjects>(
    adminUrl,
    `SELECT (SELECT p.title FROM policy p WHERE p.org_id = $1 ORDER BY p.id OFFSET 100 LIMIT 1) AS title,
            (SELECT s.id FROM system s WHERE s.org_id = $1 ORDER BY s.id LIMIT 1) AS "systemId",
            (SELECT g.id FROM security_guide g ORDER BY g.id LIMIT 1) AS "guideId",
            (SELECT count(*)::integer FROM policy p WHERE p.org_id = $1 AND p.os_major_version <> 9) AS "filteredCount"`,
    [LARGEST_ORG],
  );
  return rows[0]!;
}

/** The built service, and the token that its clients send. */
export async function startCompliance(
  { start }: Bench,
  url: string,
  { settings, headers }: BenchLogin,
): Promise<Target> {
  const listener = await start(['dist/compliance/main.js'], { DATABASE_URL: url, ...settings });
  return { ...listener, headers };
}

const getBareStatements = (chosen: readonly Scenario[]): Record<string, BareStatement> =>
  Object.fromEntries(chosen.flatMap(({ path, bare }) => (bare ? [[path, bare]] : [])));
