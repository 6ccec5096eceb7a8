import { Inject, Injectable } from '@nestjs/common';
import { PageGuide } from '@wardstone/media-types';
import type { PageStep, PageSurroundings, ShownResult } from '@wardstone/media-types';
import { BASE_PATH } from '../http/request-gate';
import { parsePathId } from '../http/path-id';
import { parseAncestry } from '../resources/domain/ancestry';
import type { ResourceWithType } from '../resources/resource.shape';
import { ConsoleGuideQueries } from './console-guide.queries';
import type { ResourcePlace } from './console-guide.queries';

const RESOURCE_PAGE = new RegExp(`^${BASE_PATH}/resource/([0-9]+)(/.+)?$`);

/** The pages about one resource, in the order of the console; those that do not answer are left out. */
const PLACES = [
  ['', 'Overview'],
  ['/children', 'Children'],
  ['/hierarchy', 'Hierarchy'],
  ['/schedules', 'Schedules'],
  ['/availability', 'Availability'],
  ['/availability/history', 'History'],
  ['/availability/summary', 'Summary'],
  ['/alerts', 'Alerts'],
] as const;

/** Lists that belong together; the first page of each is where the others lead back to. */
const FAMILIES: readonly { subject: string; places: readonly PageStep[] }[] = [
  {
    subject: 'Inventory',
    places: [
      { path: '/resource/platforms', label: 'Platforms' },
      { path: '/resource', label: 'All resources' },
    ],
  },
  {
    subject: 'Favorites',
    places: [
      { path: '/user/favorites/resource', label: 'Resources' },
      { path: '/user/favorites/group', label: 'Groups' },
    ],
  },
  {
    subject: 'Status',
    places: [
      { path: '/status', label: 'Status' },
      { path: '/status/server', label: 'Operation mode' },
    ],
  },
];

const FAMILY_OF = new Map(
  FAMILIES.flatMap(({ subject, places }) =>
    places.map(({ path }) => [BASE_PATH + path, { subject, places, trail: [] }] as const),
  ),
);

/** Leads from page to page along the tree of resources: down from the platform, and around each resource. */
@Injectable()
export class ConsoleGuide extends PageGuide {
  constructor(@Inject(ConsoleGuideQueries) private readonly queries: ConsoleGuideQueries) {
    super();
  }

  async surroundingsOf(result: ShownResult): Promise<PageSurroundings | undefined> {
    const family = FAMILY_OF.get(result.path);
    if (family) return family;
    const [, idText = '', below = ''] = RESOURCE_PAGE.exec(result.path) ?? [];
    const id = parsePathId(idText);
    if (id === undefined) return undefined;
    const place = placeIn(result, id) ?? (await this.queries.findPlace(id));
    return place && surroundings(place, below !== '');
  }
}

/** The resource, when the page shows it anyway: alone, or first of its hierarchy. */
function placeIn({ kind, value }: ShownResult, id: number): ResourcePlace | undefined {
  if (kind.form !== 'one' && kind.form !== 'list') return undefined;
  if (kind.shape.name !== 'ResourceWithType') return undefined;
  const shown = (Array.isArray(value) ? value[0] : value) as Partial<ResourceWithType> | undefined;
  if (shown?.resourceId !== id) return undefined;
  const { resourceName = '', parentId = null, ancestry = null } = shown;
  return { id, name: resourceName, parentId, ancestry };
}

function surroundings({ id, name, parentId, ancestry }: ResourcePlace, isBelow: boolean): PageSurroundings {
  const path = `/resource/${id}`;
  const ancestors = parseAncestry(ancestry).reverse();
  const trail: PageStep[] = [
    { path: '/resource/platforms', label: 'Platforms' },
    ...ancestors.map((ancestor) => ({ path: `/resource/${ancestor.id}`, label: ancestor.name })),
    // Very long ancestries are not kept.
    ...(ancestors.length === 0 && parentId !== null ? [{ path: `/resource/${parentId}`, label: `${parentId}` }] : []),
    ...(isBelow ? [{ path, label: name }] : []),
  ];
  const places = [
    ...PLACES.map(([place, label]) => ({ path: path + place, label })),
    { path: `/operation/history?resourceId=${id}`, label: 'Operation history' },
    { path: `/alert/definitions?resourceId=${id}`, label: 'Alert definitions' },
  ];
  return { trail, places, subject: isBelow ? name : 'Resource' };
}
