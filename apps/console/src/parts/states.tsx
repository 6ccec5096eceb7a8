import {
  Alert,
  AlertActionLink,
  Bullseye,
  EmptyState,
  EmptyStateActions,
  EmptyStateBody,
  EmptyStateFooter,
  type EmptyStateProps,
  Skeleton,
  Spinner,
} from '@patternfly/react-core';
import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { ApiError } from '@wardstone/client';
import type { UseQueryResult } from '@tanstack/react-query';
import { partTexts } from '../texts/parts';

interface EmptyPartProps {
  title: string;
  headingLevel?: EmptyStateProps['headingLevel'];
  body?: ReactNode;
  /** Next action: a button or link. */
  action?: ReactNode;
}

/** Empty state with the next step. */
export function EmptyPart({ title, headingLevel = 'h2', body, action }: EmptyPartProps): ReactNode {
  return (
    <EmptyState titleText={title} headingLevel={headingLevel} variant="sm">
      {body && <EmptyStateBody>{body}</EmptyStateBody>}
      {action && (
        <EmptyStateFooter>
          <EmptyStateActions>{action}</EmptyStateActions>
        </EmptyStateFooter>
      )}
    </EmptyState>
  );
}

interface ErrorStateProps {
  error: Error;
  /** Title of the failure. */
  title?: string;
  retry?: () => void;
  /** Consequences of the failure. */
  children?: ReactNode;
}

/** Error state with message, cause and a link to the explanation. */
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
      {error instanceof ApiError && error.status === 404 && <p>{partTexts.notOpen}</p>}
      {children}
    </Alert>
  );
}

/** A page that is loading. */
export function Loading(): ReactNode {
  return (
    <Bullseye className="loading">
      <Spinner size="lg" aria-label={partTexts.loading} />
    </Bullseye>
  );
}

/** Time after which a loading page says that there is no response yet, so that it does not look broken. */
const SLOW_MS = 4_000;

/** Placeholder lines while loading. */
export function LoadingLines({ lines = 5 }: { lines?: number }): ReactNode {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div role="status" aria-label={isSlow ? partTexts.slow : partTexts.loading} className="loading-lines">
      {isSlow && <p>{partTexts.slow}</p>}
      {Array.from({ length: lines }, (_line, at) => (
        <Skeleton key={at} height="1.5rem" />
      ))}
    </div>
  );
}

interface LoadedProps<T> {
  query: UseQueryResult<T>;
  /** Number of placeholder lines. */
  lines?: number;
  /** Title of its error. */
  failed?: string;
  children: (data: T) => ReactNode;
}

/** Result of a query, or a placeholder while it is loading, or its error; other parts of the page are not affected. */
export function Loaded<T>({ query, lines, failed, children }: LoadedProps<T>): ReactNode {
  const { data, error, refetch } = query;
  if (error) {
    return (
      <>
        <ErrorState error={error} {...(failed === undefined ? {} : { title: failed })} retry={() => void refetch()} />
        {data !== undefined && children(data)}
      </>
    );
  }
  return data === undefined ? <LoadingLines {...(lines === undefined ? {} : { lines })} /> : children(data);
}
