import type { ReactNode } from 'react';
import { useBeforeUnload, useBlocker } from 'react-router';
import { ConfirmDialog } from '../parts/forms';
import { isLost } from '../parts/unsaved';
import { partTexts } from '../texts/parts';

const { unsaved: words } = partTexts;

/** Confirms leaving a page with unsaved input; the browser itself does so when the tab is closed. */
export function LeaveQuestion(): ReactNode {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    const isElsewhere = currentLocation.pathname !== nextLocation.pathname;
    return isElsewhere && isLost(nextLocation);
  });
  useBeforeUnload((event) => {
    if (isLost({ pathname: '' })) event.preventDefault();
  });
  if (blocker.state !== 'blocked') return null;
  return (
    <ConfirmDialog
      title={words.title}
      action={words.leave}
      isDanger
      // The dialog disappears with the page.
      confirm={() => {
        blocker.proceed();
        return new Promise(() => undefined);
      }}
      close={() => blocker.reset()}
    >
      {words.body}
    </ConfirmDialog>
  );
}
