import { FormGroup, FormSelect, FormSelectOption, Label } from '@patternfly/react-core';
import type { AccountsBody, MadeTokenBody, TokenBody, TokensBody } from '@wardstone/dto/gateway';
import { type ReactNode, useState } from 'react';
import { request, withQuery } from '../api/client';
import { useApi, useRefresh } from '../api/hooks';
import { FormDialog, TextRow } from '../parts/form-dialog';
import { Time, useNow } from '../parts/time';
import { useMay } from '../shell/caller';
import { administrationTexts as texts } from '../texts/administration';
import { RoleBoxes } from './role-boxes';
import { SecretsPage } from './secrets-page';
import { tokenState } from './token-state';

const { tokens: words } = texts;
const TOKENS = '/auth/tokens';
/** The most that one request returns. */
const PAGE = 1_000;
const STATUSES = { active: 'success', expired: 'warning', revoked: 'danger' } as const;

async function fetchTokens(signal: AbortSignal): Promise<TokenBody[]> {
  const found: TokenBody[] = [];
  for (let before: string | null | undefined; before !== null;) {
    const page: TokensBody = await request(withQuery(TOKENS, { limit: PAGE, before }), { signal });
    found.push(...page.tokens);
    before = page.next;
  }
  return found;
}

/** Tokens of the viewer, and of programs. */
export function Tokens(): ReactNode {
  const now = useNow();
  return (
    <SecretsPage<TokenBody>
      label={texts.sections.tokens}
      words={words}
      path={TOKENS}
      fetchAll={fetchTokens}
      nameOf={({ name }) => name}
      canRevoke={({ revokedAt }) => revokedAt === null}
      columns={[
        { name: 'purpose', title: words.purpose, cell: ({ name }) => name },
        { name: 'hint', title: words.beginsWith, cell: ({ hint }) => <code>{hint}</code> },
        { name: 'account', title: words.account, cell: ({ account }) => account },
        { name: 'roles', title: texts.rolesOf, cell: ({ roles }) => roles.join(', ') },
        {
          name: 'state',
          title: texts.state,
          cell: (token) => {
            const state = tokenState(token, now);
            return (
              <Label isCompact variant="outline" status={STATUSES[state]}>
                {texts[state]}
              </Label>
            );
          },
        },
        { name: 'expires', title: words.expires, cell: ({ expiresAt }) => <Time at={expiresAt} /> },
        { name: 'used', title: words.lastUsed, cell: ({ lastUsedAt }) => <Time at={lastUsedAt} /> },
      ]}
      addDialog={(created, close) => <AddToken created={created} close={close} />}
    />
  );
}

function AddToken({ created, close }: { created: (token: MadeTokenBody) => void; close: () => void }): ReactNode {
  const [name, setName] = useState('');
  const [days, setDays] = useState('90');
  const [account, setAccount] = useState('');
  const [roles, setRoles] = useState<readonly string[]>([]);
  const mayManage = useMay('MANAGE_SECURITY');
  const programs = useApi<AccountsBody>(mayManage ? '/auth/accounts' : undefined);
  const refresh = useRefresh();
  const submit = async (): Promise<MadeTokenBody> => {
    const body = {
      name: name.trim(),
      ...(account === '' ? {} : { account }),
      ...(roles.length === 0 ? {} : { roles }),
      ...(days.trim() === '' ? {} : { expiresInDays: Number(days) }),
    };
    const token = await request<MadeTokenBody>(TOKENS, { method: 'POST', body });
    await refresh();
    return token;
  };
  return (
    <FormDialog
      title={words.add}
      action={words.add}
      isReady={name.trim() !== ''}
      submit={submit}
      submitted={created}
      close={close}
    >
      <TextRow label={words.purpose} value={name} change={setName} isRequired />
      {mayManage && (
        <FormGroup label={words.account} fieldId="token-account">
          <FormSelect id="token-account" value={account} onChange={(_event, value) => setAccount(value)}>
            <FormSelectOption value="" label={words.mine} />
            {(programs.data?.accounts ?? [])
              .filter(({ type }) => type === 'ServiceAccount')
              .map(({ username }) => (
                <FormSelectOption key={username} value={username} label={username} />
              ))}
          </FormSelect>
        </FormGroup>
      )}
      <TextRow label={words.days} type="number" value={days} change={setDays} help={words.daysHelp} />
      <RoleBoxes chosen={roles} choose={setRoles} help={words.rolesHelp} />
    </FormDialog>
  );
}
