import { Button, Flex, Label, PageSection } from '@patternfly/react-core';
import type { AccountBody, AccountsBody, AgentKeyRecord } from '@wardstone/dto/gateway';
import { type ReactNode, useState } from 'react';
import { request } from '../api/client';
import { useApi, useRefresh } from '../api/hooks';
import { pageOf } from '../api/pages';
import { ConfirmDialog } from '../parts/confirm-dialog';
import { EmptyPart } from '../parts/empty-part';
import { LinkButton } from '../parts/link-button';
import { List } from '../parts/list-page';
import { Loaded } from '../parts/loaded';
import { Time } from '../parts/time';
import { useMay } from '../shell/caller';
import { administrationTexts as texts } from '../texts/administration';
import { Forbidden } from './forbidden';
import { AdministrationHead } from './head';

const { agents: words } = texts;

const keysOf = (name: string): string => `/auth/agents/${encodeURIComponent(name)}/keys`;

/** The accounts of agents with the keys they log in with. */
export function Agents(): ReactNode {
  const mayManage = useMay('MANAGE_SECURITY');
  return (
    <>
      <AdministrationHead />
      <PageSection hasBodyWrapper={false}>{mayManage ? <AgentList /> : <Forbidden />}</PageSection>
    </>
  );
}

function AgentList(): ReactNode {
  const [revoked, setRevoked] = useState<string>();
  const refresh = useRefresh();
  return (
    <>
      <List<AccountBody>
        label={texts.sections.agents}
        source="/auth/accounts of agents"
        keyOf={({ username }) => username}
        fetchPage={async ({ signal, ...wanted }) => {
          const { accounts } = await request<AccountsBody>('/auth/accounts', { signal });
          const agents = accounts.filter(({ roles }) => roles.includes('agent'));
          return pageOf(agents, wanted);
        }}
        columns={[
          { name: 'name', title: words.name, cell: ({ username }) => username },
          { name: 'created', title: texts.created, cell: ({ createdAt }) => <Time at={createdAt} /> },
          { name: 'keys', title: words.keys, cell: ({ username }) => <Keys name={username} /> },
          {
            name: 'actions',
            title: texts.actions,
            cell: ({ username }) => (
              <Button
                variant="link"
                isInline
                isDanger
                aria-label={words.revokeAllTitle(username)}
                onClick={() => setRevoked(username)}
              >
                {words.revokeAll}
              </Button>
            ),
          },
        ]}
        empty={
          <EmptyPart
            title={words.empty.title}
            action={<LinkButton to="/administration/join-tokens">{texts.sections.invitations}</LinkButton>}
          >
            {words.empty.body}
          </EmptyPart>
        }
      />
      {revoked !== undefined && (
        <ConfirmDialog
          title={words.revokeAllTitle(revoked)}
          action={words.revokeAll}
          isDanger
          confirm={async () => {
            await request(keysOf(revoked), { method: 'DELETE' });
            await refresh();
          }}
          close={() => setRevoked(undefined)}
        >
          {words.revokeBody}
        </ConfirmDialog>
      )}
    </>
  );
}

/** Loaded on demand: there may be thousands of agents. */
function Keys({ name }: { name: string }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="link"
        isInline
        aria-label={`${isOpen ? words.hideKeys : words.showKeys}: ${name}`}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? words.hideKeys : words.showKeys}
      </Button>
      {isOpen && <KeyList name={name} />}
    </>
  );
}

function KeyList({ name }: { name: string }): ReactNode {
  const query = useApi<AgentKeyRecord[]>(keysOf(name));
  const [revoked, setRevoked] = useState<string>();
  const refresh = useRefresh();
  return (
    <>
      <Loaded query={query} lines={1}>
        {(keys) =>
          keys.length === 0 ? (
            words.noKeys
          ) : (
            <ul aria-label={`${words.keys}: ${name}`} className="keys">
              {keys.map(({ kid, lastUsedAt, revokedAt }) => (
                <li key={kid}>
                  <code className="text">{kid}</code>
                  <Flex columnGap={{ default: 'columnGapMd' }}>
                    <span>
                      {words.lastUsed}: <Time at={lastUsedAt} />
                    </span>
                    {revokedAt === null ? (
                      <Button
                        variant="link"
                        isInline
                        isDanger
                        aria-label={words.revokeTitle(kid)}
                        onClick={() => setRevoked(kid)}
                      >
                        {words.revoke}
                      </Button>
                    ) : (
                      <Label isCompact variant="outline" status="danger">
                        {texts.revoked}
                      </Label>
                    )}
                  </Flex>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {revoked !== undefined && (
        <ConfirmDialog
          title={words.revokeTitle(revoked)}
          action={words.revoke}
          isDanger
          confirm={async () => {
            await request(`${keysOf(name)}/${encodeURIComponent(revoked)}`, { method: 'DELETE' });
            await refresh();
          }}
          close={() => setRevoked(undefined)}
        >
          {words.revokeBody}
        </ConfirmDialog>
      )}
    </>
  );
}
