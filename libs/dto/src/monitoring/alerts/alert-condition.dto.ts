import { DoubleField, Dto, EnumField, IntField, StringField } from '../../fields';
import type { Double } from '../../values';

/** What a condition can look at. */
export const CONDITION_CATEGORIES = [
  'AVAILABILITY',
  'AVAIL_DURATION',
  'BASELINE',
  'CHANGE',
  'CONTROL',
  'DRIFT',
  'EVENT',
  'RANGE',
  'RESOURCE_CONFIG',
  'THRESHOLD',
  'TRAIT',
] as const;
export type ConditionCategory = (typeof CONDITION_CATEGORIES)[number];

@Dto('condition', 'A condition of an alert definition')
export class AlertConditionRest {
  @IntField('Id; every change assigns a new one')
  id!: number;
  @StringField('Depends on the category; display name of the metric', { nullable: true })
  name!: string | null;
  @EnumField('Category of the condition', { values: CONDITION_CATEGORIES, open: true })
  category!: ConditionCategory;
  @DoubleField('Threshold', { nullable: true })
  threshold!: Double | null;
  @StringField('Depends on the category', { nullable: true })
  option!: string | null;
  @IntField('Stored as sent', { nullable: true })
  triggerId!: number | null;
  @StringField('Comparison operator', { nullable: true })
  comparator!: string | null;
  @IntField('Id of the metric definition; 0 for categories without a metric')
  measurementDefinition!: number;
  @StringField('Warning about a threshold outside the range of the metric', { optional: true })
  note?: string;
}
