import type { ReactNode } from 'react';
import { ChoiceField, LongTextField, TextField } from '../parts/forms';
import { alertTexts } from '../texts/alerts';
import { type ExpressionDraft, isRecordName, wrongLine } from './domain/expression-draft';

const texts = alertTexts.definition.expression;

interface ExpressionFieldsProps {
  draft: ExpressionDraft;
  change: (draft: ExpressionDraft) => void;
  /** Whether it may be a recording rule: those of the installation alone. */
  mayRecord: boolean;
}

type TextName = Exclude<keyof ExpressionDraft, 'record'>;

/** Form fields for the interval of an expression, and for its alerts or recorded series. */
export function ExpressionFields({ draft, change, mayRecord }: ExpressionFieldsProps): ReactNode {
  const { record } = draft;
  const isRecording = record !== undefined;
  const getField = (name: TextName) => ({
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
      {(mayRecord || isRecording) && (
        <ChoiceField
          id="expression-rule"
          label={texts.rule}
          value={isRecording ? 'record' : 'alert'}
          options={[
            ['alert', texts.alertingRule],
            ['record', texts.recordingRule],
          ]}
          change={(rule) => change({ ...draft, record: rule === 'record' ? '' : undefined })}
        />
      )}
      {isRecording && (
        <TextField
          id="expression-record"
          label={texts.record}
          value={record}
          help={texts.recordHelp}
          problem={record !== '' && !isRecordName(record) ? texts.noRecordName : undefined}
          isRequired
          maxLength={200}
          change={(name) => change({ ...draft, record: name })}
        />
      )}
      <div className="field-row">
        <TextField {...getField('seconds')} type="number" min={10} />
        {!isRecording && (
          <>
            <TextField {...getField('forSeconds')} type="number" min={0} />
            <TextField {...getField('keepFiringSeconds')} type="number" min={0} />
          </>
        )}
      </div>
      {lines('labels')}
      {!isRecording && lines('annotations')}
    </>
  );
}
