import type { AllPoints, NativeHistogram } from '@wardstone/metric-points';
import { type Budget, UNITS_PER_SERIES } from './budget';
import type { Matcher } from './expression';
import type { Labels } from './labels';
import { sameLabels } from './promql-error';

/** The evaluation times of a query, in ms. */
export interface Grid {
  readonly start: number;
  /** 0 for an instant query. */
  readonly step: number;
  readonly count: number;
}

/** Native histograms by step; undefined for none. */
export type Histograms = (NativeHistogram | undefined)[];

/** An optional value at each step: a number or a native histogram. */
export interface Series {
  readonly labels: Labels;
  readonly values: Float64Array;
  /** 1 for steps with a number. */
  readonly present: Uint8Array;
  /** Left out by series of numbers, so that these cost nothing more; what reads only numbers ignores it. */
  histograms?: Histograms;
}

/** A scalar, which has a value at each step, or series. */
export type Value = Float64Array | Series[];

/** A series in the inventory. */
export interface FoundSeries {
  readonly scheduleId: number;
  /** Whether it was received from another system; only such series have non-finite values. */
  readonly isReceived: boolean;
  readonly lookbackMs: number;
  readonly labels: Labels;
}

/** Aggregates stored in roll-ups. */
export type Kept = 'avg' | 'min' | 'max';

/** Points. The first ones may be roll-ups of deleted values. */
export interface StoredPoints extends AllPoints {
  /** Length of each roll-up's slice, in ms. */
  readonly spans?: Float64Array;
  readonly histograms?: HistogramPoints;
}

/** Native histograms in order of time; at their times the series has no number. */
export interface HistogramPoints {
  readonly times: Float64Array;
  readonly values: readonly NativeHistogram[];
}

/** A stored series whose points are read on demand. */
export interface StoredSeries {
  readonly labels: Labels;
  /** Look-back of the newest value, in ms. */
  readonly lookbackMs: number;
  readonly points: () => StoredPoints;
}

/**
 * Points after `from` and up to `to`, in ms; with `looksBack` also earlier ones within the look-back. `kept` names the
 * roll-ups that may replace deleted values. The result may contain further points.
 */
export interface Selection {
  readonly matchers: readonly Matcher[];
  readonly from: number;
  readonly to: number;
  readonly looksBack: boolean;
  readonly kept: Kept | undefined;
}

export type Select = (selection: Selection) => Promise<readonly StoredSeries[]>;

export function emptySeries(labels: Labels, count: number): Series {
  return { labels, values: new Float64Array(count), present: new Uint8Array(count) };
}

/** The series with at least one value. */
export function withValues(series: readonly Series[]): Series[] {
  return series.filter(({ present, histograms }) => present.includes(1) || histograms?.some(Boolean));
}

/** The series without their histograms. */
export function onlyNumbers(series: readonly Series[]): Series[] {
  return series.map(({ labels, values, present }) => ({ labels, values, present }));
}

/** Applies a function to the histograms of series. */
export function mapHistograms(
  series: readonly Series[],
  compute: (histogram: NativeHistogram) => NativeHistogram,
): Series[] {
  return series.map((one) =>
    one.histograms ? { ...one, histograms: one.histograms.map((each) => each && compute(each)) } : one,
  );
}

/** Whether a series has a number or a histogram at a step. */
export function hasValue({ present, histograms }: Series, k: number): boolean {
  return present[k] === 1 || histograms?.[k] !== undefined;
}

/** The steps at which any of the series has a value. */
export async function getPresence(series: readonly Series[], count: number, budget: Budget): Promise<Uint8Array> {
  const any = new Uint8Array(count);
  for (const { present, histograms } of series) {
    for (let k = 0; k < count; k++) any[k]! |= present[k]!;
    histograms?.forEach((histogram, k) => histogram && (any[k] = 1));
    if (budget.tick(count)) await budget.rest();
  }
  return any;
}

/** Removes the value at a step. */
export function removeValue({ present, histograms }: Series, k: number): void {
  present[k] = 0;
  if (histograms) histograms[k] = undefined;
}

/** Copies the value of a series at a step, which it has, to another series. */
export function copyValue(from: Series, to: Series, k: number): void {
  const histogram = from.histograms?.[k];
  if (histogram) setHistogram(to, k, histogram);
  else {
    to.present[k] = 1;
    to.values[k] = from.values[k]!;
  }
}

export function setHistogram(series: Series, k: number, histogram: NativeHistogram): void {
  (series.histograms ??= new Array<NativeHistogram | undefined>(series.values.length))[k] = histogram;
}

/** Groups series by a key. */
export async function groupSeries(
  series: readonly Series[],
  toKey: (labels: Labels) => string,
  budget: Budget,
): Promise<Map<string, Series[]>> {
  const groups = new Map<string, Series[]>();
  for (const one of series) {
    if (budget.tick(UNITS_PER_SERIES)) await budget.rest();
    const key = toKey(one.labels);
    const known = groups.get(key);
    if (known) known.push(one);
    else groups.set(key, [one]);
  }
  return groups;
}

/**
 * Merges series with equal labels.
 * @throws PromqlError where two have a value
 */
export async function mergeSeries(series: Series[], budget: Budget): Promise<Series[]> {
  const byKey = new Map<string, Series>();
  for (const one of series) {
    if (budget.tick(UNITS_PER_SERIES)) await budget.rest();
    const known = byKey.get(one.labels.key);
    if (known) addInto(known, one);
    else byKey.set(one.labels.key, one);
  }
  return byKey.size === series.length ? series : [...byKey.values()];
}

/**
 * Removes the names of series.
 * @throws as `merged`
 */
export async function withoutNames(series: readonly Series[], budget: Budget): Promise<Series[]> {
  const unnamed: Series[] = [];
  for (const one of series) {
    if (budget.tick(UNITS_PER_SERIES)) await budget.rest();
    unnamed.push({ ...one, labels: one.labels.withoutName() });
  }
  return mergeSeries(unnamed, budget);
}

function addInto(known: Series, one: Series): void {
  for (let k = 0; k < one.present.length; k++) {
    if (!hasValue(one, k)) continue;
    if (hasValue(known, k)) throw sameLabels();
    copyValue(one, known, k);
  }
}
