import { Button, EmptyState, EmptyStateActions, EmptyStateBody, EmptyStateFooter } from '@patternfly/react-core';
import { Component, type ReactNode } from 'react';
import { shellTexts } from '../texts/shell';

/** Confines the failure of a page to that page; navigating elsewhere resets it. */
export class ErrorBoundary extends Component<{ address: string; children: ReactNode }, { failedAt?: string }> {
  override state: { failedAt?: string } = {};

  static getDerivedStateFromError(): { failedAt: string } {
    return { failedAt: window.location.pathname };
  }

  override componentDidUpdate({ address }: { address: string }): void {
    if (this.state.failedAt !== undefined && address !== this.props.address) this.setState({ failedAt: undefined });
  }

  override render(): ReactNode {
    if (this.state.failedAt === undefined) return this.props.children;
    const { title, body, reload } = shellTexts.crashed;
    return (
      <EmptyState titleText={title} headingLevel="h1" status="danger">
        <EmptyStateBody>{body}</EmptyStateBody>
        <EmptyStateFooter>
          <EmptyStateActions>
            <Button onClick={() => window.location.reload()}>{reload}</Button>
          </EmptyStateActions>
        </EmptyStateFooter>
      </EmptyState>
    );
  }
}
