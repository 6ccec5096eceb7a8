import { formatHead, toPort } from '../tools/load/connection';
import { generateLoad, type LoadFigures, quantile, countRefused, repeatRequests } from '../tools/load/generate-load';
import type { PostgresServer } from '@wardstone/host';
import type { Bench } from './bench-server';
import { cpuMicros, type Listener, median } from './measuring';
import { serverCpuMs } from './monitoring-database';

/** Figures of one target in one scenario: medians over the rounds. */
export interface Figures {
  requestsPerSecond: number;
  /**
   * Processor time of the responding process, without the database's; undefined where the system does not report it.
   */
  cpuMicros: number | undefined;
  /** Including the database's, where the target names it. */
  cpuMicrosOfAll: number | undefined;
  /** Milliseconds, of a single client and of thirty-two. */
  p50Alone: number;
  p99Alone: number;
  p50: number;
  p99: number;
  /** Responses other than those of success, over all rounds. */
  failed: number;
}

/** A program under test, and the headers that it needs. */
export interface Target extends Listener {
  headers: Record<string, string>;
  /** Its database, if its usage is measured, too. */
  database?: Pick<PostgresServer, 'pid'>;
}

interface Sample {
  rate: number;
  cpu: number | undefined;
  cpuOfAll: number | undefined;
  alone: [number, number];
  crowd: [number, number];
  failed: number;
}

/** A request to a target. */
interface Run {
  target: Target;
  path: string;
}

/** A statement whose rows the bare program serves at a path. */
export interface BareStatement {
  sql: string;
  params: readonly unknown[];
  /** Planned each time, since the plan depends on the values. */
  isVarying?: boolean;
}

const CONNECTIONS = 32;

/** One client, then thirty-two, for as long: 99 % of a few dozen requests would be the worst of them. */
async function sample(run: Run, seconds: number): Promise<Sample> {
  const { target } = run;
  const alone = await readRepeatedly(run, 1, seconds);
  const ofDatabase = (): number => (target.database ? (serverCpuMs(target.database) ?? 0) * 1000 : 0);
  const [before, databaseBefore] = [cpuMicros(target.process.pid), ofDatabase()];
  const crowd = await readRepeatedly(run, CONNECTIONS, seconds);
  const [after, databaseAfter] = [cpuMicros(target.process.pid), ofDatabase()];
  const cpu = before !== undefined && after !== undefined ? (after - before) / crowd.requests : undefined;
  return {
    rate: crowd.requests / crowd.seconds,
    cpu,
    cpuOfAll: cpu === undefined ? undefined : cpu + (databaseAfter - databaseBefore) / crowd.requests,
    alone: [quantile(alone.latencies, 0.5), quantile(alone.latencies, 0.99)],
    crowd: [quantile(crowd.latencies, 0.5), quantile(crowd.latencies, 0.99)],
    failed: countRefused(alone) + countRefused(crowd),
  };
}

/** Sends the same GET repeatedly. */
export function readRepeatedly(
  { target: { port, headers }, path }: Run,
  connections: number,
  seconds: number,
): Promise<LoadFigures> {
  const request = Buffer.from(formatHead('GET', path, headers), 'latin1');
  return generateLoad(toPort(port), repeatRequests([request], seconds), connections);
}

/** Samples of all targets in turn, so that all meet the same load; medians over the rounds. */
export async function interleaved(
  runs: readonly Run[],
  { rounds, warmUpSeconds, seconds }: { rounds: number; warmUpSeconds: number; seconds: number },
): Promise<Figures[]> {
  const samples = runs.map(() => [] as Sample[]);
  for (const run of runs) await sample(run, warmUpSeconds);
  for (let round = 0; round < rounds; round++) {
    for (const [at, run] of runs.entries()) samples[at]!.push(await sample(run, seconds));
  }
  return samples.map(summarise);
}

function summarise(samples: readonly Sample[]): Figures {
  const of = (pick: (sample: Sample) => number): number => median(samples.map(pick));
  return {
    requestsPerSecond: of(({ rate }) => rate),
    cpuMicros: samples.some(({ cpu }) => cpu === undefined) ? undefined : of(({ cpu }) => cpu!),
    cpuMicrosOfAll: samples.some(({ cpuOfAll }) => cpuOfAll === undefined)
      ? undefined
      : of(({ cpuOfAll }) => cpuOfAll!),
    p50Alone: of(({ alone }) => alone[0]),
    p99Alone: of(({ alone }) => alone[1]),
    p50: of(({ crowd }) => crowd[0]),
    p99: of(({ crowd }) => crowd[1]),
    failed: samples.reduce((sum, { failed }) => sum + failed, 0),
  };
}

/** `bare-lists.mjs`, the limit that lists are measured against. */
export async function startBare(
  { start }: Bench,
  url: string,
  statements: Readonly<Record<string, BareStatement>>,
): Promise<Target> {
  const env = { DATABASE_URL: url, LISTS: JSON.stringify(statements) };
  return { ...(await start(['bench/bare-lists.mjs'], env)), headers: {} };
}
