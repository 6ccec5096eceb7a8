import { MIGRATIONS } from '../apps/monitoring/src/data-source';
import { dropAlerts, fillAlerts, fillSilences } from './alerts-data';
import { benchLatency, cpuOfBoth, PointStream, readAlerts } from './alerts-latency';
import { type BuiltInFigures, medianFigures, runBuiltInRound, startBuiltInSide } from './alerts-built-in';
import { reportExpressions } from './alerts-expressions';
import { benchOutbox } from './alerts-outbox';
import { type Bench, createDatabase, plainIdentity, withBench } from './bench-server';
import { median } from './measuring';
import type { Target } from './sample';
import { judge, loadAverage, printFigure } from './table';

const RESOURCES = 1_000;
const METRICS = 20;
const POINTS_PER_SECOND = 20_000;
const SECONDS = 30;
/** Duration of each turn of the compared sides. */
const TURN_SECONDS = 10;
const TURNS = 10;
const NOTIFICATIONS = 3_000;
/** The time of each row's commit is read. */
const SETTINGS = { track_commit_timestamp: 'on', autovacuum_naptime: '1min' };
const SILENCES = 1_000;
/** More values above the middle in a row than ever occur. */
const NEVER_IN_A_ROW = 40;
const GOAL = { p99Ms: 1000, pointsShare: 0.95, engineShare: 0.12 };

/** `npm run bench -- alerts`. Returns how many goals were missed. */
export async function reportAlerts({ only }: { only: RegExp }): Promise<number> {
  const missed = only.test('latency') ? await reportDelay() : 0;
  if (only.test('built-in')) await reportBuiltIn();
  await reportExpressions(only);
  return only.test('engine') ? missed + (await reportEngine()) : missed;
}

async function reportDelay(): Promise<number> {
  return withBench(async (bench) => {
    const { url } = await createDatabase(bench.server, 'alerts', MIGRATIONS);
    const inventory = await fillAlerts(url, { resources: RESOURCES, metrics: METRICS });
    const target = await startService(bench, url);
    console.log(
      `\n${inventory.definitionIds.length} conditions, ${RESOURCES * METRICS} metrics, ` +
        `${POINTS_PER_SECOND} points/s for ${SECONDS} s; ${loadAverage()}\n`,
    );
    const options = { pointsPerSecond: POINTS_PER_SECOND, seconds: SECONDS };
    const latency = await benchLatency(bench.server, { url, target, inventory }, options);
    const missed = reportLatency(latency);
    const outbox = await benchOutbox(url, inventory, NOTIFICATIONS);
    console.log(`\nThe outbox with ${outbox.notifications} webhooks, 4 jobs at a time; ${loadAverage()}\n`);
    printFigure('notifications delivered', `${outbox.perSecond.toFixed(0)}/s`);
    printFigure('documents that arrived', String(outbox.arrived));
    return missed;
  }, SETTINGS);
}

/**
 * Measures what conditions and silences add to the processor time of ingest. Each side has its own database server and
 * takes its turn; all work of service and server in a round counts, including background work in the turns of others.
 */
async function reportEngine(): Promise<number> {
  return withBenches(3, async ([plain, watched, firing]) => {
    const sides = [
      await startSide(plain!, { conditions: false, hasSigns: false }),
      await startSide(watched!, { conditions: true, hasSigns: false }),
      await startSide(firing!, { conditions: true, hasSigns: true }),
    ] as const;
    for (const { stream } of sides) stream.forget();
    const fired = (await readAlerts(sides[2].url)).alerts;
    const seen = [sides.map(spentBy)];
    for (let turn = 0; turn < TURNS; turn++) {
      for (const { stream } of sides) await stream.run(TURN_SECONDS);
      seen.push(sides.map(spentBy));
    }
    const { alerts } = await readAlerts(sides[2].url);
    for (const { stream } of sides) stream.close();
    const costs = sides.map((_side, i) => getCost(seen.map((spent) => spent[i])));
    return judgeEngine(costs, (alerts - fired) / sides[2].stream.stored);
  });
}

/** Cost of built-in definitions at ingest: 200 healthy hosts, alternately with and without them. */
async function reportBuiltIn(): Promise<void> {
  await withBenches(2, async ([without, withThem]) => {
    const sides = [await startBuiltInSide(without!, false), await startBuiltInSide(withThem!, true)] as const;
    for (const side of sides) await runBuiltInRound(side);
    const seen: BuiltInFigures[][] = [[], []];
    for (let turn = 0; turn < TURNS; turn++) {
      for (const [i, side] of sides.entries()) seen[i]!.push(await runBuiltInRound(side));
    }
    console.log(`\n${sides[1].series} series of 200 hosts, in turn; ${loadAverage()}\n`);
    for (const [i, side] of sides.entries()) {
      const { pointsPerSecond, service, database } = medianFigures(seen[i]!);
      printFigure(
        `with ${side.definitions} built-in definitions, those on resources included`,
        `${pointsPerSecond.toFixed(0)} points/s; per point ${(service + database).toFixed(1)} us: service ` +
          `${service.toFixed(1)}, database ${database.toFixed(1)}`,
      );
    }
  });
}

