import { ToolbarItem } from '@patternfly/react-core';
import type { ResourceWithType } from '@wardstone/client/monitoring';
import { type ReactNode, useMemo } from 'react';
import { useGet } from '../api/client';
import { ChartTimeBar, useChartTime } from '../charts/chart-time-bar';
import { type ComparedResource, MetricCharts } from '../charts/metric-charts';
import { EmptyPart, ErrorState, Loaded } from '../parts/states';
import { FilterBar, useQueryString } from '../parts/filters';
import { LinkButton } from '../parts/page';
import { inventoryTexts } from '../texts/inventory';
import { CompareWith } from './compare-with';
import type { OfResource } from '../api/monitoring';

const texts = inventoryTexts.charts;
const SCHEDULES = '/rest/resource/{id}/schedules';
/** Of the address: the id of the resource whose charts are drawn with those of the first. */
const WITH = 'with';

/** What it measured, on demand with the week before and with another resource of its type. */
export function ResourceCharts({ resource }: OfResource): ReactNode {
  const { resourceId } = resource;
  const [search, change] = useQueryString();
  const [time, zoom] = useChartTime();
  const comparesWeek = search.get('compare') === 'week';
  const wanted = (search.get('metric') ?? '').toLowerCase();
  const query = useGet(SCHEDULES, { path: { id: resourceId }, query: { type: 'measurement' } });
  const other = useCompared(resource, search.get(WITH) ?? undefined);
  const { title, body } = texts.empty;
  return (
    <>
      <ChartTimeBar time={time} comparesWeek={comparesWeek}>
        <ToolbarItem alignSelf="center">
          <CompareWith
            resource={resource}
            name={other.name}
            compare={(id) => change({ [WITH]: id === undefined ? undefined : String(id) })}
          />
        </ToolbarItem>
      </ChartTimeBar>
      {other.error && <ErrorState error={other.error} title={texts.compare.failed} />}
      <FilterBar filters={[{ kind: 'text', name: 'metric', label: texts.filter }]} />
      <Loaded query={query} lines={8}>
        {(schedules) =>
          schedules.length === 0 ? (
            <EmptyPart
              title={title}
              body={body}
              action={<LinkButton to={`/inventory/${resourceId}/schedules`}>{texts.toSchedules}</LinkButton>}
            />
          ) : (
            <MetricCharts
              schedules={schedules.filter(({ displayName }) => displayName.toLowerCase().includes(wanted))}
              time={time}
              zoomed={zoom}
              comparesWeek={comparesWeek}
              compared={other.schedules}
            />
          )
        }
      </Loaded>
    </>
  );
}

interface Compared {
  name: string | undefined;
  schedules: ReadonlyMap<number, ComparedResource>;
  error: Error | null;
}

/** The resource that the address names, by the metrics that it measures, too. */
function useCompared({ resourceName: ownName }: ResourceWithType, id: string | undefined): Compared {
  const of = id !== undefined && { path: { id } };
  const resource = useGet('/rest/resource/{id}', of, { staleTime: 60_000 });
  const schedules = useGet(SCHEDULES, of && { ...of, query: { type: 'measurement', enabledOnly: false } });
  const name = resource.data?.resourceName;
  const byMetric = useMemo(
    () =>
      new Map(
        name === undefined
          ? []
          : (schedules.data ?? []).map((schedule) => [schedule.definitionId, { schedule, name, ownName }] as const),
      ),
    [schedules.data, name, ownName],
  );
  return { name, schedules: byMetric, error: resource.error ?? schedules.error };
}
