import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import {
  aFirstMessage,
  FIRST_HEADERS,
  packed,
  type SentHistogram,
  type SentSeries,
} from '../libs/series-formats/test/write-request.builder';
import { MIGRATIONS } from '../apps/monitoring/src/data-source';
import { Random } from '../tools/fuzz/random';
import { type Bench, callerOn, createDatabase, withBench } from './bench-server';
import { startMetricsTargets } from './metrics-service';
import { findPrograms, startReceivingPrometheus } from './prometheus-peer';
import { type PromqlResponse, findDifference } from './promql-difference';
import { randomExpression } from './promql-expressions';
import { histogramSeries } from './promql-histograms';
import { demoSeries, randomSeries } from './promql-samples';
import type { Target } from './sample';
import { judge, printFigure } from './table';

export interface PromqlComparisonOptions {
  expressions: number;
  seed: number;
}

/** The compliance tester ends 12 minutes ago, and reads up to 80 minutes before. */
const HISTORY_MS = 2 * 3_600_000;
const SAMPLES_PER_REQUEST = 20_000;
const PARALLEL = 4;
const SHOWN = 40;
const TESTER = 'promql-compliance-tester';
const TESTER_QUERIES = 'promql-test-queries.yml';
/** Queries that must fail for the tester, and do not in Prometheus 3, where names may have any characters. */
const INVALID_NAME = / {2}- query: '[^\n]*"~invalid"[^\n]*\n {4}should_fail: true\n/g;

/** A request of both sides: an instant, or steps. */
interface Question {
  readonly query: string;
  readonly path: string;
}

/**
 * `npm run bench -- promql`: the same samples and queries in Prometheus and here. Expressions are random, and the
 * queries of the compliance tester if it lies beside Prometheus. Returns the number of differences.
 */
export async function reportPromql({ expressions, seed }: PromqlComparisonOptions): Promise<number> {
  return withBench(async (bench) => {
    const { url } = await createDatabase(bench.server, 'metrics', MIGRATIONS);
    const { service } = await startMetricsTargets(bench, { url, adminUrl: url });
    const peer = await startReceivingPrometheus(bench);
    if (!peer) {
      console.log('No prometheus on the path, and PROMETHEUS_FOLDER names none.');
      return 0;
    }
    const endMs = Math.floor(Date.now() / 1000) * 1000;
    const startMs = endMs - HISTORY_MS;
    const series = [
      ...randomSeries(startMs, endMs, new Random(seed)),
      ...demoSeries(startMs, endMs, new Random(seed + 1)),
      ...histogramSeries(startMs, endMs, new Random(seed + 2)),
    ];
    const samples = series.reduce((sum, one) => sum + one.samples.length + (one.histograms?.length ?? 0), 0);
    console.log(`\n${series.length} series, ${samples} samples, ${expressions} random expressions from seed ${seed}\n`);
    for (const body of toRequests(series)) {
      await write(service, '/prometheus/api/v1/write', body);
      await write(peer, '/api/v1/write', body);
    }
    let different = await compareRandom(service, peer, { startMs, endMs, expressions, seed });
    different += runTester(bench, service, peer);
    return different;
  });
}

/** Ordered by time, because Prometheus accepts few older samples. */
function* toRequests(series: readonly SentSeries[]): Generator<Buffer> {
  const all = series.flatMap(({ labels, samples, histograms = [] }) => [
    ...samples.map((sample) => ({ labels, time: sample[0], sample, histogram: undefined })),
    ...histograms.map((histogram) => ({ labels, time: histogram.time, sample: undefined, histogram })),
  ]);
  all.sort((a, b) => a.time - b.time);
  for (let from = 0; from < all.length; from += SAMPLES_PER_REQUEST) {
    const byLabels = new Map<SentSeries['labels'], SentSeries & { histograms: SentHistogram[] }>();
    for (const { labels, sample, histogram } of all.slice(from, from + SAMPLES_PER_REQUEST)) {
      const known = byLabels.get(labels) ?? { labels, samples: [], histograms: [] };
      byLabels.set(labels, known);
      if (sample) known.samples.push(sample);
      if (histogram) known.histograms.push(histogram);
    }
    yield packed(aFirstMessage([...byLabels.values()]));
  }
}

