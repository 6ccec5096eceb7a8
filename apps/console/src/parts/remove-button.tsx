import { Button } from '@patternfly/react-core';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { useRefresh } from '../api/client';
import { ConfirmDialog } from './forms';
import { SAVED } from './unsaved';

interface RemoveButtonProps {
  /** Label of the button and of the dialog's button. */
  action: string;
  title: string;
  remove: () => Promise<unknown>;
  /** Page that is shown after the deletion; absent for a row of a list. */
  to?: string;
  /** Consequences of the removal. */
  children: ReactNode;
}

/** Deletes the object of a page or row after a confirmation. */
export function RemoveButton({ action, title, remove, to, children }: RemoveButtonProps): ReactNode {
  const [isAsking, setAsking] = useState(false);
  const navigate = useNavigate();
  const refresh = useRefresh();
  const confirm = async (): Promise<void> => {
    await remove();
    if (to === undefined) return refresh();
    await navigate(to, SAVED);
    void refresh();
  };
  const kind =
    to === undefined
      ? { variant: 'link' as const, isInline: true, 'aria-label': title }
      : { variant: 'secondary' as const };
  return (
    <>
      <Button {...kind} isDanger onClick={() => setAsking(true)}>
        {action}
      </Button>
      {isAsking && (
        <ConfirmDialog title={title} action={action} isDanger confirm={confirm} close={() => setAsking(false)}>
          {children}
        </ConfirmDialog>
      )}
    </>
  );
}
