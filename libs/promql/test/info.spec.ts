import { Pace } from '@wardstone/turns';
import { Budget, Evaluation, type Grid, Labels, parseQuery, PromqlError, type Select, type StoredPoints } from '../src';
import { aHistogram } from './native-histograms.builder';

const MINUTE = 60_000;
const GRID: Grid = { start: 10 * MINUTE, step: MINUTE, count: 3 };

type Sent = readonly [labels: Readonly<Record<string, string>>, points: StoredPoints];

/** A sample at each step; undefined for none. */
function at(...values: (number | undefined)[]): StoredPoints {
  const found = values.flatMap((value, k) =>
    value === undefined ? [] : [[GRID.start + k * GRID.step, value] as const],
  );
  return { times: Float64Array.from(found, ([time]) => time), values: Float64Array.from(found, ([, value]) => value) };
}

const A = { instance: 'a', job: 'web' };
const B = { instance: 'b', job: 'web' };
const HITS: Sent = [{ __name__: 'hits', ...A, path: '/' }, at(1, 2, 3)];
const TARGET: Sent = [{ __name__: 'target_info', ...A, version: '5', zone: 'eu' }, at(1, 1, 1)];
const BUILD: Sent = [{ __name__: 'build_info', ...A, branch: 'main' }, at(1, 1, 1)];

async function outcome(query: string, sent: readonly Sent[], grid = GRID): Promise<unknown> {
  const pace = new Pace({ now: () => 0, pause: () => Promise.resolve() });
  const budget = new Budget({ mostSamples: 1e6, timeLimitMs: 1, now: () => 0, pace, isAbandoned: () => false });
  const select: Select = ({ matchers }) =>
    Promise.resolve(
      sent
        .map(([labels, points]) => ({ labels: Labels.of(Object.entries(labels)), points }))
        .filter(({ labels }) => matchers.every(({ name, accepts }) => accepts(labels.get(name))))
        .map(({ labels, points }) => ({ labels, lookbackMs: 5 * MINUTE, points: () => points })),
    );
  try {
    const end = grid.start + grid.step * (grid.count - 1);
    const value = await new Evaluation(grid, end, select, budget).evaluate(parseQuery(query));
    return Object.fromEntries(
      (value as Exclude<typeof value, Float64Array>).map(({ labels, values, present }) => [
        `${labels.get('__name__')} ${labels.without(['__name__', 'instance', 'job', 'path']).toString()}`,
        [...values].map((one, k) => (present[k] ? one : undefined)),
      ]),
    );
  } catch (error) {
    if (error instanceof PromqlError) return error.message;
    throw error;
  }
}

describe('info() adds labels of the target', () => {
  const all = [HITS, TARGET, BUILD];

  it.each([
    ['info(hits)', 'hits {version="5", zone="eu"}'],
    ['info(hits, {})', 'hits {version="5", zone="eu"}'],
    ['info(hits, {version=~".+"})', 'hits {version="5"}'],
    ['info(hits, {version="5",zone=~"eu|us"})', 'hits {version="5", zone="eu"}'],
    ['info(hits, {none=~".*"})', 'hits {}'],
    ['info(hits, {__name__="target_info"})', 'hits {version="5", zone="eu"}'],
    ['info(hits, {"build_info"})', 'hits {branch="main"}'],
    ['info(hits, {__name__="build_info",zone=~".*"})', 'hits {}'],
    ['info(hits, {__name__=~".+_info"})', 'hits {branch="main", version="5", zone="eu"}'],
    ['info(hits, {__name__!="target_info"})', 'hits {branch="main"}'],
    ['info(hits, {__name__=~".+_info",__name__!~"target.*"})', 'hits {branch="main"}'],
    ['info(hits, {__name__="none"})', 'hits {}'],
    // The first argument decides on the times of info series.
    ['info(hits, {} offset 1h)', 'hits {version="5", zone="eu"}'],
    ['info(hits, {version=~".+"} offset -1h @ 9)', 'hits {version="5"}'],
    ['info(sum by (instance, job) (hits))', ' {version="5", zone="eu"}'],
  ])('%s', async (query, labels) => {
    expect(await outcome(query, all)).toEqual({ [labels]: [1, 2, 3] });
  });

  it.each([
    'info(hits, {none=~".+"})',
    'info(hits, {version="6"})',
    'info(hits, {__name__="none",zone=~".+"})',
    'info(hits, {__name__!~".+_info",zone=~".+"})',
  ])('%s has no result, because a label is required', async (query) => expect(await outcome(query, all)).toEqual({}));

  it('not to info series, nor to those of other targets', async () => {
    const other: Sent = [{ __name__: 'hits', ...B }, at(7, 8, 9)];
    expect(await outcome('info({job="web"})', [...all, other])).toEqual({
      'target_info {version="5", zone="eu"}': [1, 1, 1],
      'build_info {branch="main", version="5", zone="eu"}': [1, 1, 1],
      'hits {version="5", zone="eu"}': [1, 2, 3],
      'hits {}': [7, 8, 9],
    });
  });

  it('which the series keeps if it has them', async () => {
    const own: Sent = [{ ...HITS[0], zone: 'us' }, HITS[1]];
    const expected = { 'hits {version="5", zone="us"}': [1, 2, 3] };
    expect(await outcome('info(hits)', [own, TARGET])).toEqual(expected);
    expect(await outcome('info(hits, {zone="eu"})', [own, TARGET])).toEqual({ 'hits {zone="us"}': [1, 2, 3] });
  });

  it('by the identifying labels that the series has', async () => {
    const single: Sent = [{ __name__: 'hits', instance: 'a' }, at(1, 2, 3)];
    const info: Sent = [{ __name__: 'target_info', instance: 'a', zone: 'eu' }, at(1, 1, 1)];
    expect(await outcome('info(hits)', [single, info])).toEqual({ 'hits {zone="eu"}': [1, 2, 3] });
    expect(await outcome('info(hits)', [single, TARGET])).toEqual({ 'hits {}': [1, 2, 3] });
    const none: Sent = [{ __name__: 'hits' }, at(1, 2, 3)];
    expect(await outcome('info(hits)', [none, [{ __name__: 'target_info', zone: 'eu' }, at(1, 1, 1)]])).toEqual({
      'hits {}': [1, 2, 3],
    });
  });
});

