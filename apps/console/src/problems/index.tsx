import type { ResourceWithType } from '@wardstone/dto/monitoring';
import type { ReactNode } from 'react';
import { monitoringPage } from '../api/pages';
import { EmptyPart } from '../parts/empty-part';
import { AvailabilityLabel } from '../parts/labels';
import { ListPage } from '../parts/list-page';
import { problemTexts as texts } from '../texts/problems';

/** Resources that are down. */
export default function Problems(): ReactNode {
  return (
    <ListPage<ResourceWithType>
      title={texts.title}
      source="/rest/resource?availability=DOWN"
      keyOf={({ resourceId }) => String(resourceId)}
      fetchPage={({ page, size, signal }) =>
        monitoringPage('/rest/resource', { page, size, query: { availability: 'DOWN' }, signal })
      }
      columns={[
        { name: 'name', title: texts.name, cell: (row) => row.resourceName },
        { name: 'type', title: texts.type, cell: (row) => row.typeName },
        {
          name: 'availability',
          title: texts.availability,
          cell: (row) => <AvailabilityLabel value={row.availability} />,
        },
      ]}
      empty={<EmptyPart title={texts.empty.title}>{texts.empty.body}</EmptyPart>}
    />
  );
}
