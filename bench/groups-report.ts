import { performance } from 'node:perf_hooks';
import { TestClock } from '@wardstone/clock';
import type { Database } from '@wardstone/database';
import { GroupCalculationQueries } from '../apps/monitoring/src/groups/group-calculation.queries';
import { GroupCalculationService } from '../apps/monitoring/src/groups/group-calculation.service';
import { GroupDefinitionQueries } from '../apps/monitoring/src/groups/group-definition.queries';
import { MembershipQueries } from '../apps/monitoring/src/groups/membership.queries';
import { InventoryChanges } from '../apps/monitoring/src/resources/inventory-changes';
import { InventoryQueries } from '../apps/monitoring/src/resources/inventory.queries';
import { InventoryService } from '../apps/monitoring/src/resources/inventory.service';
import { EXPRESSIONS, fillGroups } from '../apps/monitoring/src/groups/test/large-inventory';
import type { Bench } from './bench-server';
import { serverCpuMs, withMonitoringDatabase } from './monitoring-database';
import { judge, printFigure } from './table';

const RESOURCES = 100_000;
const DEFINITIONS = 100;
const GOAL_SECONDS = 5;

interface Figures {
  seconds: number;
  /** Processor time of the database and of this process together; undefined where the system does not report it. */
  cpuSeconds: number | undefined;
}

/** `npm run bench -- groups`. Returns how many goals were missed. */
export async function reportGroups(): Promise<number> {
  return withMonitoringDatabase(async (db, _url, bench) => {
    const resources = await fillGroups(db, RESOURCES, DEFINITIONS);
    const calculation = getCalculation(db);
    const definitions = await new GroupDefinitionQueries(db).list(undefined);
    console.log(`\nGroups of ${definitions.length} definitions over ${resources} resources\n`);
    let missed = 0;
    const measure = async (name: string, calculate: () => Promise<void>): Promise<void> => {
      const { seconds, cpuSeconds } = await timed(bench, calculate);
      missed += judge({ figure: name, value: seconds, unit: ' s', goal: { atMost: GOAL_SECONDS } }) ? 1 : 0;
      if (cpuSeconds !== undefined) printFigure('  of processor time', `${cpuSeconds.toFixed(2)} s`);
    };
    const all = async (): Promise<void> => {
      for (const { id } of definitions) await calculation.calculate(id);
    };
    await measure('all, the first time', all);
    await measure('all, nothing changed', all);
    await db.query(`UPDATE resource SET availability = 'DISABLED', version = '9' WHERE id % 100 = 0`);
    await measure('all, after one resource in a hundred changed', all);
    console.log();
    for (const [kind, [name]] of EXPRESSIONS.entries()) {
      const ofKind = definitions.filter((_, index) => toKind(definitions[index]!.name) === kind);
      const { seconds } = await timed(bench, async () => {
        for (const { id } of ofKind) await calculation.calculate(id);
      });
      printFigure(`one more time: ${name}`, `${((seconds / ofKind.length) * 1000).toFixed(1)} ms`);
    }
    console.log();
    for (const [name, expression, isRecursive] of LARGE) {
      const id = await define(db, name, expression, isRecursive);
      await measure(`${name}, the first time`, () => calculation.calculate(id));
      await measure(`${name}, nothing changed`, () => calculation.calculate(id));
    }
    return missed;
  });
}

/** Definitions that hold every resource. */
const LARGE: readonly (readonly [string, string[], boolean])[] = [
  ['all in groups of their types', ['groupby resource.type.name'], false],
  ['all below the platforms', ['resource.type.category = PLATFORM'], true],
];

function toKind(name: string): number {
  return Number(name.split(' ')[1]) % EXPRESSIONS.length;
}

async function define(db: Database, name: string, expression: string[], isRecursive: boolean): Promise<number> {
  const queries = new GroupDefinitionQueries(db);
  const definition = { name, description: null, expression, recalc_interval_ms: 0, is_recursive: isRecursive };
  return (await queries.insert(definition, 0))!;
}

function getCalculation(db: Database): GroupCalculationService {
  const changes = new InventoryChanges();
  return new GroupCalculationService(
    new GroupCalculationQueries(db),
    new GroupDefinitionQueries(db),
    new MembershipQueries(),
    new InventoryService(new InventoryQueries(), changes),
    changes,
    db,
    new TestClock(0),
  );
}

async function timed({ server }: Bench, work: () => Promise<void>): Promise<Figures> {
  const cpuBefore = serverCpuMs(server);
  const ownBefore = process.cpuUsage();
  const start = performance.now();
  await work();
  const seconds = (performance.now() - start) / 1000;
  const own = process.cpuUsage(ownBefore);
  const ownMs = (own.user + own.system) / 1000;
  const cpuSeconds = cpuBefore === undefined ? undefined : (serverCpuMs(server)! - cpuBefore + ownMs) / 1000;
  return { seconds, cpuSeconds };
}
