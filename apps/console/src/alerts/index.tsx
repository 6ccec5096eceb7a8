import type { AlertRest } from '@wardstone/dto/monitoring';
import type { ReactNode } from 'react';
import { monitoringPage } from '../api/pages';
import { EmptyPart } from '../parts/empty-part';
import { PriorityLabel } from '../parts/labels';
import { ListPage } from '../parts/list-page';
import { Time } from '../parts/time';
import { alertTexts as texts } from '../texts/alerts';

/** Alerts that fired. */
export default function Alerts(): ReactNode {
  return (
    <ListPage<AlertRest>
      title={texts.title}
      source="/rest/alert"
      keyOf={({ id }) => String(id)}
      fetchPage={({ page, size, signal }) => monitoringPage('/rest/alert', { page, size, signal }, 'size')}
      columns={[
        { name: 'fired', title: texts.fired, cell: (row) => <Time at={row.alertTime} /> },
        {
          name: 'priority',
          title: texts.priority,
          cell: (row) => <PriorityLabel value={row.alertDefinition.priority} />,
        },
        { name: 'name', title: texts.name, cell: (row) => row.name },
        { name: 'resource', title: texts.resource, cell: (row) => row.resource.resourceName },
        { name: 'why', title: texts.why, cell: (row) => row.description },
      ]}
      empty={<EmptyPart title={texts.empty.title}>{texts.empty.body}</EmptyPart>}
    />
  );
}
