import type { AlertConditionRest, MetricSchedule } from '@wardstone/client/monitoring';
import { unitOfSymbol } from '@wardstone/units';

type ConditionCategory = AlertConditionRest['category'];

/** A condition in the form: numbers as text, in displayed units. */
export interface ConditionDraft {
  /** Id of a stored condition. */
  id?: number;
  category: ConditionCategory;
  name: string;
  option: string;
  comparator: string;
  threshold: string;
  /** Id of the metric definition; 0 while none is selected. */
  metric: number;
}

/** Properties of a metric for the form. */
export interface DraftMetric {
  definitionId: number;
  displayName: string;
  unit: string;
  type: MetricSchedule['type'];
}

/** A condition to send. */
export type SentCondition = Partial<Omit<AlertConditionRest, 'id' | 'note' | 'threshold'>> &
  Pick<AlertConditionRest, 'category'> & { threshold?: number | null };

export const AVAILABILITY_NAMES = [
  'AVAIL_GOES_DOWN',
  'AVAIL_GOES_NOT_UP',
  'AVAIL_GOES_UP',
  'AVAIL_GOES_UNKNOWN',
  'AVAIL_GOES_DISABLED',
] as const;
export const DURATION_NAMES = ['AVAIL_DURATION_DOWN', 'AVAIL_DURATION_NOT_UP'] as const;
export const OPERATION_STATUSES = ['FAILURE', 'SUCCESS', 'INPROGRESS', 'CANCELED'] as const;
export const BASELINE_VALUES = ['mean', 'min', 'max'] as const;
export const EVENT_SEVERITIES = ['FATAL', 'ERROR', 'WARN', 'INFO', 'DEBUG'] as const;
export const COMPARATORS = ['>', '<', '='] as const;
export const RANGE_COMPARATORS = ['<=', '<', '>=', '>', '='] as const;

type Field = Exclude<keyof ConditionDraft, 'id' | 'category'>;

const FIELDS: Readonly<Record<ConditionCategory, readonly Field[]>> = {
  THRESHOLD: ['metric', 'comparator', 'threshold'],
  RANGE: ['metric', 'comparator', 'threshold', 'option'],
  BASELINE: ['metric', 'comparator', 'threshold', 'option'],
  CHANGE: ['metric'],
  TRAIT: ['metric', 'option'],
  AVAILABILITY: ['name'],
  AVAIL_DURATION: ['name', 'option'],
  EVENT: ['name', 'option'],
  CONTROL: ['name', 'option'],
  DRIFT: ['name', 'option'],
  RESOURCE_CONFIG: [],
  EXPRESSION: ['option', 'comparator', 'threshold'],
};

/** In the order of the form. */
export const CATEGORIES = Object.keys(FIELDS) as ConditionCategory[];

const FIRST_CHOICES: Readonly<Partial<Record<ConditionCategory, Partial<ConditionDraft>>>> = {
  THRESHOLD: { comparator: '>' },
  RANGE: { comparator: '<=' },
  BASELINE: { comparator: '>', option: 'mean' },
  AVAILABILITY: { name: 'AVAIL_GOES_DOWN' },
  AVAIL_DURATION: { name: 'AVAIL_DURATION_DOWN', option: '600' },
  EVENT: { name: 'ERROR' },
  CONTROL: { option: 'FAILURE' },
};

/** Whether the form of a category has a field. Pure. */
export function hasField(category: ConditionCategory, field: Field): boolean {
  return FIELDS[category].includes(field);
}

/** A new condition of a category with the usual choices; the metric stays if the category has one. Pure. */
export function newCondition(category: ConditionCategory, metric = 0): ConditionDraft {
  return {
    category,
    name: '',
    option: '',
    comparator: '',
    threshold: '',
    metric: hasField(category, 'metric') ? metric : 0,
    ...FIRST_CHOICES[category],
  };
}

/** Whether conditions of the category can use a metric: some need traits, the others numbers. Pure. */
export function isWatchable(category: ConditionCategory, { type }: Pick<DraftMetric, 'type'>): boolean {
  return category === 'TRAIT' ? type === 'TRAIT' : type === 'MEASUREMENT';
}

