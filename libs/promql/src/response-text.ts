import type { NativeHistogram, Points } from '@wardstone/metric-points';
import { Labels } from './labels';
import { listBuckets } from './native-buckets';
import { brackets } from './native-histograms';
import { valueText } from './number-text';
import type { Grid, HistogramPoints, Series, Value } from './series';

/** Number of points written at once. */
const POINTS_PER_BLOCK = 1_000;
const HISTOGRAMS_PER_BLOCK = 20;

/** The body of a response in blocks. */
export type Text = Iterable<string>;

/** Notes of a response, beside its data. */
export interface Notes {
  readonly warnings: Set<string>;
  readonly infos: Set<string>;
}

export function* dataText(data: unknown): Text {
  yield JSON.stringify({ status: 'success', data });
}

/** The labels of many series, or a list of names. */
export function listText<T>(items: readonly T[], dataOf: (item: T) => unknown): Text {
  return gathered(listBlocks(items, (item) => JSON.stringify(dataOf(item)), '[', ']'));
}

/** Members of an object. */
export function membersText(members: readonly (readonly [name: string, data: unknown])[]): Text {
  const memberText = ([name, data]: (typeof members)[number]): string =>
    `${JSON.stringify(name)}:${JSON.stringify(data)}`;
  return gathered(listBlocks(members, memberText, '{', '}'));
}

function* listBlocks<T>(items: readonly T[], textOf: (item: T) => string, open: string, close: string): Text {
  yield `{"status":"success","data":${open}`;
  let before = '';
  for (const item of items) {
    yield before + textOf(item);
    before = ',';
  }
  yield `${close}}`;
}

/** Writing a block takes some milliseconds. */
const CHARACTERS_PER_BLOCK = 64 * 1024;

/** Joins the text into fewer blocks. */
function* gathered(texts: Text): Text {
  let block = '';
  for (const text of texts) {
    block += text;
    if (block.length < CHARACTERS_PER_BLOCK) continue;
    yield block;
    block = '';
  }
  yield block;
}

/** Maximum length of a time in ms and a value with all digits; most are shorter. */
const CHARACTERS_OF_POINT = 38;

/** The same for a native histogram, and for each of its buckets. */
const CHARACTERS_OF_HISTOGRAM = 80;
const CHARACTERS_OF_BUCKET = 64;

interface CountedSeries {
  readonly labels: Labels;
  /** Number of its points. */
  readonly count: number;
  readonly histograms?: readonly (NativeHistogram | undefined)[] | undefined;
}

/** Estimates the number of characters of series before they are written. */
export function textLength(series: Iterable<CountedSeries>): number {
  let characters = 0;
  for (const { labels, count, histograms = [] } of series) {
    characters += labelsLength(labels) + count * CHARACTERS_OF_POINT;
    for (const histogram of histograms) if (histogram) characters += histogramLength(histogram);
  }
  return characters;
}

function histogramLength({ positive, negative }: NativeHistogram): number {
  return CHARACTERS_OF_HISTOGRAM + (positive.indexes.length + negative.indexes.length + 1) * CHARACTERS_OF_BUCKET;
}

/** Includes quotes, colon and comma of each label. */
function labelsLength({ entries }: Labels): number {
  return entries.reduce((sum, [name, value]) => sum + name.length + value.length + 6, 0);
}

/** Like `textLength`, for the result of an evaluation. */
export function valueTextLength(value: Value): number {
  if (value instanceof Float64Array) return value.length * CHARACTERS_OF_POINT;
  return textLength(value.map(({ labels, present, histograms }) => ({ labels, count: getCount(present), histograms })));
}

function getCount(present: Uint8Array): number {
  let count = 0;
  for (const one of present) count += one;
  return count;
}

/** Maximum number of each kind; further ones are counted. */
const MAX_NOTES = 10;

function notesText(notes: Notes): string {
  return (['warnings', 'infos'] as const)
    .filter((kind) => notes[kind].size > 0)
    .map((kind) => {
      const shown = [...notes[kind]].slice(0, MAX_NOTES);
      const rest = notes[kind].size - shown.length;
      if (rest > 0) shown.push(`${rest} more ${kind.slice(0, -1)} annotations omitted`);
      return `,"${kind}":${JSON.stringify(shown)}`;
    })
    .join('');
}

function resultText(resultType: string, notes: Notes, entries: Iterable<Text>): Text {
  return gathered(resultBlocks(resultType, notes, entries));
}

function* resultBlocks(resultType: string, notes: Notes, entries: Iterable<Text>): Text {
  yield `{"status":"success","data":{"resultType":"${resultType}","result":[`;
  let isFirst = true;
  for (const entry of entries) {
    if (!isFirst) yield ',';
    isFirst = false;
    yield* entry;
  }
  yield `]}${notesText(notes)}}`;
}

