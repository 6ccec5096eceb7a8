import { readFileSync } from 'node:fs';
import { slicePoints } from '@wardstone/metric-points';
import { Pace, type PaceOptions } from '@wardstone/turns';
import { Annotations } from '../src/annotations';
import { Budget, type BudgetOptions } from '../src/budget';
import { Evaluation } from '../src/evaluate';
import { compareLabels, Labels, legacyName, unescapedName } from '../src/labels';
import { plainValueText, valueText } from '../src/number-text';
import { parseQuery } from '../src/parse';
import { PromqlError } from '../src/promql-error';
import { instantText, type Notes, pointsText, rangeText, type Text } from '../src/response-text';
import type { Grid, Select } from '../src/series';

type Result = string | [labels: Record<string, string>, points: [number, string][]][];

interface Recorded {
  samples: { labels: Record<string, string>; times: number[]; values: (number | 'NaN' | '+Inf')[] }[];
  /** The results of Prometheus 3.14.0 with its experimental functions and modifiers; of an error its type. */
  queries: {
    query: string;
    instant: Result;
    range: Result;
    warnings?: string[];
    infos?: string[];
    rangeNotes?: string[];
  }[];
}

const { samples, queries } = JSON.parse(
  readFileSync(`${__dirname}/test-data/recorded-queries.json`, 'utf8'),
) as Recorded;
function toNumber(value: number | 'NaN' | '+Inf'): number {
  return value === '+Inf' ? Infinity : Number(value);
}

const LOOKBACK_MS = 300_000;
const INSTANT: Grid = { start: 1_768_477_200_500, step: 0, count: 1 };
const RANGE: Grid = { start: 1_768_476_600_000, step: 331_000, count: 5 };
const RANGE_END = 1_768_478_000_000;

const stored = samples
  .map(({ labels, times, values }) => ({
    labels: Labels.of(Object.entries(labels)),
    points: { times: Float64Array.from(times), values: Float64Array.from(values, toNumber) },
  }))
  .sort((a, b) => compareLabels(a.labels, b.labels));

const select: Select = ({ matchers, from, to, looksBack }) =>
  Promise.resolve(
    stored
      .filter(({ labels }) => matchers.every(({ name, accepts }) => accepts(labels.get(name))))
      .map(({ labels, points }) => ({
        labels,
        lookbackMs: LOOKBACK_MS,
        points: () => slicePoints(points, from - (looksBack ? LOOKBACK_MS : 0), to + 1),
      })),
  );

type BudgetFor = Partial<Omit<BudgetOptions, 'pace'>> & Pick<PaceOptions, 'pause'>;

function getBudget({ now = () => 0, pause = () => Promise.resolve(), ...over }: BudgetFor = {}): Budget {
  const pace = new Pace({ now, pause });
  return new Budget({ mostSamples: 1e6, timeLimitMs: 1, now, pace, isAbandoned: () => false, ...over });
}

async function evaluated(query: string, grid: Grid, end: number, budget = getBudget()): Promise<Text> {
  const expr = parseQuery(query, grid.count > 1 ? { stepMs: grid.step, rangeMs: end - grid.start } : undefined);
  const notes: Notes = { warnings: new Set(), infos: new Set() };
  const evaluation = new Evaluation(grid, end, select, budget, new Annotations(notes));
  if (grid.count > 1) return rangeText(await evaluation.evaluate(expr), grid, notes);
  if (expr.kind === 'string') return [JSON.stringify({ data: { result: [0, expr.value] } })];
  if (expr.kind === 'range' || expr.kind === 'subquery') return pointsText(await evaluation.ranges(expr), notes);
  return instantText(await evaluation.evaluate(expr), grid.start, notes);
}

interface Written {
  data: { resultType?: string; result: unknown[] };
  warnings?: string[];
  infos?: string[];
}

async function outcome(query: string, grid: Grid, end: number): Promise<Result> {
  return (await outcomeWithNotes(query, grid, end)).result;
}

/** Evaluates a recorded query, with its notes. */
async function outcomeWithNotes(
  query: string,
  grid: Grid,
  end: number,
): Promise<Pick<Written, 'warnings' | 'infos'> & { result: Result }> {
  try {
    const { data, ...notes } = JSON.parse([...(await evaluated(query, grid, end))].join('')) as Written;
    return { result: toResult(data), warnings: notes.warnings, infos: notes.infos };
  } catch (error) {
    if (error instanceof PromqlError) return { result: error.kind };
    throw error;
  }
}

