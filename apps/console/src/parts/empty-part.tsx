import {
  EmptyState,
  EmptyStateActions,
  EmptyStateBody,
  EmptyStateFooter,
  type EmptyStateProps,
} from '@patternfly/react-core';
import type { ReactNode } from 'react';

interface EmptyPartProps {
  title: string;
  headingLevel?: EmptyStateProps['headingLevel'];
  body?: ReactNode;
  /** What to do next: a button or link. */
  action?: ReactNode;
}

/** The place of what does not exist, with what to do next. */
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
