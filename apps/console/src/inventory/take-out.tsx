import { Button } from '@patternfly/react-core';
import { type ReactNode, useState } from 'react';
import { useRefresh, wardstone } from '../api/client';
import { ConfirmDialog } from '../parts/forms';
import { RemoveButton } from '../parts/remove-button';
import { useMay } from '../api/caller';
import { inventoryTexts } from '../texts/inventory';
import type { OfResource } from '../api/monitoring';
import { RemovalSummary } from './removal';

const texts = inventoryTexts.takeOut;

/** Disables or removes a resource; shown only with the permission. */
export function TakeOut({ resource }: OfResource): ReactNode {
  const mayDisable = useMay('MANAGE_SETTINGS');
  const mayRemove = useMay('DELETE_RESOURCE');
  const { resourceId, resourceName, parentId, status } = resource;
  const isCommitted = status === 'COMMITTED';
  // It has been removed and will be deleted soon.
  if (status === 'UNINVENTORIED') return null;
  return (
    <>
      {/* The service refuses it for platforms. */}
      {mayDisable && isCommitted && parentId !== null && <Disable resource={resource} />}
      {mayRemove && (
        <RemoveButton
          action={texts.remove}
          title={texts.removeTitle(resourceName)}
          remove={() => wardstone.delete('/rest/resource/{id}', { path: { id: resourceId } })}
          to="/inventory"
        >
          {isCommitted && (
            <>
              <p>{texts.goes}</p>
              <RemovalSummary removed={{ ids: String(resourceId) }} />
            </>
          )}
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
    // UNKNOWN enables it, until the agent reports.
    const body = { type: isDisabled ? 'UNKNOWN' : 'DISABLED' };
    await wardstone.put('/rest/resource/{id}/availability', { path: { id: resourceId }, body });
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
