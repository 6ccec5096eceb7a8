import { onlyNumbers, type Points, slicePoints } from '@wardstone/metric-points';
import { aggregate, countValues } from './aggregate';
import { Annotations } from './annotations';
import { combineSets, combineVectors, withScalar } from './binary';
import { type Budget, UNITS_PER_SERIES } from './budget';
import {
  type Aggregate,
  type Binary,
  type Call,
  type Expr,
  type RangeSelector,
  type Selector,
  SET_OPERATORS,
  type Subquery,
} from './expression';
import {
  absentLabels,
  collectPoints,
  countingHistograms,
  findExtremes,
  histogramsWithin,
  type Instants,
  KEPT_FOR_WANTED,
  toQuantileSeries,
  newestValues,
  toText,
  toUnlabelled,
  type Wanted,
} from './call-series';
import { type HistogramCall, histogramFraction, histogramQuantile } from './histogram-functions';
import { type HistogramWindow, moveHistograms, overHistograms, type RangeWork } from './histogram-ranges';
import { infoSelector, joinInfo } from './info';
import { isName, type Labels, METRIC_NAME } from './labels';
import { countSamples } from './native-buckets';
import { negateHistogram } from './native-histograms';
import { PromqlError, executionError, sameLabels } from './promql-error';
import { isStepInvariant } from './step-invariant';
import { KEPT_FOR, moveWindow, RANGE_FUNCTIONS, type Window } from './range-functions';
import {
  emptySeries,
  type Grid,
  groupSeries,
  type HistogramPoints,
  type Kept,
  mapHistograms,
  mergeSeries,
  type Select,
  type Series,
  setHistogram,
  type StoredPoints,
  type StoredSeries,
  type Value,
  withValues,
} from './series';
import { type QueryTimes, toSelection, shiftedTime, subqueryGrid } from './selections';
import {
  evaluateAbsent,
  DATE_FUNCTIONS,
  mapValues,
  evaluateScalar,
  VALUE_FUNCTIONS,
  VALUE_FUNCTIONS_OF_SCALARS,
  VECTOR_FUNCTIONS,
} from './vector-functions';

const KEEPING_NAMES: ReadonlySet<string> = new Set(['first_over_time', 'last_over_time']);
const COUNTER_NAME = /_(?:total|sum|count|bucket)$/;

/** A range vector: points with their labels, and the window at a step. */
interface Ranges {
  readonly series: readonly Pick<StoredSeries, 'labels' | 'points'>[];
  readonly endAt: (k: number) => number;
  readonly range: number;
}

/** A function of a range vector at each step. */
interface RangeEvaluation {
  readonly call: Call;
  readonly grid: Grid;
  /** Scalar arguments at each step. */
  readonly scalars: readonly Float64Array[];
  readonly endAt: (k: number) => number;
  readonly range: number;
  readonly work: RangeWork;
}

/** A series of a range vector at its only step. */
export interface RangeSeries {
  readonly labels: Labels;
  readonly points: Points;
  readonly histograms: HistogramPoints;
}

/** Evaluates queries over the series that `select` finds, like Prometheus 3.14. */
export class Evaluation {
  private readonly times: QueryTimes;

  /** @param end requested end, at or after the last step */
  constructor(
    private readonly queried: Grid,
    private readonly end: number,
    private readonly select: Select,
    private readonly budget: Budget,
    private readonly annotations = new Annotations(),
  ) {
    this.times = { grid: queried, end };
  }

  /** A scalar or an instant vector at each step. */
  async evaluate(expr: Expr, grid: Grid = this.queried): Promise<Value> {
    this.budget.check();
    if (this.budget.tick(grid.count)) await this.budget.rest();
    switch (expr.kind) {
      case 'number':
        return this.scalars(grid, () => expr.value);
      case 'selector':
        return this.selected(expr, grid);
      case 'negation': {
        const value = await this.evaluate(expr.expr, grid);
        if (value instanceof Float64Array) return value.map((one) => -one);
        return mapValues(mapHistograms(value, negateHistogram), this.budget, (one) => -one, 'keeps histograms');
      }
      case 'binary':
        return this.binary(expr, grid);
      case 'aggregate':
        return this.aggregated(expr, grid);
      case 'call':
        return this.called(expr, grid);
      default:
        throw new PromqlError('bad_data', `unexpected ${expr.type}`);
    }
  }

