import type { BenchLogin, DatabaseAddress } from './bench-server';
import { Profiler } from './cpu-profile';
import { type InventoryScenario, inventoryScenarios } from './inventory-scenarios';
import { freePort, startListener } from './measuring';
import {
  type BareStatement,
  type Figures,
  readRepeatedly,
  type Sample,
  sample,
  startBare,
  summarise,
  type Target,
} from './sample';

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
  database: DatabaseAddress,
  service: Service,
  { resources, rounds, only }: { resources: number; rounds: number; only: RegExp },
): Promise<InventoryFigures[]> {
  const asked = inventoryScenarios(resources).filter(({ name }) => only.test(name));
  const bareProgram = await startBare(database.adminUrl, bareOf(asked));
  try {
    const results: InventoryFigures[] = [];
    for (const scenario of asked) {
      const run = { target: asking(service, scenario), path: BASE_PATH + scenario.path };
      const runs = scenario.bare ? [run, { target: bareProgram, path: scenario.path }] : [run];
      const samples = runs.map(() => [] as Sample[]);
      for (const one of runs) await sample(one, 0.5);
      for (let round = 0; round < rounds; round++) {
        for (const [at, one] of runs.entries()) samples[at]!.push(await sample(one, 1));
      }
      const [figures, bare] = samples.map(summarise);
      const renderingShare = await shareOfRendering(service, run);
      results.push({ scenario, service: figures!, ...(bare && { bare }), renderingShare });
    }
    return results;
  } finally {
    bareProgram.process.kill('SIGTERM');
  }
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
export async function startMonitoring(url: string, { settings, headers }: BenchLogin): Promise<Service> {
  const inspectPort = await freePort();
  const env = { DATABASE_URL: url, ...settings, SAMPLE_INVENTORY: 'false', JOBS_PER_PROCESS: '0' };
  const listener = await startListener([`--inspect=127.0.0.1:${inspectPort}`, 'dist/monitoring/main.js'], env);
  return { ...listener, headers, profiler: await Profiler.attach(inspectPort) };
}