function pointText(timeMs: number, value: number): string {
  return `[${timeMs / 1000},"${valueText(value)}"]`;
}

function histogramPointText(timeMs: number, histogram: NativeHistogram): string {
  return `[${timeMs / 1000},${histogramText(histogram)}]`;
}

/** Number of a bucket's kind by whether it contains its lower and its upper bound. */
const BRACKETS = [
  [2, 0],
  [1, 3],
] as const;

function histogramText(histogram: NativeHistogram): string {
  const buckets = listBuckets(histogram).map(({ lower, upper, count }) => {
    const { opens, closes } = brackets(histogram, lower, upper);
    const kind = BRACKETS[Number(opens) as 0 | 1][Number(closes) as 0 | 1];
    return `[${kind},"${valueText(lower)}","${valueText(upper)}","${valueText(count)}"]`;
  });
  const numbers = `"count":"${valueText(histogram.count)}","sum":"${valueText(histogram.sum)}"`;
  return `{${numbers}${buckets.length > 0 ? `,"buckets":[${buckets.join(',')}]` : ''}}`;
}

function metricText(labels: Labels): string {
  return `{"metric":${JSON.stringify(Object.fromEntries(labels.entries))}`;
}

/** Writes an instant vector in its order, or a scalar. */
export function instantText(value: Value, timeMs: number, notes: Notes): Text {
  if (value instanceof Float64Array)
    return [
      `{"status":"success","data":{"resultType":"scalar","result":${pointText(timeMs, value[0]!)}}${notesText(notes)}}`,
    ];
  return resultText('vector', notes, vectorTexts(value, timeMs));
}

function* vectorTexts(series: readonly Series[], timeMs: number): Generator<Text> {
  for (const { labels, values, histograms } of series) {
    const histogram = histograms?.[0];
    const value = histogram
      ? `"histogram":${histogramPointText(timeMs, histogram)}`
      : `"value":${pointText(timeMs, values[0]!)}`;
    yield [`${metricText(labels)},${value}}`];
  }
}

/** Writes the points of series in their order. */
export function pointsText(
  series: readonly { labels: Labels; points: Points; histograms?: HistogramPoints }[],
  notes: Notes,
): Text {
  return resultText(
    'matrix',
    notes,
    mapped(series, ({ labels, points: { times, values }, histograms }) => {
      const numbers = { count: times.length, textOf: (i: number) => pointText(times[i]!, values[i]!) };
      if (!histograms || histograms.times.length === 0) return seriesText(labels, numbers);
      const textOf = (i: number): string => histogramPointText(histograms.times[i]!, histograms.values[i]!);
      return seriesText(labels, numbers, { count: histograms.times.length, textOf });
    }),
  );
}

/** Writes the values of series at their steps, in their order. */
export function rangeText(value: Value, { start, step }: Grid, notes: Notes): Text {
  const all = value instanceof Float64Array ? [everywhere(value)] : value;
  return resultText(
    'matrix',
    notes,
    mapped(all, ({ labels, values, present, histograms }) => {
      const count = values.length;
      const numbers = {
        count: histograms && !present.includes(1) ? 0 : count,
        textOf: (k: number) => (present[k] ? pointText(start + k * step, values[k]!) : undefined),
      };
      if (!histograms?.some(Boolean)) return seriesText(labels, numbers);
      const textOf = (k: number): string | undefined =>
        histograms[k] && histogramPointText(start + k * step, histograms[k]);
      return seriesText(labels, numbers, { count, textOf });
    }),
  );
}

function* mapped<T>(items: readonly T[], textOf: (item: T) => Text): Generator<Text> {
  for (const item of items) yield textOf(item);
}

function everywhere(values: Float64Array): Series {
  return { labels: Labels.NONE, values, present: new Uint8Array(values.length).fill(1) };
}

/** Points that are written, by index; undefined for none. */
interface WrittenPoints {
  readonly count: number;
  readonly textOf: (i: number) => string | undefined;
}

/** Series without histograms have a list of values even if it is empty. */
function* seriesText(labels: Labels, numbers: WrittenPoints, histograms?: WrittenPoints): Text {
  yield metricText(labels);
  if (numbers.count > 0 || !histograms) yield* listPoints('values', numbers, POINTS_PER_BLOCK);
  if (histograms) yield* listPoints('histograms', histograms, HISTOGRAMS_PER_BLOCK);
  yield '}';
}

function* listPoints(name: string, { count, textOf }: WrittenPoints, perBlock: number): Text {
  yield `,"${name}":[`;
  let before = '';
  for (let from = 0; from < count; from += perBlock) {
    const texts: string[] = [];
    for (let i = from; i < Math.min(count, from + perBlock); i++) {
      const text = textOf(i);
      if (text !== undefined) texts.push(text);
    }
    if (texts.length === 0) continue;
    yield before + texts.join(',');
    before = ',';
  }
  yield ']';
}
