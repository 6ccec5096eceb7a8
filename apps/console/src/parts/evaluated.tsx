import { Spinner } from '@patternfly/react-core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState } from './states';
import { useRested } from './rested';

interface EvaluatedProps<T> {
  /** Query key: the operation and its subject. */
  name: readonly unknown[];
  /** The operation; has no side effects. */
  evaluate: (body: never, signal: AbortSignal) => Promise<T>;
  /** JSON body. */
  body: string;
  texts: { running: string; failed: string };
  /** Shown until the first result. */
  waiting?: ReactNode;
  children: (result: T, body: string) => ReactNode;
}

/** Evaluates a body when typing pauses. Further typing cancels the request; the last result is shown meanwhile. */
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
