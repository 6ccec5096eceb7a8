import { MIGRATIONS } from '../apps/monitoring/src/data-source';
import { createDatabase, startLogin, withBench } from './bench-server';
import { fillInventory } from './inventory-data';
import { benchInventory, type InventoryFigures, startMonitoring } from './inventory-lists';
import { benchPlugin, type PluginFigures } from './inventory-plugin';
import { judge, loadAverage, roundFigure, printFigure } from './table';

export interface InventoryBenchOptions {
  resources: number;
  rounds: number;
  /** Names of requests, and `plugin`. */
  only: RegExp;
}

const GOAL = { importSeconds: 3, alone: 1.5 };

/** `npm run bench -- inventory`. Returns how many goals were missed. */
export async function reportInventory({ resources, rounds, only }: InventoryBenchOptions): Promise<number> {
  return withBench(async (bench) => {
    const database = await createDatabase(bench.server, 'inventory', MIGRATIONS);
    await fillInventory(database.adminUrl, resources);
    console.log(`${resources} resources made`);
    const service = await startMonitoring(bench, database.url, await startLogin(bench));
    const figures = await benchInventory(bench, database, { service, resources, rounds, only });
    const missed = reportRequests(figures, resources);
    return only.test('plugin') ? missed + reportPlugin(await benchPlugin(service, rounds)) : missed;
  });
}

const COLUMNS = [
  'req/s',
  'bare',
  'us CPU',
  'p50 alone',
  'p99 alone',
  'bare alone',
  'p50 of 32',
  'p99 of 32',
  'goal',
  'bare p99',
];
const NAME_WIDTH = 42;

function reportRequests(results: readonly InventoryFigures[], resources: number): number {
  if (results.length === 0) return 0;
  console.log(`\nRequests to ${resources} resources, medians of interleaved rounds, 32 clients; ${loadAverage()}\n`);
  console.log('  '.padEnd(NAME_WIDTH + 2) + COLUMNS.map((name) => name.padStart(11)).join(''));
  let missed = 0;
  for (const { scenario, service, bare } of results) {
    const cells = [
      service.requestsPerSecond,
      bare?.requestsPerSecond,
      service.cpuMicros,
      service.p50Alone,
      service.p99Alone,
      bare?.p99Alone,
      service.p50,
      service.p99,
      scenario.p99,
      bare?.p99,
    ];
    const misses = [
      ...(service.p99 > scenario.p99 ? ['p99'] : []),
      ...(bare && service.p99Alone > GOAL.alone * bare.p99Alone ? ['alone'] : []),
      ...(service.failed > 0 ? [`${service.failed} failed`] : []),
    ];
    missed += misses.length;
    const shown = cells.map((value) => (value === undefined ? '' : roundFigure(value)).padStart(11)).join('');
    const verdict = misses.length === 0 ? 'met' : `MISSED: ${misses.join(', ')}`;
    console.log(`  ${scenario.name.padEnd(NAME_WIDTH)}${shown}   ${verdict}`);
  }
  return missed;
}

function reportPlugin({ types, importSeconds, parserSeconds }: PluginFigures): number {
  console.log(`\nA plugin of ${types} types; ${loadAverage()}\n`);
  printFigure('one pass of the streaming parser', `${parserSeconds.toFixed(2)} s`);
  return Number(
    judge({ figure: 'deployment', value: importSeconds, unit: ' s', goal: { atMost: GOAL.importSeconds } }),
  );
}
