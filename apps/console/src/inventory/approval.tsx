import { Alert } from '@patternfly/react-core';
import type { OperationHistoryRest } from '@wardstone/client/monitoring';
import type { ReactNode } from 'react';
import { wardstone } from '../api/client';
import { ApprovalActions } from '../parts/monitoring/approval-actions';
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

/** Approves or rejects an execution. */
export function ApprovalButtons({ execution, name }: OfExecution): ReactNode {
  const { jobId: job, requestedBy = '', resourceName } = execution;
  const path = { job };
  return (
    <ApprovalActions
      name={`${name} · ${resourceName}`}
      requestedBy={requestedBy}
      approve={() => wardstone.post(`${EXECUTION}/approve`, { path })}
      reject={(body) => wardstone.post(`${EXECUTION}/reject`, { path, body })}
    >
      {texts.approveBody(requestedBy)}
      <ExecutionParameters {...execution} />
    </ApprovalActions>
  );
}

/** Parameters of the execution. */
export function ExecutionParameters({ params = {} }: Pick<OperationHistoryRest, 'params'>): ReactNode {
  const given = Object.entries(params as Record<string, unknown>).filter(([, value]) => value !== null && value !== '');
  const toText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
  return <Facts facts={given.map(([name, value]) => [name, toText(value)] as const)} />;
}
