import type { Result, Row } from '@wardstone/client';
import type { ReactNode } from 'react';
import { Status, Time, useNow } from '../parts/values';
import { column } from '../parts/list';
import { useChanged, useGet, wardstone } from '../api/client';
import { ChoiceField, FormDialog, TextField, useFields } from '../parts/forms';
import { useMay } from '../api/caller';
import { administrationTexts as texts } from '../texts/administration';
import { RoleBoxes } from './role-boxes';
import { SecretsPage } from './secrets-page';
import { tokenState } from './token-state';

const { tokens: words } = texts;
const TOKENS = '/auth/tokens';
type Token = Row<typeof TOKENS>;
type MadeToken = Result<'post', typeof TOKENS>;
/** Maximum page size of the operation. */
const PAGE = 1_000;
const STATUSES = { active: 'success', expired: 'warning', revoked: 'danger' } as const;

async function fetchTokens(signal: AbortSignal): Promise<Token[]> {
  const found: Token[] = [];
  for await (const token of wardstone.rows(TOKENS, { size: PAGE, signal })) found.push(token);
  return found;
}

/** Tokens of the viewer and of service accounts. */
export function Tokens(): ReactNode {
  const now = useNow();
  return (
    <SecretsPage<Token>
      label={texts.sections.tokens}
      words={words}
      path={TOKENS}
      fetchAll={fetchTokens}
      nameOf={({ name }) => name}
      canRevoke={({ revokedAt }) => revokedAt === null}
      columns={[
        column('purpose', words.purpose, ({ name }) => name),
        column('hint', words.beginsWith, ({ hint }) => <code>{hint}</code>),
        column('account', words.account, ({ account }) => account),
        column('roles', texts.rolesOf, ({ roles }) => roles.join(', ')),
        column('state', texts.state, (token) => {
          const state = tokenState(token, now);
          return <Status kind={STATUSES[state]}>{texts[state]}</Status>;
        }),
        column('expires', words.expires, ({ expiresAt }) => <Time at={expiresAt} />),
        column('used', words.lastUsed, ({ lastUsedAt }) => <Time at={lastUsedAt} />),
      ]}
      addDialog={(created, close) => <AddToken created={created} close={close} />}
    />
  );
}

const NEW = { name: '', days: '90', account: '', roles: [] as readonly string[] };

function AddToken({ created, close }: { created: (token: MadeToken) => void; close: () => void }): ReactNode {
  const [{ name, days, account, roles }, field] = useFields(NEW);
  const mayManage = useMay('MANAGE_SECURITY');
  const programs = useGet('/auth/accounts', mayManage && {});
  const changed = useChanged();
  const submit = (): Promise<MadeToken> => {
    const body = {
      name: name.trim(),
      ...(account === '' ? {} : { account }),
      ...(roles.length === 0 ? {} : { roles }),
      ...(days.trim() === '' ? {} : { expiresInDays: Number(days) }),
    };
    return changed(wardstone.post(TOKENS, { body }));
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
      <TextField {...field('name')} label={words.purpose} isRequired />
      {mayManage && (
        <ChoiceField
          {...field('account')}
          label={words.account}
          options={[
            ['', words.mine],
            ...(programs.data?.accounts ?? [])
              .filter(({ type }) => type === 'ServiceAccount')
              .map(({ username }) => [username, username] as const),
          ]}
        />
      )}
      <TextField {...field('days')} label={words.days} type="number" help={words.daysHelp} />
      <RoleBoxes chosen={roles} choose={field('roles').change} help={words.rolesHelp} />
    </FormDialog>
  );
}
