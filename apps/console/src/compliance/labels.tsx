import type { ReactNode } from 'react';
import { LevelLabel, Status } from '../parts/labels';
import { scoreText } from '../parts/score-text';
import { complianceTexts as texts } from '../texts/compliance';

export function SeverityLabel({ value }: { value: string }): ReactNode {
  return <LevelLabel level={value}>{texts.severities[value] ?? value}</LevelLabel>;
}

/** Everything but `pass` counts as failed. */
export function OutcomeLabel({ value }: { value: string }): ReactNode {
  return <Status kind={value === 'pass' ? 'success' : 'danger'}>{texts.outcomes[value] ?? value}</Status>;
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
