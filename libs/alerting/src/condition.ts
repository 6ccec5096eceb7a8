import type { ConditionCategory } from '@wardstone/terms';
import type { Measure } from '@wardstone/units';

/** Categories of conditions on one metric, which they name by its definition. */
export const METRIC_CATEGORIES: ReadonlySet<ConditionCategory> = new Set([
  'BASELINE',
  'CHANGE',
  'RANGE',
  'THRESHOLD',
  'TRAIT',
]);

export const AVAILABILITY_NAMES = [
  'AVAIL_GOES_DOWN',
  'AVAIL_GOES_DISABLED',
  'AVAIL_GOES_UNKNOWN',
  'AVAIL_GOES_NOT_UP',
  'AVAIL_GOES_UP',
] as const;
export const DURATION_NAMES = ['AVAIL_DURATION_DOWN', 'AVAIL_DURATION_NOT_UP'] as const;
export const OPERATION_STATUSES = ['INPROGRESS', 'SUCCESS', 'FAILURE', 'CANCELED'] as const;
export type OperationStatus = (typeof OPERATION_STATUSES)[number];
export const BASELINE_VALUES = ['min', 'max', 'mean'] as const;
export const COMPARATORS = ['<', '=', '>'] as const;
export const RANGE_COMPARATORS = ['<', '<=', '=', '>=', '>'] as const;

/** A condition as it is stored; what the texts mean depends on the category. See rule alerts-9. */
export interface Condition {
  readonly id: number;
  readonly category: ConditionCategory;
  readonly name: string | null;
  readonly threshold: number | null;
  readonly option: string | null;
  readonly comparator: string | null;
  /** Id of the metric definition; 0 where the category has none. */
  readonly measurementDefinition: number;
  /** Unit of the metric's values; null where the category has none. */
  readonly measure?: Measure | null;
}