  /** The points of a range vector at the only step. */
  async ranges(expr: RangeSelector | Subquery): Promise<RangeSeries[]> {
    const { series, endAt, range } = await this.readRanges(expr, this.queried);
    const found: RangeSeries[] = [];
    for (const { labels, points: toPoints } of series) {
      const stored = toPoints();
      const points = slicePoints(stored, endAt(0) - range + 1, endAt(0) + 1);
      const histograms = histogramsWithin(stored.histograms, endAt(0) - range + 1, endAt(0) + 1);
      this.budget.spend(points.times.length);
      if (points.times.length + histograms.times.length > 0) found.push({ labels, points, histograms });
      if (this.budget.tick(UNITS_PER_SERIES + points.times.length)) await this.budget.rest();
    }
    return found;
  }

  private scalars({ start, step, count }: Grid, valueAt: (timeMs: number) => number): Float64Array {
    this.budget.spend(count);
    const values = new Float64Array(count);
    for (let k = 0; k < count; k++) values[k] = valueAt(start + k * step);
    return values;
  }

  private vector(expr: Expr, grid: Grid): Promise<Series[]> {
    return this.evaluate(expr, grid) as Promise<Series[]>;
  }

  private scalar(expr: Expr, grid: Grid): Promise<Float64Array> {
    return this.evaluate(expr, grid) as Promise<Float64Array>;
  }

  private selected(expr: Selector, grid: Grid, wanted: Wanted = 'values'): Promise<Series[]> {
    const timeAt = shiftedTime(expr, grid, this.times);
    return this.newest(expr, grid, { count: grid.count, timeAt, wanted });
  }

  private async newest(expr: Selector, grid: Grid, at: Omit<Instants, 'from' | 'to'>): Promise<Series[]> {
    const selection = toSelection(expr, grid, this.times, KEPT_FOR_WANTED[at.wanted]);
    const { from, to } = selection;
    const found: Series[] = [];
    for (const stored of await this.select(selection))
      found.push(await newestValues(stored, { ...at, from, to }, this.budget));
    return withValues(found);
  }

  private async readRanges(expr: Expr, grid: Grid, kept?: Kept): Promise<Ranges> {
    if (expr.kind === 'range') {
      const { selector, range } = expr;
      const endAt = shiftedTime(selector, grid, this.times);
      const found = await this.select(toSelection(expr, grid, this.times, kept));
      const series = found.map(({ labels, points }) => ({ labels, points: () => onlyNumbers(points()) }));
      return { series, endAt, range };
    }
    const subquery = expr as Subquery;
    const endAt = shiftedTime(subquery, grid, this.times);
    const inner = subqueryGrid(subquery, grid, this.times);
    if (inner.count < 1) return { series: [], endAt, range: subquery.range };
    this.budget.spend(inner.count);
    const value = await this.evaluate(subquery.expr, inner);
    const series = (value as Series[]).map((one) => ({ labels: one.labels, points: () => collectPoints(one, inner) }));
    return { series, endAt, range: subquery.range };
  }

  private async overRange(call: Call, grid: Grid): Promise<Series[]> {
    const { name, args, argPlaces } = call;
    const { series, endAt, range } = await this.readRanges(
      args.find(({ type }) => type === 'matrix')!,
      grid,
      KEPT_FOR[name],
    );
    const scalars: Float64Array[] = [];
    for (const arg of args) if (arg.type === 'scalar') scalars.push(await this.scalar(arg, grid));
    const results: Series[] = [];
    // Prometheus gives no position for a subquery.
    const place = args[0]!.kind === 'subquery' ? '1:1' : argPlaces[0]!;
    for (const { labels, points } of series) {
      const result = emptySeries(KEEPING_NAMES.has(name) ? labels : labels.withoutName(), grid.count);
      const work = { budget: this.budget, annotations: this.annotations, place, metric: labels.get(METRIC_NAME) };
      await this.fillOverRange(result, points(), { call, grid, scalars, endAt, range, work });
      results.push(result);
      if (name === 'rate' || name === 'increase') this.requireCounter(labels, result, place);
      if (this.budget.tick(UNITS_PER_SERIES)) await this.budget.rest();
    }
    const found = withValues(results);
    if (name === 'absent_over_time') return evaluateAbsent(found, absentLabels(args[0]!), grid.count, this.budget);
    if ((await groupSeries(found, ({ key }) => key, this.budget)).size < found.length) throw sameLabels();
    return found;
  }

