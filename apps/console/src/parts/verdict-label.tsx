import type { LabelProps } from '@patternfly/react-core';
import type { ReactNode } from 'react';
import { complianceTexts as texts } from '../texts/compliance';
import { Status } from './labels';
import { type Judged, type Verdict, verdictOf } from './verdict';

const STATUS_OF_VERDICT: Readonly<Record<Verdict, LabelProps['status']>> = {
  compliant: 'success',
  notCompliant: 'danger',
  unsupported: 'warning',
  notApplicable: 'info',
};

/** What a result came to. */
export function VerdictLabel({ result }: { result: Judged }): ReactNode {
  const verdict = verdictOf(result);
  return <Status kind={STATUS_OF_VERDICT[verdict]}>{texts.verdicts[verdict]}</Status>;
}
