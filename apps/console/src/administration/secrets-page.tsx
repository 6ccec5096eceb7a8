import { Button, PageSection } from '@patternfly/react-core';
import { type ReactNode, useState } from 'react';
import { request } from '../api/client';
import { useRefresh } from '../api/hooks';
import { pageOf } from '../api/pages';
import { ConfirmDialog } from '../parts/confirm-dialog';
import { EmptyPart } from '../parts/empty-part';
import { List } from '../parts/list-page';
import type { Column } from '../parts/paged-table';
import { administrationTexts as texts } from '../texts/administration';
import { AdministrationHead } from './head';
import { Forbidden } from './forbidden';
import { SecretDialog } from './secret-dialog';

interface SecretsPageProps<T> {
  label: string;
  words: {
    add: string;
    revoke: string;
    revokeTitle: (name: string) => string;
    revokeBody: string;
    empty: { title: string; body: string };
  };
  /** Address of the list; a secret is below it by its id. */
  path: string;
  fetchAll: (signal: AbortSignal) => Promise<readonly T[]>;
  columns: readonly Column<T>[];
  /** What a secret is called in questions. */
  nameOf: (secret: T) => string;
  canRevoke?: (secret: T) => boolean;
  mayManage?: boolean;
  /** The dialog that creates one. */
  addDialog: (created: (secret: { token: string }) => void, close: () => void) => ReactNode;
}

/** A list of secrets by which programs log in: created, shown once, revoked. */
export function SecretsPage<T extends { id: string }>(props: SecretsPageProps<T>): ReactNode {
  const { label, words, path, fetchAll, columns, nameOf, canRevoke = () => true, mayManage = true } = props;
  const [dialog, setDialog] = useState<'add' | { created: { token: string } } | { revoked: T }>();
  const refresh = useRefresh();
  const close = (): void => setDialog(undefined);
  const add = mayManage && <Button onClick={() => setDialog('add')}>{words.add}</Button>;
  const actions: Column<T> = {
    name: 'actions',
    title: texts.actions,
    cell: (secret) =>
      canRevoke(secret) && (
        <Button
          variant="link"
          isInline
          isDanger
          aria-label={words.revokeTitle(nameOf(secret))}
          onClick={() => setDialog({ revoked: secret })}
        >
          {words.revoke}
        </Button>
      ),
  };
  return (
    <>
      <AdministrationHead actions={add} />
      <PageSection hasBodyWrapper={false}>
        {mayManage ? (
          <List<T>
            label={label}
            source={path}
            keyOf={({ id }) => id}
            fetchPage={async ({ signal, ...wanted }) => pageOf(await fetchAll(signal), wanted)}
            columns={[...columns, actions]}
            empty={
              <EmptyPart title={words.empty.title} action={add}>
                {words.empty.body}
              </EmptyPart>
            }
          />
        ) : (
          <Forbidden />
        )}
      </PageSection>
      {dialog === 'add' && props.addDialog((created) => setDialog({ created }), close)}
      {typeof dialog === 'object' && 'created' in dialog && (
        <SecretDialog secret={dialog.created.token} close={close} />
      )}
      {typeof dialog === 'object' && 'revoked' in dialog && (
        <ConfirmDialog
          title={words.revokeTitle(nameOf(dialog.revoked))}
          action={words.revoke}
          isDanger
          confirm={async () => {
            await request(`${path}/${dialog.revoked.id}`, { method: 'DELETE' });
            await refresh();
          }}
          close={close}
        >
          {words.revokeBody}
        </ConfirmDialog>
      )}
    </>
  );
}