  /** Fills the values of one series. */
  private async fillOverRange(
    result: Series,
    stored: StoredPoints,
    { call: { name, argPlaces }, grid, scalars, endAt, range, work }: RangeEvaluation,
  ): Promise<void> {
    const compute = RANGE_FUNCTIONS[name]!;
    const numbers = scalars.map(() => NaN);
    this.budget.spend(stored.times.length + grid.count);
    const { times, values, spans } = stored;
    const window: Window = { times, values, spans, from: 0, to: 0, start: 0, end: 0, at: 0 };
    const histograms: HistogramWindow | undefined = stored.histograms && { ...stored.histograms, from: 0, to: 0 };
    for (let k = 0; k < grid.count; k++) {
      moveWindow(window, endAt(k), range);
      window.at = grid.start + k * grid.step;
      this.budget.requireShort(window.to - window.from);
      if (this.budget.tick(1 + window.to - window.from)) await this.budget.rest();
      const isMixed = histograms !== undefined && moveHistograms(histograms, endAt(k), range);
      if (isMixed && this.budget.tick(histograms.to - histograms.from)) await this.budget.rest();
      const isEmpty = window.from === window.to;
      if (isEmpty && !isMixed) continue;
      for (let i = 0; i < numbers.length; i++) numbers[i] = scalars[i]![k]!;
      if (name === 'quantile_over_time' && !isEmpty) this.annotations.requireQuantile(numbers[0]!, argPlaces[0]!);
      const value = isMixed
        ? await overHistograms(name, { window, histograms, args: numbers, work })
        : compute(window, numbers);
      if (value === undefined) continue;
      if (typeof value === 'object') {
        setHistogram(result, k, value);
        this.budget.spend(countSamples(value));
        continue;
      }
      result.present[k] = 1;
      result.values[k] = value;
    }
  }

  private requireCounter(labels: Labels, { present }: Series, place: string): void {
    const metric = labels.get(METRIC_NAME);
    if (metric === '' || COUNTER_NAME.test(metric) || !present.includes(1)) return;
    const problem = 'metric might not be a counter, name does not end in _total/_sum/_count/_bucket';
    this.annotations.inform(`${problem}: ${JSON.stringify(metric)}`, place);
  }

  private async binary(expr: Binary, grid: Grid): Promise<Value> {
    const left = await this.evaluate(expr.left, grid);
    const right = await this.evaluate(expr.right, grid);
    const operation = { ...expr, count: grid.count };
    if (left instanceof Float64Array || right instanceof Float64Array)
      return withScalar(operation, left, right, this.budget, this.annotations);
    if (SET_OPERATORS.has(expr.operator)) return combineSets(operation, left, right, this.budget);
    return combineVectors(operation, left, right, this.budget, this.annotations);
  }

  private async aggregated(expr: Aggregate, grid: Grid): Promise<Series[]> {
    const { operator, labels, isWithout, parameter, parameterPlace, exprPlace, place } = expr;
    const numbers = parameter?.type === 'scalar' ? await this.scalar(parameter, grid) : undefined;
    for (const number of findExtremes(numbers)) {
      if (operator === 'quantile') this.annotations.requireQuantile(number, parameterPlace);
      if (operator === 'limit_ratio') this.annotations.requireRatio(number, parameterPlace);
    }
    const series = await this.vector(expr.expr, grid);
    const aggregation = {
      operator,
      labels,
      isWithout,
      parameter: numbers,
      series,
      count: grid.count,
      annotations: this.annotations,
      exprPlace,
      place,
    };
    if (parameter?.kind !== 'string') return aggregate(aggregation, this.budget);
    if (!isName(parameter.value)) throw executionError(`invalid label name "${parameter.value}"`);
    return countValues(aggregation, parameter.value, this.budget);
  }

  private async called(call: Call, grid: Grid): Promise<Value> {
    const { name, args } = call;
    if (name in RANGE_FUNCTIONS) return this.overRange(call, grid);
    if (name in DATE_FUNCTIONS) return this.dated(call, grid);
    const special = this.special[name];
    if (special) return special(args, grid, call);
    const series = await this.vector(args[0]!, grid);
    if (name.startsWith('sort') && this.hasSeveralTimes(grid) && !isStepInvariant(call)) {
      const problem = 'sort is ineffective for range queries since results are always ordered by labels';
      this.annotations.warn(problem, call.place);
    }
    const ofVector = VECTOR_FUNCTIONS[name];
    if (ofVector) {
      const texts = args.flatMap((arg) => (arg.kind === 'string' ? [arg.value] : []));
      return ofVector(series, texts, this.budget);
    }
    const ofValue = VALUE_FUNCTIONS[name];
    if (ofValue) return mapValues(series, this.budget, (value) => ofValue(value));
    const scalars: Float64Array[] = [];
    for (const arg of args.slice(1)) scalars.push(await this.scalar(arg, grid));
    const compute = VALUE_FUNCTIONS_OF_SCALARS[name]!;
    return withValues(
      await mapValues(series, this.budget, (value, k) => compute(value, ...scalars.map((scalar) => scalar[k]!))),
    );
  }

