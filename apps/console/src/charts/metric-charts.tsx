import { type ReactNode, useMemo } from 'react';
import { AlertLink } from '../parts/monitoring/alert-link';
import { partTexts } from '../texts/parts';
import type { Drawn } from './chart-figure';
import { type ChartTime, type TimeRange, WEEK } from './chart-time';
import { RecordChart } from './metric-chart';
import { byImportance, bucketCount } from './metric-data';
import type { MetricChart as ChartRecord } from './use-charts';

type Charts = readonly ChartRecord[];

interface MetricChartsProps {
  charts: Charts;
  time: ChartTime;
  zoomed: (range: TimeRange | undefined) => void;
  /** Charts of the previous week, drawn together with those of the same metrics. */
  before: Charts;
  /** Charts of another resource, drawn together with those of the same metrics. */
  others: Charts;
}

/** One chart for each metric of a resource, all with the same time range: zooming one zooms all. */
export function MetricCharts({ charts, before, others, ...shown }: MetricChartsProps): ReactNode {
  return (
    <div className="metric-charts">
      {byImportance(charts).map((chart) => (
        <ComparedChart
          key={chart.scheduleId}
          chart={chart}
          before={ofMetric(chart, before)}
          other={ofMetric(chart, others)}
          {...shown}
        />
      ))}
    </div>
  );
}

const ofMetric = ({ definitionId: wanted }: ChartRecord, charts: Charts): ChartRecord | undefined =>
  charts.find(({ definitionId }) => definitionId === wanted);

interface ComparedChartProps extends Pick<MetricChartsProps, 'time' | 'zoomed'> {
  chart: ChartRecord;
  before: ChartRecord | undefined;
  other: ChartRecord | undefined;
}

function ComparedChart({ chart, time, zoomed, before, other }: ComparedChartProps): ReactNode {
  const isZoomed = time.span === undefined;
  const others = useMemo<readonly Drawn[]>(
    () => [
      ...(before ? [{ ...toDrawn(before), label: partTexts.chart.weekBefore, shift: WEEK, isDashed: true }] : []),
      ...(other ? [{ ...toDrawn(other), label: other.resourceName }] : []),
    ],
    [before, other],
  );
  return (
    <RecordChart
      chart={chart}
      range={time}
      parts={bucketCount(isZoomed)}
      others={others}
      ownName={other && chart.resourceName}
      zoomed={zoomed}
      isZoomed={isZoomed}
      headingLevel="h2"
      actions={
        <AlertLink
          name={chart.displayName}
          owner={{ kind: 'resource', id: chart.resourceId }}
          metric={chart.definitionId}
        />
      }
    />
  );
}

const toDrawn = ({
  dataPoints,
  collectionInterval: interval,
}: ChartRecord): Pick<Drawn, 'dataPoints' | 'interval'> => ({
  dataPoints,
  interval,
});
