import type { CurrentMetric, ResourceOverview } from '@wardstone/client/monitoring';

/** A value is old when so many that should have followed did not come. */
const MISSED = 3;

/** Whether nothing new comes: the resource is down, or its agent is silent. Pure. */
export function isSilent({ availability, agent }: Pick<ResourceOverview, 'availability' | 'agent'>): boolean {
  return availability === 'DOWN' || agent?.silent === true;
}

/** When the oldest of these was measured that is no longer how it is now; undefined while all are fresh. Pure. */
export function staleSince(
  metrics: readonly Pick<CurrentMetric, 'time' | 'collectionInterval'>[],
  { now, isSilent: silent }: { now: number; isSilent: boolean },
): number | undefined {
  const stale = metrics.filter(
    ({ time, collectionInterval }) => time > 0 && (silent || now - time > MISSED * collectionInterval),
  );
  return stale.length === 0 ? undefined : Math.min(...stale.map(({ time }) => time));
}
