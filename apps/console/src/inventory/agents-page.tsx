import { Label } from '@patternfly/react-core';
import type { ListedAgent } from '@wardstone/dto/monitoring';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { monitoringPage } from '../api/pages';
import { EmptyPart } from '../parts/empty-part';
import { LinkButton } from '../parts/link-button';
import { ListPage } from '../parts/list-page';
import { Ago } from '../parts/time';
import { useMay } from '../shell/caller';
import { inventoryTexts } from '../texts/inventory';

const texts = inventoryTexts.agents;
const SOURCE = '/rest/agents';

/** The programs that report machines, the one that was heard longest ago first. */
export function AgentsPage(): ReactNode {
  const mayInvite = useMay('MANAGE_SECURITY');
  const invite = mayInvite && <LinkButton to="/administration/join-tokens">{texts.invite}</LinkButton>;
  return (
    <ListPage<ListedAgent>
      title={texts.title}
      trail={[{ title: inventoryTexts.title, to: '/inventory' }]}
      actions={invite}
      source={SOURCE}
      keyOf={({ name }) => name}
      isLive
      filters={[
        { kind: 'text', name: 'q', label: texts.search },
        {
          kind: 'choice',
          name: 'silent',
          label: texts.state,
          options: [
            { value: 'true', label: texts.silent },
            { value: 'false', label: texts.reporting },
          ],
        },
      ]}
      fetchPage={({ filter, ...wanted }) =>
        monitoringPage(SOURCE, { ...wanted, query: { q: filter('q'), silent: filter('silent') } })
      }
      columns={[
        { name: 'name', title: texts.name, isSortable: true, cell: ({ name }) => name },
        { name: 'host', title: texts.host, cell: hostOf },
        {
          name: 'state',
          title: texts.state,
          cell: ({ silent }) => (
            <Label isCompact variant="outline" status={silent ? 'danger' : 'success'}>
              {silent ? texts.silent : texts.reporting}
            </Label>
          ),
        },
        {
          name: 'lastSeen',
          title: texts.lastContact,
          isSortable: true,
          cell: ({ lastSeen }) => <Ago at={lastSeen} />,
        },
        { name: 'version', title: texts.version, isSortable: true, cell: ({ version }) => version ?? '–' },
        { name: 'hostname', title: texts.address, isSortable: true, cell: ({ hostname }) => hostname ?? '–' },
      ]}
      empty={
        <EmptyPart title={texts.empty.title} action={invite}>
          {mayInvite ? texts.empty.body : texts.empty.ask}
        </EmptyPart>
      }
    />
  );
}

/** The machine, or why there is none yet. */
function hostOf({ hostId, hostName, hostStatus }: ListedAgent): ReactNode {
  if (hostId === null) return texts.noHost;
  const page = <Link to={`/inventory/${hostId}`}>{hostName}</Link>;
  return hostStatus === 'NEW' ? (
    <>
      {page} <Link to="/inventory/discovered">{texts.waits}</Link>
    </>
  ) : (
    page
  );
}
