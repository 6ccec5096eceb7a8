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

@Dto({ element: 'condition', description: 'Something that makes an alert fire' })
export class AlertConditionRest {
  @IntField({ description: 'Id; another one after each change' })
  id!: number;
  @StringField({ description: 'Depends on the category; of a metric its name for people', nullable: true })
  name!: string | null;
  @EnumField({ description: 'What the condition looks at', values: CONDITION_CATEGORIES, open: true })
  category!: ConditionCategory;
  @DoubleField({ description: 'Value or bound to compare with', nullable: true })
  threshold!: Double | null;
  @StringField({ description: 'Depends on the category', nullable: true })
  option!: string | null;
  @IntField({ description: 'Kept as sent', nullable: true })
  triggerId!: number | null;
  @StringField({ description: 'How to compare', nullable: true })
  comparator!: string | null;
  @IntField({ description: 'Id of the definition of the metric; 0 where the category has none' })
  measurementDefinition!: number;
  @StringField({
    description: 'What is odd about the bounds, if anything is: such values do not occur',
    optional: true,
  })
  note?: string;
}
