import type { ResourceWithType } from '@wardstone/dto/monitoring';
import { Link } from 'react-router';
import { ancestorsOf } from '../api/resources';
import { AvailabilityLabel } from '../parts/labels';
import type { Column } from '../parts/paged-table';
import { inventoryTexts as texts } from '../texts/inventory';

/** How lists show a resource. */
export const RESOURCE_COLUMNS: readonly Column<ResourceWithType>[] = [
  {
    name: 'name',
    title: texts.name,
    isSortable: true,
    cell: ({ resourceId, resourceName }) => <Link to={`/inventory/${resourceId}`}>{resourceName}</Link>,
  },
  { name: 'type', title: texts.type, cell: ({ typeName }) => typeName },
  {
    name: 'parent',
    title: texts.parent,
    cell: (row) =>
      ancestorsOf(row)
        .map(({ name }) => name)
        .join(' › ') || '–',
  },
  {
    name: 'availability',
    title: texts.availability,
    isSortable: true,
    cell: ({ availability }) => <AvailabilityLabel value={availability} />,
  },
];