async function write(target: Target, address: string, body: Buffer): Promise<void> {
  const response = await callerOn(target).ask('POST', address, new Uint8Array(body), FIRST_HEADERS);
  if (!response.ok) throw new Error(`${address}: ${response.status} ${(await response.text()).slice(0, 500)}`);
}

interface Comparison {
  readonly startMs: number;
  readonly endMs: number;
  readonly expressions: number;
  readonly seed: number;
}

async function compareRandom(service: Target, peer: Target, comparison: Comparison): Promise<number> {
  const { expressions, seed } = comparison;
  const found: string[] = [];
  const counts = { same: 0, empty: 0, failing: 0, different: 0 };
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < expressions) {
      const number = seed + next++;
      for (const question of toQuestions(number, comparison)) {
        const [ours, theirs] = await Promise.all([ask(service, '/prometheus', question), ask(peer, '', question)]);
        const difference = findDifference(ours, theirs);
        if (difference === undefined) counts.same++;
        else counts.different++;
        if (theirs.status === 'error') counts.failing++;
        else if (theirs.data.result.length === 0) counts.empty++;
        if (difference !== undefined)
          found.push(`${number}: ${question.query}\n    ${question.path.slice(0, 60)}\n    ${difference}`);
      }
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, work));
  for (const text of found.slice(0, SHOWN)) console.log(`  ${text}`);
  if (process.env.PROMQL_DIFFERENCES) fs.writeFileSync(process.env.PROMQL_DIFFERENCES, found.join('\n'));
  printFigure('responses that are the same', String(counts.same));
  printFigure('  of Prometheus without series', String(counts.empty));
  printFigure('  of Prometheus with an error', String(counts.failing));
  judge({ figure: 'responses that differ', value: counts.different, goal: { atMost: 0 } });
  return counts.different;
}

/** The expression of a number, at an instant and at steps. */
function toQuestions(number: number, { startMs, endMs }: Comparison): Question[] {
  const random = new Random(number * 7919);
  const span = endMs - startMs;
  const instant = startMs + Math.floor(span * (0.3 + 0.65 * random.next()));
  const start = startMs + Math.floor(span * (0.3 + 0.4 * random.next()));
  const steps = { count: 1 + random.below(12), step: random.pick([15, 37, 60.5, 300]) };
  const query = randomExpression(random).replaceAll(
    '__TIME__',
    (startMs / 1000 + random.below(span / 1000)).toFixed(3),
  );
  const end = start / 1000 + steps.step * (steps.count - 1) + random.pick([0, 0, 3]);
  const ranged = { query, start: String(start / 1000), end: String(end), step: String(steps.step) };
  return [
    { query, path: `query?${new URLSearchParams({ query, time: String(instant / 1000) }).toString()}` },
    { query, path: `query_range?${new URLSearchParams(ranged).toString()}` },
  ];
}

async function ask(target: Target, base: string, { path: route }: Question): Promise<PromqlResponse> {
  const response = await callerOn(target).ask('GET', `${base}/api/v1/${route}`);
  return (await response.json()) as PromqlResponse;
}

/** The queries of the compliance tester of Prometheus; nothing where it is not installed. */
function runTester({ folder }: Bench, service: Target, peer: Target): number {
  const programs = findPrograms()!;
  const [tester, queries] = [TESTER, TESTER_QUERIES].map((name) => path.join(path.dirname(programs.prometheus), name));
  if (!fs.existsSync(tester!) || !fs.existsSync(queries!)) {
    console.log(`\n${TESTER} and ${TESTER_QUERIES} do not lie beside prometheus: left out`);
    return 0;
  }
  const known = path.join(folder, 'queries.yml');
  fs.writeFileSync(known, fs.readFileSync(queries!, 'utf8').replaceAll(INVALID_NAME, ''));
  // The tester joins the files: JSON may be a line of YAML.
  const config = path.join(folder, 'tester.yml');
  const [reference, own] = [
    { query_url: `http://127.0.0.1:${peer.port}` },
    { query_url: `http://127.0.0.1:${service.port}/prometheus`, headers: service.headers },
  ].map((target) => JSON.stringify(target));
  fs.writeFileSync(config, `reference_target_config: ${reference}\ntest_target_config: ${own}\n`);
  try {
    console.log();
    execFileSync(tester!, [`-config-file=${known}`, `-config-file=${config}`, '-query-parallelism=4'], {
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    return 0;
  } catch {
    return 1;
  }
}
