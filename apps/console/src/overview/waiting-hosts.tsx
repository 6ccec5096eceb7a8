import { Alert } from '@patternfly/react-core';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useFetched, wardstone } from '../api/client';
import { useSummary } from '../api/monitoring';
import { BulkAction } from '../parts/bulk-action';
import { LinkButton } from '../parts/page';
import { importResource } from '../parts/monitoring/import-resource';
import { useMay } from '../shell/caller';
import { overviewTexts } from '../texts/overview';

const { waiting: texts } = overviewTexts;
const SOURCE = '/rest/resource';
/** More are imported by the next click. */
const MAX_HOSTS = 500;

/** Hosts that agents found and nobody has imported: nothing of them is watched before. */
export function WaitingHosts(): ReactNode {
  const queries = useQueryClient();
  const mayImport = useMay('MANAGE_INVENTORY');
  const { waiting = 0, waitingHosts = [] } = useSummary().data ?? {};
  const hosts = useFetched([SOURCE, 'waiting', waiting, mayImport], async (signal) =>
    mayImport ? listWaiting(signal) : [],
  );
  if (waiting === 0) return null;
  const things = hosts.data ?? [];
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
              action={texts.import(Math.min(waiting, MAX_HOSTS))}
              things={things}
              work={importResource}
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
          waitingHosts.map(({ hostName }) => hostName),
          waiting,
        )}
      </p>
      <p>{mayImport ? texts.body : texts.ask}</p>
    </Alert>
  );
}

async function listWaiting(signal: AbortSignal): Promise<readonly { resourceId: number }[]> {
  const query = { status: 'NEW', category: 'PLATFORM' } as const;
  const { rows } = await wardstone.page(SOURCE, { page: 0, size: MAX_HOSTS, query, signal });
  return rows;
}
