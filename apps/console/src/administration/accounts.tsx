import {
  Button,
  Flex,
  FormGroup,
  FormSelect,
  FormSelectOption,
  Label,
  PageSection,
  Switch,
} from '@patternfly/react-core';
import type { AccountBody, AccountsBody } from '@wardstone/dto/gateway';
import { type ReactNode, useState } from 'react';
import { request } from '../api/client';
import { useRefresh } from '../api/hooks';
import { pageOf } from '../api/pages';
import { ConfirmDialog } from '../parts/confirm-dialog';
import { EmptyPart } from '../parts/empty-part';
import { FormDialog, TextRow } from '../parts/form-dialog';
import { List } from '../parts/list-page';
import { Time } from '../parts/time';
import { useMay } from '../shell/caller';
import { administrationTexts as texts } from '../texts/administration';
import { AdministrationHead } from './head';
import { Forbidden } from './forbidden';
import { RoleBoxes } from './role-boxes';

const { accounts: words } = texts;
const ACCOUNTS = '/auth/accounts';

const addressOf = (username: string): string => `${ACCOUNTS}/${encodeURIComponent(username)}`;

/** The local accounts of the organisation. */
export function Accounts(): ReactNode {
  const [dialog, setDialog] = useState<'add' | 'own' | { is: 'change' | 'remove'; account: AccountBody }>();
  const mayManage = useMay('MANAGE_SECURITY');
  const close = (): void => setDialog(undefined);
  return (
    <>
      <AdministrationHead
        actions={
          <Flex columnGap={{ default: 'columnGapSm' }}>
            {mayManage && <Button onClick={() => setDialog('add')}>{words.add}</Button>}
            <Button variant="secondary" onClick={() => setDialog('own')}>
              {words.ownPassword}
            </Button>
          </Flex>
        }
      />
      <PageSection hasBodyWrapper={false}>
        {mayManage ? <AccountList open={(is, account) => setDialog({ is, account })} /> : <Forbidden />}
      </PageSection>
      {dialog === 'add' && <AddAccount close={close} />}
      {dialog === 'own' && <OwnPassword close={close} />}
      {typeof dialog === 'object' && dialog.is === 'change' && <ChangeAccount account={dialog.account} close={close} />}
      {typeof dialog === 'object' && dialog.is === 'remove' && <RemoveAccount account={dialog.account} close={close} />}
    </>
  );
}

function AccountList({ open }: { open: (is: 'change' | 'remove', account: AccountBody) => void }): ReactNode {
  return (
    <List<AccountBody>
      label={texts.sections.accounts}
      source={ACCOUNTS}
      keyOf={({ username }) => username}
      fetchPage={async ({ signal, ...wanted }) => {
        const { accounts } = await request<AccountsBody>(ACCOUNTS, { signal });
        return pageOf(accounts, wanted);
      }}
      columns={[
        { name: 'account', title: texts.account, cell: ({ username }) => username },
        { name: 'kind', title: texts.kind, cell: ({ type }) => texts.kinds[type] ?? type },
        { name: 'roles', title: texts.rolesOf, cell: ({ roles }) => roles.join(', ') },
        {
          name: 'state',
          title: texts.state,
          cell: ({ disabledAt }) => (
            <Label isCompact variant="outline" status={disabledAt === null ? 'success' : 'warning'}>
              {disabledAt === null ? texts.active : texts.disabled}
            </Label>
          ),
        },
        { name: 'created', title: texts.created, cell: ({ createdAt }) => <Time at={createdAt} /> },
        {
          name: 'actions',
          title: texts.actions,
          cell: (account) => (
            <Flex columnGap={{ default: 'columnGapMd' }}>
              <Button
                variant="link"
                isInline
                aria-label={words.changeTitle(account.username)}
                onClick={() => open('change', account)}
              >
                {words.change}
              </Button>
              <Button
                variant="link"
                isInline
                isDanger
                aria-label={words.removeTitle(account.username)}
                onClick={() => open('remove', account)}
              >
                {words.remove}
              </Button>
            </Flex>
          ),
        },
      ]}
      empty={<EmptyPart title={words.empty.title} />}
    />
  );
}

