import type { ResourceWithType } from '@wardstone/client/monitoring';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { AVAILABILITY_COLUMN, PARENT_COLUMN, TYPE_COLUMN } from '../parts/monitoring/resource-columns';
import type { Column } from '../parts/list';

interface MemberLinkProps {
  member: ResourceWithType;
  /** Opens links in a new tab, because leaving the page would lose input. */
  opensTab?: boolean;
}

export function MemberLink({ member: { resourceId, resourceName }, opensTab = false }: MemberLinkProps): ReactNode {
  return (
    <Link to={`/inventory/${resourceId}`} {...(opensTab ? { target: '_blank', rel: 'noopener' } : {})}>
      {resourceName}
    </Link>
  );
}

/** Columns of a list of members, except the name. */
export const MEMBER_COLUMNS: readonly Column<ResourceWithType>[] = [TYPE_COLUMN, PARENT_COLUMN, AVAILABILITY_COLUMN];

export const memberKey = ({ resourceId }: ResourceWithType): string => String(resourceId);
