import { Label, type LabelProps } from '@patternfly/react-core';
import type { ReactNode } from 'react';
import { scoreText } from '../parts/score-text';
import { complianceTexts as texts } from '../texts/compliance';
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
  return (
    <Label isCompact variant="outline" status={STATUS_OF_VERDICT[verdict]}>
      {texts.verdicts[verdict]}
    </Label>
  );
}

const COLOUR_OF_SEVERITY: Readonly<Record<string, LabelProps['color']>> = {
  high: 'red',
  medium: 'orange',
  low: 'blue',
};

export function SeverityLabel({ value }: { value: string }): ReactNode {
  return (
    <Label isCompact color={COLOUR_OF_SEVERITY[value] ?? 'grey'}>
      {texts.severities[value] ?? value}
    </Label>
  );
}

/** Everything but `pass` counts as failed. */
export function OutcomeLabel({ value }: { value: string }): ReactNode {
  return (
    <Label isCompact variant="outline" status={value === 'pass' ? 'success' : 'danger'}>
      {texts.outcomes[value] ?? value}
    </Label>
  );
}

/** A score as figure and bar, with the threshold it is measured by. */
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
