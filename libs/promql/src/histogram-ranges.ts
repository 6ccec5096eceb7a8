import type { NativeHistogram } from '@wardstone/metric-points';
import { addAll, type HistogramWork, mixedSchemas, UNITS_PER_HISTOGRAM } from './histogram-aggregates';
import { HistogramSum } from './histogram-sum';
import { isCustom } from './native-buckets';
import { areEqual, divideHistogram, emptyLike, isReset, scaleHistogram, withHint } from './native-histograms';
import { extrapolationFactor, RANGE_FUNCTIONS, type Window } from './range-functions';
import type { HistogramPoints } from './series';

/** The histograms with indexes from `from` to before `to` of a range. */
export interface HistogramWindow extends HistogramPoints {
  from: number;
  to: number;
}

export interface RangeWork extends HistogramWork {
  /** Name of the metric; empty if it has none. */
  readonly metric: string;
}

/** A range with at least one histogram. */
interface MixedRange {
  readonly window: Window;
  readonly histograms: HistogramWindow;
  readonly args: readonly number[];
  readonly work: RangeWork;
}

type Result = number | NativeHistogram | undefined;
type MixedFunction = (range: MixedRange) => Result | Promise<Result>;

/** Advances the window like `moveWindow`. Returns whether there is a histogram in it. */
export function moveHistograms(window: HistogramWindow, end: number, range: number): boolean {
  const { times } = window;
  while (window.to < times.length && times[window.to]! <= end) window.to++;
  while (window.from < window.to && times[window.from]! <= end - range) window.from++;
  return window.from < window.to;
}

/** Applies a function to a range with at least one histogram. */
export function overHistograms(name: string, range: MixedRange): Result | Promise<Result> {
  return (MIXED_FUNCTIONS[name] ?? ((each) => onlyNumbers(name, each)))(range);
}

/** Functions of numbers ignore histograms. */
function onlyNumbers(name: string, { window, args, work }: MixedRange): number | undefined {
  if (window.from === window.to) return undefined;
  const problem = 'ignored histograms in a range containing both floats and histograms';
  work.annotations.inform(`${problem} for metric name ${JSON.stringify(work.metric)}`, work.place);
  return RANGE_FUNCTIONS[name]!(window, args);
}

const MIXED_FUNCTIONS: Readonly<Record<string, MixedFunction>> = {
  absent_over_time: () => 1,
  avg_over_time: (range) => combined(range, 'avg'),
  changes: (range) => countPairs(range, areDifferent),
  count_over_time: ({ window, histograms }) => window.to - window.from + histograms.to - histograms.from,
  delta: (range) => extrapolated(range, 'delta'),
  first_over_time: (range) => atEnd(range, 'first'),
  idelta: (range) => ofLastTwo(range, false),
  increase: (range) => extrapolated(range, 'increase'),
  irate: (range) => ofLastTwo(range, true),
  last_over_time: (range) => atEnd(range, 'last'),
  present_over_time: () => 1,
  rate: (range) => extrapolated(range, 'rate'),
  resets: (range) => countPairs(range, areReset),
  sum_over_time: (range) => combined(range, 'sum'),
  ts_of_first_over_time: ({ window, histograms }) =>
    Math.min(window.from < window.to ? window.times[window.from]! : Infinity, histograms.times[histograms.from]!) /
    1000,
  ts_of_last_over_time: ({ window, histograms }) =>
    Math.max(window.from < window.to ? window.times[window.to - 1]! : 0, histograms.times[histograms.to - 1]!) / 1000,
};

function warnOfMix({ annotations, metric, place }: RangeWork): undefined {
  annotations.warn(`encountered a mix of histograms and floats for metric name ${JSON.stringify(metric)}`, place);
}

function warnAbout(problem: string, { annotations, metric, place }: RangeWork): void {
  annotations.warn(`this native histogram metric is not a ${problem}: ${JSON.stringify(metric)}`, place);
}

function noteReconciled({ annotations, place }: RangeWork, operation: string): void {
  annotations.inform(`mismatched custom buckets were reconciled during ${operation}`, place);
}

async function combined({ window, histograms, work }: MixedRange, kind: 'sum' | 'avg'): Promise<Result> {
  if (window.from < window.to) return warnOfMix(work);
  const { values, from, to } = histograms;
  const all = values.slice(from, to).map((histogram) => ({ histogram, metric: work.metric }));
  return addAll(all, kind, work);
}

/** Like the function of numbers, with a sum of histograms as difference. */
async function extrapolated(
  { window, histograms, work }: MixedRange,
  kind: 'increase' | 'delta' | 'rate',
): Promise<Result> {
  if (window.from < window.to) return warnOfMix(work);
  const { times, values, from, to } = histograms;
  if (to - from < 2) return undefined;
  const points = values.slice(from, to);
  const difference = await (kind === 'delta' ? toDelta(points, work) : toIncrease(points, work));
  if (!difference) return undefined;
  const { start, end } = window;
  const factor = extrapolationFactor({ times, from, to, start, end }, kind, points[0]!.count, difference.count);
  return scaleHistogram(difference, factor);
}

function toDelta(points: readonly NativeHistogram[], work: RangeWork): NativeHistogram | undefined {
  const [first, last] = [points[0]!, points.at(-1)!];
  const difference = subtracted(last, first, work);
  if (difference && (first.hint !== 'gauge' || last.hint !== 'gauge')) warnAbout('gauge', work);
  return difference;
}

