import { isInfinite, KahanSum, computeMean } from './kahan-sum';
import { executionError } from './promql-error';
import { computeQuantile } from './quantile';
import type { Kept, StoredPoints } from './series';

/** The points with indexes from `from` to before `to`, at least one, of a range that begins and ends at times in ms. */
export interface Window extends StoredPoints {
  from: number;
  to: number;
  start: number;
  end: number;
  /** Evaluation time, regardless of shifts. */
  at: number;
}

/** Advances the window to the range that ends at a time; points at its start are excluded. */
export function moveWindow(window: Window, end: number, range: number): void {
  const { times, spans } = window;
  const start = end - range;
  let { from, to } = window;
  while (to < times.length && times[to]! <= end) to++;
  while (from < to && times[from]! + (spans?.[from] ?? 0) <= start) from++;
  window.from = from;
  window.to = to;
  window.start = start;
  window.end = end;
}

/** Undefined if the range has too few points. */
type RangeFunction = (window: Window, args: readonly number[]) => number | undefined;

/** Increase and delta: the difference extrapolated to the ends of the range; a rate is the increase per second. */
function extrapolated(window: Window, kind: 'increase' | 'delta' | 'rate'): number | undefined {
  const { values, from, to } = window;
  if (to - from < 2) return undefined;
  const first = values[from]!;
  let difference = values[to - 1]! - first;
  if (kind !== 'delta') {
    for (let i = from + 1; i < to; i++) if (values[i]! < values[i - 1]!) difference += values[i - 1]!;
  }
  return difference * extrapolationFactor(window, kind, first, difference);
}

/** Factor for the difference between the first and the last of at least two points. */
export function extrapolationFactor(
  { times, from, to, start, end }: Pick<Window, 'times' | 'from' | 'to' | 'start' | 'end'>,
  kind: 'increase' | 'delta' | 'rate',
  first: number,
  difference: number,
): number {
  const sampled = (times[to - 1]! - times[from]!) / 1000;
  const average = sampled / (to - from - 1);
  let toStart = stretch((times[from]! - start) / 1000, average);
  const toEnd = stretch((end - times[to - 1]!) / 1000, average);
  // Counters start at zero, which limits the extrapolation.
  if (kind !== 'delta' && difference > 0 && first >= 0) toStart = Math.min(toStart, sampled * (first / difference));
  const factor = (sampled + toStart + toEnd) / sampled;
  return kind === 'rate' ? factor / ((end - start) / 1000) : factor;
}

/** Extrapolates the difference into a gap before or after the samples. */
function stretch(gap: number, average: number): number {
  return gap < average * 1.1 ? gap : average / 2;
}

function ofLastTwo({ times, values, from, to }: Window, isRate: boolean): number | undefined {
  if (to - from < 2) return undefined;
  const [before, last] = [values[to - 2]!, values[to - 1]!];
  const difference = isRate && last < before ? last : last - before;
  const elapsed = times[to - 1]! - times[to - 2]!;
  return isRate ? difference / (elapsed / 1000) : difference;
}

/** A roll-up is weighted by its part of the range, values by the rest. */
function meanOverTime(window: Window): number {
  const { times, values, spans, from, to, start, end } = window;
  const slices = Math.min(to, spans?.length ?? 0);
  if (from >= slices) return computeMean(values, from, to);
  const sum = new KahanSum();
  let elapsed = 0;
  const add = (value: number, first: number, last: number): void => {
    const weight = last - first + 1;
    sum.add(value * weight);
    elapsed += weight;
  };
  for (let i = from; i < slices; i++) {
    add(values[i]!, Math.max(start + 1, times[i]!), Math.min(end, times[i]! + spans![i]!));
  }
  if (to > slices) add(computeMean(values, slices, to), times[slices - 1]! + spans![slices - 1]!, end);
  return sum.total / elapsed;
}

function variance({ values, from, to }: Window): number {
  const average = new KahanSum();
  const squares = new KahanSum();
  for (let i = from; i < to; i++) {
    const delta = values[i]! - average.total;
    average.add(delta / (i - from + 1));
    squares.add(delta * (values[i]! - average.total));
  }
  return squares.total / (to - from);
}

/** Slope per second, and the value of the line at a time. */
function regression({ times, values, from, to }: Window, at: number): { slope: number; intercept: number } {
  const [x, y, xy, xx] = [new KahanSum(), new KahanSum(), new KahanSum(), new KahanSum()];
  const first = values[from]!;
  let isConstant = true;
  for (let i = from; i < to; i++) {
    const value = values[i]!;
    if (value !== first) isConstant = false;
    const seconds = (times[i]! - at) / 1000;
    x.add(seconds);
    y.add(value);
    xy.add(seconds * value);
    xx.add(seconds * seconds);
  }
  if (isConstant) return isInfinite(first) ? { slope: NaN, intercept: NaN } : { slope: 0, intercept: first };
  const count = to - from;
  const slope = (xy.total - (x.total * y.total) / count) / (xx.total - (x.total * x.total) / count);
  return { slope, intercept: y.total / count - (slope * x.total) / count };
}

