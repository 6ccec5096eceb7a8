import { Injectable } from '@nestjs/common';
import type { AuthenticatedRequest } from '@wardstone/auth';
import { CATEGORIES, INVENTORY_STATUSES, ResourceWithType } from '@wardstone/dto/monitoring';
import {
  type PageFilter,
  PageGuide,
  type PageStep,
  type PageSurroundings,
  type ShownResult,
} from '@wardstone/media-types';
import { BASE_PATH } from '../api/request-gate';
import { parsePathId } from '../api/path-id';
import { parseAncestry } from '../resources/domain/ancestry';
import { ConsoleGuideQueries, type ResourcePlace, type SchedulePlace } from './console-guide.queries';

const RESOURCE_PAGE = new RegExp(`^${BASE_PATH}/resource/([0-9]+)(/.+)?$`);
const METRICS_PAGE = new RegExp(`^${BASE_PATH}/metric/data/resource/([0-9]+)$`);
const DEFINITION_PAGE = new RegExp(`^${BASE_PATH}/alert/definition/[0-9]+$`);
const SCHEDULE_PAGE = new RegExp(`^${BASE_PATH}/metric/(?:schedule|data)/([0-9]+)(?:/[a-z]+)?$`);

/** The pages about one resource, in the order of the console; those that do not answer are left out. */
const PLACES = [
  ['', 'Overview'],
  ['/children', 'Children'],
  ['/hierarchy', 'Hierarchy'],
  ['/schedules', 'Schedules'],
  ['/availability', 'Availability'],
  ['/availability/history', 'History'],
  ['/availability/summary', 'Summary'],
] as const;

/** A label says no more than that there are as many. */
const MOST_ALERTS = 999;

const choice = (value: string, label = value) => ({ value, label });

