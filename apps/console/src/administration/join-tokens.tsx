import type { Result } from '@wardstone/client';
import type { ReactNode } from 'react';
import { column } from '../parts/list';
import { useChanged, wardstone } from '../api/client';
import { FormDialog, TextField, Tick, useFields } from '../parts/forms';
import { Time } from '../parts/values';
import { useMay } from '../api/caller';
import { administrationTexts as texts } from '../texts/administration';
import { SecretsPage } from './secrets-page';

const { invitations: words } = texts;
const TOKENS = '/auth/join-tokens';
type JoinToken = Result<'get', typeof TOKENS>[number];
type CreatedJoinToken = Result<'post', typeof TOKENS>;
const HOUR_SECONDS = 3_600;

const getTarget = ({ name, namePattern }: JoinToken): string => name ?? namePattern ?? words.any;

/** Join tokens for enrolling agents. */
export function JoinTokens(): ReactNode {
  return (
    <SecretsPage<JoinToken>
      label={texts.sections.invitations}
      words={words}
      path={TOKENS}
      fetchAll={(signal) => wardstone.get(TOKENS, { signal })}
      nameOf={getTarget}
      mayManage={useMay('MANAGE_SECURITY')}
      columns={[
        column('for', words.for, getTarget),
        column('group', words.group, ({ group }) => group ?? words.noGroup),
        column('import', words.autoImport, ({ autoImport }) => words.imports(autoImport)),
        column('uses', words.uses, ({ used, uses }) => words.used(used, uses)),
        column('expires', texts.tokens.expires, ({ expiresAt }) => <Time at={expiresAt} />),
        column('created', texts.created, ({ createdAt }) => <Time at={createdAt} />),
      ]}
      addDialog={(created, close) => <AddJoinToken created={created} close={close} />}
    />
  );
}

const NEW = { name: '', pattern: '', uses: '1', hours: '24', group: '', autoImport: false };

interface AddProps {
  created: (token: CreatedJoinToken) => void;
  close: () => void;
}

function AddJoinToken({ created, close }: AddProps): ReactNode {
  const [{ name, pattern, uses, hours, group, autoImport }, field] = useFields(NEW);
  const changed = useChanged();
  const isForOne = name.trim() !== '';
  const submit = (): Promise<CreatedJoinToken> => {
    const body = {
      ...(isForOne ? { name: name.trim() } : { uses: Number(uses) }),
      ...(isForOne || pattern.trim() === '' ? {} : { namePattern: pattern.trim() }),
      ...(group.trim() === '' ? {} : { group: group.trim() }),
      autoImport,
      expiresIn: Math.round(Number(hours) * HOUR_SECONDS),
    };
    return changed(wardstone.post(TOKENS, { body }));
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
      <TextField {...field('name')} label={words.name} help={words.nameHelp} />
      {!isForOne && (
        <>
          <TextField {...field('pattern')} label={words.pattern} help={words.patternHelp} />
          <TextField {...field('uses')} label={words.uses} type="number" help={words.usesHelp} />
        </>
      )}
      <TextField {...field('group')} label={words.group} help={words.groupHelp} />
      <Tick label={words.autoImportHelp} isOn={autoImport} change={field('autoImport').change} />
      <TextField {...field('hours')} label={words.hours} type="number" isRequired />
    </FormDialog>
  );
}
