import { ArrayField, BooleanField, Dto, EnumField, IntField, ObjectField, StringField, TimeField } from '../../fields';
import { CONDITION_MODES, DAMPENING_CATEGORIES, DAMPENING_UNITS } from './alert-definition.dto';
import type { ConditionMode, DampeningCategory, DampeningUnit } from './alert-definition.dto';

export const DELIVERY_STATES = ['SUCCESS', 'PARTIAL', 'FAILURE', 'DEFERRED', 'UNKNOWN'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

@Dto({
  element: 'explainedCondition',
  description: 'A condition as it was when the alert fired, and what it made of the facts',
})
export class ExplainedCondition {
  @IntField({ description: 'Id it had then' })
  id!: number;
  @StringField({ description: 'Category' })
  category!: string;
  @StringField({ description: 'What it asks for' })
  description!: string;
  @BooleanField({ description: 'Whether it held' })
  matched!: boolean;
  @StringField({ description: 'The value that made it hold', nullable: true })
  value!: string | null;
  @StringField({ description: 'The same in the unit of the metric, for people', nullable: true })
  valueText!: string | null;
  @TimeField({ description: 'Time of that value, in ms', nullable: true })
  dataTime!: number | null;
}

@Dto({ element: 'dampening', description: 'Which occurrences became alerts then' })
export class ExplainedDampening {
  @EnumField({ description: 'Category', values: DAMPENING_CATEGORIES })
  category!: DampeningCategory;
  @IntField({ description: 'Occurrences' })
  count!: number;
  @IntField({ description: 'Evaluations or time units' })
  period!: number;
  @EnumField({ description: 'Unit of the period', values: DAMPENING_UNITS, nullable: true })
  unit!: DampeningUnit | null;
}

@Dto({ element: 'occurrence', description: 'Conditions came true' })
export class AlertOccurrence {
  @TimeField({ description: 'When, by the clock of the server' })
  time!: number;
}

@Dto({ element: 'attempt', description: 'An attempt to deliver a notification' })
export class NotificationAttempt {
  @TimeField({ description: 'When it ended' })
  time!: number;
  @EnumField({ description: 'What was known then', values: DELIVERY_STATES })
  state!: DeliveryState;
  @StringField({ description: 'Who was reached, and what went wrong' })
  message!: string;
}

@Dto({ element: 'explainedNotification', description: 'Whom the alert was to be told to' })
export class ExplainedNotification {
  @StringField({ description: 'Name of the sender' })
  senderName!: string;
  @BooleanField({ description: 'Whether nothing more is tried' })
  settled!: boolean;
  @ArrayField({ description: 'Every attempt, the oldest first', of: () => NotificationAttempt })
  attempts!: readonly NotificationAttempt[];
}

@Dto({
  element: 'alertExplanation',
  description: 'Why an alert fired: the rules as they were, the facts that met them, and what was told to whom',
})
export class AlertExplanation {
  @IntField({ description: 'Id of the alert' })
  alertId!: number;
  @IntField({ description: 'Id of the definition' })
  definitionId!: number;
  @TimeField({ description: 'When it fired' })
  firedTime!: number;
  @StringField({ description: 'The same in words' })
  summary!: string;
  @EnumField({ description: 'Whether one condition had to hold or all', values: CONDITION_MODES })
  conditionMode!: ConditionMode;
  @ArrayField({ description: 'Every condition of the definition', of: () => ExplainedCondition })
  conditions!: readonly ExplainedCondition[];
  @ObjectField({ description: 'Which occurrences became alerts', of: () => ExplainedDampening })
  dampening!: ExplainedDampening;
  @ArrayField({ description: 'The occurrences that dampening counted, the oldest first', of: () => AlertOccurrence })
  occurrences!: readonly AlertOccurrence[];
  @ArrayField({ description: 'Who was told', of: () => ExplainedNotification })
  notifications!: readonly ExplainedNotification[];
}
