import { markup } from '@wardstone/markup';
import type { Markup } from '@wardstone/markup';
import { integer, links, objectMap, recordShape, records, text } from '@wardstone/media-types';
import type { PageTools, RecordOf, RecordShape } from '@wardstone/media-types';
import { parseAncestry } from './domain/ancestry';

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
export const RESOURCE: RecordShape<ResourceWithType> = { ...PLAIN_RESOURCE, html: resourceBlock };

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

/** Pages below a resource's own, in the order of the console. */
const PLACES = [
  ['children', 'Children'],
  ['hierarchy', 'Hierarchy'],
  ['schedules', 'Schedules'],
  ['availability', 'Availability'],
  ['availability/history', 'History'],
  ['availability/summary', 'Summary'],
  ['alerts', 'Alerts'],
] as const;

/** The block that stands for a resource on every page. Source: media spec 1.7. */
function resourceBlock(resource: ResourceWithType, page: PageTools): Markup {
  const { resourceId, resourceName, parentId } = resource;
  const path = `/resource/${resourceId}`;
  const places = [
    ...PLACES.map(([place, label]) => page.anchorTo(`${path}/${place}`, label)),
    page.anchorTo(`/operation/history?resourceId=${resourceId}`, 'Operation history'),
    page.anchorTo(`/alert/definitions?resourceId=${resourceId}`, 'Alert definitions'),
  ];
  return markup`<table><tbody>
${row('Name', page.anchorTo(path, resourceName))}
${row('Id', page.anchorTo(path, String(resourceId)))}
${row('Type name', resource.typeName)}
${row('Type id', resource.typeId)}
${row('Plugin', resource.pluginName)}
${row('Status', resource.status)}
${row('Availability', resource.availability)}
${parentId === null ? '' : row('Parent Id', page.anchorTo(`/resource/${parentId}`, String(parentId)))}
${resource.ancestry === null ? '' : row('Located in', pathTo(resource, page))}
${resource.location === null ? '' : row('Location', resource.location)}
${resource.description === null ? '' : row('Description', resource.description)}
</tbody></table>
<nav class="pages" aria-label="${resourceName}">${places.flatMap((place) => (place ? [place, ' '] : []))}</nav>`;
}

function row(name: string, value: Markup | string | number | null | undefined): Markup {
  return markup`<tr><th scope="row">${name}</th><td>${value ?? ''}</td></tr>`;
}

/** The way down from the platform to the resource. */
function pathTo({ ancestry }: ResourceWithType, page: PageTools): Markup {
  const steps = parseAncestry(ancestry).reverse();
  const anchors = steps.map(({ id, name }) => page.anchorTo(`/resource/${id}`, name) ?? name);
  return markup`${anchors.flatMap((anchor, index) => (index === 0 ? [anchor] : [' / ', anchor]))}`;
}

function treeBlock({ id, name, children }: ResourceWithChildren, page: PageTools): Markup {
  const below = (children ?? []).map((child) => markup`<li>${treeBlock(child, page)}</li>`);
  const list = below.length === 0 ? '' : markup`<ul class="tree">${below}</ul>`;
  return markup`${page.anchorTo(`/resource/${id}`, name)}${list}`;
}