describe('info() over time', () => {
  const next: Sent = [{ ...TARGET[0], version: '6' }, at(undefined, undefined, 1)];

  it('takes the newer of two info series', async () => {
    expect(await outcome('info(hits, {version=~".+"})', [HITS, [TARGET[0], at(1, 1)], next])).toEqual({
      'hits {version="5"}': [1, 2, undefined],
      'hits {version="6"}': [undefined, undefined, 3],
    });
  });

  it('leaves out steps without a required label', async () => {
    const late: Sent = [TARGET[0], at(undefined, 1)];
    expect(await outcome('info(hits, {zone="eu"})', [HITS, late])).toEqual({ 'hits {zone="eu"}': [undefined, 2, 3] });
    expect(await outcome('info(hits, {zone=~".*"})', [HITS, late])).toEqual({
      'hits {}': [1, undefined, undefined],
      'hits {zone="eu"}': [undefined, 2, 3],
    });
  });

  it('reads info series of a fixed time, and no newer ones for an offset', async () => {
    expect(await outcome('info(hits @ 600)', [HITS, TARGET, next])).toEqual({
      'hits {version="5", zone="eu"}': [1, 1, 1],
    });
    expect(await outcome('info(hits offset 1m, {version=~".+"})', [HITS, TARGET, next])).toEqual({
      'hits {version="5"}': [undefined, 1, 2],
    });
  });

  it('takes roll-ups of deleted samples, which do not tell which series was newer', async () => {
    const spans = Float64Array.of(3 * MINUTE);
    const rolledUp = { times: Float64Array.of(GRID.start), values: Float64Array.of(1), spans };
    const infos: Sent[] = ['5', '6'].map((version) => [{ ...TARGET[0], version }, rolledUp]);
    expect(await outcome('info(hits, {version=~".+"})', [HITS, ...infos])).toEqual({ 'hits {version="5"}': [1, 2, 3] });
  });

  it('fails where info series contradict each other', async () => {
    const twin: Sent = [{ ...TARGET[0], version: '6' }, at(1, 1, 1)];
    expect(await outcome('info(hits)', [HITS, TARGET, twin])).toMatch(
      /^found duplicate series for info metric: .* @ 600000/,
    );
    const build: Sent = [{ ...BUILD[0], zone: 'us' }, at(1, 1, 1)];
    expect(await outcome('info(hits, {__name__=~".+_info"})', [HITS, TARGET, build])).toBe('conflicting label: zone');
    const other: Sent = [{ ...twin[0], ...B }, at(1, 1, 1)];
    expect(await outcome('info(hits)', [HITS, TARGET, other, [{ ...TARGET[0], ...B }, at(1, 1, 1)]])).toEqual({
      'hits {version="5", zone="eu"}': [1, 2, 3],
    });
    const times = Float64Array.of(GRID.start);
    const histograms = { times, values: [aHistogram({})] };
    const histogram: Sent = [TARGET[0], { times, values: Float64Array.of(NaN), kinds: Uint8Array.of(2), histograms }];
    expect(await outcome('info(hits)', [HITS, histogram])).toBe('info sample should be float');
  });
});

describe('info() refuses', () => {
  it.each([
    ['info()', '1:1: parse error: expected at least 1 argument(s) in call to "info", got 0'],
    ['info(cpus, {}, x)', '1:1: parse error: expected at most 2 argument(s) in call to "info", got 3'],
    ['info(cpus, 1)', '1:12: parse error: expected type instant vector in call to function "info", got scalar'],
    ['info(cpus, x)', '1:12: parse error: expected label selectors only, got vector selector instead'],
    ['info(cpus, ({a="b"}))', '1:12: parse error: expected label selectors only'],
    ['info(cpus, x offset 1h)', '1:12: parse error: expected label selectors only, got vector selector instead'],
    ['info(cpus, {} offset 1h offset 1h)', '1:12: parse error: offset may not be set multiple times'],
    ['info(cpus, {}) + {}', '1:18: parse error: vector selector must contain at least one non-empty matcher'],
  ])('%s', (query, problem) => expect(() => parseQuery(query)).toThrow(problem));
});
