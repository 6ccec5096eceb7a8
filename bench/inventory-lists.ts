import { findFreePort } from '../tools/free-port';
import type { Bench, BenchLogin, DatabaseAddress } from './bench-server';
import { Profiler } from './cpu-profile';
import { type InventoryScenario, inventoryScenarios } from './inventory-scenarios';
import { type BareStatement, type Figures, interleaved, readRepeatedly, startBare, type Target } from './sample';

export interface InventoryFigures {
  scenario: InventoryScenario;
  service: Figures;
  bare?: Figures;
  /** Share of rendering in the time of an undisturbed request. */
  renderingShare: number;
}

export interface Service extends Target {
  profiler: Profiler;
}

const BASE_PATH = '/rest';
const RENDERERS = ['renderJson', 'renderXml', 'renderHtml'];
const PROFILED_SECONDS = 1;

/** Requests every scenario of the service and of the bare program, in turn, over several rounds. */
export async function benchInventory(
  bench: Bench,
  database: DatabaseAddress,
  { service, resources, rounds, only }: { service: Service; resources: number; rounds: number; only: RegExp },
): Promise<InventoryFigures[]> {
  const asked = inventoryScenarios(resources).filter(({ name }) => only.test(name));
  const bareProgram = await startBare(bench, database.adminUrl, bareOf(asked));
  const results: InventoryFigures[] = [];
  for (const scenario of asked) {
    const run = { target: asking(service, scenario), path: BASE_PATH + scenario.path };
    const runs = scenario.bare ? [run, { target: bareProgram, path: scenario.path }] : [run];
    const [figures, bare] = await interleaved(runs, { rounds, warmUpSeconds: 0.5, seconds: 1 });
    const renderingShare = await shareOfRendering(service, run);
    results.push({ scenario, service: figures!, ...(bare && { bare }), renderingShare });
  }
  return results;
}

const bareOf = (asked: readonly InventoryScenario[]): Record<string, BareStatement> =>
  Object.fromEntries(asked.flatMap(({ path, bare }) => (bare ? [[path, bare]] : [])));

const asking = (service: Service, { accept }: InventoryScenario): Target => ({
  ...service,
  headers: { ...service.headers, Accept: accept },
});

/** With one client, so that a request's time is its own: nothing else waits for the processor in it. */
async function shareOfRendering({ profiler }: Service, run: { target: Target; path: string }): Promise<number> {
  const [rendering] = await profiler.timeIn([RENDERERS], () => readRepeatedly(run, 1, PROFILED_SECONDS));
  return rendering! / (PROFILED_SECONDS * 1000);
}

/** The built service, and the token that its clients send. */
export async function startMonitoring(
  { start }: Bench,
  url: string,
  { settings, headers }: BenchLogin,
): Promise<Service> {
  const inspectPort = await findFreePort();
  const env = { DATABASE_URL: url, ...settings, SAMPLE_INVENTORY: 'false', JOBS_PER_PROCESS: '0' };
  const listener = await start([`--inspect=127.0.0.1:${inspectPort}`, 'dist/monitoring/main.js'], env);
  return { ...listener, headers, profiler: await Profiler.attach(inspectPort) };
}
