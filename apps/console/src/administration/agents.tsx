import { Button, Flex } from '@patternfly/react-core';
import type { Result } from '@wardstone/client';
import { type ReactNode, useState } from 'react';
import { RemoveButton } from '../parts/remove-button';
import { Status, Time } from '../parts/values';
import { column, List } from '../parts/list';
import { slicePage, useGet, wardstone } from '../api/client';
import { EmptyPart, Loaded } from '../parts/states';
import { LinkButton } from '../parts/page';
import { useMay } from '../api/caller';
import { administrationTexts as texts } from '../texts/administration';
import { Forbidden, AdministrationPage } from './frame';

const { agents: words } = texts;

const KEYS = '/auth/agents/{name}/keys';

type Account = Result<'get', '/auth/accounts/{username}'>;

/** Accounts of agents, with their keys. */
export function Agents(): ReactNode {
  const mayManage = useMay('MANAGE_SECURITY');
  return <AdministrationPage>{mayManage ? <AgentList /> : <Forbidden />}</AdministrationPage>;
}

function AgentList(): ReactNode {
  return (
    <List<Account>
      label={texts.sections.agents}
      source="/auth/accounts of agents"
      toKey={({ username }) => username}
      fetchPage={async ({ signal, ...wanted }) => {
        const { accounts } = await wardstone.get('/auth/accounts', { signal });
        const agents = accounts.filter(({ roles }) => roles.includes('agent'));
        return slicePage(agents, wanted);
      }}
      columns={[
        column('name', words.name, ({ username }) => username),
        column('created', texts.created, ({ createdAt }) => <Time at={createdAt} />),
        column('keys', words.keys, ({ username }) => <Keys name={username} />),
        column('actions', texts.actions, ({ username }) => (
          <RemoveButton
            action={words.revokeAll}
            title={words.revokeAllTitle(username)}
            remove={() => wardstone.delete(KEYS, { path: { name: username } })}
          >
            {words.revokeBody}
          </RemoveButton>
        )),
      ]}
      empty={
        <EmptyPart
          {...words.empty}
          action={<LinkButton to="/administration/join-tokens">{texts.sections.invitations}</LinkButton>}
        />
      }
    />
  );
}

/** Loaded on demand, because there may be thousands of agents. */
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
  const query = useGet(KEYS, { path: { name } });
  return (
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
                    <RemoveButton
                      action={words.revoke}
                      title={words.revokeTitle(kid)}
                      remove={() => wardstone.delete(`${KEYS}/{kid}`, { path: { name, kid } })}
                    >
                      {words.revokeBody}
                    </RemoveButton>
                  ) : (
                    <Status kind="danger">{texts.revoked}</Status>
                  )}
                </Flex>
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}
