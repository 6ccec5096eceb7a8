import { type LabelProps } from '@patternfly/react-core';
import type { Row } from '@wardstone/client';
import type { EventSourceRest } from '@wardstone/client/monitoring';
import type { ReactNode } from 'react';
import { Status } from '../parts/labels';
import { pageOf } from '../api/pages';
import { List } from '../parts/list-page';
import { useApi } from '../api/hooks';
import { request, withQuery } from '../api/client';
import { EmptyPart } from '../parts/empty-part';
import { column } from '../parts/paged-table';
import { Time } from '../parts/time';
import { inventoryTexts } from '../texts/inventory';
import type { OfResource } from './of-resource';

type Event = Row<'/rest/event/{id}/events'>;

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
  const sources = useApi<EventSourceRest[]>(`/rest/event/${resourceId}/sources`).data ?? [];
  const source = `/rest/event/${resourceId}/events`;
  return (
    <List<Event>
      source={source}
      isLive
      filters={[
        {
          kind: 'choice',
          name: 'severity',
          label: texts.severity,
          options: SEVERITIES.map((value) => [value, value] as const),
        },
      ]}
      fetchPage={async ({ filter, signal, ...wanted }) => {
        // The operation gives the newest 200, in the order of their arrival.
        const path = withQuery(source, { severity: filter('severity') });
        const events = await request<Event[]>(path, { signal });
        const newestFirst = events.sort((one, other) => other.timestamp - one.timestamp || other.id - one.id);
        return pageOf(newestFirst, wanted);
      }}
      label={inventoryTexts.sections.events}
      keyOf={({ id }) => String(id)}
      columns={[
        column('time', texts.time, ({ timestamp }) => <Time at={timestamp} />),
        column('severity', texts.severity, ({ severity: level }) => <Status kind={STATUSES[level]}>{level}</Status>),
        column(
          'source',
          texts.source,
          ({ sourceId }) => sources.find(({ id }) => id === sourceId)?.displayName ?? String(sourceId),
        ),
        column('message', texts.message, ({ detail }) => <span className="event-text">{detail}</span>),
      ]}
      empty={<EmptyPart {...texts.empty} />}
    />
  );
}
