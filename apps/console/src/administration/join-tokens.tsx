import { Checkbox } from '@patternfly/react-core';
import type { CreatedJoinToken, JoinTokenRecord } from '@wardstone/dto/gateway';
import { type ReactNode, useId, useState } from 'react';
import { request } from '../api/client';
import { useRefresh } from '../api/hooks';
import { FormDialog, TextRow } from '../parts/form-dialog';
import { Time } from '../parts/time';
import { useMay } from '../shell/caller';
import { administrationTexts as texts } from '../texts/administration';
import { SecretsPage } from './secrets-page';

const { invitations: words } = texts;
const TOKENS = '/auth/join-tokens';
const HOUR_SECONDS = 3_600;

const targetOf = ({ name, namePattern }: JoinTokenRecord): string => name ?? namePattern ?? words.any;

/** The join tokens by which agents enrol. */
export function JoinTokens(): ReactNode {
  return (
    <SecretsPage<JoinTokenRecord>
      label={texts.sections.invitations}
      words={words}
      path={TOKENS}
      fetchAll={(signal) => request<JoinTokenRecord[]>(TOKENS, { signal })}
      nameOf={targetOf}
      mayManage={useMay('MANAGE_SECURITY')}
      columns={[
        { name: 'for', title: words.for, cell: targetOf },
        { name: 'group', title: words.group, cell: ({ group }) => group ?? words.noGroup },
        { name: 'import', title: words.autoImport, cell: ({ autoImport }) => words.imports(autoImport) },
        { name: 'uses', title: words.uses, cell: ({ used, uses }) => words.used(used, uses) },
        { name: 'expires', title: texts.tokens.expires, cell: ({ expiresAt }) => <Time at={expiresAt} /> },
        { name: 'created', title: texts.created, cell: ({ createdAt }) => <Time at={createdAt} /> },
      ]}
      addDialog={(created, close) => <AddJoinToken created={created} close={close} />}
    />
  );
}

function AddJoinToken({
  created,
  close,
}: {
  created: (token: CreatedJoinToken) => void;
  close: () => void;
}): ReactNode {
  const [name, setName] = useState('');
  const [pattern, setPattern] = useState('');
  const [uses, setUses] = useState('1');
  const [hours, setHours] = useState('24');
  const [group, setGroup] = useState('');
  const [autoImport, setAutoImport] = useState(false);
  const checkbox = useId();
  const refresh = useRefresh();
  const isForOne = name.trim() !== '';
  const submit = async (): Promise<CreatedJoinToken> => {
    const body = {
      ...(isForOne ? { name: name.trim() } : { uses: Number(uses) }),
      ...(isForOne || pattern.trim() === '' ? {} : { namePattern: pattern.trim() }),
      ...(group.trim() === '' ? {} : { group: group.trim() }),
      autoImport,
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
      submitted={created}
      close={close}
    >
      <TextRow label={words.name} value={name} change={setName} help={words.nameHelp} />
      {!isForOne && (
        <>
          <TextRow label={words.pattern} value={pattern} change={setPattern} help={words.patternHelp} />
          <TextRow label={words.uses} type="number" value={uses} change={setUses} help={words.usesHelp} />
        </>
      )}
      <TextRow label={words.group} value={group} change={setGroup} help={words.groupHelp} />
      <Checkbox
        id={checkbox}
        label={words.autoImportHelp}
        isChecked={autoImport}
        onChange={(_event, isChecked) => setAutoImport(isChecked)}
      />
      <TextRow label={words.hours} type="number" value={hours} change={setHours} isRequired />
    </FormDialog>
  );
}
