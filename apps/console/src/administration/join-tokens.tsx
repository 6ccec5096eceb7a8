import { Button, PageSection } from '@patternfly/react-core';
import type { CreatedJoinToken, JoinTokenRecord } from '@wardstone/dto/gateway';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { request } from '../api/client';
import { useRefresh } from '../api/hooks';
import { ConfirmDialog } from '../parts/confirm-dialog';
import { EmptyPart } from '../parts/empty-part';
import { FormDialog, TextRow } from '../parts/form-dialog';
import { List } from '../parts/list-page';
import { Time } from '../parts/time';
import { useMay } from '../shell/caller';
import { administrationTexts as texts } from '../texts/administration';
import { Forbidden } from './forbidden';
import { AdministrationHead } from './head';
import { SecretDialog } from './secret-dialog';

const { invitations: words } = texts;
const TOKENS = '/auth/join-tokens';
const HOUR_SECONDS = 3_600;

const targetOf = ({ name, namePattern }: JoinTokenRecord): string => name ?? namePattern ?? words.any;

/** With what agents can join. */
export function JoinTokens(): ReactNode {
  const [dialog, setDialog] = useState<'add' | { made: CreatedJoinToken } | { withdraw: JoinTokenRecord }>();
  const mayManage = useMay('MANAGE_SECURITY');
  const refresh = useRefresh();
  const close = (): void => setDialog(undefined);
  const add = mayManage && <Button onClick={() => setDialog('add')}>{words.add}</Button>;
  return (
    <>
      <AdministrationHead actions={add} />
      <PageSection hasBodyWrapper={false}>
        {mayManage ? <JoinTokenList empty={add} withdraw={(token) => setDialog({ withdraw: token })} /> : <Forbidden />}
      </PageSection>
      {dialog === 'add' && <AddJoinToken made={(token) => setDialog({ made: token })} close={close} />}
      {typeof dialog === 'object' && 'made' in dialog && <SecretDialog secret={dialog.made.token} close={close} />}
      {typeof dialog === 'object' && 'withdraw' in dialog && (
        <ConfirmDialog
          title={words.withdrawTitle(targetOf(dialog.withdraw))}
          action={words.withdraw}
          isDanger
          confirm={async () => {
            await request(`${TOKENS}/${dialog.withdraw.id}`, { method: 'DELETE' });
            await refresh();
          }}
          close={close}
        >
          {words.withdrawBody}
        </ConfirmDialog>
      )}
    </>
  );
}

function JoinTokenList(props: { empty: ReactNode; withdraw: (token: JoinTokenRecord) => void }): ReactNode {
  return (
    <List<JoinTokenRecord>
      label={texts.sections.invitations}
      source={TOKENS}
      keyOf={({ id }) => id}
      fetchPage={async ({ page, size, signal }) => {
        const tokens = await request<JoinTokenRecord[]>(TOKENS, { signal });
        return { rows: tokens.slice(page * size, (page + 1) * size), total: tokens.length };
      }}
      columns={[
        { name: 'for', title: words.for, cell: targetOf },
        { name: 'uses', title: words.uses, cell: ({ used, uses }) => words.used(used, uses) },
        { name: 'expires', title: texts.tokens.expires, cell: ({ expiresAt }) => <Time at={expiresAt} /> },
        { name: 'created', title: texts.created, cell: ({ createdAt }) => <Time at={createdAt} /> },
        {
          name: 'actions',
          title: texts.actions,
          cell: (token) => (
            <Button
              variant="link"
              isInline
              isDanger
              aria-label={words.withdrawTitle(targetOf(token))}
              onClick={() => props.withdraw(token)}
            >
              {words.withdraw}
            </Button>
          ),
        },
      ]}
      empty={
        <EmptyPart title={words.empty.title} action={props.empty}>
          {words.empty.body}
        </EmptyPart>
      }
    />
  );
}

function AddJoinToken({ made, close }: { made: (token: CreatedJoinToken) => void; close: () => void }): ReactNode {
  const [name, setName] = useState('');
  const [pattern, setPattern] = useState('');
  const [uses, setUses] = useState('1');
  const [hours, setHours] = useState('24');
  const refresh = useRefresh();
  const isForOne = name.trim() !== '';
  const submit = async (): Promise<CreatedJoinToken> => {
    const body = {
      ...(isForOne ? { name: name.trim() } : { uses: Number(uses) }),
      ...(isForOne || pattern.trim() === '' ? {} : { namePattern: pattern.trim() }),
      expiresIn: Math.round(Number(hours) * HOUR_SECONDS),
    };
    const token = await request<CreatedJoinToken>(TOKENS, { method: 'POST', body });
    await refresh();
    return token;
  };
  return (
    <FormDialog
      title={words.add}
      action={words.add}
      isReady={Number(hours) > 0}
      submit={submit}
      submitted={made}
      close={close}
    >
      <TextRow label={words.name} value={name} change={setName} help={words.nameHelp} />
      {!isForOne && (
        <>
          <TextRow label={words.pattern} value={pattern} change={setPattern} help={words.patternHelp} />
          <TextRow label={words.uses} type="number" value={uses} change={setUses} help={words.usesHelp} />
        </>
      )}
      <TextRow label={words.hours} type="number" value={hours} change={setHours} isRequired />
    </FormDialog>
  );
}
