import { Alert, AlertActionLink } from '@patternfly/react-core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { ApiError } from '@wardstone/client';
import { partTexts } from '../texts/parts';

interface ErrorStateProps {
  error: Error;
  /** What failed, as a sentence. */
  title?: string;
  retry?: () => void;
  /** What follows from it. */
  children?: ReactNode;
}

/** An error in the place of what failed: what went wrong, why, and what explains it. */
export function ErrorState({ error, title = partTexts.failed, retry, children }: ErrorStateProps): ReactNode {
  const isUnreachable = error instanceof ApiError && error.status === 0;
  const type = error instanceof ApiError ? error.type : undefined;
  return (
    <Alert
      variant="danger"
      isInline
      title={title}
      actionLinks={
        <>
          {type !== undefined && <Link to={`/errors/${type}`}>{partTexts.explain}</Link>}
          {retry && <AlertActionLink onClick={retry}>{partTexts.retry}</AlertActionLink>}
        </>
      }
    >
      <p className="error-detail">{isUnreachable ? partTexts.unreachable : error.message}</p>
      {children}
    </Alert>
  );
}
