import type { MetricSchedule, ResourceWithType } from '@wardstone/client/monitoring';
import { useFetched, useGet, wardstone } from '../api/client';
import type { Owner } from '../parts/monitoring/owner';

/** A resource for testing a definition, with its metrics. */
export interface Sample {
  resource: ResourceWithType;
  schedules: readonly MetricSchedule[];
}

/** The resource of a definition, or one of its group or type; null without one. */
export function useSample(owner: Owner | undefined): { sample: Sample | null | undefined; error: Error | null } {
  const resource = useFetched(
    ['sample', owner?.kind, owner?.id],
    async (signal) => (owner ? toSample(owner, signal) : null),
    { staleTime: 60_000 },
  );
  const id = resource.data?.resourceId;
  const schedules = useGet(
    '/rest/resource/{id}/schedules',
    id !== undefined && { path: { id }, query: { enabledOnly: false } },
  );
  const error = resource.error ?? schedules.error;
  if (resource.data === null) return { sample: null, error };
  const isReady = resource.data && schedules.data;
  return { sample: isReady ? { resource: resource.data, schedules: schedules.data } : undefined, error };
}

/** Whether it represents the whole installation, the only resource with recording rules. Pure. */
export function isInstallation({ typeName, pluginName }: ResourceWithType): boolean {
  return pluginName === 'Installation' && typeName === 'Installation';
}

async function toSample({ kind, id }: Owner, signal: AbortSignal): Promise<ResourceWithType | null> {
  if (kind === 'resource') return wardstone.get('/rest/resource/{id}', { path: { id }, signal });
  if (kind === 'group') {
    const [member] = await wardstone.get('/rest/group/{groupId}/members', {
      path: { groupId: id },
      query: { ps: 1 },
      signal,
    });
    return member ? toSample({ kind: 'resource', id: member.resourceId }, signal) : null;
  }
  const [first] = await wardstone.get('/rest/resource', { query: { typeId: id, ps: 1 }, signal });
  return first ?? null;
}
