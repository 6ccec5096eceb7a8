import { Button } from '@patternfly/react-core';
import type { MetricSchedule, ResourceOverview, ResourceWithType } from '@wardstone/dto/monitoring';
import { type ReactNode, useState } from 'react';
import { request } from '../api/client';
import { useApi, useRefresh } from '../api/hooks';
import { ConfirmDialog } from '../parts/confirm-dialog';
import { Loaded } from '../parts/loaded';
import { RemoveButton } from '../parts/remove-button';
import { useMay } from '../shell/caller';
import { inventoryTexts } from '../texts/inventory';
import type { OfResource } from './of-resource';

const texts = inventoryTexts.takeOut;

/** Disables a resource or removes it, for those who may. */
export function TakeOut({ resource }: OfResource): ReactNode {
  const mayDisable = useMay('MANAGE_SETTINGS');
  const mayRemove = useMay('DELETE_RESOURCE');
  const { resourceId, resourceName, parentId, status } = resource;
  const isCommitted = status === 'COMMITTED';
  // It was removed, and is erased soon.
  if (status === 'UNINVENTORIED') return null;
  return (
    <>
      {/* The service refuses it for platforms. */}
      {mayDisable && isCommitted && parentId !== null && <Disable resource={resource} />}
      {mayRemove && (
        <RemoveButton
          action={texts.remove}
          title={texts.removeTitle(resourceName)}
          path={`/rest/resource/${resourceId}`}
          to="/inventory"
        >
          {isCommitted && <WhatGoes resource={resource} />}
          <p>{texts.comesBack}</p>
        </RemoveButton>
      )}
    </>
  );
}

function Disable({ resource: { resourceId, resourceName, availability } }: OfResource): ReactNode {
  const [isAsking, setAsking] = useState(false);
  const refresh = useRefresh();
  const isDisabled = availability === 'DISABLED';
  const words = isDisabled ? texts.enable : texts.disable;
  const report = async (): Promise<void> => {
    // Unknown ends it, until the agent reports.
    const body = { type: isDisabled ? 'UNKNOWN' : 'DISABLED' };
    await request(`/rest/resource/${resourceId}/availability`, { method: 'PUT', body });
    void refresh();
  };
  return (
    <>
      <Button variant="secondary" onClick={() => setAsking(true)}>
        {words.action}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={words.title(resourceName)}
          action={words.action}
          confirm={report}
          close={() => setAsking(false)}
        >
          {words.body}
        </ConfirmDialog>
      )}
    </>
  );
}

/** Everything that leaves the inventory with a resource. */
function WhatGoes({ resource: { resourceId } }: OfResource): ReactNode {
  const path = `/rest/resource/${resourceId}`;
  const tree = useApi<ResourceWithType[]>(`${path}/hierarchy`);
  const overview = useApi<ResourceOverview>(`${path}/overview`);
  const schedules = useApi<MetricSchedule[]>(`${path}/schedules`);
  return (
    <>
      <p>{texts.goes}</p>
      <ul className="goes-with-it">
        <li>
          <Loaded query={tree} lines={1}>
            {(all) => texts.parts(all.length - 1)}
          </Loaded>
        </li>
        <li>
          <Loaded query={overview} lines={1}>
            {({ openAlertCount }) => texts.alerts(openAlertCount)}
          </Loaded>
        </li>
        <li>
          <Loaded query={schedules} lines={1}>
            {({ length }) => texts.schedules(length)}
          </Loaded>
        </li>
        <li>{texts.history}</li>
      </ul>
    </>
  );
}
