import type { Double } from '@wardstone/dto';
import { type Markup, markup } from '@wardstone/markup';
import { factTable, listTable, type PageTools } from '@wardstone/media-types';
import { type Measure, NO_UNIT, valueText } from '@wardstone/units';
import { type ChartPoint, metricChart } from './metric-chart';

/** What a page shows of a record; `MetricAggregate` in short. */
interface ShownAggregate {
  readonly scheduleId: number;
  readonly min: Double;
  readonly avg: Double;
  readonly max: Double;
  readonly minTimeStamp: number;
  readonly maxTimeStamp: number;
  readonly dataPoints: readonly {
    readonly timeStamp: number;
    readonly value: Double;
    readonly high: Double;
    readonly low: Double;
  }[];
}

/** What a page shows besides the record. */
export interface Series {
  readonly displayName: string;
  readonly measure: Measure;
  readonly resource?: { readonly id: number; readonly name: string };
  readonly baseline: { readonly min: number; readonly max: number; readonly mean: number } | undefined;
  /** Below the base path, where the chart is. */
  readonly path: string;
  readonly nowMs: number;
}

/** Under a symbol, so that no other representation shows it. */
const SERIES = Symbol('series');

export function describeSeries<A extends ShownAggregate>(aggregate: A, series: Series): A {
  return Object.assign({ ...aggregate }, { [SERIES]: series });
}

/** The page of one aggregate: its numbers, a chart and a table of what was measured, the newest first. */
export function aggregatePage(aggregate: ShownAggregate, page: PageTools): Markup {
  const series = (aggregate as { [SERIES]?: Series })[SERIES];
  const measure = series?.measure ?? NO_UNIT;
  const name = series?.displayName ?? `Metric ${aggregate.scheduleId}`;
  const where = series?.resource ? markup` of ${series.resource.name}` : '';
  const shown = (value: Double): string => (value === 'NaN' ? '' : valueText(value, measure));
  const { avg } = aggregate;
  const totals = factTable([
    ['Lowest', shown(aggregate.min)],
    ['Average', shown(avg)],
    ['Highest', shown(aggregate.max)],
  ]);
  const heading = markup`<h2>${name}${where}</h2>${series ? windowLinks(series, page) : ''}${totals}`;
  // The whole window only was requested, or all of it is empty and hidden.
  if (aggregate.dataPoints.length === 0 && avg !== 'NaN') return heading;
  const chart = chartOf(aggregate, name, measure, series?.baseline);
  return markup`${heading}${chart}${tableOf(aggregate, shown, page)}`;
}

const HOUR_MS = 3_600_000;
const WINDOWS = [
  ['1 h', HOUR_MS],
  ['8 h', 8 * HOUR_MS],
  ['24 h', 24 * HOUR_MS],
  // Somewhat less than seven days, as far as all values are kept.
  ['7 d', 7 * 24 * HOUR_MS - HOUR_MS],
] as const;

/** The same chart of the last hour, day and so on. */
function windowLinks({ path, nowMs }: Series, page: PageTools): Markup {
  const links = WINDOWS.flatMap(([label, lengthMs]) => {
    const start = new Date(nowMs - lengthMs).toISOString().replace(/\.[0-9]+Z$/, 'Z');
    const link = page.anchorTo(`${path}?startTime=${start}`, label);
    return link ? [markup`${link} `] : [];
  });
  return markup`<p class="pages"><span class="quiet">The last</span> ${links}</p>`;
}

function chartOf(
  { dataPoints, minTimeStamp, maxTimeStamp }: ShownAggregate,
  title: string,
  measure: Measure,
  baseline: Series['baseline'],
): Markup {
  const points = measuredIn(dataPoints) as readonly ChartPoint[];
  const steps = dataPoints.slice(1).map(({ timeStamp }, i) => timeStamp - dataPoints[i]!.timeStamp);
  const step = steps.reduce((least, length) => (length > 0 && length < least ? length : least), Infinity);
  const chart = metricChart({ points, step, start: minTimeStamp, end: maxTimeStamp, title, measure, baseline });
  return chart ?? markup`<p>No values in this window.</p>`;
}

function tableOf({ dataPoints }: ShownAggregate, shown: (value: Double) => string, page: PageTools): Markup {
  const measured = measuredIn(dataPoints);
  if (measured.length === 0) return markup``;
  const table = listTable<ShownAggregate['dataPoints'][number]>([
    { heading: 'Time', of: ({ timeStamp }) => new Date(timeStamp).toISOString() },
    { heading: 'Average', isNumber: true, of: ({ value }) => shown(value) },
    { heading: 'Highest', isNumber: true, of: ({ high }) => shown(high) },
    { heading: 'Lowest', isNumber: true, of: ({ low }) => shown(low) },
  ]);
  return table([...measured].reverse(), page);
}

function measuredIn(dataPoints: ShownAggregate['dataPoints']): ShownAggregate['dataPoints'] {
  return dataPoints.filter(({ value }) => value !== 'NaN');
}
