import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState } from './error-state';
import { LoadingLines } from './loading';

interface LoadedProps<T> {
  query: UseQueryResult<T>;
  /** How many lines stand for what is not there yet. */
  lines?: number;
  children: (data: T) => ReactNode;
}

/** What a query answers, or in its place that it is under way, or why it failed: the rest of the page lives. */
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
