import type { ResourceWithType } from '@wardstone/dto/monitoring';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { ancestorsOf } from '../api/resources';
import { AvailabilityLabel } from '../parts/labels';
import type { Column } from '../parts/paged-table';
import { inventoryTexts } from '../texts/inventory';

interface MemberLinkProps {
  member: ResourceWithType;
  /** Where leaving the page would lose what was typed. */
  opensTab?: boolean;
}

export function MemberLink({ member: { resourceId, resourceName }, opensTab = false }: MemberLinkProps): ReactNode {
  return (
    <Link to={`/inventory/${resourceId}`} {...(opensTab ? { target: '_blank', rel: 'noopener' } : {})}>
      {resourceName}
    </Link>
  );
}

/** What a list of members shows beside their names. */
export const MEMBER_COLUMNS: readonly Column<ResourceWithType>[] = [
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