function toResult(data: Written['data']): Result {
  if (data.resultType === undefined || data.resultType === 'scalar') return data.result[1] as string;
  const series = data.result as {
    metric: Record<string, string>;
    value: [number, string];
    values?: [number, string][];
  }[];
  return series.map(({ metric, value, values }) => [metric, values ?? [value]]);
}

/** Libraries of mathematics differ in the last digits. */
function rounded(result: Result, isOrdered: boolean): unknown {
  const number = (text: string): string => (/^-?\d/.test(text) ? Number(text).toPrecision(11) : text);
  if (typeof result === 'string') return number(result);
  const series = result.map(([labels, points]) => [
    JSON.stringify(Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1))),
    points.map(([time, value]) => [time, number(value)]),
  ]);
  return isOrdered ? series : series.sort(([a], [b]) => (a! < b! ? -1 : 1));
}

/** Over several steps Prometheus counts merged samples more than once. */
function uncounted(note: string): string {
  return note.replace(/over \d+ samples/, 'over … samples');
}

describe('queries give what Prometheus 3.14 gives', () => {
  it.each(queries)('$query', async ({ query, instant, range, warnings, infos, rangeNotes }) => {
    const isOrdered = query.startsWith('sort');
    const atOnce = await outcomeWithNotes(query, INSTANT, INSTANT.start);
    expect(rounded(atOnce.result, isOrdered)).toEqual(rounded(instant, isOrdered));
    expect({ warnings: atOnce.warnings?.sort(), infos: atOnce.infos?.sort() }).toEqual({
      warnings: warnings?.sort(),
      infos: infos?.sort(),
    });
    const overTime = await outcomeWithNotes(query, RANGE, RANGE_END);
    expect(rounded(overTime.result, false)).toEqual(rounded(range, false));
    expect([...(overTime.warnings ?? []), ...(overTime.infos ?? [])].map(uncounted).sort()).toEqual(
      (rangeNotes ?? []).map(uncounted).sort(),
    );
  });

  it('cover every recorded query', () => expect(queries.length).toBeGreaterThan(200));
});

describe('numbers are those of Prometheus', () => {
  it.each([
    ['5.', '5'],
    ['5.e1 + 1', '51'],
    ['2*3.', '6'],
    ['017', '15'],
    ['08', '8'],
    ['0x11', '17'],
    ['-Inf', '-Inf'],
  ])('%s is %s', async (query, value) => {
    expect(await outcome(query, INSTANT, INSTANT.start)).toBe(value);
  });

  it.each(['1e400', '-1e400', '5..', 'up.'])('%s is not a number', async (query) => {
    expect(await outcome(query, INSTANT, INSTANT.start)).toBe('bad_data');
  });

  it('texts keep what looks like a number', async () => {
    expect(await outcome('"5. and 017"', INSTANT, INSTANT.start)).toBe('5. and 017');
  });
});

describe('names may have any characters, as in Prometheus 3', () => {
  it.each(['my.label', '~', 'dé7'])('%s is a label that functions set', async (name) => {
    const query = `label_replace(vector(1), "${name}", "x", "", "")`;
    expect(await outcome(query, INSTANT, INSTANT.start)).toEqual([[{ [name]: 'x' }, [[expect.any(Number), '1']]]]);
  });

  it('are escaped in paths', () => {
    expect(['job', 'U__my_2e_label', 'U__a__b', 'U__x_110000_'].map(unescapedName)).toEqual([
      'job',
      'my.label',
      'a_b',
      'x\ufffd',
    ]);
  });

  it('are written with underscores for readers without UTF-8 names', () => {
    expect(['up', 'dé7', '7.x', 'ünï'].map(legacyName)).toEqual(['up', 'd_7', '_7_x', '_n_']);
  });
});