function withBenches<T>(
  count: number,
  work: (benches: readonly Bench[]) => Promise<T>,
  benches: readonly Bench[] = [],
): Promise<T> {
  if (count === 0) return work(benches);
  return withBench((bench) => withBenches(count - 1, work, [...benches, bench]), SETTINGS);
}

type Side = Awaited<ReturnType<typeof startSide>>;

/** Microseconds. */
interface Cost {
  service: number;
  database: number;
}

/** So far. */
function spentBy({ bench, target, stream }: Side): (Cost & { points: number }) | undefined {
  const cpu = cpuOfBoth(bench.server, target);
  return cpu && { ...cpu, points: stream.stored };
}

/** Median cost of a point over the rounds. */
function getCost(seen: readonly ReturnType<typeof spentBy>[]): Cost | undefined {
  const rounds = seen.flatMap((spent, i) => {
    const before = seen[i - 1];
    return spent && before ? [{ spent, before, points: spent.points - before.points }] : [];
  });
  if (rounds.length === 0) return undefined;
  const of = (key: keyof Cost): number =>
    median(rounds.map(({ spent, before, points }) => (spent[key] - before[key]) / points));
  return { service: of('service'), database: of('database') };
}

function judgeEngine(costs: readonly (Cost | undefined)[], alertsPerPoint: number): number {
  if (costs.some((cost) => cost === undefined)) return 0;
  const total = ({ service, database }: Cost): number => service + database;
  const [ingest, conditions, alerts] = (costs as Cost[]).map(total) as [number, number, number];
  const names = ['without conditions', 'with conditions and silences, of which none fires', 'where so many fire'];
  console.log(`\nThe same with and without conditions, and ${SILENCES} silences, in turn; ${loadAverage()}\n`);
  for (const [i, name] of names.entries()) {
    const { service, database } = costs[i]!;
    printFigure(
      `processor time per point ${name}`,
      `${(service + database).toFixed(2)} us: service ${service.toFixed(2)}, database ${database.toFixed(2)}`,
    );
  }
  printFigure('alerts', `${(alertsPerPoint * POINTS_PER_SECOND).toFixed(0)}/s`);
  printFigure('processor time of an alert', `${((alerts - conditions) / alertsPerPoint).toFixed(0)} us`);
  printFigure('share while many alerts fire', ((alerts - ingest) / alerts).toFixed(2));
  const share = (conditions - ingest) / conditions;
  return judge({ figure: 'share of conditions and silences', value: share, goal: { atMost: GOAL.engineShare } })
    ? 1
    : 0;
}

async function startSide(bench: Bench, { conditions, hasSigns }: { conditions: boolean; hasSigns: boolean }) {
  const { url } = await createDatabase(bench.server, 'alerts', MIGRATIONS);
  const inARow = hasSigns ? 3 : NEVER_IN_A_ROW;
  const inventory = await fillAlerts(url, { resources: RESOURCES, metrics: METRICS, inARow });
  if (conditions) await fillSilences(url, SILENCES);
  else await dropAlerts(url);
  const target = await startService(bench, url);
  const stream = new PointStream(target, inventory, POINTS_PER_SECOND, hasSigns);
  await stream.run(TURN_SECONDS);
  return { bench, url, target, stream };
}

function reportLatency(figures: Awaited<ReturnType<typeof benchLatency>>): number {
  const share = figures.pointsPerSecond / figures.wantedPerSecond;
  const verdicts = [
    judge({ figure: 'points stored, of those wanted', value: share, goal: { atLeast: GOAL.pointsShare } }),
    judge({
      figure: 'from submission to stored alert, p99',
      value: figures.p99,
      unit: ' ms',
      goal: { atMost: GOAL.p99Ms },
    }),
    judge({ figure: 'facts without exactly one alert', value: figures.wrong, goal: { atMost: 0 } }),
  ];
  printFigure('from submission to stored alert, median', `${figures.p50.toFixed(0)} ms`);
  printFigure('from submission to stored alert, most', `${figures.most.toFixed(0)} ms`);
  printFigure('until the point is stored and acknowledged, p99', `${figures.requestP99.toFixed(0)} ms`);
  printFigure('facts; alerts in total', `${figures.signs}; ${figures.alerts}`);
  if (figures.cpuMicros !== undefined) {
    printFigure('processor time of the service per point', `${figures.cpuMicros.toFixed(1)} us`);
    printFigure('processor time of the database per point', `${figures.databaseCpuMicros!.toFixed(1)} us`);
  }
  return verdicts.filter(Boolean).length;
}

async function startService({ start }: Bench, url: string): Promise<Target> {
  const { settings, headers } = plainIdentity('default');
  const env = {
    DATABASE_URL: url,
    ...settings,
    SAMPLE_INVENTORY: 'false',
    ALERT_ALLOWED_NETWORKS: '127.0.0.0/8',
  };
  return { ...(await start(['dist/monitoring/main.js'], env)), headers };
}
