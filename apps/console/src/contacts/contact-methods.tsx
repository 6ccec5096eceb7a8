import { Alert, Button, Content, Flex } from '@patternfly/react-core';
import type { ContactMethodRest } from '@wardstone/client/monitoring';
import { type ReactNode, useState } from 'react';
import { useAction, useGet, wardstone } from '../api/client';
import { column, DataTable } from '../parts/list';
import { ConsolePage } from '../parts/page';
import { RemoveButton } from '../parts/remove-button';
import { EmptyPart, ErrorState, Loaded } from '../parts/states';
import { Status } from '../parts/values';
import { administrationTexts } from '../texts/administration';
import { contactTexts as texts } from '../texts/contacts';
import type { ContactKind, Owner } from './contact-kind';
import { MethodForm } from './method-form';
import { VerifyDialog } from './verify-dialog';

type DialogState = 'add' | { changed: ContactMethodRest } | { verified: ContactMethodRest };

/** Contact methods of a person: entered, verified, tested, and in order of use. */
export function ContactMethods({ login, isOwn }: Owner): ReactNode {
  const methods = useGet('/rest/user/{login}/contact-methods', { path: { login } });
  const kinds = useGet('/rest/on-call/contact-kind', undefined, { staleTime: 300_000 });
  const [dialog, setDialog] = useState<DialogState>();
  const close = (): void => setDialog(undefined);
  const add = <Button onClick={() => setDialog('add')}>{texts.add}</Button>;
  const trail = [{ title: administrationTexts.sections.accounts, to: '/administration' }];
  return (
    <ConsolePage
      title={isOwn ? texts.title : texts.titleOf(login)}
      {...(isOwn ? {} : { trail })}
      actions={add}
      below={<Content component="p">{isOwn ? texts.help : texts.helpOf(login)}</Content>}
    >
      <Loaded query={kinds}>
        {(described) => (
          <>
            <Loaded query={methods}>
              {(rows) => (
                <MethodTable
                  {...{ login, isOwn, rows }}
                  kinds={described}
                  change={(changed) => setDialog({ changed })}
                  verify={(verified) => setDialog({ verified })}
                />
              )}
            </Loaded>
            {(dialog === 'add' || (typeof dialog === 'object' && 'changed' in dialog)) && (
              <MethodForm
                owner={{ login, isOwn }}
                kinds={described}
                stored={dialog === 'add' ? undefined : dialog.changed}
                saved={(method) => setDialog(method.verified ? undefined : { verified: method })}
                close={close}
              />
            )}
            {typeof dialog === 'object' && 'verified' in dialog && (
              <VerifyDialog login={login} method={dialog.verified} close={close} />
            )}
          </>
        )}
      </Loaded>
    </ConsolePage>
  );
}

interface MethodTableProps extends Owner {
  rows: readonly ContactMethodRest[];
  kinds: readonly ContactKind[];
  change: (method: ContactMethodRest) => void;
  verify: (method: ContactMethodRest) => void;
}

function MethodTable({ login, isOwn, rows, kinds, change, verify }: MethodTableProps): ReactNode {
  const toLabel = (kind: string): string => kinds.find((each) => each.kind === kind)?.label ?? kind;
  const [tested, setTested] = useState<{ state: string; message: string }>();
  const test = useAction(async (id: number) => {
    setTested(undefined);
    setTested(await wardstone.post('/rest/user/{login}/contact-methods/{id}/test', { path: { login, id } }));
  });
  return (
    <>
      {test.error && <ErrorState error={test.error} />}
      {tested && (
        <Alert
          variant={tested.state === 'SUCCESS' ? 'success' : 'danger'}
          isInline
          isLiveRegion
          title={texts.tested(tested.message)}
        />
      )}
      <DataTable<ContactMethodRest>
        label={texts.title}
        rows={rows}
        toKey={({ id }) => String(id)}
        columns={[
          column('label', texts.label, ({ label, kind }) => (
            <>
              {label}
              <div className="text small">{toLabel(kind)}</div>
            </>
          )),
          column('order', texts.order, ({ delayMinutes, quietHours }) => (
            <>
              {texts.at(delayMinutes ?? 0)}
              {quietHours && (
                <div className="text small">
                  {texts.quiet}:{' '}
                  {texts.quietText(
                    quietHours.startTime,
                    quietHours.endTime,
                    texts.urgent[quietHours.urgentPriority ?? 'HIGH'],
                  )}
                </div>
              )}
            </>
          )),
          column('state', texts.state, ({ verified, problem }) => (
            <>
              <Status kind={verified ? 'success' : 'warning'}>{verified ? texts.verified : texts.unverified}</Status>
              {problem !== undefined && <div className="text small">{problem}</div>}
            </>
          )),
          column('actions', texts.actions, (method) => (
            <Flex columnGap={{ default: 'columnGapMd' }}>
              {method.verified ? (
                <Button
                  variant="link"
                  isInline
                  isDisabled={test.isBusy}
                  aria-label={texts.testTitle(method.label ?? '')}
                  onClick={() => test.run(method.id)}
                >
                  {texts.test}
                </Button>
              ) : (
                <Button
                  variant="link"
                  isInline
                  aria-label={texts.verifyTitle(method.label ?? '')}
                  onClick={() => verify(method)}
                >
                  {texts.verify}
                </Button>
              )}
              <Button
                variant="link"
                isInline
                aria-label={texts.changeTitle(method.label ?? '')}
                onClick={() => change(method)}
              >
                {texts.change}
              </Button>
              <RemoveButton
                action={texts.remove}
                title={texts.removeTitle(method.label ?? '')}
                remove={() =>
                  wardstone.delete('/rest/user/{login}/contact-methods/{id}', { path: { login, id: method.id } })
                }
              >
                {texts.removeBody}
              </RemoveButton>
            </Flex>
          )),
        ]}
        empty={<EmptyPart {...(isOwn ? texts.empty : texts.emptyOf(login))} />}
      />
    </>
  );
}
