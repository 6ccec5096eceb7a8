import { ApiError } from '@wardstone/client';
import type { ResourceWithType } from '@wardstone/client/monitoring';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { LIVE, useFetched, wardstone } from '../api/client';
import { type OfResource, parseAncestry } from '../api/monitoring';
import { column, DataTable } from '../parts/list';
import { Part } from '../parts/page';
import { Loaded } from '../parts/states';
import { AvailabilityLabel } from '../parts/values';
import { inventoryTexts } from '../texts/inventory';
import { probeTexts } from '../texts/probes';

const texts = probeTexts.members;
const CONFIGURATION = '/rest/resource/{id}/configuration';
const NOT_FOUND = 404;

interface Member {
  id: number;
  /** Absent if it was removed or the viewer may not see it. */
  probe: ResourceWithType | undefined;
}

/** The probes whose states decide about a quorum, with their hosts. */
export function QuorumProbes({ resource: { resourceId } }: OfResource): ReactNode {
  const load = async (signal: AbortSignal) => {
    const { pluginConfig } = await wardstone.get(CONFIGURATION, { path: { id: resourceId }, signal });
    const { resources, down } = pluginConfig as { resources?: string; down?: string };
    const ids = (resources ?? '').split(',').map(Number).filter(Boolean);
    const members = await Promise.all(ids.map(async (id): Promise<Member> => ({ id, probe: await find(id, signal) })));
    return { members, down: Number(down) || Math.floor(ids.length / 2) + 1 };
  };
  const query = useFetched([CONFIGURATION, resourceId, 'probes'], load, LIVE);
  return (
    <Part title={texts.title}>
      <Loaded query={query}>
        {({ members, down }) => (
          <>
            <p>{texts.rule(down, members.length)}</p>
            <DataTable<Member>
              label={texts.title}
              rows={members}
              toKey={({ id }) => String(id)}
              columns={[
                column('name', texts.probe, ({ id, probe }) =>
                  probe ? <Link to={`/inventory/${id}`}>{probe.resourceName}</Link> : texts.missing(id),
                ),
                column('host', texts.host, ({ probe }) => (probe && parseAncestry(probe)[0]?.name) ?? '–'),
                column('availability', inventoryTexts.availability, ({ probe }) =>
                  probe ? <AvailabilityLabel value={probe.availability} /> : '–',
                ),
              ]}
            />
          </>
        )}
      </Loaded>
    </Part>
  );
}

async function find(id: number, signal: AbortSignal): Promise<ResourceWithType | undefined> {
  try {
    return await wardstone.get('/rest/resource/{id}', { path: { id }, signal });
  } catch (error) {
    if (error instanceof ApiError && error.status === NOT_FOUND) return undefined;
    throw error;
  }
}
