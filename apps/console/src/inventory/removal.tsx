import { Button } from '@patternfly/react-core';
import type { Query } from '@wardstone/client';
import { type ReactNode, useState } from 'react';
import { useGet, useRefresh, wardstone } from '../api/client';
import { ConfirmDialog } from '../parts/forms';
import { Loaded } from '../parts/states';
import { useMay } from '../api/caller';
import { inventoryTexts } from '../texts/inventory';

const texts = inventoryTexts.takeOut;
const REMOVAL = '/rest/resource/removal';

/** Selection of the resources, as parameters of the operation. */
export type Removed = Query<'get', typeof REMOVAL>;

/** Lists everything that leaves the inventory with the resources. */
export function RemovalSummary({ removed }: { removed: Removed }): ReactNode {
  const query = useGet(REMOVAL, { query: removed });
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
  /** Number of matching resources, if known; 0 disables removal. */
  count: number | undefined;
  /** Called after the removal. */
  ended: () => void;
}

/** Removes the selection by one request, after a confirmation with the consequences. */
export function RemoveMany({ removed, count, ended }: RemoveManyProps): ReactNode {
  // The selection when the button was pressed: the list may be refetched meanwhile.
  const [selection, setSelection] = useState<Removed>();
  const mayRemove = useMay('DELETE_RESOURCE');
  if (!mayRemove) return null;
  return (
    <>
      <Button variant="secondary" isDanger isDisabled={count === 0} onClick={() => setSelection(removed)}>
        {texts.removeMany(count)}
      </Button>
      {selection && <Question removed={selection} ended={ended} close={() => setSelection(undefined)} />}
    </>
  );
}

function Question({ removed, ended, close }: Omit<RemoveManyProps, 'count'> & { close: () => void }): ReactNode {
  const expected = useGet(REMOVAL, { query: removed }).data?.resources;
  const refresh = useRefresh();
  const remove = async (): Promise<void> => {
    // Limited to the confirmed number, even if more match now.
    await wardstone.delete('/rest/resource', { query: { ...removed, expected } });
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
      <RemovalSummary removed={removed} />
      <p>{texts.manyComeBack}</p>
    </ConfirmDialog>
  );
}
