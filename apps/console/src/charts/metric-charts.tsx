import type { MetricSchedule } from '@wardstone/client/monitoring';
import { type ReactNode, useMemo } from 'react';
import { Loaded } from '../parts/states';
import { partTexts } from '../texts/parts';
import type { Drawn } from './chart-figure';
import { type ChartTime, type TimeRange, WEEK } from './chart-time';
import { RecordChart } from './metric-chart';
import { byImportance, partsOf } from './metric-data';
import { type MetricChart as ChartRecord, useCharts } from './use-charts';

/** Another resource whose charts are drawn in those of the first. */
export interface ComparedResource {
  /** Of the same metric. */
  schedule: MetricSchedule;
  name: string;
  /** Of the first resource. */
  ownName: string;
}

interface MetricChartsProps {
  schedules: readonly MetricSchedule[];
  time: ChartTime;
  zoomed: (range: TimeRange | undefined) => void;
  comparesWeek: boolean;
  /** What is drawn with a metric, by the id of its definition. */
  compared: ReadonlyMap<number, ComparedResource>;
}

const NO_IDS: readonly number[] = [];

/** A chart of each metric, all of the same time and by one request: zooming one zooms all. */
export function MetricCharts({ schedules, time, zoomed, comparesWeek, compared }: MetricChartsProps): ReactNode {
  const parts = partsOf(time.span === undefined);
  const own = schedules.map(({ scheduleId }) => scheduleId);
  const theirs = schedules.flatMap(({ definitionId }) => compared.get(definitionId)?.schedule.scheduleId ?? []);
  const query = useCharts({ scheduleIds: [...own, ...theirs], range: time, parts });
  const weekBefore = { start: time.start - WEEK, end: time.end - WEEK };
  const before = useCharts({ scheduleIds: comparesWeek ? own : NO_IDS, range: weekBefore, parts }).data;
  return (
    <Loaded query={query} lines={8}>
      {(charts) => (
        <div className="metric-charts">
          {byImportance(own.flatMap((id) => charts.get(id) ?? [])).map((chart) => (
            <ComparedChart
              key={chart.scheduleId}
              chart={chart}
              time={time}
              parts={parts}
              zoomed={zoomed}
              before={comparesWeek ? before?.get(chart.scheduleId) : undefined}
              compared={comparedOf(chart, compared, charts)}
            />
          ))}
        </div>
      )}
    </Loaded>
  );
}

interface OtherChart {
  chart: ChartRecord;
  name: string;
  ownName: string;
}

function comparedOf(
  { definitionId }: ChartRecord,
  compared: ReadonlyMap<number, ComparedResource>,
  charts: ReadonlyMap<number, ChartRecord>,
): OtherChart | undefined {
  const other = compared.get(definitionId);
  const chart = other && charts.get(other.schedule.scheduleId);
  return chart && { chart, name: other.name, ownName: other.ownName };
}

interface ComparedChartProps extends Pick<MetricChartsProps, 'time' | 'zoomed'> {
  chart: ChartRecord;
  parts: number;
  before: ChartRecord | undefined;
  compared: OtherChart | undefined;
}

function ComparedChart({ chart, time, parts, zoomed, before, compared }: ComparedChartProps): ReactNode {
  const [other, otherName] = [compared?.chart, compared?.name];
  const others = useMemo<readonly Drawn[]>(
    () => [
      ...(before ? [{ ...drawnOf(before), label: partTexts.chart.weekBefore, shift: WEEK, isDashed: true }] : []),
      ...(other && otherName !== undefined ? [{ ...drawnOf(other), label: otherName }] : []),
    ],
    [before, other, otherName],
  );
  return (
    <RecordChart
      chart={chart}
      range={time}
      parts={parts}
      others={others}
      ownName={compared?.ownName}
      zoomed={zoomed}
      isZoomed={time.span === undefined}
      headingLevel="h2"
    />
  );
}

const drawnOf = ({
  dataPoints,
  collectionInterval: interval,
}: ChartRecord): Pick<Drawn, 'dataPoints' | 'interval'> => ({
  dataPoints,
  interval,
});
