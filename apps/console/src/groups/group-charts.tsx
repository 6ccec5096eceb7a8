import type { GroupRest, MetricSchedule } from '@wardstone/dto/monitoring';
import type { ReactNode } from 'react';
import { useApi } from '../api/hooks';
import { ChartTimeBar, useChartTime } from '../charts/chart-time-bar';
import { MetricCharts } from '../charts/metric-charts';
import { EmptyPart } from '../parts/empty-part';
import { Loaded } from '../parts/loaded';
import { useQueryString } from '../parts/query-string';
import { groupTexts } from '../texts/groups';

/** The mean of the members, for each metric that they have in common. */
export function GroupCharts({ group: { id, category, explicitCount } }: { group: GroupRest }): ReactNode {
  const [search] = useQueryString();
  const [time, zoom] = useChartTime();
  const hasCharts = category === 'COMPATIBLE' && explicitCount > 0;
  const query = useApi<MetricSchedule[]>(hasCharts ? `/rest/group/${id}/metricDefinitions` : undefined);
  const { title, body } = groupTexts.one.noCharts;
  if (!hasCharts) return <EmptyPart title={title}>{body}</EmptyPart>;
  const comparesWeek = search.get('compare') === 'week';
  return (
    <>
      <ChartTimeBar time={time} comparesWeek={comparesWeek} />
      <Loaded query={query} lines={8}>
        {(metrics) => (
          <MetricCharts schedules={metrics} groupId={id} time={time} zoomed={zoom} comparesWeek={comparesWeek} />
        )}
      </Loaded>
    </>
  );
}
