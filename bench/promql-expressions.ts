import type { Random } from '../tools/fuzz/random';
import { HISTOGRAM_METRICS } from './promql-histograms';

/** Metrics of `promql-samples.ts`, with labels that select some of their series. */
const METRICS: readonly (readonly [name: string, matchers: readonly string[]])[] = [
  ['requests_total', ['job="api"', 'code=~"5.."', 'method!="GET"', 'instance=~"a:.|b:1"', 'code!~"2.*"', 'nothing=""']],
  ['errors_total', ['job="api"', 'method="GET"', 'instance!="a:1"']],
  ['temperature', ['zone="z1"', 'host=~"h[12]"', 'zone!=""']],
  ['odd', ['kind="nan"', 'kind=~"inf|zero"', 'kind!~".*huge.*"']],
  ['flaky', ['job="api"', 'instance="a:1"']],
  ['version', ['version="1.2"', 'job="api"']],
  ['clock_seconds', ['zone="z1"']],
  ['latency_seconds_bucket', ['le="0.5"', 'job="api"', 'le!="+Inf"']],
  ['latency_seconds_count', ['job="api"']],
  ['missing_metric', ['job="api"']],
  ...HISTOGRAM_METRICS,
];
const LABELS = ['job', 'instance', 'code', 'method', 'zone', 'host', 'kind', 'version', 'le', 'absent_label'];
const DURATIONS = ['15s', '40s', '1m', '150s', '5m', '1001ms', '20m', '1h'];
const NUMBERS = ['0', '1', '-1', '2', '0.5', '-0.25', '1e3', '3.7', '0x10', 'NaN', 'Inf', '-Inf', '1e-9'];
const COMPARISONS = ['==', '!=', '<', '>', '<=', '>='];
const ARITHMETIC = ['+', '-', '*', '/', '%', '^', 'atan2'];
/** Series of different values, and of whole ones. */
const DISTINCT = ['temperature', 'rate(requests_total[5m])', 'odd{kind=~".*huge"}'];
const WHOLE = ['errors_total', 'flaky', 'odd{kind=~"zero|inf|nan"}', 'version', 'round(requests_total)'];
const SETS = ['and', 'or', 'unless'];
const AGGREGATIONS = ['sum', 'avg', 'min', 'max', 'count', 'group', 'stddev', 'stdvar'];
const OF_RANGE = (
  'absent_over_time avg_over_time changes count_over_time delta deriv first_over_time idelta increase irate last_over_time ' +
  'mad_over_time max_over_time min_over_time present_over_time rate resets stddev_over_time stdvar_over_time sum_over_time ' +
  'ts_of_first_over_time ts_of_last_over_time ts_of_max_over_time ts_of_min_over_time'
).split(' ');
const OF_VECTOR = (
  'abs absent acos acosh asin asinh atan atanh ceil cos cosh deg exp floor ln log10 log2 rad sgn sin sinh sort sort_desc sqrt ' +
  'tan tanh'
).split(' ');
const OF_HISTOGRAM = ['histogram_count', 'histogram_sum', 'histogram_avg', 'histogram_stddev', 'histogram_stdvar'];
const OF_DATE = 'day_of_month day_of_week day_of_year days_in_month hour minute month year'.split(' ');

/**
 * A random expression of the language that both sides support, except for differences by rule prometheus-2: results
 * that depend on the storage (`limit_ratio`, the series of `limitk`, equal ones of `topk`), labels made of the last
 * digits of numbers, and dates of invalid times.
 */
export function randomExpression(random: Random): string {
  return new Writer(random).vector(1 + random.below(3));
}

class Writer {
  constructor(private readonly random: Random) {}

  vector(depth: number): string {
    if (depth <= 0) return this.selector();
    const { random } = this;
    const inner = (): string => this.vector(depth - 1 - random.below(2));
    const kinds: readonly (() => string)[] = [
      () => this.selector(),
      () => this.overRange(depth - 1),
      () => this.overRange(depth - 1),
      () => this.overRange(depth - 1),
      () => this.aggregation(inner),
      () => this.aggregation(inner),
      () => this.aggregation(inner),
      () => this.ofVectors(inner),
      () => this.ofVectors(inner),
      () => this.ofVectors(inner),
      () => this.withScalar(inner(), this.scalar(depth - 1)),
      () => this.withScalar(inner(), this.scalar(depth - 1)),
      () => `${random.pick(OF_VECTOR)}(${inner()})`,
      () => `${random.pick(OF_VECTOR)}(${inner()})`,
      () => this.otherFunction(inner, depth),
      () => this.otherFunction(inner, depth),
      () => `-${inner()}`,
      () => `(${inner()})`,
      () => `vector(${this.scalar(depth - 1)})`,
    ];
    return random.pick(kinds)();
  }

