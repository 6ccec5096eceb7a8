import { Spinner } from '@patternfly/react-core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { request } from '../api/client';
import { ErrorState } from './error-state';
import { useRested } from './rested';

interface EvaluatedProps<T> {
  /** Of the operation; stores nothing. */
  path: string;
  /** JSON, as it is typed. */
  body: string;
  texts: { running: string; failed: string };
  /** Until there is a first result. */
  waiting?: ReactNode;
  children: (result: T, body: string) => ReactNode;
}

/** What a service makes of a body: requested when typing rests, cancelled when it goes on; the last result stays so long. */
export function Evaluated<T>({ path, body, texts, waiting, children }: EvaluatedProps<T>): ReactNode {
  const rested = useRested(body);
  const { data, error, isFetching } = useQuery({
    queryKey: [path, rested],
    queryFn: ({ signal }) => request<T>(path, { method: 'POST', body: JSON.parse(rested) as unknown, signal }),
    placeholderData: keepPreviousData,
    retry: false,
  });
  return (
    <>
      {(isFetching || rested !== body) && <Spinner size="md" aria-label={texts.running} />}
      {error ? <ErrorState error={error} title={texts.failed} /> : data ? children(data, rested) : waiting}
    </>
  );
}
