import { Label, type LabelProps } from '@patternfly/react-core';
import type { EventRest, EventSourceRest } from '@wardstone/dto/monitoring';
import type { ReactNode } from 'react';
import { pageOf } from '../api/pages';
import { LIVE, useApi, useFetched } from '../api/hooks';
import { request, withQuery } from '../api/client';
import { EmptyPart } from '../parts/empty-part';
import { FilterBar } from '../parts/filter-bar';
import { PagedTable } from '../parts/paged-table';
import { pagingOf, useQueryString } from '../parts/query-string';
import { Time } from '../parts/time';
import { inventoryTexts } from '../texts/inventory';
import type { OfResource } from './of-resource';

const texts = inventoryTexts.events;
const SEVERITIES = ['FATAL', 'ERROR', 'WARN', 'INFO', 'DEBUG'];
const STATUSES: Readonly<Record<string, LabelProps['status']>> = {
  FATAL: 'danger',
  ERROR: 'danger',
  WARN: 'warning',
  INFO: 'info',
};

/** The newest lines of its logs. */
export function ResourceEvents({ resource: { resourceId } }: OfResource): ReactNode {
  const [search] = useQueryString();
  const severity = search.get('severity') ?? undefined;
  const { page, size } = pagingOf(search);
  const sources = useApi<EventSourceRest[]>(`/rest/event/${resourceId}/sources`).data ?? [];
  const query = useFetched(
    ['/rest/event', resourceId, severity, page, size],
    async (signal) => {
      // The operation gives the newest 200, in the order of their arrival.
      const events = await request<EventRest[]>(withQuery(`/rest/event/${resourceId}/events`, { severity }), {
        signal,
      });
      const newestFirst = events.sort((one, other) => other.timestamp - one.timestamp || other.id - one.id);
      return pageOf(newestFirst, { page, size });
    },
    LIVE,
  );
  return (
    <>
      <FilterBar
        filters={[
          {
            kind: 'choice',
            name: 'severity',
            label: texts.severity,
            options: SEVERITIES.map((value) => ({ value, label: value })),
          },
        ]}
      />
      <PagedTable
        query={query}
        label={inventoryTexts.sections.events}
        keyOf={({ id }) => String(id)}
        filters={['severity']}
        columns={[
          { name: 'time', title: texts.time, cell: ({ timestamp }) => <Time at={timestamp} /> },
          {
            name: 'severity',
            title: texts.severity,
            cell: ({ severity: level }) => (
              <Label isCompact variant="outline" {...(STATUSES[level] ? { status: STATUSES[level] } : {})}>
                {level}
              </Label>
            ),
          },
          {
            name: 'source',
            title: texts.source,
            cell: ({ sourceId }) => sources.find(({ id }) => id === sourceId)?.displayName ?? String(sourceId),
          },
          { name: 'message', title: texts.message, cell: ({ detail }) => <span className="event-text">{detail}</span> },
        ]}
        empty={<EmptyPart title={texts.empty.title}>{texts.empty.body}</EmptyPart>}
      />
    </>
  );
}