describe('the limits of a query', () => {
  const heavy = 'max_over_time(seconds_total[1h:10ms])';
  const failure = (over: Partial<BudgetOptions>, query = heavy): Promise<unknown> =>
    evaluated(query, INSTANT, INSTANT.start, getBudget(over)).catch((error: unknown) => error);

  it.each([
    'vector(1)[1h:1ms]',
    `${heavy}`,
    'sum_over_time(vector(1)[1h:1ms])',
    'cpus or cpus',
    'count_values("v", odd)',
  ])('apply to samples: %s', async (query) => {
    expect(await failure({ mostSamples: 10 }, query)).toMatchObject({ kind: 'execution' });
  });

  it.each([
    ['a replacement', `label_replace(cpus, "a", "${'$1'.repeat(4_000)}", "instance", "(.*)")`],
    ['a joined label', `label_join(cpus, "a", ""${', "instance"'.repeat(1_000)})`],
  ])('apply to the length of %s', async (_what, query) => {
    expect(await failure({}, query)).toMatchObject({
      kind: 'execution',
      message: 'label a would have more than 4096 characters',
    });
  });

  it('treat names of missing groups as empty', async () => {
    const query = 'label_replace(vector(1), "a", "x${constructor}${toString}$9", "b", "(.*)")';
    expect(await outcome(query, INSTANT, 0)).toEqual([[{ a: 'x' }, [[INSTANT.start / 1000, '1']]]]);
  });

  it('end it at its time limit, and when the client disconnects', async () => {
    let time = 0;
    expect(await failure({ mostSamples: 1e9, now: () => time++ })).toMatchObject({ kind: 'timeout' });
    let looks = 0;
    expect(
      await failure({ mostSamples: 1e9, now: () => looks++, timeLimitMs: 1e9, isAbandoned: () => looks > 20 }),
    ).toMatchObject({ kind: 'canceled' });
  });

  it('make it give way to others after 10 ms of work', async () => {
    let time = 0;
    let pauses = 0;
    const pause = (): Promise<void> => {
      pauses++;
      return Promise.resolve();
    };
    await evaluated(
      heavy,
      INSTANT,
      0,
      getBudget({ mostSamples: 1e9, timeLimitMs: 1e9, now: () => (time += 5), pause }),
    );
    expect(pauses).toBeGreaterThan(10);
  });
});

describe('work on one long series', () => {
  const countPauses = async (query: string): Promise<number> => {
    let [time, pauses] = [0, 0];
    const pause = (): Promise<void> => {
      pauses++;
      return Promise.resolve();
    };
    await evaluated(
      query,
      INSTANT,
      0,
      getBudget({ mostSamples: 1e9, timeLimitMs: 1e9, now: () => (time += 20), pause }),
    );
    return pauses;
  };
  // 240,000 steps are 12 checks of the time for each of the following.
  const range = '[240s:1ms]';

  it.each([
    'minute(vector(time()))',
    'vector(time()) * 2',
    'sin(vector(time()))',
    '-vector(time())',
    'clamp(vector(time()), 0, 1)',
  ])('yields to other requests: %s', async (query) => {
    const without = await countPauses(`last_over_time(vector(time())${range})`);
    expect(await countPauses(`last_over_time((${query})${range})`)).toBeGreaterThanOrEqual(without + 9);
  });

  it.each(['quantile_over_time(0.5, vector(1)[251s:1ms])', 'max_over_time(vector(1)[251s:1ms])'])(
    'is refused where it has no end: %s',
    async (query) => {
      await expect(evaluated(query, INSTANT, 0, getBudget({ mostSamples: 1e9 }))).rejects.toThrow('too many samples');
    },
  );
});