async function toIncrease(points: readonly NativeHistogram[], work: RangeWork): Promise<NativeHistogram | undefined> {
  if (points.some(({ hint }) => hint === 'gauge')) warnAbout('counter', work);
  const [first, second] = points as [NativeHistogram, NativeHistogram];
  const last = points.at(-1)!;
  // What was counted before the reset is not part of the increase.
  const counted = isReset(second, first) ? [emptyLike(second), ...points.slice(1)] : points;
  if (counted.some((point) => isCustom(point) !== isCustom(last))) {
    work.annotations.warn(mixedSchemas(work.metric), work.place);
    return undefined;
  }
  const difference = new HistogramSum(last);
  for (const { schema } of counted) difference.coarsen(schema);
  if (difference.add(counted[0]!, -1)!.isReconciled) noteReconciled(work, 'subtraction');
  for (let i = 1; i < counted.length; i++) {
    if (work.budget.tick(UNITS_PER_HISTOGRAM)) await work.budget.rest();
    const before = counted[i - 1]!;
    if (isReset(counted[i]!, before) && difference.add(before)!.isReconciled) noteReconciled(work, 'addition');
  }
  return difference.toHistogram(1, 'gauge');
}

/** A value of either kind at a time. */
interface Point {
  readonly time: number;
  readonly value: number | NativeHistogram;
}

/** Points of both kinds in order of time. */
function* merged({ window, histograms }: MixedRange): Generator<Point> {
  let { from: i } = window;
  let { from: j } = histograms;
  while (i < window.to || j < histograms.to) {
    if (j >= histograms.to || (i < window.to && window.times[i]! < histograms.times[j]!)) {
      yield { time: window.times[i]!, value: window.values[i]! };
      i++;
    } else {
      yield { time: histograms.times[j]!, value: histograms.values[j]! };
      j++;
    }
  }
}

async function countPairs(range: MixedRange, meets: (value: Point, before: Point) => boolean): Promise<number> {
  let count = 0;
  let before: Point | undefined;
  for (const point of merged(range)) {
    if (before && meets(point, before)) count++;
    before = point;
    if (range.work.budget.tick(UNITS_PER_HISTOGRAM)) await range.work.budget.rest();
  }
  return count;
}

function areDifferent({ value: now }: Point, { value: before }: Point): boolean {
  if (typeof now === 'object' && typeof before === 'object') return !areEqual(now, before);
  return now !== before && !(Number.isNaN(now) && Number.isNaN(before));
}

function areReset({ value: now }: Point, { value: before }: Point): boolean {
  if (typeof now === 'object' && typeof before === 'object') return isReset(now, before);
  return typeof now === 'object' || typeof before === 'object' || now < before;
}

function atEnd({ window, histograms }: MixedRange, end: 'first' | 'last'): Result {
  const [i, j] = end === 'first' ? [window.from, histograms.from] : [window.to - 1, histograms.to - 1];
  if (window.from === window.to) return histograms.values[j]!;
  const isNumber = end === 'first' ? window.times[i]! < histograms.times[j]! : window.times[i]! > histograms.times[j]!;
  return isNumber ? window.values[i]! : histograms.values[j]!;
}

function ofLastTwo(range: MixedRange, isRate: boolean): Result {
  const { window, histograms, args, work } = range;
  if (window.to - window.from + histograms.to - histograms.from < 2) return undefined;
  const [before, last] = newestTwo(range);
  if (typeof before!.value === 'number' && typeof last!.value === 'number')
    return RANGE_FUNCTIONS[isRate ? 'irate' : 'idelta']!(window, args);
  if (typeof before!.value === 'number' || typeof last!.value === 'number') return warnOfMix(work);
  const [now, earlier] = [last!.value, before!.value];
  const gauges = [now, earlier].filter(({ hint }) => hint === 'gauge').length;
  if (isRate ? gauges > 0 : gauges < 2) warnAbout(isRate ? 'counter' : 'gauge', work);
  const difference = isRate && isReset(now, earlier) ? withHint(now, 'gauge') : subtracted(now, earlier, work);
  return isRate ? difference && divideHistogram(difference, (last!.time - before!.time) / 1000) : difference;
}

/** The difference as a gauge; undefined if one has custom and the other exponential buckets. */
function subtracted(now: NativeHistogram, before: NativeHistogram, work: RangeWork): NativeHistogram | undefined {
  const difference = new HistogramSum(now);
  const done = difference.add(before, -1);
  if (!done) {
    work.annotations.warn(mixedSchemas(work.metric), work.place);
    return undefined;
  }
  if (done.isReconciled) noteReconciled(work, 'subtraction');
  return difference.toHistogram(1, 'gauge');
}

function newestTwo({ window, histograms }: MixedRange): (Point | undefined)[] {
  const points: Point[] = [];
  for (let i = Math.max(window.from, window.to - 2); i < window.to; i++)
    points.push({ time: window.times[i]!, value: window.values[i]! });
  for (let j = Math.max(histograms.from, histograms.to - 2); j < histograms.to; j++)
    points.push({ time: histograms.times[j]!, value: histograms.values[j]! });
  return points.sort((a, b) => a.time - b.time).slice(-2);
}
