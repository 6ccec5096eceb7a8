import { Progress } from '@patternfly/react-core';
import type { ReactNode } from 'react';

interface LongWorkProps {
  /** Title of the running task. */
  title: string;
  done: number;
  /** Undefined while it is unknown. */
  total?: number | undefined;
  state?: 'running' | 'done' | 'failed';
  /** E.g. `3 of 10 systems`. */
  label?: string;
}

const VARIANTS = { done: 'success', failed: 'danger' } as const;

/** Progress of a long task. */
export function LongWork({ title, done, total, state = 'running', label }: LongWorkProps): ReactNode {
  const share = total === undefined || total === 0 ? 0 : Math.min(100, (100 * done) / total);
  return (
    <Progress
      title={title}
      aria-label={title}
      value={state === 'done' ? 100 : share}
      {...(state === 'running' ? {} : { variant: VARIANTS[state] })}
      {...(label === undefined ? {} : { label, valueText: label })}
    />
  );
}
