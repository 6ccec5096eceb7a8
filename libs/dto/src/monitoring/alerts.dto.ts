import type { PageWindow } from '@wardstone/pagination';
import {
  ArrayField,
  BooleanField,
  Dto,
  EnumField,
  FlagField,
  IdField,
  IntField,
  LinksField,
  ObjectField,
  PageField,
  SortField,
  StringField,
  TimeField,
} from '../fields';
import type { Link, Sort } from '../values';
import {
  Addressee,
  AlertDefinitionRest,
  CONDITION_MODES,
  type ConditionMode,
  DAMPENING_CATEGORIES,
  DAMPENING_UNITS,
  type DampeningCategory,
  type DampeningUnit,
  NOTICE_KINDS,
  type NoticeKind,
  PRIORITIES,
  type Priority,
} from './alert-definitions.dto';
import { ResourceWithType } from './resources.dto';

/** More than a page of any list. */
const MOST_CHOSEN = 1_000;

@Dto('problem', 'The open alerts of a definition on a resource')
export class AcknowledgedProblem {
  @IntField('Id of the definition; of a template for the alerts of its children')
  definitionId!: number;
  @IntField('Id of the resource')
  resourceId!: number;
}

@Dto('acknowledgement', 'Which of the alerts that the parameters leave are acknowledged, and why')
export class Acknowledgement {
  @StringField('Shown with the alerts', { maxLength: 1_000, optional: true })
  comment?: string;
  @BooleanField('All that the parameters leave', { optional: true })
  all?: boolean;
  @ArrayField('Ids of alerts', { of: 'integer', maxItems: MOST_CHOSEN, optional: true })
  alerts?: readonly number[];
  @ArrayField('Problems, as they are listed', { of: () => AcknowledgedProblem, maxItems: MOST_CHOSEN, optional: true })
  problems?: readonly AcknowledgedProblem[];
  @TimeField('Only those that fired no later, e.g. than the list was read', { optional: true })
  until?: number;
}

@Dto('acknowledgementResult', 'How many alerts were acknowledged')
export class AcknowledgementResult {
  @IntField('Acknowledged by this request, at most 10,000')
  acknowledged!: number;
  @IntField('Left for another request')
  remaining!: number;
}

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
  @EnumField('Whether it tells alerts, why some are held back, or the end', { values: NOTICE_KINDS })
  kind!: NoticeKind;
  @IntField('Step of the escalation policy, from 1; absent for what the definition notifies', { optional: true })
  step?: number;
  @TimeField('Next attempt; absent where there is none', { optional: true })
  dueTime?: number;
  @BooleanField('Whether delivery has ended')
  settled!: boolean;
  @ArrayField('All attempts, oldest first', { of: () => NotificationAttempt })
  attempts!: readonly NotificationAttempt[];
  @ArrayField('What the recipients last responded; empty for callers without MANAGE_ALERTS', { of: 'string' })
  responses!: readonly string[];
}

@Dto('escalationStep', 'A step that is told if nobody acknowledges and the problem lasts')
export class ExplainedStep {
  @TimeField('When')
  time!: number;
  @IntField('Step of the policy, from 1')
  step!: number;
  @StringField('Name of the escalation policy')
  policyName!: string;
  @StringField('Name of the sender')
  senderName!: string;
  @ArrayField('Whom it reaches, by the rotation and the quiet hours of that time; for callers with MANAGE_ALERTS', {
    of: () => Addressee,
  })
  addressees!: readonly Addressee[];
}

/** `PLANNED` is yet to come. */
export const STORY_KINDS = [
  'MEASURED',
  'COUNTED',
  'FIRED',
  'HELD',
  'TOLD',
  'OVER',
  'ATTEMPT',
  'ACKNOWLEDGED',
  'PLANNED',
] as const;
export type StoryKind = (typeof STORY_KINDS)[number];

@Dto('step', 'Something that happened with an alert, or is planned')
export class StoryStep {
  @TimeField('When, in ms')
  time!: number;
  @EnumField('What', { values: STORY_KINDS })
  kind!: StoryKind;
  @StringField('The same in words')
  text!: string;
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
  @ArrayField('Steps of the escalation policy that are yet to come', { of: () => ExplainedStep })
  steps!: readonly ExplainedStep[];
  @ArrayField('All that happened with it and is planned, in the order of time', { of: () => StoryStep })
  story!: readonly StoryStep[];
}

/** What holds an alert back; or it was told later than it fired, or was over before it was told. */
export const HOLD_STATES = ['SILENCED', 'SUPPRESSED', 'FLAPPING', 'TOLD', 'OVER'] as const;
export type HoldState = (typeof HOLD_STATES)[number];

@Dto('hold', 'Why an alert was not notified when it fired')
export class AlertHold {
  @EnumField('What holds it back now; or whether it was notified later, or was over before', { values: HOLD_STATES })
  state!: HoldState;
  @IntField('Id of the silence, where one held it back last', { optional: true })
  silenceId?: number;
  @StringField('Reason of the silence; absent when that was deleted', { optional: true })
  reason?: string;
  @IntField('Id of the resource that was DOWN and suppressed it, where one did last', { optional: true })
  causeId?: number;
  @StringField('Name of that resource', { optional: true })
  causeName?: string;
  @BooleanField('Whether its definition was flapping on the resource', { optional: true })
  flapping?: boolean;
  @TimeField('When it was notified; absent when it was not', { optional: true })
  toldTime?: number;
}