function AddAccount({ close }: { close: () => void }): ReactNode {
  const [username, setUsername] = useState('');
  const [type, setType] = useState('User');
  const [roles, setRoles] = useState<readonly string[]>(['viewer']);
  const [password, setPassword] = useState('');
  const refresh = useRefresh();
  const isProgram = type === 'ServiceAccount';
  const submit = async (): Promise<void> => {
    const body = { username, type, roles, ...(password === '' ? {} : { password }) };
    await request(ACCOUNTS, { method: 'POST', body });
    await refresh();
  };
  return (
    <FormDialog
      title={words.add}
      action={words.add}
      isReady={username !== '' && roles.length > 0 && (isProgram || password !== '')}
      submit={submit}
      close={close}
    >
      <TextRow
        label={words.name}
        value={username}
        change={setUsername}
        help={words.nameHelp}
        isRequired
        autoComplete="off"
      />
      <FormGroup label={texts.kind} fieldId="account-kind">
        <FormSelect id="account-kind" value={type} onChange={(_event, value) => setType(value)}>
          {Object.entries(texts.kinds).map(([value, label]) => (
            <FormSelectOption key={value} value={value} label={label} />
          ))}
        </FormSelect>
      </FormGroup>
      <TextRow
        label={words.password}
        type="password"
        value={password}
        change={setPassword}
        help={isProgram ? words.programPasswordHelp : words.passwordHelp}
        isRequired={!isProgram}
        autoComplete="new-password"
      />
      <RoleBoxes chosen={roles} choose={setRoles} />
    </FormDialog>
  );
}

function ChangeAccount({ account, close }: { account: AccountBody; close: () => void }): ReactNode {
  const [roles, setRoles] = useState<readonly string[]>(account.roles);
  const [password, setPassword] = useState('');
  const [isActive, setActive] = useState(account.disabledAt === null);
  const refresh = useRefresh();
  const submit = async (): Promise<void> => {
    const body = {
      ...(String(roles) === String(account.roles) ? {} : { roles }),
      ...(isActive === (account.disabledAt === null) ? {} : { disabled: !isActive }),
      ...(password === '' ? {} : { password }),
    };
    await request(addressOf(account.username), { method: 'PATCH', body });
    await refresh();
  };
  return (
    <FormDialog
      title={words.changeTitle(account.username)}
      action={texts.save}
      isReady={roles.length > 0}
      submit={submit}
      close={close}
    >
      <FormGroup>
        <Switch
          id="account-active"
          label={words.mayLogIn}
          isChecked={isActive}
          onChange={(_event, isOn) => setActive(isOn)}
        />
      </FormGroup>
      <TextRow
        label={words.newPassword}
        type="password"
        value={password}
        change={setPassword}
        help={words.newPasswordHelp}
        autoComplete="new-password"
      />
      <RoleBoxes chosen={roles} choose={setRoles} />
    </FormDialog>
  );
}

function RemoveAccount({ account: { username }, close }: { account: AccountBody; close: () => void }): ReactNode {
  const refresh = useRefresh();
  const remove = async (): Promise<void> => {
    await request(addressOf(username), { method: 'DELETE' });
    await refresh();
  };
  return (
    <ConfirmDialog title={words.removeTitle(username)} action={words.remove} isDanger confirm={remove} close={close}>
      {words.removeBody}
    </ConfirmDialog>
  );
}

function OwnPassword({ close }: { close: () => void }): ReactNode {
  const [currentPassword, setCurrent] = useState('');
  const [newPassword, setNew] = useState('');
  return (
    <FormDialog
      title={words.ownPassword}
      action={texts.save}
      isReady={currentPassword !== '' && newPassword !== ''}
      submit={() => request('/auth/password', { method: 'PUT', body: { currentPassword, newPassword } })}
      close={close}
    >
      <TextRow
        label={words.current}
        type="password"
        value={currentPassword}
        change={setCurrent}
        isRequired
        autoComplete="current-password"
      />
      <TextRow
        label={words.newPassword}
        type="password"
        value={newPassword}
        change={setNew}
        help={words.ownPasswordHelp}
        isRequired
        autoComplete="new-password"
      />
    </FormDialog>
  );
}
