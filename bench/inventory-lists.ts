import type { Bench, BenchLogin, DatabaseAddress } from './bench-server';
import { type InventoryScenario, inventoryScenarios } from './inventory-scenarios';
import { type BareStatement, type Figures, interleaved, startBare, type Target } from './sample';

export interface InventoryFigures {
  scenario: InventoryScenario;
  service: Figures;
  bare?: Figures;
}

const BASE_PATH = '/rest';

/** Requests every scenario of the service and of the bare program, in turn, over several rounds. */
export async function benchInventory(
  bench: Bench,
  database: DatabaseAddress,
  { service, resources, rounds, only }: { service: Target; resources: number; rounds: number; only: RegExp },
): Promise<InventoryFigures[]> {
  const chosen = inventoryScenarios(resources).filter(({ name }) => only.test(name));
  const bareProgram = await startBare(bench, database.adminUrl, getBareStatements(chosen));
  const results: InventoryFigures[] = [];
  for (const scenario of chosen) {
    const run = { target: asking(service, scenario), path: BASE_PATH + scenario.path };
    const runs = scenario.bare ? [run, { target: bareProgram, path: scenario.path }] : [run];
    const [figures, bare] = await interleaved(runs, { rounds, warmUpSeconds: 0.5, seconds: 1 });
    results.push({ scenario, service: figures!, ...(bare && { bare }) });
  }
  return results;
}

const getBareStatements = (chosen: readonly InventoryScenario[]): Record<string, BareStatement> =>
  Object.fromEntries(chosen.flatMap(({ path, bare }) => (bare ? [[path, bare]] : [])));

const asking = (service: Target, { accept }: InventoryScenario): Target => ({
  ...service,
  headers: { ...service.headers, Accept: accept },
});

/** The built service, and the token that its clients send. */
export async function startMonitoring(
  { start }: Bench,
  url: string,
  { settings, headers }: BenchLogin,
): Promise<Target> {
  const env = { DATABASE_URL: url, ...settings, SAMPLE_INVENTORY: 'false', JOBS_PER_PROCESS: '0' };
  return { ...(await start(['dist/monitoring/main.js'], env)), headers };
}