  private selector(): string {
    const { random } = this;
    const [name, matchers] = random.pick(METRICS);
    const chosen = matchers.filter(() => random.chance(0.25));
    const text = random.chance(0.08)
      ? `{__name__=~${JSON.stringify(`${name}|temperature`)}${chosen.map((one) => `,${one}`).join('')}}`
      : `${name}${chosen.length > 0 ? `{${chosen.join()}}` : ''}`;
    return text + this.shift();
  }

  private shift(): string {
    const { random } = this;
    const offset = random.chance(0.12) ? ` offset ${random.pick(['', '-'])}${random.pick(DURATIONS)}` : '';
    const at = random.chance(0.08) ? ` @ ${random.pick(['start()', 'end()', '__TIME__'])}` : '';
    return random.chance(0.5) ? offset + at : at + offset;
  }

  private range(depth: number): string {
    const { random } = this;
    if (depth > 0 && random.chance(0.25)) {
      const step = random.pick(['', '15s', '1m', '47s']);
      return `(${this.vector(depth - 1)})[${random.pick(DURATIONS.slice(2))}:${step}]${this.shift()}`;
    }
    const [name, matchers] = random.pick(METRICS);
    const chosen = matchers.filter(() => random.chance(0.25));
    const text = `${name}${chosen.length > 0 ? `{${chosen.join()}}` : ''}`;
    const calculated = random.chance(0.05) ? `${random.pick(DURATIONS)} + step()` : random.pick(DURATIONS);
    return `${text}[${calculated}]${this.shift()}`;
  }

  private overRange(depth: number): string {
    const { random } = this;
    const range = this.range(depth);
    if (random.chance(0.1)) return `quantile_over_time(${this.quantile()}, ${range})`;
    if (random.chance(0.06)) return `predict_linear(${range}, ${random.pick(['600', '-60', '0.5'])})`;
    if (random.chance(0.04))
      return `double_exponential_smoothing(${range}, ${random.pick(['0.5', '0.1'])}, ${random.pick(['0.3', '0.9'])})`;
    const name = random.pick(OF_RANGE);
    // Variances of numbers as large as times have few digits in common.
    return name.startsWith('ts_of') ? `(${name}(${range}) % 1000)` : `${name}(${range})`;
  }

  private quantile(): string {
    return this.random.pick(['0', '0.5', '0.9', '0.99', '1', '-1', '2', 'NaN']);
  }

  private labels(): string {
    return LABELS.filter(() => this.random.chance(0.25)).join(', ');
  }

  private grouping(): string {
    const { random } = this;
    return random.chance(0.7) ? ` ${random.pick(['by', 'by', 'without'])} (${this.labels()}) ` : '';
  }

  private aggregation(inner: () => string): string {
    const { random } = this;
    const grouping = this.grouping();
    if (random.chance(0.12)) return `quantile${grouping}(${this.quantile()}, ${inner()})`;
    if (random.chance(0.1)) {
      const count = random.pick(['1', '2', '5', '0', '-1', 'NaN', '1.9']);
      return `${random.pick(['topk', 'bottomk'])}${grouping}(${count}, ${random.pick(DISTINCT)})`;
    }
    if (random.chance(0.06)) return `count_values${grouping}("value", ${random.pick(WHOLE)})`;
    if (random.chance(0.06)) return `count(limitk${grouping}(${random.pick(['1', '3', '0'])}, ${inner()}))`;
    return `${random.pick(AGGREGATIONS)}${grouping}(${inner()})`;
  }

  private ofVectors(inner: () => string): string {
    const { random } = this;
    const [left, right] = [inner(), inner()].map((side) => `(${side})`);
    const matching = (): string => {
      if (random.chance(0.35)) return '';
      const labels = this.labels();
      return random.chance(0.75) ? ` on(${labels})` : ` ignoring(${labels})`;
    };
    if (random.chance(0.25)) return `${left} ${random.pick(SETS)}${matching()} ${right}`;
    const operator = random.chance(0.35)
      ? `${random.pick(COMPARISONS)}${random.chance(0.35) ? ' bool' : ''}`
      : random.pick(ARITHMETIC);
    const clause = matching();
    const side = clause !== '' && random.chance(0.5) ? ` ${random.pick(['group_left', 'group_right'])}` : '';
    const include = side !== '' ? `(${random.chance(0.4) ? random.pick(['version', 'zone']) : ''})` : '';
    const fills = ['', '', '', '', ' fill(0)', ' fill_left(1)', ' fill_right(-2)'];
    return `${left} ${operator}${clause}${side}${include}${random.pick(fills)} ${right}`;
  }

