import type { SentSeries } from '../libs/series-formats/test/write-request.builder';
import { Random } from '../tools/fuzz/random';

type Values = (random: Random, at: number, before: number | null) => number | null | undefined;

/** Samples every 15 s, some late, some missing: null ends a series, undefined leaves a sample out. */
const STEP_MS = 15_000;
const DEMO_STEP_MS = 5_000;
const BOUNDS = ['0.05', '0.1', '0.25', '0.5', '1', '2.5', '+Inf'];
const JOBS = ['api', 'web'];
const INSTANCES = ['a:1', 'b:1', 'c:2'];

/** Resets now and then, and counts in fractions. */
const counter: Values = (random, _at, before) =>
  random.chance(0.02) ? random.below(3) : (before ?? 0) + (random.chance(0.2) ? 0 : random.next() * 10);
const whole: Values = (random, _at, before) => (before ?? 0) + random.below(5);
const gauge: Values = (random, at) => 20 * Math.sin(at / 600_000) + random.next() * 4 - 2;
const flaky: Values = (random) =>
  random.chance(0.02) ? null : random.chance(0.3) ? undefined : random.below(4) - random.below(2);
const constant =
  (value: number): Values =>
  () =>
    value;

const ODD: Readonly<Record<string, Values>> = {
  nan: (random) => (random.chance(0.4) ? NaN : random.below(3)),
  'always nan': constant(NaN),
  inf: (random) => random.pick([Infinity, -Infinity, 1, 2]),
  'one inf': (random) => (random.chance(0.05) ? Infinity : random.next()),
  zero: (random) => random.pick([0, 0, -0]),
  huge: (random) => (random.next() - 0.5) * 1e300,
  'tiny huge': (random) => random.pick([1e-300, 2.5e-308, 1e300, -1e-10]),
  whole: (random) => random.below(2 ** 31) * 2 ** 21,
};

/** Series for random expressions: resets, gaps, staleness, non-finite numbers, histograms with decreasing buckets. */
export function randomSeries(startMs: number, endMs: number, random: Random): SentSeries[] {
  const all: SentSeries[] = [];
  const add = (labels: Record<string, string>, values: Values): void => {
    all.push({ labels, samples: toSamples(values, { startMs, endMs, stepMs: STEP_MS, jitterMs: 900 }, random) });
  };
  for (const job of JOBS) {
    for (const instance of INSTANCES) {
      const target = { job, instance };
      for (const method of ['GET', 'POST']) {
        add({ __name__: 'errors_total', ...target, method }, whole);
        for (const code of ['200', '404', '500']) add({ __name__: 'requests_total', ...target, method, code }, counter);
      }
      add({ __name__: 'flaky', ...target }, flaky);
      add({ __name__: 'version', ...target, version: random.pick(['1.2', '1.10', '2.0']) }, constant(1));
      for (const labels of bucketLabels(target)) add(labels, counter);
    }
  }
  for (const host of ['h1', 'h2', 'h10']) {
    for (const zone of ['z1', 'z2']) add({ __name__: 'temperature', job: 'sensor', instance: 'x', host, zone }, gauge);
  }
  for (const [kind, values] of Object.entries(ODD)) add({ __name__: 'odd', job: 'odd', instance: 'x', kind }, values);
  for (const zone of ['z1', 'z2'])
    add({ __name__: 'clock_seconds', job: 'clock', instance: 'x', zone }, (random) => random.below(2 ** 31));
  return all;
}

function bucketLabels(target: Record<string, string>): Record<string, string>[] {
  return [
    ...BOUNDS.map((le) => ({ __name__: 'latency_seconds_bucket', ...target, le })),
    { __name__: 'latency_seconds_count', ...target },
  ];
}

/** Series of the demo service that the compliance tester of Prometheus queries. */
export function demoSeries(startMs: number, endMs: number, random: Random): SentSeries[] {
  const all: SentSeries[] = [];
  for (const port of [10_000, 10_001, 10_002]) {
    const target = { job: 'demo', instance: `demo.promlabs.com:${port}` };
    const jitterMs = random.below(40);
    const add = (name: string, labels: Record<string, string>, values: Values): void => {
      const labelled = { __name__: `demo_${name}`, ...target, ...labels };
      all.push({
        labels: labelled,
        samples: toSamples(values, { startMs, endMs, stepMs: DEMO_STEP_MS, jitterMs }, random),
      });
    };
    const total = 2 ** 34;
    for (const type of ['used', 'cached', 'buffers', 'free'])
      add(
        'memory_usage_bytes',
        { type },
        (random, at) => total * (0.2 + 0.1 * Math.sin(at / 1e6) + random.next() / 50),
      );
    for (const mode of ['user', 'system', 'idle'])
      add('cpu_usage_seconds_total', { mode }, (random, _at, before) => (before ?? 1000) + random.next() * 5);
    add('num_cpus', {}, constant(4));
    add('disk_total_bytes', {}, constant(2 ** 38));
    add('disk_usage_bytes', {}, (random, _at, before) => (before ?? 2 ** 30) + random.below(1e6));
    add('is_holiday', {}, constant(0));
    add('batch_last_success_timestamp_seconds', {}, (_random, at, before) =>
      before !== null && at / 1000 - before < 75 ? before : at / 1000,
    );
    add('batch_last_run_timestamp_seconds', {}, (_random, at) => Math.floor(at / 60_000) * 60);
    let isShown = true;
    add('intermittent_metric', {}, (random) => {
      if (random.chance(0.02)) isShown = !isShown;
      return isShown ? 1 : null;
    });
    for (const method of ['GET', 'POST']) {
      for (const path of ['/api/foo', '/api/bar', '/api/nonexistent'])
        addHistogram(add, { method, path, status: path === '/api/nonexistent' ? '404' : '200' }, random);
    }
  }
  return all;
}

function addHistogram(
  add: (name: string, labels: Record<string, string>, values: Values) => void,
  labels: Record<string, string>,
  random: Random,
): void {
  const seed = random.below(2 ** 31);
  for (let i = 0; i <= 20; i++) {
    const le = i === 20 ? '+Inf' : String(Number((0.0001 * 1.5 ** i).toPrecision(12)));
    // The same chance for each bucket, so that greater ones have not counted less.
    const same = new Random(seed);
    add('api_request_duration_seconds_bucket', { ...labels, le }, (_random, _at, before) => {
      const counts = Array.from({ length: 21 }, () => same.below(4));
      return (before ?? 0) + counts.slice(0, i + 1).reduce((sum, count) => sum + count, 0);
    });
  }
  add('api_request_duration_seconds_count', labels, whole);
  add('api_request_duration_seconds_sum', labels, counter);
}

interface Times {
  readonly startMs: number;
  readonly endMs: number;
  readonly stepMs: number;
  readonly jitterMs: number;
}

function toSamples(
  values: Values,
  { startMs, endMs, stepMs, jitterMs }: Times,
  random: Random,
): [number, number | null][] {
  const samples: [number, number | null][] = [];
  const shift = random.below(stepMs);
  let before: number | null = null;
  for (let at = startMs + shift; at < endMs - jitterMs; at += stepMs) {
    const time = at + random.below(jitterMs + 1);
    const value = values(random, time, before);
    if (value === undefined) continue;
    // A series that has ended has no second end.
    if (value === null && samples.at(-1)?.[1] === null) continue;
    samples.push([time, value]);
    if (value !== null) before = value;
  }
  return samples;
}
