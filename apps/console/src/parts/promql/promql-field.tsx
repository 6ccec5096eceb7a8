import './promql.css';
import { Skeleton } from '@patternfly/react-core';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Help } from '../forms';
import { promqlTexts } from '../../texts/promql';
import type { JudgedExpression } from './create-editor';

const PromqlEditor = lazy(() => import('./promql-editor'));

/** Longer expressions are not written by hand. */
const MAX_EXPRESSION = 4_000;

interface PromqlFieldProps {
  id?: string;
  label: string;
  value: string;
  change: (value: string) => void;
  /** Called by Enter with the text; without it, Enter begins a line. */
  run?: ((value: string) => void) | undefined;
  help?: string;
  isReadOnly?: boolean;
  /** Notes whose positions are marked until the text changes. Must stay the same object until they change. */
  judged?: JudgedExpression | undefined;
}

/** A PromQL expression with completion, and its first error below it while it is typed. */
export function PromqlField(props: PromqlFieldProps): ReactNode {
  const { id, label, value, change, run, help, isReadOnly = false, judged } = props;
  const [problem, setProblem] = useState<string>();
  return (
    <div id={id} className="pf-v6-c-form__group promql-field">
      {/* The editor has the label as its name: `for` leads to no element inside a shadow root. */}
      <div className="pf-v6-c-form__group-label" aria-hidden="true">
        <span className="pf-v6-c-form__label-text">{label}</span>
      </div>
      <Suspense fallback={<Skeleton height="2.5rem" screenreaderText={promqlTexts.loading} />}>
        <PromqlEditor
          label={label}
          example={promqlTexts.example}
          value={value}
          maxLength={MAX_EXPRESSION}
          isReadOnly={isReadOnly}
          change={change}
          run={run}
          judge={setProblem}
          judged={judged}
        />
      </Suspense>
      {(problem ?? help) !== undefined && <Help isProblem={problem !== undefined}>{problem ?? help}</Help>}
    </div>
  );
}
