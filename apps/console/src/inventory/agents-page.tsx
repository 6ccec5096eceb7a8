import type { Row } from '@wardstone/client';
import type { ReactNode } from 'react';
import { Link, Navigate, useParams } from 'react-router';
import { useGet, withQuery } from '../api/client';
import { Ago, Status } from '../parts/values';
import { pagesFrom } from '../api/monitoring';
import { column, ListPage } from '../parts/list';
import { EmptyPart, Loaded } from '../parts/states';
import { LinkButton } from '../parts/page';
import { useMay } from '../api/caller';
import { AgentProblems } from './agent-problems';
import { inventoryTexts } from '../texts/inventory';
import { choice } from '../parts/filters';

const texts = inventoryTexts.agents;
const SOURCE = '/rest/agents';

type ListedAgent = Row<'/rest/agents'>;

/** Agents, those without contact for the longest time first. */
export function AgentsPage(): ReactNode {
  const mayInvite = useMay('MANAGE_SECURITY');
  const maySeeSystems = useMay('compliance:system:read');
  const invite = mayInvite && <LinkButton to="/administration/join-tokens">{texts.invite}</LinkButton>;
  return (
    <ListPage<ListedAgent>
      title={texts.title}
      trail={[{ title: inventoryTexts.title, to: '/inventory' }]}
      actions={invite}
      source={SOURCE}
      toKey={({ name }) => name}
      isLive
      filters={[
        { kind: 'text', name: 'q', label: texts.search },
        choice('silent', texts.state, [
          ['true', texts.silent],
          ['false', texts.reporting],
        ]),
      ]}
      fetchPage={pagesFrom(SOURCE, ['q', 'silent'])}
      columns={[
        column('name', texts.name, 'sortable', ({ name }) => name),
        column('host', texts.host, getHost),
        column('state', texts.state, ({ silent }) => (
          <Status kind={silent ? 'danger' : 'success'}>{silent ? texts.silent : texts.reporting}</Status>
        )),
        column('problems', texts.problems, ({ problems }) => <AgentProblems problems={problems} />),
        column('lastSeen', texts.lastContact, 'sortable', ({ lastSeen }) => <Ago at={lastSeen} />),
        column('version', texts.version, 'sortable', ({ version }) => version ?? '–'),
        ...(maySeeSystems
          ? [
              column<ListedAgent>('compliance', texts.compliance, ({ name }) => (
                <Link to={withQuery('/compliance/systems', { agent: name })}>{texts.toCompliance}</Link>
              )),
            ]
          : []),
        column('hostname', texts.address, 'sortable', ({ hostname }) => hostname ?? '–'),
      ]}
      empty={
        <EmptyPart title={texts.empty.title} body={mayInvite ? texts.empty.body : texts.empty.ask} action={invite} />
      }
    />
  );
}

/** Redirects to the host of an agent, or shows the agent if the host is unknown or hidden. */
export function AgentHost(): ReactNode {
  const { name = '' } = useParams();
  const query = useGet(SOURCE, { query: { q: name, ps: 100 } });
  return (
    <Loaded query={query}>
      {(agents) => {
        const host = agents.find((agent) => agent.name === name)?.hostId;
        return <Navigate replace to={host ? `/inventory/${host}` : withQuery('/inventory/agents', { q: name })} />;
      }}
    </Loaded>
  );
}

/** The host, or why there is none yet. */
function getHost({ hostId, hostName, hostStatus }: ListedAgent): ReactNode {
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
