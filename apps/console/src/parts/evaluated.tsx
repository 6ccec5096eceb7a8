import { Spinner } from '@patternfly/react-core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState } from './states';
import { useRested } from './rested';

interface EvaluatedProps<T> {
  /** Query key: the operation and its subject. */
  name: readonly unknown[];
  /** The operation; stores nothing. */
  evaluate: (body: never, signal: AbortSignal) => Promise<T>;
  /** JSON, as it is typed. */
  body: string;
  texts: { running: string; failed: string };
  /** Until there is a first result. */
  waiting?: ReactNode;
  children: (result: T, body: string) => ReactNode;
}

/** Evaluates a body when typing pauses; further typing cancels it, and the last result stays meanwhile. */
export function Evaluated<T>({ name, evaluate, body, texts, waiting, children }: EvaluatedProps<T>): ReactNode {
  const rested = useRested(body);
  const { data, error, isFetching } = useQuery({
    queryKey: [...name, rested],
    queryFn: ({ signal }) => evaluate(JSON.parse(rested) as never, signal),
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
