import type { AlertRest, MetricSchedule } from '@wardstone/dto/monitoring';
import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { withQuery } from '../api/client';
import { useApi, useFetched } from '../api/hooks';
import { monitoringPage } from '../api/pages';
import { ChartTimeBar, useChartTime } from '../charts/chart-time-bar';
import { MetricChart } from '../charts/metric-chart';
import { EmptyPart } from '../parts/empty-part';
import { FilterBar } from '../parts/filter-bar';
import { LinkButton } from '../parts/link-button';
import { Loaded } from '../parts/loaded';
import { useQueryString } from '../parts/query-string';
import { inventoryTexts } from '../texts/inventory';
import type { OfResource } from './of-resource';

const texts = inventoryTexts.charts;

/** A chart of each numeric metric, all of the same time: zooming one zooms all. */
export function ResourceCharts({ resource: { resourceId } }: OfResource): ReactNode {
  const [search] = useQueryString();
  const [time, zoom] = useChartTime();
  const comparesWeek = search.get('compare') === 'week';
  const wanted = (search.get('metric') ?? '').toLowerCase();
  const query = useApi<MetricSchedule[]>(withQuery(`/rest/resource/${resourceId}/schedules`, { type: 'measurement' }));
  const alerts = useFetched(['/rest/alert', resourceId, time.start], (signal) =>
    monitoringPage<AlertRest>(
      '/rest/alert',
      { page: 0, size: 100, query: { resourceId, since: time.start }, signal },
      'size',
    ),
  ).data?.rows;
  const marks = useMemo(
    () => (alerts ?? []).map(({ alertTime, name }) => ({ at: alertTime, label: `${texts.alertMark}: ${name}` })),
    [alerts],
  );
  const { title, body } = texts.empty;
  return (
    <>
      <ChartTimeBar time={time} comparesWeek={comparesWeek} />
      <FilterBar filters={[{ kind: 'text', name: 'metric', label: texts.filter }]} />
      <Loaded query={query} lines={8}>
        {(schedules) =>
          schedules.length === 0 ? (
            <EmptyPart
              title={title}
              action={<LinkButton to={`/inventory/${resourceId}/schedules`}>{texts.toSchedules}</LinkButton>}
            >
              {body}
            </EmptyPart>
          ) : (
            <div className="metric-charts">
              {schedules
                .filter(({ displayName }) => displayName.toLowerCase().includes(wanted))
                .map((schedule) => (
                  <MetricChart
                    key={schedule.scheduleId}
                    schedule={schedule}
                    range={time}
                    marks={marks}
                    comparesWeek={comparesWeek}
                    zoomed={zoom}
                    isZoomed={time.span === undefined}
                    headingLevel="h2"
                  />
                ))}
            </div>
          )
        }
      </Loaded>
    </>
  );
}