  private withScalar(vector: string, scalar: string): string {
    const { random } = this;
    const sides = random.chance(0.6) ? [`(${vector})`, scalar] : [scalar, `(${vector})`];
    const operator = random.chance(0.4)
      ? `${random.pick(COMPARISONS)}${random.chance(0.4) ? ' bool' : ''}`
      : random.pick(ARITHMETIC);
    return sides.join(` ${operator} `);
  }

  private scalar(depth: number): string {
    const { random } = this;
    if (depth <= 0 || random.chance(0.55)) return random.pick(NUMBERS);
    const kinds: readonly (() => string)[] = [
      () => 'time()',
      () => 'pi()',
      () => random.pick(['start()', 'end()', 'range()', 'step()']),
      () => `scalar(${this.vector(depth - 1)})`,
      () => `(${this.scalar(depth - 1)} ${random.pick(ARITHMETIC)} ${this.scalar(depth - 1)})`,
      () => `(${this.scalar(depth - 1)} ${random.pick(COMPARISONS)} bool ${this.scalar(depth - 1)})`,
      () => `-${random.pick(NUMBERS)}`,
    ];
    return random.pick(kinds)();
  }

  private otherFunction(inner: () => string, depth: number): string {
    const { random } = this;
    const kinds: readonly (() => string)[] = [
      () => `clamp(${inner()}, ${this.scalar(depth - 1)}, ${this.scalar(depth - 1)})`,
      () => `${random.pick(['clamp_min', 'clamp_max'])}(${inner()}, ${this.scalar(depth - 1)})`,
      () => `round(${inner()}${random.chance(0.5) ? `, ${random.pick(['0.1', '5', '-2', '1e-3'])}` : ''})`,
      () =>
        `${random.pick(OF_DATE)}(${random.pick(['', 'clock_seconds', 'clock_seconds offset 1h', 'timestamp(flaky)'])})`,
      () =>
        `histogram_quantile(${this.quantile()}, ${random.pick(['', 'sum by (le, job)', 'max without (instance)'])} (${this.buckets()}))`,
      () => `histogram_quantile(${this.quantile()}, rate(latency_seconds_bucket[${random.pick(DURATIONS)}]))`,
      () => `histogram_fraction(0, ${random.pick(['0.2', '1', 'Inf'])}, sum by (le) (latency_seconds_bucket))`,
      () => `${random.pick(OF_HISTOGRAM)}(${this.histograms()})`,
      () => `histogram_quantile(${this.quantile()}, ${this.histograms()})`,
      () =>
        `histogram_fraction(${random.pick(['-Inf', '0', '1'])}, ${random.pick(['0.2', '2', 'Inf'])}, ${this.histograms()})`,
      () => `(${this.histograms()} ${random.pick(['</', '>/'])} ${random.pick(['0', '0.7', '3', '100'])})`,
      () => `(${this.histograms()} ${random.pick(['+', '-', '==', '!='])} ${this.histograms()})`,
      () =>
        `label_replace(${inner()}, "${random.pick(LABELS)}", "$1-x", "${random.pick(LABELS)}", "${random.pick(['(.*)', '(.).*', 'no', '(a)pi'])}")`,
      () => `label_join(${inner()}, "${random.pick(LABELS)}", "-", "${random.pick(LABELS)}", "${random.pick(LABELS)}")`,
      () => `${random.pick(['sort_by_label', 'sort_by_label_desc'])}(${inner()}, "${random.pick(LABELS)}")`,
      () => `absent(${this.selector()})`,
      () => `timestamp(${random.pick(METRICS)[0]} offset ${random.pick(DURATIONS)}) % 1000`,
      () => `timestamp(abs(${this.selector()})) % 1000`,
    ];
    return random.pick(kinds)();
  }

  private buckets(): string {
    return `latency_seconds_bucket${this.random.pick(['', '{job="api"}', '{le!="+Inf"}', '{le=~"0.*"}'])}`;
  }

  private histograms(): string {
    const { random } = this;
    const [name, matchers] = random.pick(HISTOGRAM_METRICS);
    const selector = `${name}{${matchers.filter(() => random.chance(0.25)).join()}}`;
    const kinds: readonly (() => string)[] = [
      () => selector,
      () => `${random.pick(['rate', 'increase', 'delta', 'irate'])}(${selector}[${random.pick(DURATIONS)}])`,
      () => `${random.pick(['sum', 'avg'])}${this.grouping()}(${selector})`,
      () =>
        `${random.pick(['sum_over_time', 'avg_over_time', 'last_over_time'])}(${selector}[${random.pick(DURATIONS)}])`,
      () => `(${selector} ${random.pick(['*', '/'])} ${random.pick(['2', '0.5', '-1'])})`,
    ];
    return random.pick(kinds)();
  }
}
