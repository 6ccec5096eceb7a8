import type { Points } from '../../metrics/domain/points';
import { compareLabels, Labels } from './labels';
import { valueText } from './number-text';
import type { Grid, Series, Value } from './series';

/** Points that are written at a time. */
const POINTS_PER_BLOCK = 5_000;

/** The body of a response, block by block. */
export type Text = Iterable<string>;

/** What a response says beside its data. */
export interface Notes {
  readonly warnings: Set<string>;
  readonly infos: Set<string>;
}

export function* dataText(data: unknown): Text {
  yield JSON.stringify({ status: 'success', data });
}

function notesText(notes: Notes): string {
  return (['warnings', 'infos'] as const)
    .filter((kind) => notes[kind].size > 0)
    .map((kind) => `,"${kind}":${JSON.stringify([...notes[kind]])}`)
    .join('');
}

function* resultText(resultType: string, notes: Notes, entries: Iterable<Text>): Text {
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

/** An instant vector, in its order, or a scalar. */
export function instantText(value: Value, timeMs: number, notes: Notes): Text {
  if (value instanceof Float64Array)
    return dataText({ resultType: 'scalar', result: [timeMs / 1000, valueText(value[0]!)] });
  const texts = value.map(({ labels, values }) => [`${metricText(labels)},"value":${pointText(timeMs, values[0]!)}}`]);
  return resultText('vector', notes, texts);
}

/** The points of series, in the order of their labels. */
export function pointsText(series: readonly { labels: Labels; points: Points }[], notes: Notes): Text {
  const ordered = series.toSorted((a, b) => compareLabels(a.labels, b.labels));
  return resultText(
    'matrix',
    notes,
    ordered.map(({ labels, points: { times, values } }) =>
      seriesText(labels, times.length, (i) => pointText(times[i]!, values[i]!)),
    ),
  );
}

/** The values of series at their steps, in the order of their labels. */
export function rangeText(value: Value, { start, step }: Grid, notes: Notes): Text {
  const all = value instanceof Float64Array ? [everywhere(value)] : value;
  const ordered = all.toSorted((a, b) => compareLabels(a.labels, b.labels));
  return resultText(
    'matrix',
    notes,
    ordered.map(({ labels, values, present }) =>
      seriesText(labels, values.length, (k) => (present[k] ? pointText(start + k * step, values[k]!) : undefined)),
    ),
  );
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
