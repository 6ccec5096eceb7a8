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

@Dto('explainedCondition', 'A condition at the time of the alert, with the value that met it')
export class ExplainedCondition {
  @IntField('Id at that time')
  id!: number;
  @StringField('Category')
  category!: string;
  @StringField('Condition in words')
  description!: string;
  @BooleanField('Whether it held')
  matched!: boolean;
  @StringField('The value that met the condition', { nullable: true })
  value!: string | null;
  @StringField('The value as text, with the unit of the metric', { nullable: true })
  valueText!: string | null;
  @TimeField('Time of that value, in ms', { nullable: true })
  dataTime!: number | null;
}

@Dto('dampening', 'Dampening category at that time')
export class ExplainedDampening {
  @EnumField('Category', { values: DAMPENING_CATEGORIES })
  category!: DampeningCategory;
  @IntField('Occurrences')
  count!: number;
  @IntField('Evaluations or time units')
  period!: number;
  @EnumField('Unit of the period', { values: DAMPENING_UNITS, nullable: true })
  unit!: DampeningUnit | null;
}

@Dto('occurrence', 'The conditions were met')
export class AlertOccurrence {
  @TimeField('Time, by the clock of the server')
  time!: number;
}

@Dto('attempt', 'An attempt to deliver a notification')
export class NotificationAttempt {
  @TimeField('When it ended')
  time!: number;
  @EnumField('State after the attempt', { values: DELIVERY_STATES })
  state!: DeliveryState;
  @StringField('Recipients reached, and errors')
  message!: string;
}

@Dto('explainedNotification', 'A notification of the alert')
export class ExplainedNotification {
  @StringField('Name of the sender')
  senderName!: string;
  @BooleanField('Whether delivery has ended')
  settled!: boolean;
  @ArrayField('All attempts, oldest first', { of: () => NotificationAttempt })
  attempts!: readonly NotificationAttempt[];
}

@Dto(
  'alertExplanation',
  'Why an alert fired: the definition at that time, the values that met it, and the notifications',
)
export class AlertExplanation {
  @IntField('Id of the alert')
  alertId!: number;
  @IntField('Id of the definition')
  definitionId!: number;
  @TimeField('When it fired')
  firedTime!: number;
  @StringField('The same in words')
  summary!: string;
  @EnumField('Whether any or all conditions had to hold', { values: CONDITION_MODES })
  conditionMode!: ConditionMode;
  @ArrayField('All conditions of the definition', { of: () => ExplainedCondition })
  conditions!: readonly ExplainedCondition[];
  @ObjectField('Which occurrences became alerts', { of: () => ExplainedDampening })
  dampening!: ExplainedDampening;
  @ArrayField('The occurrences counted by dampening, oldest first', { of: () => AlertOccurrence })
  occurrences!: readonly AlertOccurrence[];
  @ArrayField('Notifications', { of: () => ExplainedNotification })
  notifications!: readonly ExplainedNotification[];
}
