import { withBench } from './bench-server';
import { makeMetricsDatabase } from './metrics-database';
import { benchIngest, benchSinglePoints } from './metrics-ingest';
import { benchReads } from './metrics-reads';
import { startMetricsTargets } from './metrics-service';
import { benchEndurance, benchStorage, benchStream } from './metrics-storage';
import type { Figures } from './sample';
import { judge, loadAverage, roundFigure, printFigure } from './table';

export interface MetricsBenchOptions {
  rounds: number;
  /** Names of parts: ingest, single, storage, reads, memory, stream. */
  only: RegExp;
}

const SERIES = 2_000;
const ENDURANCE_SECONDS = 120;
/** Autovacuum runs as often as under load, because rows of the log come and go. */
const SETTINGS = { autovacuum_naptime: '15s', max_connections: '120' };
const GOAL = {
  ofCopy: 0.35,
  ofDirect: 0.85,
  ofInserts: 3,
  bytes: 9,
  one: 1,
  many: 0.7,
  year: 2,
  growth: 300,
  drift: 30,
  stream: 32,
};

/** `npm run bench -- metrics`. Returns how many goals were missed. */
export async function reportMetrics({ rounds, only }: MetricsBenchOptions): Promise<number> {
  return withBench(async (bench) => {
    const database = await makeMetricsDatabase(bench.server, SERIES);
    const targets = await startMetricsTargets(bench, database);
    const parts: Record<string, () => Promise<boolean[]>> = {
      ingest: async () => reportIngest(await benchIngest(database, targets, rounds)),
      single: async () => reportSingle(await benchSinglePoints(bench, database, { ...targets, rounds })),
      storage: async () => reportStorage(await benchStorage(database, targets)),
      reads: async () => reportReads(await benchReads(bench, database, { ...targets, rounds })),
      memory: async () => reportEndurance(await benchEndurance(database, targets, ENDURANCE_SECONDS)),
      stream: async () => reportStream(await benchStream(database, targets)),
    };
    let missed = 0;
    for (const [name, measure] of Object.entries(parts)) {
      if (only.test(name)) missed += (await measure()).filter(Boolean).length;
    }
    return missed;
  }, SETTINGS);
}

const perSecond = (rate: number): string => `${Math.round(rate / 1000)}k/s`;
const heading = (text: string): void => console.log(`\n${text}; ${loadAverage()}\n`);

function reportIngest(figures: Awaited<ReturnType<typeof benchIngest>>): boolean[] {
  heading('2,000 series x 500 points, 1,000 points a request, 4 connections, medians of interleaved rounds');
  printFigure('COPY in binary, table without index', perSecond(figures.copy));
  printFigure('HTTP', perSecond(figures.http));
  printFigure('HTTP, until the last point is folded', perSecond(figures.httpFolded));
  printFigure('HTTP through the gateway', perSecond(figures.gateway));
  if (figures.cpuMicros !== undefined)
    printFigure('processor time of the service, folding included', `${roundFigure(figures.cpuMicros)} us/point`);
  if (figures.refused > 0) printFigure('requests refused', String(figures.refused));
  return [
    judge({ figure: 'HTTP / COPY without index', value: figures.http / figures.copy, goal: { atLeast: GOAL.ofCopy } }),
    judge({ figure: 'gateway / direct', value: figures.gateway / figures.http, goal: { atLeast: GOAL.ofDirect } }),
  ];
}

function reportSingle(figures: Awaited<ReturnType<typeof benchSinglePoints>>): boolean[] {
  heading('One point a request, 64 connections');
  printFigure(`INSERT of one row a transaction, by ${figures.by}`, `${roundFigure(figures.inserts)}/s`);
  printFigure('HTTP', `${roundFigure(figures.http)}/s`);
  printFigure('p99', `${roundFigure(figures.p99)} ms`);
  if (figures.cpuMicros !== undefined)
    printFigure('processor time of the service', `${roundFigure(figures.cpuMicros)} us/request`);
  if (figures.refused > 0) printFigure('requests refused', String(figures.refused));
  return [judge({ figure: 'HTTP / INSERT', value: figures.http / figures.inserts, goal: { atLeast: GOAL.ofInserts } })];
}

