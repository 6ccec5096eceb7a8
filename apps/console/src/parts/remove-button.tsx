import { Button } from '@patternfly/react-core';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { request } from '../api/client';
import { useRefresh } from '../api/hooks';
import { ConfirmDialog } from './confirm-dialog';
import { SAVED } from './unsaved';

interface RemoveButtonProps {
  /** Name of the button, and of that of the dialog. */
  action: string;
  title: string;
  /** Operation that is called with DELETE. */
  path: string;
  /** Page that is shown once it is deleted; without one, it is a row of a list. */
  to?: string;
  /** What goes with it. */
  children: ReactNode;
}

/** Deletes what the page or the row shows, after a question. */
export function RemoveButton({ action, title, path, to, children }: RemoveButtonProps): ReactNode {
  const [isAsking, setAsking] = useState(false);
  const navigate = useNavigate();
  const refresh = useRefresh();
  const remove = async (): Promise<void> => {
    await request(path, { method: 'DELETE' });
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
        <ConfirmDialog title={title} action={action} isDanger confirm={remove} close={() => setAsking(false)}>
          {children}
        </ConfirmDialog>
      )}
    </>
  );
}
