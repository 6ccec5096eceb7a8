import { type LabelProps } from '@patternfly/react-core';
import type { OperationHistoryRest } from '@wardstone/client/monitoring';
import type { ReactNode } from 'react';
import { Status } from '../values';
import { inventoryTexts } from '../../texts/inventory';
import { operationTexts } from '../../texts/operations';

const STATUSES: Readonly<Record<OperationHistoryRest['status'], NonNullable<LabelProps['status']>>> = {
  inprogress: 'info',
  success: 'success',
  failure: 'danger',
  canceled: 'warning',
};

/** State of an execution. */
export function ExecutionLabel({
  status,
  awaitsApproval = false,
}: Pick<OperationHistoryRest, 'status'> & Partial<Pick<OperationHistoryRest, 'awaitsApproval'>>): ReactNode {
  if (awaitsApproval) return <Status kind="warning">{operationTexts.states.AWAITING_APPROVAL}</Status>;
  return <Status kind={STATUSES[status]}>{inventoryTexts.operations.statuses[status]}</Status>;
}
