import { Button, Flex, FormGroup, Switch } from '@patternfly/react-core';
import type { Result } from '@wardstone/client';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { RemoveButton } from '../parts/remove-button';
import { Status, Time } from '../parts/values';
import { column, List } from '../parts/list';
import { slicePage, useChanged, wardstone } from '../api/client';
import { EmptyPart } from '../parts/states';
import { ChoiceField, FormDialog, TextField, useFields } from '../parts/forms';
import { useMay } from '../api/caller';
import { administrationTexts as texts } from '../texts/administration';
import { contactTexts } from '../texts/contacts';
import { Forbidden, AdministrationPage } from './frame';
import { RoleBoxes } from './role-boxes';

const { accounts: words } = texts;
const ACCOUNTS = '/auth/accounts';
const ACCOUNT = '/auth/accounts/{username}';

type Account = Result<'get', typeof ACCOUNT>;

/** Local accounts of the organisation. */
export function Accounts(): ReactNode {
  const [dialog, setDialog] = useState<'add' | Account>();
  const mayManage = useMay('MANAGE_SECURITY');
  const close = (): void => setDialog(undefined);
  return (
    <AdministrationPage actions={mayManage && <Button onClick={() => setDialog('add')}>{words.add}</Button>}>
      {mayManage ? <AccountList change={setDialog} /> : <Forbidden />}
      {dialog === 'add' && <AddAccount close={close} />}
      {typeof dialog === 'object' && <ChangeAccount account={dialog} close={close} />}
    </AdministrationPage>
  );
}

function AccountList({ change }: { change: (account: Account) => void }): ReactNode {
  return (
    <List<Account>
      label={texts.sections.accounts}
      source={ACCOUNTS}
      toKey={({ username }) => username}
      fetchPage={async ({ signal, ...wanted }) => {
        const { accounts } = await wardstone.get(ACCOUNTS, { signal });
        return slicePage(accounts, wanted);
      }}
      columns={[
        column('account', texts.account, ({ username, name }) => (
          <>
            {username}
            {name !== null && <div className="text small">{name}</div>}
          </>
        )),
        column('kind', texts.kind, ({ type }) => texts.kinds[type] ?? type),
        column('roles', texts.rolesOf, ({ roles }) => roles.join(', ')),
        column('state', texts.state, ({ disabledAt }) => (
          <Status kind={disabledAt === null ? 'success' : 'warning'}>
            {disabledAt === null ? texts.active : texts.disabled}
          </Status>
        )),
        column('created', texts.created, ({ createdAt }) => <Time at={createdAt} />),
        column('actions', texts.actions, (account) => (
          <Flex columnGap={{ default: 'columnGapMd' }}>
            <Button
              variant="link"
              isInline
              aria-label={words.changeTitle(account.username)}
              onClick={() => change(account)}
            >
              {words.change}
            </Button>
            {account.type === 'User' && (
              <Link to={`/contact-methods/${encodeURIComponent(account.username)}`}>{contactTexts.title}</Link>
            )}
            <RemoveButton
              action={words.remove}
              title={words.removeTitle(account.username)}
              remove={() => wardstone.delete(ACCOUNT, { path: { username: account.username } })}
            >
              {words.removeBody}
            </RemoveButton>
          </Flex>
        )),
      ]}
      empty={<EmptyPart title={words.empty.title} />}
    />
  );
}

function AddAccount({ close }: { close: () => void }): ReactNode {
  const [account, field] = useFields({
    username: '',
    name: '',
    type: 'User',
    roles: ['viewer'] as readonly string[],
    password: '',
  });
  const changed = useChanged();
  const { username, name, type, roles, password } = account;
  const isProgram = type === 'ServiceAccount';
  const body = {
    username,
    type,
    roles,
    ...(name.trim() === '' ? {} : { name: name.trim() }),
    ...(password === '' ? {} : { password }),
  };
  return (
    <FormDialog
      title={words.add}
      action={words.add}
      isReady={username !== '' && roles.length > 0 && (isProgram || password !== '')}
      submit={() => changed(wardstone.post(ACCOUNTS, { body }))}
      close={close}
    >
      <TextField {...field('username')} label={words.name} help={words.nameHelp} isRequired autoComplete="off" />
      <TextField {...field('name')} label={words.personName} help={words.personNameHelp} autoComplete="off" />
      <ChoiceField {...field('type')} label={texts.kind} options={Object.entries(texts.kinds)} />
      <TextField
        {...field('password')}
        label={words.password}
        type="password"
        help={isProgram ? words.programPasswordHelp : words.passwordHelp}
        isRequired={!isProgram}
        autoComplete="new-password"
      />
      <RoleBoxes chosen={roles} choose={field('roles').change} />
    </FormDialog>
  );
}

function ChangeAccount({ account, close }: { account: Account; close: () => void }): ReactNode {
  const [name, setName] = useState(account.name ?? '');
  const [roles, setRoles] = useState<readonly string[]>(account.roles);
  const [password, setPassword] = useState('');
  const [isActive, setActive] = useState(account.disabledAt === null);
  const changed = useChanged();
  const body = {
    ...(name.trim() === (account.name ?? '') ? {} : { name: name.trim() || null }),
    ...(String(roles) === String(account.roles) ? {} : { roles }),
    ...(isActive === (account.disabledAt === null) ? {} : { disabled: !isActive }),
    ...(password === '' ? {} : { password }),
  };
  return (
    <FormDialog
      title={words.changeTitle(account.username)}
      action={texts.save}
      isReady={roles.length > 0}
      submit={() => changed(wardstone.patch(ACCOUNT, { path: { username: account.username }, body }))}
      close={close}
    >
      <TextField
        label={words.personName}
        value={name}
        change={setName}
        help={words.personNameHelp}
        autoComplete="off"
      />
      <FormGroup>
        <Switch
          id="account-active"
          label={words.mayLogIn}
          isChecked={isActive}
          onChange={(_event, isOn) => setActive(isOn)}
        />
      </FormGroup>
      <TextField
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
