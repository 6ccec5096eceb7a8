import type { ResourceWithType } from '@wardstone/client/monitoring';
import { parseAncestry } from '../../api/monitoring';
import { inventoryTexts as texts } from '../../texts/inventory';
import { AvailabilityLabel } from '../values';
import { type Column, column } from '../list';

export const TYPE_COLUMN: Column<ResourceWithType> = column('type', texts.type, ({ typeName }) => typeName);

/** Ancestors of a resource, from its platform down. */
export const PARENT_COLUMN: Column<ResourceWithType> = column('parent', texts.parent, getParentName);

export function getParentName(row: Pick<ResourceWithType, 'ancestry'>): string {
  return (
    parseAncestry(row)
      .map(({ name }) => name)
      .join(' › ') || '–'
  );
}

export const AVAILABILITY_COLUMN: Column<ResourceWithType> = column(
  'availability',
  texts.availability,
  ({ availability }) => <AvailabilityLabel value={availability} />,
);
