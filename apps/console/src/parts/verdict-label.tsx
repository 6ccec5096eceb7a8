import type { LabelProps } from '@patternfly/react-core';
import type { TestResultRecord } from '@wardstone/client/compliance';
import type { ReactNode } from 'react';
import { complianceTexts as texts } from '../texts/compliance';
import { Status } from './labels';
import { scoreText } from './score-text';

type Verdict = TestResultRecord['verdict'];

const STATUS_OF_VERDICT: Readonly<Record<Verdict, LabelProps['status']>> = {
  compliant: 'success',
  not_compliant: 'danger',
  unsupported: 'warning',
  not_applicable: 'info',
};

/** The verdict of a result. */
export function VerdictLabel({ value }: { value: Verdict }): ReactNode {
  return <Status kind={STATUS_OF_VERDICT[value]}>{texts.verdicts[value]}</Status>;
}

type Excepted = Pick<TestResultRecord, 'waived_rule_count' | 'verdict_with_exceptions' | 'score_with_exceptions'>;

/** The verdict of a result with its exceptions, where it has any. */
export function ExceptedVerdict({ result }: { result: Excepted }): ReactNode {
  const { waived_rule_count: waived, verdict_with_exceptions: verdict, score_with_exceptions: score } = result;
  if (waived === 0) return texts.noExceptions;
  return (
    <span className="excepted">
      <VerdictLabel value={verdict} /> {scoreText(score)} <small>{texts.excepted(waived)}</small>
    </span>
  );
}
