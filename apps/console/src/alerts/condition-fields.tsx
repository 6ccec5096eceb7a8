import { boundText, unitOfSymbol } from '@wardstone/units';
import type { ReactNode } from 'react';
import { alertTexts } from '../texts/alerts';
import {
  AVAILABILITY_NAMES,
  BASELINE_VALUES,
  CATEGORIES,
  COMPARATORS,
  type ConditionDraft,
  type DraftMetric,
  DURATION_NAMES,
  EVENT_SEVERITIES,
  hasField,
  isWatchable,
  findMetric,
  newCondition,
  OPERATION_STATUSES,
  RANGE_COMPARATORS,
  toSentCondition,
  getUnitSymbol,
} from './domain/condition-draft';
import { ChoiceField, TextField } from '../parts/forms';
import { PromqlField } from '../parts/promql/promql-field';

const texts = alertTexts.definition;

interface ConditionFieldsProps {
  id: string;
  draft: ConditionDraft;
  metrics: readonly DraftMetric[];
  change: (draft: ConditionDraft) => void;
  isReadOnly?: boolean;
}

/** Form fields of a condition; they depend on its category. */
export function ConditionFields(props: ConditionFieldsProps): ReactNode {
  const { id, draft, metrics, change } = props;
  const { category } = draft;
  const set = (changes: Partial<ConditionDraft>): void => change({ ...draft, ...changes });
  const keptId = draft.id === undefined ? {} : { id: draft.id };
  return (
    <>
      <ChoiceField
        id={`${id}-category`}
        label={texts.category}
        value={category}
        options={CATEGORIES.map((each) => [each, texts.categories[each]])}
        change={(next) => change({ ...newCondition(next, draft.metric), ...keptId })}
      />
      {hasField(category, 'metric') && (
        <ChoiceField
          id={`${id}-metric`}
          label={texts.metric}
          value={String(draft.metric)}
          options={[
            ['0', texts.chooseMetric],
            ...metrics
              .filter((metric) => isWatchable(category, metric))
              .map(({ definitionId, displayName }) => [String(definitionId), displayName] as const),
          ]}
          change={(metric) => set({ metric: Number(metric) })}
        />
      )}
      <Particular {...props} set={set} />
    </>
  );
}

/** Names of the fields whose values are in the draft. */
type FieldName = 'name' | 'option' | 'comparator' | 'threshold';

function Particular(props: ConditionFieldsProps & { set: (changes: Partial<ConditionDraft>) => void }): ReactNode {
  const { id, draft, metrics, set, isReadOnly = false } = props;
  const { category, option } = draft;
  const symbol = getUnitSymbol(draft, findMetric(draft.metric, metrics));
  const getField = (name: FieldName, label: string) => ({
    id: `${id}-${name}`,
    label,
    value: draft[name],
    change: (value: string) => set({ [name]: value }),
  });
  const text = (name: FieldName, label: string): ReactNode => <TextField {...getField(name, label)} />;
  const number = (name: FieldName, label: string, help?: string): ReactNode => (
    <TextField {...getField(name, label)} type="decimal" help={help} />
  );
  const choice = <T extends string>(
    name: FieldName,
    label: string,
    values: readonly T[],
    names?: Readonly<Record<T, string>>,
  ): ReactNode => (
    <ChoiceField {...getField(name, label)} options={values.map((each) => [each, names?.[each] ?? each])} />
  );
  switch (category) {
    case 'THRESHOLD':
      return (
        <div className="field-row">
          {choice('comparator', texts.comparator, COMPARATORS, texts.comparators)}
          {number('threshold', texts.inUnit(texts.threshold, symbol), meaning(draft, metrics))}
        </div>
      );
    case 'RANGE':
      return (
        <div className="field-row">
          {choice('comparator', texts.comparator, RANGE_COMPARATORS, texts.rangeComparators)}
          {number('threshold', texts.inUnit(texts.lower, symbol))}
          {number('option', texts.inUnit(texts.upper, symbol))}
        </div>
      );
    case 'BASELINE':
      return (
        <div className="field-row">
          {choice('comparator', texts.comparator, COMPARATORS, texts.comparators)}
          {number('threshold', texts.inUnit(texts.share, symbol))}
          {choice('option', texts.baseline, BASELINE_VALUES, texts.baselines)}
        </div>
      );
    case 'AVAILABILITY':
      return choice('name', texts.availability, AVAILABILITY_NAMES, texts.availabilities);
    case 'AVAIL_DURATION': {
      const isWhole = /^\d+$/.test(option);
      return (
        <div className="field-row">
          {choice('name', texts.availability, DURATION_NAMES, texts.durations)}
          {number(
            'option',
            texts.seconds,
            isWhole ? texts.means(boundText(Number(option), { unit: 'SECONDS' })) : undefined,
          )}
        </div>
      );
    }
    case 'EVENT':
      return (
        <div className="field-row">
          {choice('name', texts.severity, EVENT_SEVERITIES)}
          {text('option', texts.pattern)}
        </div>
      );
    case 'CONTROL':
      return (
        <div className="field-row">
          {text('name', texts.operation)}
          {choice('option', texts.status, OPERATION_STATUSES, texts.statuses)}
        </div>
      );
    case 'DRIFT':
      return (
        <div className="field-row">
          {text('name', texts.driftName)}
          {text('option', texts.driftPath)}
        </div>
      );
    case 'EXPRESSION':
      return (
        <>
          <PromqlField
            {...getField('option', texts.expression.text)}
            help={texts.expression.textHelp}
            isReadOnly={isReadOnly}
          />
          <div className="field-row">
            {choice('comparator', texts.comparator, ['', ...COMPARATORS], {
              ...texts.comparators,
              '': texts.expression.anySeries,
            } as Record<'' | (typeof COMPARATORS)[number], string>)}
            {draft.comparator !== '' && number('threshold', texts.threshold)}
          </div>
        </>
      );
    case 'TRAIT':
      return text('option', texts.pattern);
    case 'CHANGE':
    case 'RESOURCE_CONFIG':
      return null;
  }
}

/** A number with many digits in a short form, e.g. `1 GiB`. */
function meaning(draft: ConditionDraft, metrics: readonly DraftMetric[]): string | undefined {
  const metric = findMetric(draft.metric, metrics);
  const threshold = toSentCondition(draft, metrics)?.threshold;
  if (!metric || typeof threshold !== 'number') return undefined;
  return texts.means(boundText(threshold, { unit: unitOfSymbol(metric.unit) }));
}
