import { Button } from '@patternfly/react-core';
import { type ReactNode, useState } from 'react';
import { RemoveButton } from '../parts/remove-button';
import { SecretText } from '../parts/secret-text';
import { slicePage, wardstone } from '../api/client';
import { EmptyPart } from '../parts/states';
import { type Column, column, List } from '../parts/list';
import { Forbidden, AdministrationPage } from './frame';
import { Dialog } from '../parts/forms';
import { administrationTexts as texts } from '../texts/administration';
import { partTexts } from '../texts/parts';

interface SecretsPageProps<T> {
  label: string;
  words: {
    add: string;
    revoke: string;
    revokeTitle: (name: string) => string;
    revokeBody: string;
    empty: { title: string; body: string };
  };
  /** Path of the list; each secret is below it by its id. */
  path: '/auth/join-tokens' | '/auth/tokens';
  fetchAll: (signal: AbortSignal) => Promise<readonly T[]>;
  columns: readonly Column<T>[];
  /** Name of a secret in dialogs. */
  nameOf: (secret: T) => string;
  canRevoke?: (secret: T) => boolean;
  mayManage?: boolean;
  /** Dialog that creates a secret. */
  addDialog: (created: (secret: { token: string }) => void, close: () => void) => ReactNode;
}

/** List of secrets with which programs log in. A new one is shown once; each can be revoked. */
export function SecretsPage<T extends { id: string }>(props: SecretsPageProps<T>): ReactNode {
  const { label, words, path, fetchAll, columns, nameOf, canRevoke = () => true, mayManage = true } = props;
  const [dialog, setDialog] = useState<'add' | { token: string }>();
  const close = (): void => setDialog(undefined);
  const add = mayManage && <Button onClick={() => setDialog('add')}>{words.add}</Button>;
  const actions: Column<T> = column(
    'actions',
    texts.actions,
    (secret) =>
      canRevoke(secret) && (
        <RemoveButton
          action={words.revoke}
          title={words.revokeTitle(nameOf(secret))}
          remove={() => wardstone.delete(`${path}/{id}`, { path: { id: secret.id } })}
        >
          {words.revokeBody}
        </RemoveButton>
      ),
  );
  return (
    <AdministrationPage actions={add}>
      {mayManage ? (
        <List<T>
          label={label}
          source={path}
          toKey={({ id }) => id}
          fetchPage={async ({ signal, ...wanted }) => slicePage(await fetchAll(signal), wanted)}
          columns={[...columns, actions]}
          empty={<EmptyPart {...words.empty} action={add} />}
        />
      ) : (
        <Forbidden />
      )}
      {dialog === 'add' && props.addDialog(setDialog, close)}
      {typeof dialog === 'object' && <SecretDialog secret={dialog.token} close={close} />}
    </AdministrationPage>
  );
}

/** Shows a secret, which cannot be shown again. */
function SecretDialog({ secret, close }: { secret: string; close: () => void }): ReactNode {
  return (
    <Dialog title={texts.tokens.made} close={close} footer={<Button onClick={close}>{partTexts.close}</Button>}>
      <SecretText
        label={texts.tokens.token}
        once={texts.tokens.once}
        copy={texts.tokens.copy}
        copied={texts.tokens.copied}
      >
        {secret}
      </SecretText>
    </Dialog>
  );
}
