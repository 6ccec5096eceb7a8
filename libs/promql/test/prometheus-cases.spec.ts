import { Pace } from '@wardstone/turns';
import {
  Annotations,
  Budget,
  Evaluation,
  type Grid,
  Labels,
  type Notes,
  parseQuery,
  PromqlError,
  type Select,
  type StoredPoints,
} from '../src';

/** Values at the steps by the text of the labels, or the kind of an error. */
type Outcome = string | Readonly<Record<string, readonly (number | undefined)[]>>;

interface SentSeries {
  readonly labels: Readonly<Record<string, string>>;
  readonly points: StoredPoints;
}

const GRID: Grid = { start: 600_000, step: 60_000, count: 5 };
const LOOKBACK_MS = 300_000;

async function countWarnings(query: string, sent: readonly SentSeries[]): Promise<number | string> {
  const notes = noNotes();
  const result = await outcome(query, sent, GRID, notes);
  return typeof result === 'string' ? result : notes.warnings.size;
}

async function listInfos(query: string, sent: readonly SentSeries[]): Promise<string[]> {
  const notes = noNotes();
  await outcome(query, sent, GRID, notes);
  return [...notes.infos];
}

function noNotes(): Notes {
  return { warnings: new Set(), infos: new Set() };
}

async function outcome(
  query: string,
  sent: readonly SentSeries[] = [],
  grid = GRID,
  notes = noNotes(),
): Promise<Outcome> {
  const pace = new Pace({ now: () => 0, pause: () => Promise.resolve() });
  const budget = new Budget({ mostSamples: 1e6, timeLimitMs: 1, now: () => 0, pace, isAbandoned: () => false });
  const end = grid.start + grid.step * (grid.count - 1);
  const select: Select = ({ matchers }) =>
    Promise.resolve(
      sent
        .map(({ labels, points }) => ({ labels: Labels.of(Object.entries(labels)), points }))
        .filter(({ labels }) => matchers.every(({ name, accepts }) => accepts(labels.get(name))))
        .map(({ labels, points }) => ({ labels, lookbackMs: LOOKBACK_MS, points: () => points })),
    );
  try {
    const expr = parseQuery(query, { stepMs: grid.step, rangeMs: end - grid.start });
    const value = await new Evaluation(grid, end, select, budget, new Annotations(notes)).evaluate(expr);
    if (value instanceof Float64Array) return { '': [...value] };
    return Object.fromEntries(
      value.map(({ labels, values, present }) => [
        labels.toString(),
        [...values].map((one, k) => (present[k] ? one : undefined)),
      ]),
    );
  } catch (error) {
    if (error instanceof PromqlError) return error.kind;
    throw error;
  }
}

describe('histogram_quantiles', () => {
  const buckets = '(label_replace(vector(4), "le", "1", "", "") or label_replace(vector(8), "le", "+Inf", "", ""))';

  it('returns each quantile with its label', async () => {
    expect(await outcome(`histogram_quantiles(${buckets}, "q", 0.25, 1, 2)`)).toEqual({
      '{q="0.25"}': Array<number>(5).fill(0.5),
      '{q="1.0"}': Array<number>(5).fill(1),
      '{q="2.0"}': Array<number>(5).fill(Infinity),
    });
  });

  it('names each quantile that a scalar has at some step', async () => {
    expect(await outcome(`histogram_quantiles(${buckets}, "q", (time() > bool 700) / 4)`)).toEqual({
      '{q="0.0"}': [0, 0, undefined, undefined, undefined],
      '{q="0.25"}': [undefined, undefined, 0.5, 0.5, 0.5],
    });
  });

  it.each([
    [`histogram_quantiles(${buckets}, "q")`, 'bad_data'],
    [`histogram_quantiles(${buckets}, "q"${', 1'.repeat(11)})`, 'bad_data'],
    [`histogram_quantiles(${buckets}, "q", 0.5, 0.5)`, 'execution'],
  ])('%s is %s', async (query, kind) => expect(await outcome(query)).toBe(kind));
});

describe('differences that random expressions showed from Prometheus 3.14', () => {
  const series = (...values: number[]): SentSeries => ({
    labels: { __name__: 'x' },
    points: {
      times: Float64Array.from(values, (_value, k) => GRID.start + k * GRID.step),
      values: Float64Array.from(values),
    },
  });

  it('count_values distinguishes 0 and -0', async () => {
    expect(await outcome('count_values("value", x)', [series(0, -0, 0, -0, 1)])).toEqual({
      '{value="0"}': [1, undefined, 1, undefined, undefined],
      '{value="-0"}': [undefined, 1, undefined, 1, undefined],
      '{value="1"}': [undefined, undefined, undefined, undefined, 1],
    });
  });

  it('step() of a range with a single step is its step, that of an instant 0', async () => {
    expect(await outcome('step()', [], { ...GRID, count: 1 })).toEqual({ '': [60] });
    expect(await outcome('step()', [], { start: GRID.start, step: 0, count: 1 })).toEqual({ '': [0] });
  });

  it.each([
    ['sort(x)', 1],
    ['sort(x[1m:] @ 600)', 'bad_data'],
    ['sort(x @ 600)', 0],
    ['sort(vector(1))', 0],
    ['sort(vector(time()))', 1],
    ['sort(timestamp(x @ 600))', 0],
    ['sort(timestamp(abs(x @ 600)))', 1],
  ])('%s warns where it is evaluated at several times', async (query, warnings) => {
    expect(await countWarnings(query, [series(1, 2)])).toBe(warnings);
  });

  it('a subquery has no place in infos', async () => {
    expect(await listInfos('1 + rate((x)[5m:1m])', [series(1, 2, 3)])).toEqual([expect.stringContaining('"x" (1:1)')]);
    expect(await listInfos('1 + rate(x[5m])', [series(1, 2, 3)])).toEqual([expect.stringContaining('"x" (1:10)')]);
  });
});
