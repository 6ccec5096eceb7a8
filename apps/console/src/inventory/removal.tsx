import { Button } from '@patternfly/react-core';
import type { ResourceRemoval } from '@wardstone/client/monitoring';
import { type ReactNode, useState } from 'react';
import { type QueryValue, request, withQuery } from '../api/client';
import { useApi, useRefresh } from '../api/hooks';
import { ConfirmDialog } from '../parts/confirm-dialog';
import { Loaded } from '../parts/loaded';
import { useMay } from '../shell/caller';
import { inventoryTexts } from '../texts/inventory';

const texts = inventoryTexts.takeOut;

/** Which resources: parameters of the operation. */
export type Removed = Readonly<Record<string, QueryValue>>;

/** Everything that leaves the inventory with the resources. */
export function WhatGoes({ removed }: { removed: Removed }): ReactNode {
  const query = useApi<ResourceRemoval>(withQuery('/rest/resource/removal', removed));
  return (
    <Loaded query={query} lines={4}>
      {({ parts, openAlerts, schedules }) => (
        <ul className="goes-with-it">
          <li>{texts.parts(parts)}</li>
          <li>{texts.alerts(openAlerts)}</li>
          <li>{texts.schedules(schedules)}</li>
          <li>{texts.history}</li>
        </ul>
      )}
    </Loaded>
  );
}

interface RemoveManyProps {
  removed: Removed;
  /** As far as it is known; nothing can be removed while it is 0. */
  count: number | undefined;
  /** Called when they are removed. */
  ended: () => void;
}

/** Removes what is selected of a list by one request, after a question that says what goes. */
export function RemoveMany({ removed, count, ended }: RemoveManyProps): ReactNode {
  // As it was when the button was pressed: the list below may be refetched meanwhile.
  const [asked, setAsked] = useState<Removed>();
  const mayRemove = useMay('DELETE_RESOURCE');
  if (!mayRemove) return null;
  return (
    <>
      <Button variant="secondary" isDanger isDisabled={count === 0} onClick={() => setAsked(removed)}>
        {texts.removeMany(count)}
      </Button>
      {asked && <Question removed={asked} ended={ended} close={() => setAsked(undefined)} />}
    </>
  );
}

function Question({ removed, ended, close }: Omit<RemoveManyProps, 'count'> & { close: () => void }): ReactNode {
  const expected = useApi<ResourceRemoval>(withQuery('/rest/resource/removal', removed)).data?.resources;
  const refresh = useRefresh();
  const remove = async (): Promise<void> => {
    // Not more than the question named, whatever matches by now.
    await request(withQuery('/rest/resource', { ...removed, expected }), { method: 'DELETE' });
    ended();
    void refresh();
  };
  return (
    <ConfirmDialog
      title={texts.removeManyTitle(expected)}
      action={texts.removeMany(expected)}
      isDanger
      isReady={expected !== undefined}
      confirm={remove}
      close={close}
    >
      <p>{texts.manyGo}</p>
      <WhatGoes removed={removed} />
      <p>{texts.manyComeBack}</p>
    </ConfirmDialog>
  );
}