export const ALERT_SORT_FIELDS = ['alertTime', 'name', 'resourceName', 'priority'] as const;

@Dto('alert', 'A fired alert')
export class AlertRest {
  @IntField('Id')
  id!: number;
  @StringField('Name of the definition')
  name!: string;
  @ObjectField('The definition, without conditions and notifications', { of: () => AlertDefinitionRest })
  alertDefinition!: AlertDefinitionRest;
  @BooleanField('Whether the definition is enabled now')
  definitionEnabled!: boolean;
  @StringField('Who acknowledged it', { nullable: true })
  ackBy!: string | null;
  @TimeField('When it was acknowledged; 0 if not acknowledged')
  ackTime!: number;
  @StringField('What was said about it on that occasion', { optional: true })
  ackComment?: string;
  @TimeField('When it fired')
  alertTime!: number;
  @StringField('The conditions that were met')
  description!: string;
  @ObjectField('Why it was not notified when it fired', { of: () => AlertHold, optional: true })
  hold?: AlertHold;
  @IntField('Id of the incident: its alerts are notified together', { optional: true })
  incidentId?: number;
  @ObjectField('The resource on which it fired', { of: () => ResourceWithType })
  resource!: ResourceWithType;
  @LinksField('Links of the alert')
  links!: readonly Link[];
}

@Dto('notificationTest', 'Result of testing a notification')
export class NotificationTest {
  @StringField('Name of the sender')
  senderName!: string;
  @EnumField('State of the notification', { values: DELIVERY_STATES })
  state!: DeliveryState;
  @StringField('Recipients reached, and errors')
  message!: string;
  @ArrayField('Responses of the other side, if it gave any', { of: 'string' })
  responses!: readonly string[];
}

@Dto('definition', 'A definition, in short', { name: 'AlertDefinitionRest' })
export class DefinitionInShort {
  @IntField('Id')
  id!: number;
}

@Dto('resource', 'A resource, in short', { name: 'ResourceWithType' })
export class ResourceInShort {
  @StringField('Name')
  resourceName!: string;
  @IntField('Id')
  resourceId!: number;
}

@Dto('alert', 'A fired alert, in short', { name: 'AlertRest' })
export class SlimAlert {
  @IntField('Id')
  id!: number;
  @StringField('Name of the definition')
  name!: string;
  @BooleanField('Whether the definition is enabled now')
  definitionEnabled!: boolean;
  @StringField('Who acknowledged it', { nullable: true })
  ackBy!: string | null;
  @TimeField('When it was acknowledged; 0 if not acknowledged')
  ackTime!: number;
  @StringField('What was said about it on that occasion', { optional: true })
  ackComment?: string;
  @TimeField('When it fired')
  alertTime!: number;
  @StringField('The conditions that were met')
  description!: string;
  @ObjectField('Why it was not notified when it fired', { of: () => AlertHold, optional: true })
  hold?: AlertHold;
  @IntField('Id of the incident: its alerts are notified together', { optional: true })
  incidentId?: number;
  @LinksField('Links of the alert')
  links!: readonly Link[];
  @ObjectField('The definition', { of: () => DefinitionInShort })
  alertDefinition!: DefinitionInShort;
  @ObjectField('The resource on which it fired', { of: () => ResourceInShort })
  resource!: ResourceInShort;
}

/** What alerts have in common that are listed, or acknowledged together. */
export class AlertFilterQuery {
  @EnumField('Priority, case-insensitive', {
    values: [...PRIORITIES, 'ALL'],
    alias: 'priority',
    optional: true,
    documented: { enum: ['High', 'Medium', 'Low', 'All'] },
  })
  prio?: Priority | 'ALL';
  @TimeField('Only those that fired after this time', { optional: true })
  since?: number;
  @IdField('Only those of this resource', { optional: true })
  resourceId?: number;
  @IdField('Only those of this definition; of all its children, where it is of a group or type', {
    optional: true,
    excludes: 'resourceId',
  })
  definitionId?: number;
  @IdField('Only those of the members of this group', { optional: true, excludes: 'resourceId' })
  groupId?: number;
  @FlagField('With resourceId: include all descendants', { default: false, needs: 'resourceId' })
  descendants!: boolean;
  @IdField('Only those of this incident', { optional: true })
  incidentId?: number;
  @StringField('Part of the name of the definition, of the resource, or of one it is part of; case-insensitive', {
    optional: true,
  })
  q?: string;
}

/** Which alerts are listed. */
export class AlertListQuery extends AlertFilterQuery {
  @PageField('Rows of a page, 100 by default; -1 for all', { sizeParameter: 'size' })
  window!: PageWindow;
  @BooleanField('Only acknowledged alerts (true) or only unacknowledged ones (false)', { optional: true })
  acknowledged?: boolean;
  @SortField({ fields: ALERT_SORT_FIELDS, default: { field: 'alertTime', descends: true } })
  sort!: Sort<(typeof ALERT_SORT_FIELDS)[number]>;
  @FlagField('Whether to omit details of definitions and resources', { default: false })
  slim!: boolean;
}

/** Which alerts are counted. */
export class AlertCountQuery {
  @TimeField('Only those that fired after this time', { optional: true })
  since?: number;
}

/** How one alert is shown. */
export class AlertQuery {
  @FlagField('Whether to omit details of definition and resource', { default: false })
  slim!: boolean;
}
