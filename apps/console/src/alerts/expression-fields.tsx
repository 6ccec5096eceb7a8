import type { ReactNode } from 'react';
import { useGet } from '../api/client';
import { ChoiceField, LongTextField, TextField } from '../parts/forms';
import { alertTexts } from '../texts/alerts';
import { type ExpressionDraft, moveToGroup, isRecordName, listGroups, wrongLine } from './domain/expression-draft';

const texts = alertTexts.definition.expression;

interface ExpressionFieldsProps {
  draft: ExpressionDraft;
  change: (draft: ExpressionDraft) => void;
  /** Resource of the installation, whose rules alone may record series and have groups; undefined for others. */
  installationId: number | undefined;
}

type TextName = Exclude<keyof ExpressionDraft, 'record' | 'group' | 'file'>;

/** Form fields for the interval of an expression, and for its alerts or recorded series. */
export function ExpressionFields({ draft, change, installationId }: ExpressionFieldsProps): ReactNode {
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
      {(installationId !== undefined || isRecording) && (
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
      {installationId !== undefined && (
        <div className="field-row">
          <GroupField draft={draft} change={change} installationId={installationId} />
          {draft.group !== '' && <TextField {...getField('position')} type="number" min={0} />}
        </div>
      )}
      {lines('labels')}
      {!isRecording && lines('annotations')}
    </>
  );
}

/** The group of the rule, with the names of existing ones. */
function GroupField(props: Omit<ExpressionFieldsProps, 'installationId'> & { installationId: number }): ReactNode {
  const { draft, change, installationId } = props;
  const query = { resourceId: installationId, include: 'expression', ps: 1000 };
  const groups = listGroups(useGet('/rest/alert/definitions', { query }).data ?? []);
  return (
    <TextField
      id="expression-group"
      label={texts.group}
      value={draft.group}
      help={draft.file === '' ? texts.groupHelp : texts.fileHelp(draft.file)}
      maxLength={200}
      offers={[...new Set(groups.map(({ group }) => group))]}
      change={(name) => change(moveToGroup(draft, name, groups))}
    />
  );
}
