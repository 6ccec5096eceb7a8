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
  metricOf,
  newCondition,
  OPERATION_STATUSES,
  RANGE_COMPARATORS,
  sentOf,
  symbolOf,
} from './domain/condition-draft';
import { ChoiceField, TextField } from './fields';

const texts = alertTexts.definition;

interface ConditionFieldsProps {
  id: string;
  draft: ConditionDraft;
  metrics: readonly DraftMetric[];
  change: (draft: ConditionDraft) => void;
}

/** What a condition of its category needs. */
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

function Particular(props: ConditionFieldsProps & { set: (changes: Partial<ConditionDraft>) => void }): ReactNode {
  const { id, draft, metrics, set } = props;
  const { category, name, option, comparator, threshold } = draft;
  const metric = metricOf(draft.metric, metrics);
  const symbol = symbolOf(draft, metric);
  const optionField = (label: string): ReactNode => (
    <TextField id={`${id}-option`} label={label} value={option} change={(next) => set({ option: next })} />
  );
  switch (category) {
    case 'THRESHOLD':
      return (
        <div className="field-row">
          <Comparator id={id} value={comparator} names={texts.comparators} values={COMPARATORS} set={set} />
          <TextField
            id={`${id}-threshold`}
            label={texts.inUnit(texts.threshold, symbol)}
            value={threshold}
            isNumber
            hint={meaning(draft, metrics)}
            change={(next) => set({ threshold: next })}
          />
        </div>
      );
    case 'RANGE':
      return (
        <div className="field-row">
          <Comparator id={id} value={comparator} names={texts.rangeComparators} values={RANGE_COMPARATORS} set={set} />
          <TextField
            id={`${id}-threshold`}
            label={texts.inUnit(texts.lower, symbol)}
            value={threshold}
            isNumber
            change={(next) => set({ threshold: next })}
          />
          <TextField
            id={`${id}-option`}
            label={texts.inUnit(texts.upper, symbol)}
            value={option}
            isNumber
            change={(next) => set({ option: next })}
          />
        </div>
      );
    case 'BASELINE':
      return (
        <div className="field-row">
          <Comparator id={id} value={comparator} names={texts.comparators} values={COMPARATORS} set={set} />
          <TextField
            id={`${id}-threshold`}
            label={texts.inUnit(texts.share, symbol)}
            value={threshold}
            isNumber
            change={(next) => set({ threshold: next })}
          />
          <ChoiceField
            id={`${id}-option`}
            label={texts.baseline}
            value={option}
            options={BASELINE_VALUES.map((each) => [each, texts.baselines[each]])}
            change={(next) => set({ option: next })}
          />
        </div>
      );
    case 'AVAILABILITY':
      return (
        <ChoiceField
          id={`${id}-name`}
          label={texts.availability}
          value={name}
          options={AVAILABILITY_NAMES.map((each) => [each, texts.availabilities[each]])}
          change={(next) => set({ name: next })}
        />
      );
    case 'AVAIL_DURATION':
      return (
        <div className="field-row">
          <ChoiceField
            id={`${id}-name`}
            label={texts.availability}
            value={name}
            options={DURATION_NAMES.map((each) => [each, texts.durations[each]])}
            change={(next) => set({ name: next })}
          />
          <TextField
            id={`${id}-option`}
            label={texts.seconds}
            value={option}
            isNumber
            hint={/^\d+$/.test(option) ? texts.means(boundText(Number(option), { unit: 'SECONDS' })) : undefined}
            change={(next) => set({ option: next })}
          />
        </div>
      );
    case 'EVENT':
      return (
        <div className="field-row">
          <ChoiceField
            id={`${id}-name`}
            label={texts.severity}
            value={name}
            options={EVENT_SEVERITIES.map((each) => [each, each])}
            change={(next) => set({ name: next })}
          />
          {optionField(texts.pattern)}
        </div>
      );
    case 'CONTROL':
      return (
        <div className="field-row">
          <TextField id={`${id}-name`} label={texts.operation} value={name} change={(next) => set({ name: next })} />
          <ChoiceField
            id={`${id}-option`}
            label={texts.status}
            value={option}
            options={OPERATION_STATUSES.map((each) => [each, texts.statuses[each]])}
            change={(next) => set({ option: next })}
          />
        </div>
      );
    case 'DRIFT':
      return (
        <div className="field-row">
          <TextField id={`${id}-name`} label={texts.driftName} value={name} change={(next) => set({ name: next })} />
          {optionField(texts.driftPath)}
        </div>
      );
    case 'TRAIT':
      return optionField(texts.pattern);
    case 'CHANGE':
    case 'RESOURCE_CONFIG':
      return null;
  }
}

interface ComparatorProps {
  id: string;
  value: string;
  values: readonly string[];
  names: Readonly<Record<string, string>>;
  set: (changes: Partial<ConditionDraft>) => void;
}

function Comparator({ id, value, values, names, set }: ComparatorProps): ReactNode {
  return (
    <ChoiceField
      id={`${id}-comparator`}
      label={texts.comparator}
      value={value}
      options={values.map((each) => [each, names[each] ?? each])}
      change={(comparator) => set({ comparator })}
    />
  );
}

/** A number with many digits as it is read elsewhere, e.g. `1 GiB`. */
function meaning(draft: ConditionDraft, metrics: readonly DraftMetric[]): string | undefined {
  const metric = metricOf(draft.metric, metrics);
  const threshold = sentOf(draft, metrics)?.threshold;
  if (!metric || typeof threshold !== 'number') return undefined;
  return texts.means(boundText(threshold, { unit: unitOfSymbol(metric.unit) }));
}