function smoothed({ values, from, to }: Window, [smoothing, trend]: readonly number[]): number | undefined {
  for (const [name, factor] of [
    ['smoothing', smoothing!],
    ['trend', trend!],
  ] as const) {
    if (factor > 0 && factor < 1) continue;
    const letter = name[0];
    throw executionError(`invalid ${name} factor. Expected: 0 < ${letter}f < 1, got: ${factor.toFixed(6)}`);
  }
  if (to - from < 2) return undefined;
  let before = 0;
  let level = values[from]!;
  let slope = values[from + 1]! - level;
  for (let i = from + 1; i < to; i++) {
    if (i > from + 1) slope = trend! * (level - before) + (1 - trend!) * slope;
    before = level;
    level = smoothing! * values[i]! + (1 - smoothing!) * (level + slope);
  }
  return level;
}

/** Number of values that meet a condition with the previous value. */
function getCount({ values, from, to }: Window, meets: (value: number, before: number) => boolean): number {
  let count = 0;
  for (let i = from + 1; i < to; i++) if (meets(values[i]!, values[i - 1]!)) count++;
  return count;
}

function extreme({ values, from, to }: Window, isBeyond: (value: number, known: number) => boolean): number {
  let known = values[from]!;
  for (let i = from; i < to; i++) if (isBeyond(values[i]!, known) || Number.isNaN(known)) known = values[i]!;
  return known;
}

function sum({ values, from, to }: Window): number {
  const all = new KahanSum();
  for (let i = from; i < to; i++) all.add(values[i]!);
  return all.total;
}

/** Time in seconds of the last extreme value. */
function timeOfExtreme(window: Window, isBeyond: (value: number, known: number) => boolean): number {
  const { times, values, from, to } = window;
  let at = from;
  for (let i = from; i < to; i++) if (isBeyond(values[i]!, values[at]!) || Number.isNaN(values[at]!)) at = i;
  return times[at]! / 1000;
}

/** The median of the absolute deviations from the median. */
function medianDeviation({ values, from, to }: Window): number {
  const numbers = values.slice(from, to);
  if (numbers.some(Number.isNaN)) return NaN;
  const median = computeQuantile(0.5, numbers, numbers.length);
  return computeQuantile(
    0.5,
    numbers.map((value) => Math.abs(value - median)),
    numbers.length,
  );
}

/** Functions of range vectors by name. */
export const RANGE_FUNCTIONS: Readonly<Record<string, RangeFunction>> = {
  absent_over_time: () => 1,
  avg_over_time: meanOverTime,
  changes: (window) => getCount(window, (a, b) => a !== b && !(Number.isNaN(a) && Number.isNaN(b))),
  count_over_time: ({ from, to }) => to - from,
  delta: (window) => extrapolated(window, 'delta'),
  deriv: (window) => (window.to - window.from < 2 ? undefined : regression(window, window.times[window.from]!).slope),
  double_exponential_smoothing: smoothed,
  first_over_time: ({ values, from }) => values[from]!,
  idelta: (window) => ofLastTwo(window, false),
  increase: (window) => extrapolated(window, 'increase'),
  irate: (window) => ofLastTwo(window, true),
  last_over_time: ({ values, to }) => values[to - 1]!,
  mad_over_time: medianDeviation,
  max_over_time: (window) => extreme(window, (value, known) => value > known),
  min_over_time: (window) => extreme(window, (value, known) => value < known),
  predict_linear: (window, [seconds]) => {
    if (window.to - window.from < 2) return undefined;
    const { slope, intercept } = regression(window, window.at);
    return slope * seconds! + intercept;
  },
  present_over_time: () => 1,
  quantile_over_time: ({ values, from, to }, [q]) => computeQuantile(q!, values.slice(from, to), to - from),
  rate: (window) => extrapolated(window, 'rate'),
  resets: (window) => getCount(window, (value, before) => value < before),
  stddev_over_time: (window) => Math.sqrt(variance(window)),
  stdvar_over_time: variance,
  sum_over_time: sum,
  ts_of_first_over_time: ({ times, from }) => times[from]! / 1000,
  ts_of_last_over_time: ({ times, to }) => times[to - 1]! / 1000,
  ts_of_max_over_time: (window) => timeOfExtreme(window, (value, known) => value >= known),
  ts_of_min_over_time: (window) => timeOfExtreme(window, (value, known) => value <= known),
};

/** Functions that accept roll-ups instead of values. See rule prometheus-8. */
export const KEPT_FOR: Readonly<Record<string, Kept>> = {
  absent_over_time: 'avg',
  avg_over_time: 'avg',
  first_over_time: 'avg',
  last_over_time: 'avg',
  max_over_time: 'max',
  min_over_time: 'min',
  present_over_time: 'avg',
};
