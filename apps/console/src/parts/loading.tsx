import { Bullseye, Skeleton, Spinner } from '@patternfly/react-core';
import type { ReactNode } from 'react';
import { partTexts } from '../texts/parts';

/** A page that is loading. */
export function Loading(): ReactNode {
  return (
    <Bullseye className="loading">
      <Spinner size="lg" aria-label={partTexts.loading} />
    </Bullseye>
  );
}

/** A skeleton of lines that are loading. */
export function LoadingLines({ lines = 5 }: { lines?: number }): ReactNode {
  return (
    <div role="status" aria-label={partTexts.loading} className="loading-lines">
      {Array.from({ length: lines }, (_line, at) => (
        <Skeleton key={at} height="1.5rem" />
      ))}
    </div>
  );
}
