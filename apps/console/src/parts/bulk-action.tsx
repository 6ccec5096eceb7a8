import { Button } from '@patternfly/react-core';
import { type ReactNode, useState } from 'react';
import { runForEach, type Outcome } from '../api/many';
import { partTexts } from '../texts/parts';
import { ErrorState } from './states';
import { LongWork } from './long-work';

interface BulkActionProps<T> {
  /** Label of the button. */
  action: string;
  things: readonly T[];
  work: (thing: T) => Promise<unknown>;
  /** Called after all records were tried. */
  ended: (outcome: Outcome) => void;
  /** Whether to process records one after another. */
  isOrdered?: boolean;
  variant?: 'primary' | 'secondary';
}

/** Button for an action on the selection, with progress and failures. */
export function BulkAction<T>(props: BulkActionProps<T>): ReactNode {
  const { action, things, work, ended, isOrdered = false, variant = 'primary' } = props;
  const [running, setRunning] = useState<Outcome & { total: number; isOver: boolean }>();
  const run = async (): Promise<void> => {
    const total = things.length;
    setRunning({ done: 0, failures: [], total, isOver: false });
    const outcome = await runForEach(
      things,
      work,
      (now) => setRunning({ ...now, total, isOver: false }),
      isOrdered ? 1 : undefined,
    );
    setRunning(outcome.failures.length > 0 ? { ...outcome, total, isOver: true } : undefined);
    ended(outcome);
  };
  const isBusy = running !== undefined && !running.isOver;
  return (
    <div className="bulk-action">
      <Button variant={variant} isDisabled={isBusy || things.length === 0} onClick={() => void run()}>
        {action}
      </Button>
      {isBusy && (
        <LongWork
          title={action}
          done={running.done}
          total={running.total}
          label={partTexts.progress(running.done, running.total)}
        />
      )}
      {running?.isOver && (
        <ErrorState error={running.failures[0]!} title={partTexts.someFailed(running.failures.length, running.total)} />
      )}
    </div>
  );
}