describe('work on many series', () => {
  const COUNT = 2_000;
  const many = Array.from({ length: COUNT }, (_none, n) => ({
    labels: Labels.of([
      ['__name__', `x_${n % 2}`],
      ['le', String(n % 4)],
      ['part', String((n * 7) % COUNT)],
    ]),
    points: { times: Float64Array.of(INSTANT.start - 2_000, INSTANT.start), values: Float64Array.of(1, n % 5) },
  }));
  let [since, most] = [0, 0];
  const work = (): void => void (most = Math.max(most, ++since));
  const selectMany: Select = () =>
    Promise.resolve(
      many.map(({ labels, points }) => ({
        labels,
        lookbackMs: LOOKBACK_MS,
        points: () => {
          work();
          return points;
        },
      })),
    );
  const original = Object.getOwnPropertyDescriptor(Labels.prototype, 'key')!;

  beforeEach(() => {
    [since, most] = [0, 0];
    Object.defineProperty(Labels.prototype, 'key', {
      ...original,
      get(this: Labels) {
        work();
        return original.get!.call(this) as string;
      },
    });
  });
  afterEach(() => void Object.defineProperty(Labels.prototype, 'key', original));

  /** The maximum number of points and keys of series between two checks of the time. */
  const mostBetweenLooks = async (query: string): Promise<number> => {
    const now = (): number => (since = 0);
    const budget = getBudget({ mostSamples: 1e9, now });
    const expr = parseQuery(query);
    const evaluation = new Evaluation(INSTANT, INSTANT.start, selectMany, budget);
    await (expr.kind === 'range' ? evaluation.ranges(expr) : evaluation.evaluate(expr));
    return most;
  };

  it.each([
    'x',
    'x[7d]',
    'count by (le) (rate(x[7d]))',
    'count_over_time(x[7d])',
    'sum without (part) (x)',
    'x * 2',
    '-x',
    'x + x',
    'x and x',
    'x or x',
    'abs(x)',
    'label_replace(x, "a", "b", "le", ".*")',
    'histogram_quantile(0.5, x)',
    'count_values("v", x)',
  ])('checks the time after some hundred of them: %s', async (query) => {
    expect(await mostBetweenLooks(query)).toBeLessThan(500);
  });
});

describe('values as text', () => {
  it.each([
    [1e-7, '1e-07', '0.0000001'],
    [1.5e-7, '1.5e-07', '0.00000015'],
    [1e21, '1e+21', '1000000000000000000000'],
    [-1.25e22, '-1.25e+22', '-12500000000000000000000'],
    [123456.789, '123456.789', '123456.789'],
    [-0, '-0', '-0'],
    [NaN, 'NaN', 'NaN'],
    [Infinity, '+Inf', '+Inf'],
    [-Infinity, '-Inf', '-Inf'],
  ])('write %d as Prometheus does', (value, text, plain) => {
    expect(valueText(value)).toBe(text);
    expect(plainValueText(value)).toBe(plain);
  });
});

describe('errors are reported with their place', () => {
  it.each([
    [
      `cpus{${Array.from({ length: 6 }, () => 'a=~"(?:x{990})?"').join()}}`,
      'parse error: the regular expressions are too large together',
    ],
    ['sum(', '1:5: parse error: unexpected end of input'],
    ['cpus{a="b"} x', '1:13: parse error: unexpected identifier "x"'],
    ['1 +\n nothing(2)', '2:2: parse error: unknown function with name "nothing"'],
    ['rate(cpus)', '1:6: parse error: expected type range vector in call to function "rate", got instant vector'],
    ['rate(cpus[5m], 1)', '1:1: parse error: expected 1 argument(s) in call to "rate", got 2'],
    ['1 > 2', '1:3: parse error: comparisons between scalars must use BOOL modifier'],
    ['{}', '1:1: parse error: vector selector must contain at least one non-empty matcher'],
    ['{a=~".*"}', '1:1: parse error: vector selector must contain at least one non-empty matcher'],
    ['cpus[-5m]', '1:6: parse error: duration must be greater than 0'],
    ['cpus[5m - 5m]', '1:6: parse error: duration must be greater than 0'],
    ['cpus[step()]', '1:6: parse error: duration must be greater than 0'],
    ['cpus[5m / 0]', '1:9: parse error: division by zero'],
    ['cpus offset (5m % 0)', '1:17: parse error: modulo by zero'],
    ['cpus[1e300 * 1e300]', '1:6: parse error: duration out of range: 1e300 * 1e300'],
    [`cpus[${'('.repeat(300)}1m${')'.repeat(300)}]`, 'parse error: nested deeper than 250 levels'],
    ['cpus offset 1m offset 1m', '1:1: parse error: offset may not be set multiple times'],
    ['1 + fill(0) cpus', '1:3: parse error: filling in missing series only allowed between instant vectors'],
    ['cpus and fill(0) cpus', '1:6: parse error: filling in missing series not allowed for set operators'],
    ['cpus[5m] anchored', '1:1: parse error: AnchoredExpr is not supported'],
    ['cpus{a="\\q"}', '1:8: parse error: unterminated string or unknown escape sequence'],
    ['holt_winters(cpus[5m], 0.1, 0.1)', '1:1: parse error: unknown function with name "holt_winters"'],
    ['', '1:1: parse error: unexpected end of input'],
  ])('%s', (query, problem) => {
    expect(() => parseQuery(query)).toThrow(problem);
  });
});
