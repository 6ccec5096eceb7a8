import type { ResourceWithType } from '@wardstone/client/monitoring';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { AVAILABILITY_COLUMN, PARENT_COLUMN, TYPE_COLUMN } from '../parts/monitoring/resource-columns';
import type { Column } from '../parts/list';

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
export const MEMBER_COLUMNS: readonly Column<ResourceWithType>[] = [TYPE_COLUMN, PARENT_COLUMN, AVAILABILITY_COLUMN];

export const memberKey = ({ resourceId }: ResourceWithType): string => String(resourceId);
