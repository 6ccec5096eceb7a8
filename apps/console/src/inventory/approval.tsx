import { Alert, Button } from '@patternfly/react-core';
import type { OperationHistoryRest } from '@wardstone/client/monitoring';
import { type ReactNode, useState } from 'react';
import { useMay } from '../api/caller';
import { useChanged, wardstone } from '../api/client';
import { ConfirmDialog } from '../parts/forms';
import { Facts } from '../parts/values';
import { operationTexts as texts } from '../texts/operations';

const EXECUTION = '/rest/operation/history/{job}';

interface OfExecution {
  execution: OperationHistoryRest;
  /** Display name of the operation. */
  name: string;
}

/** An execution that requires approval, and the possible actions. */
export function AwaitsApproval(props: OfExecution): ReactNode {
  return (
    <Alert variant="warning" isInline title={texts.waits}>
      <ExecutionParameters {...props.execution} />
      <ApprovalButtons {...props} />
    </Alert>
  );
}

/** Approves or rejects an execution; shown only with the permission. */
export function ApprovalButtons({ execution, name }: OfExecution): ReactNode {
  const { jobId: job, requestedBy = '', resourceName } = execution;
  const [question, ask] = useState<'approve' | 'reject'>();
  const changed = useChanged();
  if (!useMay('CONTROL')) return null;
  const what = `${name} · ${resourceName}`;
  const path = { job };
  const close = (): void => ask(undefined);
  return (
    <>
      <Button variant="link" isInline aria-label={texts.approveTitle(what)} onClick={() => ask('approve')}>
        {texts.approve}
      </Button>{' '}
      <Button variant="link" isInline isDanger aria-label={texts.rejectTitle(what)} onClick={() => ask('reject')}>
        {texts.reject}
      </Button>
      {question === 'approve' && (
        <ConfirmDialog
          title={texts.approveTitle(what)}
          action={texts.approve}
          confirm={() => changed(wardstone.post(`${EXECUTION}/approve`, { path }))}
          close={close}
        >
          {texts.approveBody(requestedBy)}
          <ExecutionParameters {...execution} />
        </ConfirmDialog>
      )}
      {question === 'reject' && (
        <ConfirmDialog
          title={texts.rejectTitle(what)}
          action={texts.reject}
          isDanger
          confirm={() => changed(wardstone.post(`${EXECUTION}/reject`, { path }))}
          close={close}
        >
          {texts.rejectBody}
        </ConfirmDialog>
      )}
    </>
  );
}

/** Parameters of the execution. */
export function ExecutionParameters({ params = {} }: Pick<OperationHistoryRest, 'params'>): ReactNode {
  const given = Object.entries(params as Record<string, unknown>).filter(([, value]) => value !== null && value !== '');
  const toText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
  return <Facts facts={given.map(([name, value]) => [name, toText(value)] as const)} />;
}
