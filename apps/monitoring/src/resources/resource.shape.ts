import { markup } from '@wardstone/markup';
import type { Markup } from '@wardstone/markup';
import { objectMap, recordShape, records, text } from '@wardstone/media-types';
import type { PageTools, RecordOf, RecordShape } from '@wardstone/media-types';
import { PLAIN_RESOURCE, RESOURCE_FIELDS } from './resource-fields';
import type { ResourceWithType } from './resource-fields';
import { PLATFORM_COLUMNS, RESOURCE_COLUMNS, resourceBlock, resourceFacts, resourceTree } from './resource-markup';

export { AVAILABILITY_TYPES, CATEGORIES, INVENTORY_STATUSES } from './resource-fields';
export type { AvailabilityType, Category, InventoryStatus, ResourceWithType } from './resource-fields';

export const RESOURCE_SORT_FIELDS = ['name', 'id', 'availability'] as const;

/** Source: contract 2, inventory spec 4.1. */
export const RESOURCE: RecordShape<ResourceWithType> = {
  ...PLAIN_RESOURCE,
  html: resourceFacts,
  columns: RESOURCE_COLUMNS,
  heading: ({ resourceName }) => resourceName,
};

/** The same in a list of platforms alone. */
export const PLATFORM: RecordShape<ResourceWithType> = { ...RESOURCE, columns: PLATFORM_COLUMNS };

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
    ...RESOURCE_FIELDS,
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