/** What lists of resources are narrowed by. See rule inventory-4. */
const RESOURCE_FILTERS: readonly PageFilter[] = [
  { name: 'q', label: 'Name contains' },
  { name: 'category', label: 'Category', choices: [choice('', 'Any'), ...CATEGORIES.map((name) => choice(name))] },
  {
    name: 'status',
    label: 'Status',
    choices: [
      choice('COMMITTED'),
      choice('ALL', 'Any'),
      ...INVENTORY_STATUSES.filter((name) => name !== 'COMMITTED').map((name) => choice(name)),
    ],
  },
];
const FILTERED = new RegExp(`^${BASE_PATH}/resource(/[0-9]+/children)?$`);

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
    subject: 'Alerts',
    places: [
      { path: '/alert', label: 'Fired alerts' },
      { path: '/alert/definitions', label: 'Alert definitions' },
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

/** Their path leads through one that redirects. */
const AROUND_DEFINITION: PageSurroundings = {
  subject: 'Alert definition',
  trail: [
    { path: '/alert', label: 'Alerts' },
    { path: '/alert/definitions', label: 'Alert definitions' },
  ],
  places: [],
};

const FAMILY_OF = new Map(
  FAMILIES.flatMap(({ subject, places }) =>
    places.map(({ path }) => [BASE_PATH + path, { subject, places, trail: [] }] as const),
  ),
);

/** Leads from page to page along the tree of resources: down from the platform, and around each resource. */
@Injectable()
export class ConsoleGuide extends PageGuide {
  constructor(private readonly queries: ConsoleGuideQueries) {
    super();
  }

  async surroundingsOf(result: ShownResult): Promise<PageSurroundings | undefined> {
    const around = await this.placeOf(result);
    return around && FILTERED.test(result.path) ? { ...around, filters: RESOURCE_FILTERS } : around;
  }

  private async placeOf(result: ShownResult): Promise<PageSurroundings | undefined> {
    const family = FAMILY_OF.get(result.path);
    if (family) return family;
    if (DEFINITION_PAGE.test(result.path)) return AROUND_DEFINITION;
    const ofSchedule = idIn(SCHEDULE_PAGE, result.path);
    if (ofSchedule !== undefined) {
      const schedule = await this.queries.findSchedulePlace(ofSchedule);
      return schedule && aroundSchedule(ofSchedule, schedule);
    }
    const id = idIn(RESOURCE_PAGE, result.path) ?? idIn(METRICS_PAGE, result.path);
    if (id === undefined) return undefined;
    const place = placeIn(result, id) ?? (await this.queries.findPlace(id));
    if (!place) return undefined;
    const alerts = await this.alertsLabel(id, result);
    return aroundResource(place, result.path !== `${BASE_PATH}/resource/${id}`, alerts);
  }

  /** How many alerts the caller finds behind it, those of parts included. */
  private async alertsLabel(id: number, { request }: ShownResult): Promise<string> {
    const { caller } = request as unknown as AuthenticatedRequest;
    if (!caller) return 'Alerts';
    const count = await this.queries.countAlerts(id, caller, MOST_ALERTS + 1);
    return `Alerts (${count > MOST_ALERTS ? `${MOST_ALERTS}+` : count})`;
  }
}

function idIn(pattern: RegExp, path: string): number | undefined {
  const [, text] = pattern.exec(path) ?? [];
  return text === undefined ? undefined : parsePathId(text);
}

/** The resource, when the page shows it anyway: alone, or first of its hierarchy. */
function placeIn({ kind, value }: ShownResult, id: number): ResourcePlace | undefined {
  if (kind.form !== 'one' && kind.form !== 'list') return undefined;
  if (kind.dto !== ResourceWithType) return undefined;
  const shown = (Array.isArray(value) ? value[0] : value) as Partial<ResourceWithType> | undefined;
  if (shown?.resourceId !== id) return undefined;
  const { resourceName = '', parentId = null, ancestry = null } = shown;
  return { id, name: resourceName, parentId, ancestry };
}

/** @param isBelow whether the page is not the one of the resource itself. */
function aroundResource(resource: ResourcePlace, isBelow: boolean, alerts: string): PageSurroundings {
  const { id, name } = resource;
  const path = `/resource/${id}`;
  const places = [
    ...PLACES.map(([place, label]) => ({ path: path + place, label })),
    { path: `/alert?resourceId=${id}&descendants=true`, label: alerts },
    { path: `/metric/data/resource/${id}`, label: 'Metrics' },
    { path: `/operation/history?resourceId=${id}`, label: 'Operation history' },
    { path: `/alert/definitions?resourceId=${id}`, label: 'Alert definitions' },
  ];
  return { trail: wayTo(resource, isBelow), places, subject: isBelow ? name : 'Resource' };
}

/** What was not measured yet has no page. */
function aroundSchedule(
  id: number,
  { metric, dataType, hasBaseline, hasTrait, resource }: SchedulePlace,
): PageSurroundings {
  const data = `/metric/data/${id}`;
  const numbers = [
    { path: data, label: 'Chart' },
    { path: `${data}/raw`, label: 'Values' },
    ...(hasBaseline ? [{ path: `${data}/baseline`, label: 'Baseline' }] : []),
  ];
  const schedules = { path: `/resource/${resource.id}/schedules`, label: 'Schedules' };
  return {
    trail: [...wayTo(resource, true), schedules],
    places: [
      ...(dataType === 'MEASUREMENT' ? numbers : []),
      ...(hasTrait ? [{ path: `${data}/trait`, label: 'Value' }] : []),
      { path: `/metric/schedule/${id}`, label: 'Schedule' },
    ],
    subject: metric,
  };
}

/** Down from the platforms to a resource. */
function wayTo({ id, name, parentId, ancestry }: ResourcePlace, isIncluded: boolean): PageStep[] {
  const ancestors = parseAncestry(ancestry).reverse();
  return [
    { path: '/resource/platforms', label: 'Platforms' },
    ...ancestors.map((ancestor) => ({ path: `/resource/${ancestor.id}`, label: ancestor.name })),
    // Very long ancestries are not kept.
    ...(ancestors.length === 0 && parentId !== null ? [{ path: `/resource/${parentId}`, label: `${parentId}` }] : []),
    ...(isIncluded ? [{ path: `/resource/${id}`, label: name }] : []),
  ];
}