  /** Functions that need more than the values of their arguments. */
  private readonly special: Readonly<
    Record<string, (args: readonly Expr[], grid: Grid, call: Call) => Promise<Value>>
  > = {
    absent: async ([arg], grid) =>
      evaluateAbsent(await this.vector(arg!, grid), absentLabels(arg!), grid.count, this.budget),
    end: (_args, grid) => Promise.resolve(this.scalars(grid, () => this.end / 1000)),
    histogram_fraction: async ([lower, upper, arg], grid, { argPlaces }) => {
      const bounds = [await this.scalar(lower!, grid), await this.scalar(upper!, grid)] as const;
      const call = this.histogramCall(await this.vector(arg!, grid), grid, argPlaces[2]!);
      return histogramFraction(bounds, call, this.budget, this.annotations);
    },
    histogram_quantile: async ([q, arg], grid, { argPlaces }) => {
      const quantiles = await this.scalar(q!, grid);
      for (const q of quantiles) this.annotations.requireQuantile(q, argPlaces[0]!);
      const call = this.histogramCall(await this.vector(arg!, grid), grid, argPlaces[1]!);
      return histogramQuantile(quantiles, call, this.budget, this.annotations);
    },
    histogram_quantiles: async ([arg, label, ...qs], grid, { argPlaces }) => {
      const call = this.histogramCall(await this.vector(arg!, grid), grid, argPlaces[0]!);
      const results: Series[] = [];
      for (const [i, q] of qs.entries()) {
        const quantiles = await this.scalar(q, grid);
        for (const each of quantiles) this.annotations.requireQuantile(each, argPlaces[i + 2]!);
        const found = await histogramQuantile(quantiles, call, this.budget, this.annotations);
        results.push(...toQuantileSeries(toText(label!), quantiles, found));
      }
      return mergeSeries(results, this.budget);
    },
    info: async ([arg], grid, call) => {
      const { start, step, count } = grid;
      const series = await this.vector(arg!, grid);
      // As in Prometheus, a call that does not depend on the step finds its info series at the first one.
      const timeAt = isStepInvariant(call) ? () => start : (k: number) => start + k * step;
      const infos = await this.newest(infoSelector(call), grid, { count, timeAt, wanted: 'infos' });
      return joinInfo(call, series, infos, this.budget);
    },
    pi: (_args, grid) => Promise.resolve(this.scalars(grid, () => Math.PI)),
    range: (_args, grid) => Promise.resolve(this.scalars(grid, () => (this.end - this.queried.start) / 1000)),
    scalar: async ([arg], grid) => evaluateScalar(await this.vector(arg!, grid), grid.count, this.budget),
    start: (_args, grid) => Promise.resolve(this.scalars(grid, () => this.queried.start / 1000)),
    step: (_args, grid) => Promise.resolve(this.scalars(grid, () => this.queried.step / 1000)),
    time: (_args, grid) => Promise.resolve(this.scalars(grid, (timeMs) => timeMs / 1000)),
    timestamp: async ([arg], grid) =>
      arg?.kind === 'selector'
        ? mapValues(await this.selected(arg, grid, 'times'), this.budget, (value) => value)
        : mapValues(
            countingHistograms(await this.vector(arg!, grid)),
            this.budget,
            (_value, k) => (grid.start + k * grid.step) / 1000,
          ),
    vector: async ([arg], grid) => [toUnlabelled(await this.scalar(arg!, grid))],
  };

  /** Whether it is a range query, even with a single step. */
  private hasSeveralTimes(grid: Grid): boolean {
    return grid === this.queried ? this.end !== grid.start : grid.count > 1;
  }

  private histogramCall(series: Series[], { start, step, count }: Grid, place: string): HistogramCall {
    return { series, count, timeAt: (k) => start + k * step, place };
  }

  private async dated({ name, args: [arg] }: Call, grid: Grid): Promise<Series[]> {
    const compute = DATE_FUNCTIONS[name]!;
    const seconds = arg ? await this.vector(arg, grid) : [toUnlabelled(this.scalars(grid, (timeMs) => timeMs / 1000))];
    return mapValues(seconds, this.budget, (value) => compute(new Date(Math.trunc(value) * 1000)));
  }
}
