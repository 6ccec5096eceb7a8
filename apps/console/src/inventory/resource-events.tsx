import { type LabelProps } from '@patternfly/react-core';
import type { Row } from '@wardstone/client';
import type { ReactNode } from 'react';
import { Status, Time } from '../parts/values';
import { slicePage, useGet, wardstone } from '../api/client';
import { column, List } from '../parts/list';
import { EmptyPart } from '../parts/states';
import { inventoryTexts } from '../texts/inventory';
import type { OfResource } from '../api/monitoring';
import { choice } from '../parts/filters';

const SOURCE = '/rest/event/{id}/events';

type Event = Row<typeof SOURCE>;

const texts = inventoryTexts.events;
const SEVERITIES = ['FATAL', 'ERROR', 'WARN', 'INFO', 'DEBUG'];
const STATUSES: Readonly<Record<string, LabelProps['status']>> = {
  FATAL: 'danger',
  ERROR: 'danger',
  WARN: 'warning',
  INFO: 'info',
};

/** Newest events of the resource's logs. */
export function ResourceEvents({ resource: { resourceId } }: OfResource): ReactNode {
  const path = { id: resourceId };
  const sources = useGet('/rest/event/{id}/sources', { path }).data ?? [];
  return (
    <List<Event>
      source={`/rest/event/${resourceId}/events`}
      isLive
      filters={[
        choice(
          'severity',
          texts.severity,
          SEVERITIES.map((value) => [value, value] as const),
        ),
      ]}
      fetchPage={async ({ filter, signal, ...wanted }) => {
        // The operation returns the newest 200, in order of arrival.
        const events = await wardstone.get(SOURCE, { path, query: { severity: filter('severity') }, signal });
        const newestFirst = [...events].sort((one, other) => other.timestamp - one.timestamp || other.id - one.id);
        return slicePage(newestFirst, wanted);
      }}
      label={inventoryTexts.sections.events}
      toKey={({ id }) => String(id)}
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
