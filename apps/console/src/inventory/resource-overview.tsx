import { Button } from '@patternfly/react-core';
import type { ResourceOverview as Overview } from '@wardstone/dto/monitoring';
import { type ReactNode, useState } from 'react';
import { Part } from '../parts/part';
import { LIVE, useApi } from '../api/hooks';
import { Facts } from '../parts/facts';
import { Loaded } from '../parts/loaded';
import { useMay } from '../shell/caller';
import { inventoryTexts as texts } from '../texts/inventory';
import { AvailabilityBar } from './availability-bar';
import { EditResource } from './edit-resource';
import type { OfResource } from './of-resource';
import { ResourceCompliance } from './resource-compliance';
import { ResourceHistory } from './resource-history';
import { ResourceProblems, ResourceState } from './resource-problems';
import { ResourceValues } from './resource-values';

/** What is wrong with it, how it is now, and what is known of it. */
export function ResourceOverview({ resource }: OfResource): ReactNode {
  const isCommitted = resource.status === 'COMMITTED';
  const query = useApi<Overview>(isCommitted ? `/rest/resource/${resource.resourceId}/overview` : undefined, LIVE);
  const isPlatform = resource.parentId === null;
  return (
    <div className="parts-of-page">
      {isCommitted && (
        <Loaded query={query} lines={8}>
          {(overview) => (
            <>
              <Part title={texts.now.problems}>
                <ResourceState overview={overview} />
                <ResourceProblems overview={overview} />
              </Part>
              <ResourceValues overview={overview} />
            </>
          )}
        </Loaded>
      )}
      {isCommitted && <AvailabilityBar resource={resource} />}
      {isCommitted && isPlatform && <ResourceCompliance resource={resource} />}
      {query.data && <ResourceHistory changes={query.data.changes} />}
      <About resource={resource} />
      {query.data && query.data.traits.length > 0 && (
        <Part title={texts.traits}>
          <Facts facts={query.data.traits.map(({ displayName, value }) => [displayName, value ?? texts.noTrait])} />
        </Part>
      )}
    </div>
  );
}

function About({ resource }: OfResource): ReactNode {
  const [isEdited, setEdited] = useState(false);
  const mayEdit = useMay('MODIFY_RESOURCE');
  const { resourceId, typeName, pluginName, location, description, status } = resource;
  return (
    <Part
      title={texts.about}
      actions={
        status === 'COMMITTED' &&
        mayEdit && (
          <Button variant="secondary" size="sm" onClick={() => setEdited(true)}>
            {texts.edit.action}
          </Button>
        )
      }
    >
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
      {isEdited && <EditResource resource={resource} close={() => setEdited(false)} />}
    </Part>
  );
}
