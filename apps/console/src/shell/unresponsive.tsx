import { Alert, PageSection } from '@patternfly/react-core';
import type { ReactNode } from 'react';
import { useUnresponsive } from '../api/unresponsive';
import { shellTexts } from '../texts/shell';

/** Names services that do not respond; pages keep retrying. */
export function Unresponsive(): ReactNode {
  const services = useUnresponsive();
  return (
    <div aria-live="polite">
      {services.map((service) => (
        <PageSection key={service} hasBodyWrapper={false} className="seen-part">
          <Alert variant="warning" isInline title={shellTexts.unresponsive(service)} />
        </PageSection>
      ))}
    </div>
  );
}
