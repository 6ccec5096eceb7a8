import type { LabelProps } from '@patternfly/react-core';
import type { TestResultRecord } from '@wardstone/client/compliance';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { LevelLabel, Status, Time } from '../parts/values';
import { scoreText } from '../parts/verdict';
import { complianceTexts as texts } from '../texts/compliance';

export function SeverityLabel({ value }: { value: string }): ReactNode {
  return <LevelLabel level={value}>{texts.severities[value] ?? value}</LevelLabel>;
}

const STATUS_OF_OUTCOME: Readonly<Record<string, LabelProps['status']>> = {
  pass: 'success',
  notchecked: 'warning',
  notapplicable: 'info',
  informational: 'info',
};

/** Every outcome that keeps a rule from passing counts as failed. */
export const hasFailed = (outcome: string): boolean => STATUS_OF_OUTCOME[outcome] === undefined;

export function OutcomeLabel({ value }: { value: string }): ReactNode {
  return <Status kind={STATUS_OF_OUTCOME[value] ?? 'danger'}>{texts.outcomes[value] ?? value}</Status>;
}

/** A score as number and bar, with its threshold. */
export function Score({ value, threshold }: { value: number | null; threshold: number }): ReactNode {
  if (value === null) return texts.noScore;
  return (
    <span className="score">
      <span className="score-figure">{scoreText(value)}</span>
      <span className="score-bar" aria-hidden="true">
        <span className={value >= threshold ? 'good' : 'bad'} style={{ inlineSize: `${Math.min(100, value)}%` }} />
        <span className="mark" style={{ insetInlineStart: `${Math.min(100, threshold)}%` }} />
      </span>
    </span>
  );
}

/** Time of a result, and whether it is too old for its policy. */
export function Scanned({ result }: { result: Pick<TestResultRecord, 'end_time' | 'freshness'> }): ReactNode {
  return (
    <>
      <Time at={result.end_time} />{' '}
      {result.freshness === 'stale' && <Status kind="warning">{texts.freshness.stale}</Status>}
    </>
  );
}

/** The newest result of a system for a policy, or a note that there is none. */
export function LastResult({
  policyId,
  result,
}: {
  policyId: string;
  result: TestResultRecord | undefined;
}): ReactNode {
  if (!result) return texts.freshness.never_reported;
  return (
    <>
      <Link to={`/compliance/policies/${policyId}/results/${result.id}`}>{texts.verdicts[result.verdict]}</Link>{' '}
      <Scanned result={result} />
    </>
  );
}
