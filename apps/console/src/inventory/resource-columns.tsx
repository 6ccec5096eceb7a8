import type { ResourceWithType } from '@wardstone/client/monitoring';
import { Link } from 'react-router';
import { BY_NAME } from '../api/monitoring';
import { AVAILABILITY_COLUMN, PARENT_COLUMN, TYPE_COLUMN } from '../parts/monitoring/resource-columns';
import { type Column, column } from '../parts/list';
import { inventoryTexts as texts } from '../texts/inventory';

/** Columns of a list of resources. */
export const RESOURCE_COLUMNS: readonly Column<ResourceWithType>[] = [
  column(BY_NAME, texts.name, 'sortable', ({ resourceId, resourceName }) => (
    <Link to={`/inventory/${resourceId}`}>{resourceName}</Link>
  )),
  TYPE_COLUMN,
  PARENT_COLUMN,
  { ...AVAILABILITY_COLUMN, isSortable: true },
];
