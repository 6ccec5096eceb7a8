import type { ResourceWithType } from '@wardstone/dto/monitoring';
import type { ReactNode } from 'react';
import { monitoringPage } from '../api/pages';
import { EmptyPart } from '../parts/empty-part';
import { AvailabilityLabel } from '../parts/labels';
import { ListPage } from '../parts/list-page';
import { inventoryTexts as texts } from '../texts/inventory';

/** Resources of the inventory. */
export default function Inventory(): ReactNode {
  return (
    <ListPage<ResourceWithType>
      title={texts.title}
      source="/rest/resource"
      keyOf={({ resourceId }) => String(resourceId)}
      filters={[{ kind: 'text', name: 'q', label: texts.search }]}
      fetchPage={({ page, size, filter, signal }) =>
        monitoringPage('/rest/resource', { page, size, query: { q: filter('q') }, signal })
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
