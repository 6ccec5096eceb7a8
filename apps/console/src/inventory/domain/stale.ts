import type { CurrentMetric, ResourceOverview } from '@wardstone/client/monitoring';

/** Number of missed collection intervals after which a value is stale. */
const MISSED = 3;

/** Whether no new values arrive: the resource is down, or its agent is silent. Pure. */
export function isSilent({ availability, agent }: Pick<ResourceOverview, 'availability' | 'agent'>): boolean {
  return availability === 'DOWN' || agent?.silent === true;
}

/** Time of the oldest stale value; undefined if none is stale. Pure. */
export function staleSince(
  metrics: readonly Pick<CurrentMetric, 'time' | 'collectionInterval'>[],
  { now, isSilent: silent }: { now: number; isSilent: boolean },
): number | undefined {
  const stale = metrics.filter(
    ({ time, collectionInterval }) => time > 0 && (silent || now - time > MISSED * collectionInterval),
  );
  return stale.length === 0 ? undefined : Math.min(...stale.map(({ time }) => time));
}
