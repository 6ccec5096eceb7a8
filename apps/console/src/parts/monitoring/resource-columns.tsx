import type { ResourceWithType } from '@wardstone/dto/monitoring';
import { ancestorsOf } from '../../api/resources';
import { inventoryTexts as texts } from '../../texts/inventory';
import { AvailabilityLabel } from '../labels';
import type { Column } from '../paged-table';

export const TYPE_COLUMN: Column<ResourceWithType> = {
  name: 'type',
  title: texts.type,
  cell: ({ typeName }) => typeName,
};

/** What a resource is part of, from its platform down. */
export const PARENT_COLUMN: Column<ResourceWithType> = {
  name: 'parent',
  title: texts.parent,
  cell: parentOf,
};

export function parentOf(row: Pick<ResourceWithType, 'ancestry'>): string {
  return (
    ancestorsOf(row)
      .map(({ name }) => name)
      .join(' › ') || '–'
  );
}

export const AVAILABILITY_COLUMN: Column<ResourceWithType> = {
  name: 'availability',
  title: texts.availability,
  cell: ({ availability }) => <AvailabilityLabel value={availability} />,
};
