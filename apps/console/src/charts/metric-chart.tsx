import type { MetricSchedule } from '@wardstone/client/monitoring';
import { boundText, valueText } from '@wardstone/units';
import { type ReactNode, useMemo } from 'react';
import { Loaded } from '../parts/states';
import { partTexts } from '../texts/parts';
import { ChartFigure, type Drawn, type Line, toMeasure } from './chart-figure';
import { bucketCount } from './metric-data';
import type { Mark } from './time-chart';
import type { TimeRange } from './chart-time';
import { type MetricChart as ChartRecord, useCharts } from './use-charts';

interface MetricChartProps {
  schedule: MetricSchedule;
  /** Must be the same object between renderings unless the time changes. */
  range: TimeRange;
  /** Replaces the alerts of the metric. */
  marks?: readonly Mark[];
  /** Replaces the limits of current definitions. */
  lines?: readonly Line[];
  zoomed?: (range: TimeRange | undefined) => void;
  isZoomed?: boolean;
}

/** Chart of one metric of a resource. */
export function MetricChart({ schedule, range, isZoomed = false, ...shown }: MetricChartProps): ReactNode {
  const { scheduleId } = schedule;
  const parts = bucketCount(isZoomed);
  const query = useCharts({ scheduleIds: [scheduleId], range, parts });
  return (
    <Loaded query={query} lines={4}>
      {(charts) => {
        const chart = charts.get(scheduleId);
        return chart && <RecordChart chart={chart} range={range} parts={parts} isZoomed={isZoomed} {...shown} />;
      }}
    </Loaded>
  );
}

interface RecordChartProps extends Omit<MetricChartProps, 'schedule'> {
  chart: ChartRecord;
  parts: number;
  /** Further lines. Must be the same array between renderings unless it changes. */
  others?: readonly Drawn[];
  /** Name of the main line; needed only with several lines. */
  ownName?: string | undefined;
  headingLevel?: 'h2' | 'h3';
  actions?: ReactNode;
}

const NOTHING: readonly Drawn[] = [];

/** Chart of a schedule's record. */
export function RecordChart(props: RecordChartProps): ReactNode {
  const { chart, marks, lines, others = NOTHING, ownName = chart.displayName, ...shown } = props;
  const { displayName, collectionInterval: interval, baseline, dataPoints } = chart;
  const measure = useMemo(() => toMeasure(chart), [chart]);
  const drawn = useMemo(
    () => [{ label: ownName, dataPoints, interval }, ...others],
    [ownName, dataPoints, interval, others],
  );
  const ownLines = useMemo(() => lines ?? toLines(chart, measure), [lines, chart, measure]);
  const ownMarks = useMemo(() => marks ?? toMarks(chart), [marks, chart]);
  const text = (value: number | 'NaN'): string => valueText(value, measure);
  const { last, min, avg, max } = chart;
  return (
    <ChartFigure
      title={displayName}
      measure={measure}
      summary={last === 'NaN' ? '–' : partTexts.chart.summary(text(last), text(min), text(avg), text(max))}
      drawn={drawn}
      lines={ownLines}
      marks={ownMarks}
      baseline={baseline}
      {...shown}
    />
  );
}

/** A line for each bound; definitions with equal bounds share one. */
function toLines({ limits }: ChartRecord, measure: Parameters<typeof boundText>[1]): Line[] {
  const names = new Map<number, Set<string>>();
  for (const { value, name, comparator } of limits) {
    if (value === 'NaN') continue;
    const label = `${name} (${comparator} ${boundText(value, measure)})`;
    names.set(value, new Set([...(names.get(value) ?? []), label]));
  }
  return [...names].map(([value, labels]) => ({ value, label: [...labels].join(', ') }));
}

function toMarks({ alerts }: ChartRecord): Mark[] {
  return alerts.map(({ time, name }) => ({ at: time, label: name }));
}
