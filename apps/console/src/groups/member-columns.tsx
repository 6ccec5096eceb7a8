import type { ResourceWithType } from '@wardstone/dto/monitoring';
import { Link } from 'react-router';
import { ancestorsOf } from '../api/resources';
import { AvailabilityLabel } from '../parts/labels';
import type { Column } from '../parts/paged-table';
import { inventoryTexts } from '../texts/inventory';

/** Members, where they are listed. */
export const MEMBER_COLUMNS: readonly Column<ResourceWithType>[] = [
  {
    name: 'name',
    title: inventoryTexts.name,
    cell: ({ resourceId, resourceName }) => <Link to={`/inventory/${resourceId}`}>{resourceName}</Link>,
  },
  { name: 'type', title: inventoryTexts.type, cell: ({ typeName }) => typeName },
  {
    name: 'parent',
    title: inventoryTexts.parent,
    cell: (row) =>
      ancestorsOf(row)
        .map(({ name }) => name)
        .join(' › ') || '–',
  },
  {
    name: 'availability',
    title: inventoryTexts.availability,
    cell: ({ availability }) => <AvailabilityLabel value={availability} />,
  },
];

export const memberKey = ({ resourceId }: ResourceWithType): string => String(resourceId);
