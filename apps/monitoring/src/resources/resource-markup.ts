import type { AvailabilityType, ResourceWithType } from '@wardstone/dto/monitoring';
import { type Markup, markup } from '@wardstone/markup';
import { badge, type Column, factTable, type PageTools, type Tone } from '@wardstone/media-types';
import { parseAncestry } from './domain/ancestry';

const TONES: Record<AvailabilityType | 'MISSING', Tone> = {
  UP: 'good',
  DOWN: 'bad',
  DISABLED: 'warn',
  UNKNOWN: 'idle',
  MISSING: 'idle',
};

/** The word for an availability, in its colour. */
export function availabilityBadge(type: AvailabilityType | 'MISSING'): Markup {
  return badge(type, TONES[type]);
}

/** What is known of a resource, on its own page. */
export function resourceFacts(resource: ResourceWithType, page: PageTools): Markup {
  const { parentId } = resource;
  return factTable([
    ['Name', resource.resourceName],
    ['Id', resource.resourceId],
    ['Availability', availabilityBadge(resource.availability)],
    ['Status', resource.status],
    ['Type name', resource.typeName],
    ['Type id', resource.typeId],
    ['Plugin', resource.pluginName],
    ['Parent Id', parentId === null ? null : idAnchor(parentId, page)],
    ['Located in', resource.ancestry === null ? null : locationIn(resource.ancestry, page)],
    ['Location', resource.location],
    ['Description', resource.description],
  ]);
}

const NAME: Column<ResourceWithType> = {
  heading: 'Name',
  of: ({ resourceId, resourceName }, page) => resourceAnchor(resourceId, resourceName, page),
};

const STATE: readonly Column<ResourceWithType>[] = [
  { heading: 'Availability', isShort: true, of: ({ availability }) => availabilityBadge(availability) },
  {
    heading: 'Type',
    of: ({ typeName, pluginName }) => markup`${typeName} <span class="quiet">${pluginName}</span>`,
  },
  { heading: 'Status', isShort: true, of: ({ status }) => status },
  { heading: 'Description', of: ({ description }) => description },
  { heading: 'Id', isNumber: true, of: ({ resourceId }) => resourceId },
];

/** Columns of a list of platforms, which lie in nothing. */
export const PLATFORM_COLUMNS: readonly Column<ResourceWithType>[] = [NAME, ...STATE];

/** Columns of a list of resources. */
export const RESOURCE_COLUMNS: readonly Column<ResourceWithType>[] = [
  NAME,
  { heading: 'Located in', of: ({ ancestry }, page) => locationIn(ancestry, page) },
  ...STATE,
];

/** Pages about a favorite, in the order of rule http-7. */
const FAVORITE_PLACES = [
  ['children', 'Children'],
  ['schedules', 'Schedules'],
  ['availability', 'Availability'],
  ['availability/history', 'History'],
] as const;

/** The block that stands for a favorite. See rule http-7. */
export function resourceBlock(resource: ResourceWithType, page: PageTools): Markup {
  const { resourceId, resourceName, parentId } = resource;
  const facts = factTable([
    ['Name', resourceAnchor(resourceId, resourceName, page)],
    ['Id', idAnchor(resourceId, page)],
    ['Type name', resource.typeName],
    ['Type id', resource.typeId],
    ['Plugin', resource.pluginName],
    ['Parent Id', parentId === null ? null : idAnchor(parentId, page)],
    ['Availability', availabilityBadge(resource.availability)],
  ]);
  const places = [
    ...FAVORITE_PLACES.map(([place, label]) => page.anchorTo(`/resource/${resourceId}/${place}`, label)),
    page.anchorTo(`/alert?resourceId=${resourceId}&descendants=true`, 'Alerts'),
    page.anchorTo(`/operation/history?resourceId=${resourceId}`, 'Operation history'),
  ];
  const items = places.flatMap((place) => (place ? [markup`<li>${place}</li>`] : []));
  return markup`${facts}<nav class="places" aria-label="${resourceName}"><ul>${items}</ul></nav>`;
}

const OPEN = markup`<ul>`;
const CLOSE = markup`</li></ul>`;
const NEXT = markup`</li>`;

/** A list in depth-first order as nested lists; the first one is the root of all others. */
export function resourceTree(resources: readonly ResourceWithType[], page: PageTools): Markup {
  const parts: Markup[] = [];
  // The resources that lie between the root and where the list is now.
  const way: number[] = [];
  for (const resource of resources) {
    const depth = resource.parentId === null ? 0 : way.indexOf(resource.parentId) + 1;
    if (depth === way.length) parts.push(OPEN);
    else parts.push(...Array<Markup>(way.length - depth - 1).fill(CLOSE), NEXT);
    way.length = depth;
    way.push(resource.resourceId);
    const { resourceId, resourceName, typeName, availability } = resource;
    parts.push(
      markup`<li>${resourceAnchor(resourceId, resourceName, page)} ${availabilityBadge(availability)} <span class="quiet">${typeName}</span>`,
    );
  }
  return markup`<div class="tree">${parts}${Array<Markup>(way.length).fill(CLOSE)}</div>`;
}

function resourceAnchor(id: number, name: string, page: PageTools): Markup {
  return page.anchorTo(`/resource/${id}`, name === '' ? `${id}` : name) ?? markup`${name}`;
}

function idAnchor(id: number, page: PageTools): Markup {
  return resourceAnchor(id, `${id}`, page);
}

/** The way from the platform down to what has the ancestry; nothing for a platform. */
export function locationIn(ancestry: string | null, page: PageTools): Markup {
  const steps = parseAncestry(ancestry).reverse();
  const anchors = steps.map(({ id, name }) => resourceAnchor(id, name, page));
  return markup`${anchors.flatMap((anchor, index) => (index === 0 ? [anchor] : [' / ', anchor]))}`;
}
