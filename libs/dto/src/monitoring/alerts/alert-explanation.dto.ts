import { ArrayField, BooleanField, Dto, EnumField, IntField, ObjectField, StringField, TimeField } from '../../fields';
import {
  CONDITION_MODES,
  type ConditionMode,
  DAMPENING_CATEGORIES,
  DAMPENING_UNITS,
  type DampeningCategory,
  type DampeningUnit,
} from './alert-definition.dto';

export const DELIVERY_STATES = ['SUCCESS', 'PARTIAL', 'FAILURE', 'DEFERRED', 'UNKNOWN'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

@Dto({
  element: 'explainedCondition',
  description: 'A condition at the time of the alert, with the value that met it',
})
export class ExplainedCondition {
  @IntField({ description: 'Id at that time' })
  id!: number;
  @StringField({ description: 'Category' })
  category!: string;
  @StringField({ description: 'Condition in words' })
  description!: string;
  @BooleanField({ description: 'Whether it held' })
  matched!: boolean;
  @StringField({ description: 'The value that met the condition', nullable: true })
  value!: string | null;
  @StringField({ description: 'The value as text, with the unit of the metric', nullable: true })
  valueText!: string | null;
  @TimeField({ description: 'Time of that value, in ms', nullable: true })
  dataTime!: number | null;
}

@Dto({ element: 'dampening', description: 'Dampening category at that time' })
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

@Dto({ element: 'occurrence', description: 'The conditions were met' })
export class AlertOccurrence {
  @TimeField({ description: 'Time, by the clock of the server' })
  time!: number;
}

@Dto({ element: 'attempt', description: 'An attempt to deliver a notification' })
export class NotificationAttempt {
  @TimeField({ description: 'When it ended' })
  time!: number;
  @EnumField({ description: 'State after the attempt', values: DELIVERY_STATES })
  state!: DeliveryState;
  @StringField({ description: 'Recipients reached, and errors' })
  message!: string;
}

@Dto({ element: 'explainedNotification', description: 'A notification of the alert' })
export class ExplainedNotification {
  @StringField({ description: 'Name of the sender' })
  senderName!: string;
  @BooleanField({ description: 'Whether delivery has ended' })
  settled!: boolean;
  @ArrayField({ description: 'All attempts, oldest first', of: () => NotificationAttempt })
  attempts!: readonly NotificationAttempt[];
}

@Dto({
  element: 'alertExplanation',
  description: 'Why an alert fired: the definition at that time, the values that met it, and the notifications',
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
  @EnumField({ description: 'Whether any or all conditions had to hold', values: CONDITION_MODES })
  conditionMode!: ConditionMode;
  @ArrayField({ description: 'All conditions of the definition', of: () => ExplainedCondition })
  conditions!: readonly ExplainedCondition[];
  @ObjectField({ description: 'Which occurrences became alerts', of: () => ExplainedDampening })
  dampening!: ExplainedDampening;
  @ArrayField({ description: 'The occurrences counted by dampening, oldest first', of: () => AlertOccurrence })
  occurrences!: readonly AlertOccurrence[];
  @ArrayField({ description: 'Notifications', of: () => ExplainedNotification })
  notifications!: readonly ExplainedNotification[];
}
