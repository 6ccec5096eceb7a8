import type { Points } from '@wardstone/metric-points';
import { Labels } from './labels';
import { valueText } from './number-text';
import type { Grid, Series, Value } from './series';

/** Number of points written at once. */
const POINTS_PER_BLOCK = 1_000;

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

/** Estimates the number of characters of series before they are written. */
export function textLength(series: Iterable<{ labels: Labels; count: number }>): number {
  let characters = 0;
  for (const { labels, count } of series) characters += labelsLength(labels) + count * CHARACTERS_OF_POINT;
  return characters;
}

/** Includes quotes, colon and comma of each label. */
function labelsLength({ entries }: Labels): number {
  return entries.reduce((sum, [name, value]) => sum + name.length + value.length + 6, 0);
}

/** Like `textLength`, for the result of an evaluation. */
export function valueTextLength(value: Value): number {
  if (value instanceof Float64Array) return value.length * CHARACTERS_OF_POINT;
  return textLength(value.map(({ labels, present }) => ({ labels, count: getCount(present) })));
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
  for (const { labels, values } of series) yield [`${metricText(labels)},"value":${pointText(timeMs, values[0]!)}}`];
}

/** Writes the points of series in their order. */
export function pointsText(series: readonly { labels: Labels; points: Points }[], notes: Notes): Text {
  return resultText(
    'matrix',
    notes,
    mapped(series, ({ labels, points: { times, values } }) =>
      seriesText(labels, times.length, (i) => pointText(times[i]!, values[i]!)),
    ),
  );
}

/** Writes the values of series at their steps, in their order. */
export function rangeText(value: Value, { start, step }: Grid, notes: Notes): Text {
  const all = value instanceof Float64Array ? [everywhere(value)] : value;
  return resultText(
    'matrix',
    notes,
    mapped(all, ({ labels, values, present }) =>
      seriesText(labels, values.length, (k) => (present[k] ? pointText(start + k * step, values[k]!) : undefined)),
    ),
  );
}

function* mapped<T>(items: readonly T[], textOf: (item: T) => Text): Generator<Text> {
  for (const item of items) yield textOf(item);
}

function everywhere(values: Float64Array): Series {
  return { labels: Labels.NONE, values, present: new Uint8Array(values.length).fill(1) };
}

function* seriesText(labels: Labels, count: number, textOf: (i: number) => string | undefined): Text {
  yield `${metricText(labels)},"values":[`;
  let before = '';
  for (let from = 0; from < count; from += POINTS_PER_BLOCK) {
    const texts: string[] = [];
    for (let i = from; i < Math.min(count, from + POINTS_PER_BLOCK); i++) {
      const text = textOf(i);
      if (text !== undefined) texts.push(text);
    }
    if (texts.length === 0) continue;
    yield before + texts.join(',');
    before = ',';
  }
  yield ']}';
}
