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
  /** What to do next: a button or link. */
  action?: ReactNode;
  children?: ReactNode;
}

/** The place of what does not exist, with what to do next. */
export function EmptyPart({ title, headingLevel = 'h2', action, children }: EmptyPartProps): ReactNode {
  return (
    <EmptyState titleText={title} headingLevel={headingLevel} variant="sm">
      {children !== undefined && <EmptyStateBody>{children}</EmptyStateBody>}
      {action && (
        <EmptyStateFooter>
          <EmptyStateActions>{action}</EmptyStateActions>
        </EmptyStateFooter>
      )}
    </EmptyState>
  );
}
