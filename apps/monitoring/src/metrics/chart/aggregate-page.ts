import { markup } from '@wardstone/markup';
import type { Markup } from '@wardstone/markup';
import { factTable, listTable } from '@wardstone/media-types';
import type { Double, PageTools } from '@wardstone/media-types';
import { unitSymbol } from '../../plugins/descriptor/configuration-definition';
import type { Unit } from '../../plugins/descriptor/configuration-definition';
import { metricChart } from './metric-chart';
import type { ChartPoint } from './metric-chart';

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
  readonly unit: Unit;
  readonly resource?: { readonly id: number; readonly name: string };
  readonly baseline: { readonly min: number; readonly max: number; readonly mean: number } | undefined;
}

/** Under a symbol, so that no other representation shows it. */
const SERIES = Symbol('series');

export function describeSeries<A extends ShownAggregate>(aggregate: A, series: Series): A {
  return Object.assign({ ...aggregate }, { [SERIES]: series });
}

/** The page of one aggregate: its numbers, a chart and a table. Empty values are left blank. Source: inventory spec 7.3. */
export function aggregatePage(aggregate: ShownAggregate, page: PageTools): Markup {
  const series = (aggregate as { [SERIES]?: Series })[SERIES];
  const unit = series ? unitSymbol(series.unit) : '';
  const name = series?.displayName ?? `Metric ${aggregate.scheduleId}`;
  const where = series?.resource ? markup` of ${series.resource.name}` : '';
  const shown = (value: Double): string => (value === 'NaN' ? '' : `${short(value)} ${unit}`.trimEnd());
  const { avg } = aggregate;
  const totals = factTable([
    ['Lowest', shown(aggregate.min)],
    ['Average', shown(avg)],
    ['Highest', shown(aggregate.max)],
  ]);
  const heading = markup`<h2>${name}${where}</h2>${totals}`;
  // The whole window only was asked for, or all of it is empty and hidden.
  if (aggregate.dataPoints.length === 0 && avg !== 'NaN') return heading;
  return markup`${heading}${chartOf(aggregate, name, unit, series?.baseline)}${tableOf(aggregate, shown, page)}`;
}

function chartOf(
  { dataPoints, minTimeStamp, maxTimeStamp }: ShownAggregate,
  title: string,
  unit: string,
  baseline: Series['baseline'],
): Markup {
  const points = dataPoints.filter(({ value }) => value !== 'NaN') as readonly ChartPoint[];
  const steps = dataPoints.slice(1).map(({ timeStamp }, i) => timeStamp - dataPoints[i]!.timeStamp);
  const step = steps.reduce((least, length) => (length > 0 && length < least ? length : least), Infinity);
  const chart = metricChart({ points, step, start: minTimeStamp, end: maxTimeStamp, title, unit, baseline });
  return chart ?? markup`<p>Nothing was measured in this time.</p>`;
}

function tableOf({ dataPoints }: ShownAggregate, shown: (value: Double) => string, page: PageTools): Markup {
  if (dataPoints.length === 0) return markup``;
  const table = listTable<ShownAggregate['dataPoints'][number]>([
    { heading: 'Time', of: ({ timeStamp }) => new Date(timeStamp).toISOString() },
    { heading: 'Average', isNumber: true, of: ({ value }) => shown(value) },
    { heading: 'Highest', isNumber: true, of: ({ high }) => shown(high) },
    { heading: 'Lowest', isNumber: true, of: ({ low }) => shown(low) },
  ]);
  return table(dataPoints, page);
}

/** Digits that a person reads; the other representations have them all. */
const DIGITS = 7;

function short(value: number): string {
  return String(Math.abs(value) < 10 ** DIGITS ? Number(value.toPrecision(DIGITS)) : Math.round(value));
}
