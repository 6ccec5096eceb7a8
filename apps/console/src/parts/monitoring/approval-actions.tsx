import { Button } from '@patternfly/react-core';
import { type ReactNode, useState } from 'react';
import { useMay, useViewer } from '../../api/caller';
import { useChanged } from '../../api/client';
import { operationTexts as texts } from '../../texts/operations';
import { ConfirmDialog, FormDialog, LongTextField } from '../forms';

const MAX_REASON = 1_000;

interface ApprovalActionsProps {
  /** Operation and its target. */
  name: string;
  /** Login. */
  requestedBy: string;
  approve: () => Promise<unknown>;
  reject: (rejection: { reason?: string }) => Promise<unknown>;
  /** Description of the operation, shown in the dialogs. */
  children: ReactNode;
}

/** Approves or rejects an operation that another person requested; shown only with the permission. */
export function ApprovalActions({ name, requestedBy, approve, reject, children }: ApprovalActionsProps): ReactNode {
  const [question, ask] = useState<'approve' | 'reject'>();
  const [reason, setReason] = useState('');
  const changed = useChanged();
  const isOwn = useViewer().name.toLowerCase() === requestedBy.toLowerCase();
  if (!useMay('CONTROL')) return null;
  const close = (): void => ask(undefined);
  return (
    <>
      {isOwn ? (
        <div className="text small">{texts.ownRequest}</div>
      ) : (
        <Button variant="link" isInline aria-label={texts.approveTitle(name)} onClick={() => ask('approve')}>
          {texts.approve}
        </Button>
      )}{' '}
      <Button variant="link" isInline isDanger aria-label={texts.rejectTitle(name)} onClick={() => ask('reject')}>
        {texts.reject}
      </Button>
      {question === 'approve' && (
        <ConfirmDialog
          title={texts.approveTitle(name)}
          action={texts.approve}
          confirm={() => changed(approve())}
          close={close}
        >
          {children}
        </ConfirmDialog>
      )}
      {question === 'reject' && (
        <FormDialog
          title={texts.rejectTitle(name)}
          description={texts.rejectBody}
          action={texts.reject}
          isDanger
          submit={() => changed(reject(reason.trim() === '' ? {} : { reason: reason.trim() }))}
          close={close}
        >
          <LongTextField
            label={texts.reason}
            value={reason}
            change={setReason}
            maxLength={MAX_REASON}
            help={texts.rejectReasonHelp}
            isFocused
          />
        </FormDialog>
      )}
    </>
  );
}
