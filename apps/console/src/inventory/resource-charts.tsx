import { ToolbarItem } from '@patternfly/react-core';
import type { ReactNode } from 'react';
import { useGet } from '../api/client';
import { WEEK } from '../charts/chart-time';
import { ChartTimeBar, useChartTime } from '../charts/chart-time-bar';
import { MetricCharts } from '../charts/metric-charts';
import { bucketCount } from '../charts/metric-data';
import { type MetricChart, useChartsOfResource } from '../charts/use-charts';
import { EmptyPart, ErrorState, Loaded } from '../parts/states';
import { FilterBar, useQueryString } from '../parts/filters';
import { LinkButton } from '../parts/page';
import { inventoryTexts } from '../texts/inventory';
import { partTexts } from '../texts/parts';
import { CompareWith } from './compare-with';
import type { OfResource } from '../api/monitoring';

const texts = inventoryTexts.charts;
/** Query parameter with the id of the resource to compare with. */
const WITH = 'with';
const NONE: readonly MetricChart[] = [];

/** Charts of a resource, optionally with the previous week and with another resource of its type. */
export function ResourceCharts({ resource }: OfResource): ReactNode {
  const { resourceId } = resource;
  const [search, change] = useQueryString();
  const [time, zoom] = useChartTime();
  const comparesWeek = search.get('compare') === 'week';
  const wanted = { metric: search.get('metric') ?? '', range: time, parts: bucketCount(time.span === undefined) };
  const query = useChartsOfResource({ ...wanted, resourceId });
  const weekBefore = { start: time.start - WEEK, end: time.end - WEEK };
  const before = useChartsOfResource({
    ...wanted,
    resourceId: comparesWeek ? resourceId : undefined,
    range: weekBefore,
  });
  const otherId = search.get(WITH) ?? undefined;
  const other = useGet('/rest/resource/{id}', otherId !== undefined && { path: { id: otherId } }, {
    staleTime: 60_000,
  });
  const others = useChartsOfResource({ ...wanted, resourceId: other.data?.resourceId, enabledOnly: false });
  const comparing = other.error ?? others.error;
  return (
    <>
      <ChartTimeBar time={time} comparesWeek={comparesWeek}>
        <ToolbarItem alignSelf="center">
          <CompareWith
            resource={resource}
            name={other.data?.resourceName}
            compare={(id) => change({ [WITH]: id === undefined ? undefined : String(id) })}
          />
        </ToolbarItem>
      </ChartTimeBar>
      {comparing && <ErrorState error={comparing} title={texts.compare.failed} />}
      <FilterBar filters={[{ kind: 'text', name: 'metric', label: texts.filter }]} />
      <Loaded query={query} lines={8}>
        {(charts) =>
          charts.length === 0 ? (
            <NoCharts resource={resource} isFiltered={wanted.metric !== ''} />
          ) : (
            <MetricCharts
              charts={charts}
              time={time}
              zoomed={zoom}
              before={before.data ?? NONE}
              others={others.data ?? NONE}
            />
          )
        }
      </Loaded>
    </>
  );
}

function NoCharts({ resource: { resourceId }, isFiltered }: OfResource & { isFiltered: boolean }): ReactNode {
  const { title, body } = texts.empty;
  if (isFiltered) return <EmptyPart title={partTexts.noMatch.title} />;
  return (
    <EmptyPart
      title={title}
      body={body}
      action={<LinkButton to={`/inventory/${resourceId}/schedules`}>{texts.toSchedules}</LinkButton>}
    />
  );
}