function reportStorage({ rows, log, chunks }: Awaited<ReturnType<typeof benchStorage>>): boolean[] {
  heading('Bytes on disk per point: every 30 s, jitter, two decimals');
  printFigure('rows with a primary key', roundFigure(rows));
  printFigure('before folding', roundFigure(log));
  return [judge({ figure: 'after folding', value: chunks, goal: { atMost: GOAL.bytes } })];
}

function reportReads({ reads, statements, differences }: Awaited<ReturnType<typeof benchReads>>): boolean[] {
  heading('Windows in 60 buckets, p50 of one client in ms, medians of interleaved rounds');
  const [one, many, year] = ['one', 'many', 'year'].map((name) => reads.find((read) => read.name === name)!);
  for (const { name, service, bare, victoria } of reads) {
    const limit = bare ? `, SQL ${roundFigure(bare.p50Alone)} ms` : '';
    printFigure(`${name}: p50 alone${limit}`, `${roundFigure(service.p50Alone)} ms`);
    const crowd = bare ? `, SQL ${roundFigure(bare.requestsPerSecond)}/s` : '';
    printFigure(`${name}: 32 clients${crowd}`, `${roundFigure(service.requestsPerSecond)}/s`);
    const spent = bare?.cpuMicrosOfAll === undefined ? '' : `, SQL ${roundFigure(bare.cpuMicrosOfAll)} us`;
    if (service.cpuMicrosOfAll !== undefined)
      printFigure(
        `${name}: processor time with the database${spent}`,
        `${roundFigure(service.cpuMicrosOfAll)} us/request`,
      );
    if (victoria) tellVictoria(name, victoria);
  }
  printFigure('SQL of one without HTTP', `${roundFigure(statements.one)} ms`);
  printFigure('SQL of many without HTTP', `${roundFigure(statements.many)} ms`);
  printFigure('buckets that differ from those of SQL', String(differences));
  const ratio = ({ service, bare }: (typeof reads)[number]): number => service.p50Alone / bare!.p50Alone;
  return [
    judge({ figure: '8 h of one schedule / SQL', value: ratio(one!), goal: { atMost: GOAL.one } }),
    judge({ figure: '8 h of 100 schedules / SQL', value: ratio(many!), goal: { atMost: GOAL.many } }),
    judge({
      figure: '365 days / 8 h of one schedule',
      value: year!.service.p50Alone / one!.service.p50Alone,
      goal: { atMost: GOAL.year },
    }),
    judge({ figure: 'buckets that differ', value: differences, goal: { atMost: 0 } }),
  ];
}

function tellVictoria(name: string, { p50Alone, requestsPerSecond, cpuMicros, failed }: Figures): void {
  const rates = [`${roundFigure(p50Alone)} ms alone`, `${roundFigure(requestsPerSecond)}/s`];
  const spent = cpuMicros === undefined ? [] : [`${roundFigure(cpuMicros)} us/request`];
  printFigure(`${name}: VictoriaMetrics`, [...rates, ...spent, ...(failed > 0 ? [`${failed} failed`] : [])].join(', '));
}

function reportEndurance(figures: Awaited<ReturnType<typeof benchEndurance>>): boolean[] {
  heading(`Full speed for ${ENDURANCE_SECONDS} s, folding included`);
  printFigure('HTTP', perSecond(figures.pointsPerSecond));
  printFigure('points not folded at the end', String(figures.backlog));
  printFigure('requests refused, by status', JSON.stringify(figures.refused));
  if (figures.atRest !== undefined) printFigure('memory at rest', `${roundFigure(figures.atRest)} MiB`);
  return [
    judge({ figure: 'more memory than at rest', value: figures.growth, unit: ' MiB', goal: { atMost: GOAL.growth } }),
    judge({
      figure: 'highest of the second minute above that of the first',
      value: figures.growthOfSecondHalf,
      unit: ' MiB',
      goal: { atMost: GOAL.drift },
    }),
  ];
}

function reportStream({ points, growth }: Awaited<ReturnType<typeof benchStream>>): boolean[] {
  heading(`A week of raw values of one schedule, ${points} of them`);
  return [
    judge({ figure: 'more memory while they are read', value: growth, unit: ' MiB', goal: { atMost: GOAL.stream } }),
  ];
}
