import type { InstantResult, PromqlResponse, RangeResult } from '../../api/promql';
import type { Values } from '../../charts/metric-data';
import type { TimeRange } from '../../charts/chart-time';
import { labelsText, legendTexts } from '../../parts/promql/labels-text';
import type { PromqlNote } from '../../parts/promql/promql-notes';
import { exploreTexts as texts } from '../../texts/explore';

/** Maximum number of distinguishable lines in a chart. */
export const MAX_LINES = 20;
export const MAX_ROWS = 100;
/** Prometheus' warning that there are more series than requested. */
const TRUNCATED = 'results truncated due to limit';

/** Whether there are more series than the limit. Pure. */
export function isTruncated({ warnings = [] }: Pick<PromqlResponse<unknown>, 'warnings'>): boolean {
  return warnings.includes(TRUNCATED);
}

/** Warnings and infos of responses, each once, without that of the limit, which the page words itself. Pure. */
export function toNotes(responses: readonly Pick<PromqlResponse<unknown>, 'warnings' | 'infos'>[]): PromqlNote[] {
  const texts = (severity: 'warning' | 'info', all: readonly string[]): PromqlNote[] =>
    [...new Set(all)].filter((text) => text !== TRUNCATED).map((text) => ({ severity, text }));
  return [
    ...texts(
      'warning',
      responses.flatMap(({ warnings = [] }) => warnings),
    ),
    ...texts(
      'info',
      responses.flatMap(({ infos = [] }) => infos),
    ),
  ];
}

/** Notes on results that the chart cannot draw. Pure. */
export function chartNotes({ result }: RangeResult): PromqlNote[] {
  return result.some(({ histograms }) => histograms) ? [{ severity: 'info', text: texts.histogramsNotDrawn }] : [];
}

interface ChartLine {
  label: string;
  values: Values;
}

export interface ChartData {
  /** In ms. */
  times: readonly number[];
  series: readonly ChartLine[];
}

/** Number of a value; infinite and absent ones are gaps. */
function toNumber(text: string | undefined): number | null {
  const number = Number(text ?? NaN);
  return Number.isFinite(number) ? number : null;
}

/** Lines of a chart: a value at each step, or a gap. Pure. */
export function chartData({ result }: RangeResult, { start, end }: TimeRange, step: number): ChartData {
  const count = Math.floor((end - start) / 1000 / step) + 1;
  const times = Array.from({ length: count }, (_time, at) => start + at * step * 1000);
  const drawn = result.flatMap(({ metric, values }) => (values ? [{ metric, values }] : []));
  const labels = legendTexts(drawn.map(({ metric }) => metric));
  const series = drawn.map(({ values }, line) => {
    const valueTexts = new Map(values.map(([time, text]) => [Math.round((time * 1000 - start) / (step * 1000)), text]));
    return { label: labels[line]!, values: times.map((_time, at) => toNumber(valueTexts.get(at))) };
  });
  return { times: series.length > 0 ? times : [], series };
}

export interface ResultRow {
  key: string;
  labels: string;
  value: string;
  /** In ms, where the row is one value of several. */
  time?: number;
}

/** Values of a range vector that are shown of each series. */
export const MAX_VALUES = 10;

/** Rows of a table. Pure. */
export function tableRows(data: InstantResult): ResultRow[] {
  switch (data.resultType) {
    case 'scalar':
    case 'string':
      return [{ key: '', labels: '', value: data.result[1] }];
    case 'vector':
      return data.result.map(({ metric, value, histogram }, at) => ({
        key: String(at),
        labels: labelsText(metric),
        value: value?.[1] ?? texts.histogram(histogram![1]),
      }));
    case 'matrix':
      return data.result.flatMap(({ metric, values = [], histograms = [] }, at) =>
        [...values, ...histograms.map(([time, histogram]) => [time, texts.histogram(histogram)] as const)]
          .sort(([a], [b]) => a - b)
          .slice(-MAX_VALUES)
          .map(([time, value]) => ({
            key: `${at} ${time}`,
            labels: labelsText(metric),
            value,
            time: time * 1000,
          })),
      );
  }
}