/** Factor from the stored number to the form, because fractions are entered as percentages. */
function getFactor({ category }: Pick<ConditionDraft, 'category'>, metric: DraftMetric | undefined): number {
  return category === 'BASELINE' || (metric && unitOfSymbol(metric.unit) === 'PERCENTAGE') ? 100 : 1;
}

/** Unit symbol of a number in the form. Pure. */
export function getUnitSymbol(draft: Pick<ConditionDraft, 'category'>, metric: DraftMetric | undefined): string {
  return draft.category === 'BASELINE' ? '%' : (metric?.unit ?? '');
}

/** Further digits are rounding errors. */
const DIGITS = 12;
const shown = (number: number, factor: number): string => String(Number((number * factor).toPrecision(DIGITS)));

/** Stored value of a typed number; undefined if it is not a number. */
function stored(text: string, factor: number): number | undefined {
  const number = Number(text.trim() === '' ? NaN : text);
  return Number.isFinite(number) ? Number((number / factor).toPrecision(DIGITS)) : undefined;
}

/** Converts a stored condition to the form. Pure. */
export function toConditionDraft(condition: AlertConditionRest, metrics: readonly DraftMetric[]): ConditionDraft {
  const { id, category, name, option, comparator, threshold, measurementDefinition } = condition;
  const factor = getFactor(condition, findMetric(measurementDefinition, metrics));
  return {
    id,
    category,
    name: hasField(category, 'name') ? (name ?? '') : '',
    option: category === 'RANGE' && option ? shown(Number(option), factor) : (option ?? ''),
    comparator: comparator ?? '',
    threshold: typeof threshold === 'number' ? shown(threshold, factor) : '',
    metric: measurementDefinition,
  };
}

/** The condition to send; undefined while it is incomplete. Pure. */
export function toSentCondition(draft: ConditionDraft, metrics: readonly DraftMetric[]): SentCondition | undefined {
  const { category, name, option, comparator, metric } = draft;
  const factor = getFactor(draft, findMetric(metric, metrics));
  const threshold = stored(draft.threshold, factor);
  const text = category === 'RANGE' ? String(stored(option, factor) ?? '') : option;
  const fields: Readonly<Record<Field, Partial<SentCondition>>> = {
    metric: { measurementDefinition: metric },
    comparator: isWithoutBound(draft) ? {} : { comparator },
    threshold: threshold === undefined || isWithoutBound(draft) ? {} : { threshold },
    name: name === '' ? {} : { name },
    option: text === '' ? {} : { option: text },
  };
  const sent = Object.assign({ category }, ...FIELDS[category].map((field) => fields[field])) as SentCondition;
  return isComplete(sent) ? sent : undefined;
}

/** Without a threshold, every series that the expression returns fires. */
function isWithoutBound({ category, comparator }: ConditionDraft): boolean {
  return category === 'EXPRESSION' && comparator === '';
}

const COMPLETE: Readonly<Partial<Record<ConditionCategory, (sent: SentCondition) => boolean>>> = {
  RANGE: ({ option }) => option !== undefined,
  AVAIL_DURATION: ({ option }) => /^\d+$/.test(option ?? ''),
  CONTROL: ({ name }) => name !== undefined,
  EXPRESSION: ({ option, comparator, threshold }) =>
    option !== undefined && (comparator === undefined) === (threshold === undefined),
};

function isComplete(sent: SentCondition): boolean {
  const { category, measurementDefinition, threshold } = sent;
  if (hasField(category, 'metric') && measurementDefinition === 0) return false;
  if (hasField(category, 'threshold') && category !== 'EXPRESSION' && threshold === undefined) return false;
  return COMPLETE[category]?.(sent) ?? true;
}

export function findMetric(id: number, metrics: readonly DraftMetric[]): DraftMetric | undefined {
  return metrics.find(({ definitionId }) => definitionId === id);
}
