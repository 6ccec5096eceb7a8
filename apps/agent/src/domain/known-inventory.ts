import type { AgentDriftDefinition, AgentResource, AgentSchedule } from '@wardstone/dto/monitoring';

/** A resource of the agent as known by the server. See rule agents-4. */
export type KnownResource = Omit<AgentResource, 'mtime'>;

/** A metric to collect, and its interval. */
export type KnownSchedule = AgentSchedule;

/** Files to watch. See rule agents-16. */
export type KnownDriftDefinition = AgentDriftDefinition;

export interface KnownInventory {
  resources: readonly KnownResource[];
  schedules: readonly KnownSchedule[];
  /** Absent where there are none. */
  driftDefinitions?: readonly KnownDriftDefinition[];
}

export const NOTHING_KNOWN: KnownInventory = { resources: [], schedules: [] };

/** A metric of a resource to collect. */
export interface Collection {
  resource: KnownResource;
  name: string;
  type: 'MEASUREMENT' | 'TRAIT';
  /** Schedule for which values are reported. */
  scheduleId: number;
  intervalMs: number;
}

/**
 * Metrics to collect: those with an enabled raw or per-minute schedule, reported for the raw one at the shorter
 * interval. See rules agents-4, agents-6.
 */
export function listCollections({ resources, schedules }: KnownInventory): Collection[] {
  const byId = new Map(resources.map((resource) => [resource.resourceId, resource]));
  const collections = new Map<string, { raw?: KnownSchedule; intervalMs: number }>();
  for (const schedule of schedules) {
    if (schedule.type !== 'MEASUREMENT' && schedule.type !== 'TRAIT') continue;
    const key = `${schedule.resourceId}:${schedule.name}`;
    const collection = collections.get(key) ?? { intervalMs: Infinity };
    if (!schedule.perMinute) collection.raw = schedule;
    if (schedule.enabled) collection.intervalMs = Math.min(collection.intervalMs, schedule.collectionInterval);
    collections.set(key, collection);
  }
  return [...collections.values()].flatMap(({ raw, intervalMs }): Collection[] => {
    const resource = raw && byId.get(raw.resourceId);
    if (!raw || resource?.status !== 'COMMITTED' || intervalMs === Infinity) return [];
    const { name, scheduleId } = raw;
    return [{ resource, name, type: raw.type as Collection['type'], scheduleId, intervalMs }];
  });
}

const AVAILABILITY = 'rhq.availability';
/** Interval for platforms, which have no such schedule. */
const PLATFORM_INTERVAL_MS = 60_000;

/** Interval of availability checks of each committed resource. */
export function watchedResources({
  resources,
  schedules,
}: KnownInventory): { resource: KnownResource; intervalMs: number }[] {
  const intervals = new Map(
    schedules.filter(({ name }) => name === AVAILABILITY).map((schedule) => [schedule.resourceId, schedule]),
  );
  return resources.flatMap((resource) => {
    const schedule = intervals.get(resource.resourceId);
    if (resource.status !== 'COMMITTED' || schedule?.enabled === false) return [];
    return [{ resource, intervalMs: schedule?.collectionInterval ?? PLATFORM_INTERVAL_MS }];
  });
}
