import type { ReactNode } from 'react';
import { LongTextField, TextField } from '../parts/forms';
import { alertTexts } from '../texts/alerts';
import { type ExpressionDraft, wrongLine } from './domain/expression-draft';

const texts = alertTexts.definition.expression;

interface ExpressionFieldsProps {
  draft: ExpressionDraft;
  change: (draft: ExpressionDraft) => void;
}

/** Form fields for the interval of an expression, and for labels and annotations of its alerts. */
export function ExpressionFields({ draft, change }: ExpressionFieldsProps): ReactNode {
  const getField = (name: keyof ExpressionDraft) => ({
    id: `expression-${name}`,
    label: texts[name],
    value: draft[name],
    change: (value: string) => change({ ...draft, [name]: value }),
  });
  const lines = (name: 'labels' | 'annotations'): ReactNode => {
    const line = wrongLine(draft[name]);
    return (
      <LongTextField
        {...getField(name)}
        help={texts.templateHelp}
        problem={line > 0 ? texts.notALine(line) : undefined}
      />
    );
  };
  return (
    <>
      <h2>{texts.title}</h2>
      <div className="field-row">
        <TextField {...getField('seconds')} type="number" min={10} />
        <TextField {...getField('forSeconds')} type="number" min={0} />
        <TextField {...getField('keepFiringSeconds')} type="number" min={0} />
      </div>
      {lines('labels')}
      {lines('annotations')}
    </>
  );
}
