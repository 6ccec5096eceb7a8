import { integer, links, recordShape, text } from '@wardstone/media-types';
import type { RecordOf } from '@wardstone/media-types';

/** States a resource can have. Source: inventory spec 2. */
export const INVENTORY_STATUSES = ['NEW', 'IGNORED', 'COMMITTED', 'DELETED', 'UNINVENTORIED'] as const;
export type InventoryStatus = (typeof INVENTORY_STATUSES)[number];

export const AVAILABILITY_TYPES = ['UP', 'DOWN', 'DISABLED', 'UNKNOWN'] as const;
export type AvailabilityType = (typeof AVAILABILITY_TYPES)[number];

export const CATEGORIES = ['PLATFORM', 'SERVER', 'SERVICE'] as const;
export type Category = (typeof CATEGORIES)[number];

/** Of a resource, and of what a resource is created from. */
export const RESOURCE_FIELDS = {
  resourceName: text('Name'),
  resourceId: integer('Id'),
  typeName: text('Name of the type'),
  typeId: integer('Id of the type', { nullable: true }),
  pluginName: text('Plug-in that describes the type'),
  parentId: integer('Id of the parent; null for a platform', { nullable: true }),
  status: text('Inventory status', { oneOf: INVENTORY_STATUSES }),
  availability: text('Current availability; becomes outdated when the answer is kept', { oneOf: AVAILABILITY_TYPES }),
  ancestry: text('Path to the root, nearest ancestor first: typeId_:_resourceId_:_name, joined by _::_', {
    nullable: true,
  }),
  location: text('Where it is, as people wrote it', { nullable: true }),
  description: text('What it is, as people wrote it', { nullable: true }),
  links: links('The resource itself and what belongs to it'),
} as const;

/** A resource as every representation but pages shows it; `resource.shape.ts` adds those. */
export const PLAIN_RESOURCE = recordShape({
  name: 'ResourceWithType',
  element: 'resource',
  description: 'A resource of the inventory with its type',
  fields: RESOURCE_FIELDS,
  lineFields: ['resourceId', 'resourceName'],
});
export type ResourceWithType = RecordOf<typeof PLAIN_RESOURCE>;
