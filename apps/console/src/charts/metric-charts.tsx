import type { MetricSchedule } from '@wardstone/dto/monitoring';
import type { ReactNode } from 'react';
import { MetricChart } from './metric-chart';
import type { ComparedResource } from './metric-chart';
import type { ChartTime } from './chart-time';
import type { Mark, TimeRange } from './time-chart';

interface MetricChartsProps {
  schedules: readonly MetricSchedule[];
  time: ChartTime;
  zoomed: (range: TimeRange | undefined) => void;
  comparesWeek: boolean;
  /** Of the means of its members, in place of one resource. */
  groupId?: number;
  marks?: readonly Mark[];
  /** What is drawn with a metric, by the id of its definition. */
  compared?: ReadonlyMap<number, ComparedResource>;
}

/** A chart of each numeric metric, all of the same time: zooming one zooms all. */
export function MetricCharts({ schedules, time, compared, ...shared }: MetricChartsProps): ReactNode {
  return (
    <div className="metric-charts">
      {schedules
        .filter(({ type }) => type === 'MEASUREMENT')
        .map((schedule) => (
          <MetricChart
            key={schedule.definitionId}
            schedule={schedule}
            range={time}
            isZoomed={time.span === undefined}
            headingLevel="h2"
            compared={compared?.get(schedule.definitionId)}
            {...shared}
          />
        ))}
    </div>
  );
}
