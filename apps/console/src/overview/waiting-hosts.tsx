import { Alert } from '@patternfly/react-core';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSummary } from '../api/monitoring';
import { BulkAction } from '../parts/bulk-action';
import { LinkButton } from '../parts/page';
import { importResource } from '../parts/monitoring/import-resource';
import { useMay } from '../api/caller';
import { overviewTexts } from '../texts/overview';

const { waiting: texts } = overviewTexts;
/** Maximum number of hosts named; the button imports all hosts in the count. */
const MAX_NAMES = 5;

/** Discovered hosts, which are monitored once they are imported. */
export function WaitingHosts(): ReactNode {
  const queries = useQueryClient();
  const mayImport = useMay('MANAGE_INVENTORY');
  const { waiting = 0, waitingHosts = [] } = useSummary().data ?? {};
  if (waiting === 0) return null;
  return (
    <Alert
      isInline
      variant="info"
      component="h2"
      className="waiting-hosts"
      title={texts.title(waiting)}
      actionLinks={
        mayImport && (
          <>
            <BulkAction
              action={texts.import(waitingHosts.length)}
              things={waitingHosts}
              work={({ hostId }) => importResource({ resourceId: hostId })}
              ended={() => void queries.invalidateQueries()}
              isOrdered
            />
            <LinkButton to="/inventory/discovered" variant="link">
              {texts.queue}
            </LinkButton>
          </>
        )
      }
    >
      <p>
        {texts.names(
          waitingHosts.slice(0, MAX_NAMES).map(({ hostName }) => hostName),
          waiting,
        )}
      </p>
      <p>{mayImport ? texts.body : texts.ask}</p>
    </Alert>
  );
}
