import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState } from './error-state';
import { LoadingLines } from './loading';

interface LoadedProps<T> {
  query: UseQueryResult<T>;
  /** Lines of the skeleton. */
  lines?: number;
  children: (data: T) => ReactNode;
}

/** The result of a query, or a skeleton while it is loading, or why it failed; the rest of the page is not affected. */
export function Loaded<T>({ query, lines, children }: LoadedProps<T>): ReactNode {
  const { data, error, refetch } = query;
  if (error) {
    return (
      <>
        <ErrorState error={error} retry={() => void refetch()} />
        {data !== undefined && children(data)}
      </>
    );
  }
  return data === undefined ? <LoadingLines {...(lines === undefined ? {} : { lines })} /> : children(data);
}
