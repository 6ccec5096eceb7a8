import { Button } from '@patternfly/react-core';
import type { MetricSchedule, StringValue } from '@wardstone/dto/monitoring';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { request } from '../api/client';
import { useFetched } from '../api/hooks';
import { Facts } from '../parts/facts';
import { Loaded } from '../parts/loaded';
import { inventoryTexts as texts } from '../texts/inventory';
import { AvailabilityBar } from './availability-bar';
import { EditResource } from './edit-resource';
import type { OfResource } from './of-resource';

/** How it is and what is known of it. */
export function ResourceOverview({ resource }: OfResource): ReactNode {
  const [isEdited, setEdited] = useState(false);
  const { resourceId, typeName, pluginName, location, description, status } = resource;
  return (
    <div className="parts-of-page">
      {status === 'COMMITTED' && <AvailabilityBar resource={resource} />}
      <section aria-labelledby="about-title">
        <div className="part-head">
          <h2 id="about-title">{texts.about}</h2>
          {status === 'COMMITTED' && (
            <Button variant="secondary" size="sm" onClick={() => setEdited(true)}>
              {texts.edit.action}
            </Button>
          )}
        </div>
        <Facts
          facts={[
            [texts.type, typeName],
            [texts.plugin, pluginName],
            [texts.description, description],
            [texts.location, location],
            [texts.status, status === 'COMMITTED' ? undefined : status],
            [texts.id, String(resourceId)],
          ]}
        />
      </section>
      <Traits resource={resource} />
      {isEdited && <EditResource resource={resource} close={() => setEdited(false)} />}
    </div>
  );
}

function Traits({ resource: { resourceId } }: OfResource): ReactNode {
  const path = `/rest/resource/${resourceId}/schedules?type=trait`;
  const query = useFetched([path, 'values'], async (signal) => {
    const schedules = await request<MetricSchedule[]>(path, { signal });
    return Promise.all(
      schedules.map(async ({ scheduleId, displayName }) => {
        const trait = await request<StringValue>(`/rest/metric/data/${scheduleId}/trait`, { signal }).catch(
          () => undefined,
        );
        return [displayName, trait?.value ?? texts.noTrait] as const;
      }),
    );
  });
  if (query.data?.length === 0) return null;
  return (
    <section aria-labelledby="traits-title">
      <h2 id="traits-title">{texts.traits}</h2>
      <Loaded query={query} lines={2}>
        {(traits) => <Facts facts={traits} />}
      </Loaded>
    </section>
  );
}
