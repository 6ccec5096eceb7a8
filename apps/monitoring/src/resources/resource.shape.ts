import { markup } from '@wardstone/markup';
import type { Markup } from '@wardstone/markup';
import { integer, links, objectMap, recordShape, records, text } from '@wardstone/media-types';
import type { PageTools, RecordOf, RecordShape } from '@wardstone/media-types';
import { RESOURCE_COLUMNS, resourceBlock, resourceFacts, resourceTree } from './resource-markup';

/** States a resource can have. Source: inventory spec 2. */
export const INVENTORY_STATUSES = ['NEW', 'IGNORED', 'COMMITTED', 'DELETED', 'UNINVENTORIED'] as const;
export type InventoryStatus = (typeof INVENTORY_STATUSES)[number];

export const AVAILABILITY_TYPES = ['UP', 'DOWN', 'DISABLED', 'UNKNOWN'] as const;
export type AvailabilityType = (typeof AVAILABILITY_TYPES)[number];

export const CATEGORIES = ['PLATFORM', 'SERVER', 'SERVICE'] as const;
export type Category = (typeof CATEGORIES)[number];

const FIELDS = {
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

const PLAIN_RESOURCE = recordShape({
  name: 'ResourceWithType',
  element: 'resource',
  description: 'A resource of the inventory with its type',
  fields: FIELDS,
  lineFields: ['resourceId', 'resourceName'],
});
export type ResourceWithType = RecordOf<typeof PLAIN_RESOURCE>;

/** Source: contract 2, inventory spec 4.1. */
export const RESOURCE: RecordShape<ResourceWithType> = {
  ...PLAIN_RESOURCE,
  html: resourceFacts,
  columns: RESOURCE_COLUMNS,
  heading: ({ resourceName }) => resourceName,
};

/** The same in the list of a hierarchy, which pages show as the tree it is. */
export const HIERARCHY_RESOURCE: RecordShape<ResourceWithType> = { ...RESOURCE, htmlList: resourceTree };

/** The same in the list of somebody's favorites, each with all its links. Source: media spec 1.7. */
export const FAVORITE_RESOURCE: RecordShape<ResourceWithType> = { ...PLAIN_RESOURCE, html: resourceBlock };

/** Body of a creation. Source: contract 2, inventory spec 4.10. */
export const CREATION_REQUEST = recordShape({
  name: 'CreateCBRresourceRequest',
  element: 'resource',
  description: 'A resource to be created',
  fields: {
    ...FIELDS,
    pluginConfig: objectMap('Connection properties'),
    resourceConfig: objectMap('Configuration of the new resource; of content, its deployment properties'),
  },
});
export type CreationRequest = RecordOf<typeof CREATION_REQUEST>;

export interface ResourceWithChildren {
  id: string;
  name: string;
  children: readonly ResourceWithChildren[] | null;
}

/** Source: contract 2, inventory spec 4.3. */
export const RESOURCE_TREE: RecordShape<ResourceWithChildren> = recordShape<ResourceWithChildren>({
  name: 'ResourceWithChildren',
  element: 'resourceWithChildren',
  description: 'A resource and what lies below it',
  fields: {
    id: text('Id of the resource'),
    name: text('Name of the resource'),
    children: records('What lies below it; null when nothing does', () => RESOURCE_TREE, { nullable: true }),
  },
  html: treeBlock,
});

function treeBlock({ id, name, children }: ResourceWithChildren, page: PageTools): Markup {
  const below = (children ?? []).map((child) => markup`<li>${treeBlock(child, page)}</li>`);
  const list = below.length === 0 ? '' : markup`<ul class="tree">${below}</ul>`;
  return markup`${page.anchorTo(`/resource/${id}`, name)}${list}`;
}
