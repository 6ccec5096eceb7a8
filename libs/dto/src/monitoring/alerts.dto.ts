import type { PageWindow } from '@wardstone/pagination';
import {
  CONDITION_MODES,
  type ConditionMode,
  DAMPENING_CATEGORIES,
  DAMPENING_UNITS,
  type DampeningCategory,
  type DampeningUnit,
  DELIVERY_STATES,
  type DeliveryState,
  NOTICE_KINDS,
  type NoticeKind,
  PRIORITIES,
  type Priority,
  STORY_KINDS,
  type StoryKind,
} from '@wardstone/terms';
import { Dto, Field } from '../fields';
import type { Link, Sort, TextMap } from '../values';
import { Addressee, AlertDefinitionRest } from './alert-definitions.dto';
import { ALERT_FILTER_STATES, type AlertFilterState, AlertStatus } from './alert-status.dto';
import { ExternalAlertRest } from './integrations.dto';
import { ResourceWithType } from './resources.dto';

/** Larger than a page of any list. */
const MAX_CHOSEN = 1_000;

@Dto('problem', 'The open alerts of a definition on a resource')
export class AcknowledgedProblem {
  @Field.Int('Id of the definition; of a template for the alerts of its children')
  definitionId!: number;
  @Field.Int('Id of the resource')
  resourceId!: number;
}

@Dto('acknowledgement', 'Alerts to acknowledge, among those that match the parameters, and a comment')
export class Acknowledgement {
  @Field.String('Comment, shown with the alerts', { maxLength: 1_000, optional: true })
  comment?: string;
  @Field.Boolean('Whether to acknowledge all alerts that match the parameters', { optional: true })
  all?: boolean;
  @Field.Array('Ids of the alerts to acknowledge', { of: 'integer', maxItems: MAX_CHOSEN, optional: true })
  alerts?: readonly number[];
  @Field.Array('Problems whose alerts to acknowledge, as in the list of problems', {
    of: () => AcknowledgedProblem,
    maxItems: MAX_CHOSEN,
    optional: true,
  })
  problems?: readonly AcknowledgedProblem[];
  @Field.Time('Only alerts fired until then, e.g. the time at which the list was read', { optional: true })
  until?: number;
}

@Dto('acknowledgementResult', 'Number of alerts acknowledged, and left')
export class AcknowledgementResult {
  @Field.Int('Number of alerts that this request acknowledged, at most 10,000')
  acknowledged!: number;
  @Field.Int('Number of alerts left for another request')
  remaining!: number;
}

@Dto('explainedCondition', 'A condition at the time of the alert, with the value that met it')
export class ExplainedCondition {
  @Field.Int('Id at that time')
  id!: number;
  @Field.String('Category')
  category!: string;
  @Field.String('Condition in words')
  description!: string;
  @Field.Boolean('Whether it held')
  matched!: boolean;
  @Field.String('The value that met the condition', { nullable: true })
  value!: string | null;
  @Field.String('The value as text, with the unit of the metric', { nullable: true })
  valueText!: string | null;
  @Field.Time('Time of that value, in ms', { nullable: true })
  dataTime!: number | null;
}

@Dto('dampening', 'Dampening category at that time')
export class ExplainedDampening {
  @Field.Enum('Category', { values: DAMPENING_CATEGORIES })
  category!: DampeningCategory;
  @Field.Int('Number of occurrences, as the category counts them')
  count!: number;
  @Field.Int('Number of evaluations or time units considered')
  period!: number;
  @Field.Enum('Unit of the period', { values: DAMPENING_UNITS, nullable: true })
  unit!: DampeningUnit | null;
}

@Dto('occurrence', 'An evaluation in which the conditions were met')
export class AlertOccurrence {
  @Field.Time('Time, by the clock of the server')
  time!: number;
}

@Dto('attempt', 'An attempt to deliver a notification')
export class NotificationAttempt {
  @Field.Time('When it ended')
  time!: number;
  @Field.Enum('State after the attempt', { values: DELIVERY_STATES })
  state!: DeliveryState;
  @Field.String('Recipients reached, and errors')
  message!: string;
}

@Dto('explainedNotification', 'A notification of the alert')
export class ExplainedNotification {
  @Field.String('Name of the sender')
  senderName!: string;
  @Field.Enum('Content: alerts, a hold, or the end', { values: NOTICE_KINDS })
  kind!: NoticeKind;
  @Field.Int('Step of the escalation policy, from 1; absent for notifications of the definition', { optional: true })
  step?: number;
  @Field.Time('Next attempt; absent if there is none', { optional: true })
  dueTime?: number;
  @Field.Boolean('Whether delivery has ended')
  settled!: boolean;
  @Field.Array('All attempts, oldest first', { of: () => NotificationAttempt })
  attempts!: readonly NotificationAttempt[];
  @Field.Array('Last responses of the recipients; empty for callers without MANAGE_ALERTS', { of: 'string' })
  responses!: readonly string[];
}

@Dto('escalationStep', 'A step that is sent if nobody acknowledges and the problem lasts')
export class ExplainedStep {
  @Field.Time('When')
  time!: number;
  @Field.Int('Step of the policy, from 1')
  step!: number;
  @Field.String('Name of the escalation policy')
  policyName!: string;
  @Field.String('Name of the sender')
  senderName!: string;
  @Field.Array('Recipients by the rotation and the quiet hours of that time; for callers with MANAGE_ALERTS', {
    of: () => Addressee,
  })
  addressees!: readonly Addressee[];
}

@Dto('step', 'A past or planned step of an alert')
export class StoryStep {
  @Field.Time('When, in ms')
  time!: number;
  @Field.Enum('Kind of step', { values: STORY_KINDS })
  kind!: StoryKind;
  @Field.String('Summary as a sentence')
  text!: string;
}

@Dto(
  'alertExplanation',
  'Why an alert fired: the definition at that time, the values that met it, and the notifications',
)
export class AlertExplanation {
  @Field.Int('Id of the alert')
  alertId!: number;
  @Field.Int('Id of the definition')
  definitionId!: number;
  @Field.Time('When it fired')
  firedTime!: number;
  @Field.String('Summary as a sentence')
  summary!: string;
  @Field.String('Advice for the operator, for built-in definitions', { nullable: true })
  advice!: string | null;
  @Field.Enum('Whether any or all conditions had to hold', { values: CONDITION_MODES })
  conditionMode!: ConditionMode;
  @Field.Array('All conditions of the definition', { of: () => ExplainedCondition })
  conditions!: readonly ExplainedCondition[];
  @Field.Object('Dampening: which occurrences became alerts', { of: () => ExplainedDampening })
  dampening!: ExplainedDampening;
  @Field.Array('The occurrences counted by dampening, oldest first', { of: () => AlertOccurrence })
  occurrences!: readonly AlertOccurrence[];
  @Field.Array('Notifications of the alert', { of: () => ExplainedNotification })
  notifications!: readonly ExplainedNotification[];
  @Field.Array('Steps of the escalation policy that are yet to come', { of: () => ExplainedStep })
  steps!: readonly ExplainedStep[];
  @Field.Array('Past and planned steps, in order of time', { of: () => StoryStep })
  story!: readonly StoryStep[];
}

/** Reasons for a hold, or how it ended: notified late, or over before that. */
export const HOLD_STATES = ['SILENCED', 'SUPPRESSED', 'FLAPPING', 'TOLD', 'OVER'] as const;
export type HoldState = (typeof HOLD_STATES)[number];

@Dto('hold', 'Why an alert was not notified when it fired')
export class AlertHold {
  @Field.Enum('Why it is held back, or that it was notified later, or ended before', { values: HOLD_STATES })
  state!: HoldState;
  @Field.Int('Id of the silence that held it back last, if any', { optional: true })
  silenceId?: number;
  @Field.String('Reason of the silence; absent if the silence was deleted', { optional: true })
  reason?: string;
  @Field.Int('Id of the DOWN resource that suppressed it last, if any', { optional: true })
  causeId?: number;
  @Field.String('Name of that resource', { optional: true })
  causeName?: string;
  @Field.Boolean('Whether its definition was flapping on the resource', { optional: true })
  flapping?: boolean;
  @Field.Time('When it was notified; absent when it was not', { optional: true })
  toldTime?: number;
}

export const ALERT_SORT_FIELDS = ['alertTime', 'name', 'resourceName', 'priority'] as const;

@Dto('alert', 'A fired alert')
export class AlertRest {
  @Field.Int('Id')
  id!: number;
  @Field.String('Name of the definition')
  name!: string;
  @Field.Object('The definition, without conditions and notifications', { of: () => AlertDefinitionRest })
  alertDefinition!: AlertDefinitionRest;
  @Field.Boolean('Whether the definition is enabled now')
  definitionEnabled!: boolean;
  @Field.String('Login of the person who acknowledged it', { nullable: true })
  ackBy!: string | null;
  @Field.Time('When it was acknowledged; 0 if not acknowledged')
  ackTime!: number;
  @Field.String('Comment of the acknowledgement', { optional: true, onRequest: true })
  ackComment?: string;
  @Field.Time('When it fired')
  alertTime!: number;
  @Field.String('The conditions that were met')
  description!: string;
  @Field.Object('Why it was not notified when it fired', { of: () => AlertHold, optional: true, onRequest: true })
  hold?: AlertHold;
  @Field.Int('Id of the incident: its alerts are notified together', { optional: true, onRequest: true })
  incidentId?: number;
  @Field.Object('State of the alert', { of: () => AlertStatus, optional: true, onRequest: true })
  status?: AlertStatus;
  @Field.Object('The alert of another system that it reports', {
    of: () => ExternalAlertRest,
    optional: true,
    onRequest: true,
  })
  external?: ExternalAlertRest;
  @Field.TextMap('Labels, of an alert on an expression', { optional: true, onRequest: true })
  labels?: TextMap;
  @Field.TextMap('Annotations, of an alert on an expression', { optional: true, onRequest: true })
  annotations?: TextMap;
  @Field.Object('The resource on which it fired', { of: () => ResourceWithType })
  resource!: ResourceWithType;
  @Field.Links('Links of the alert')
  links!: readonly Link[];
}

@Dto('notificationTest', 'Result of testing a notification')
export class NotificationTest {
  @Field.String('Name of the sender')
  senderName!: string;
  @Field.Enum('State of the notification', { values: DELIVERY_STATES })
  state!: DeliveryState;
  @Field.String('Recipients reached, and errors')
  message!: string;
  @Field.Array('Responses of the other side, if it gave any', { of: 'string' })
  responses!: readonly string[];
}

@Dto('definition', 'A definition, in short', { name: 'AlertDefinitionRest' })
export class DefinitionInShort {
  @Field.Int('Id')
  id!: number;
}

@Dto('resource', 'A resource, in short', { name: 'ResourceWithType' })
export class ResourceInShort {
  @Field.String('Name')
  resourceName!: string;
  @Field.Int('Id')
  resourceId!: number;
}

@Dto('alert', 'A fired alert, in short', { name: 'AlertRest' })
export class SlimAlert {
  @Field.Int('Id')
  id!: number;
  @Field.String('Name of the definition')
  name!: string;
  @Field.Boolean('Whether the definition is enabled now')
  definitionEnabled!: boolean;
  @Field.String('Login of the person who acknowledged it', { nullable: true })
  ackBy!: string | null;
  @Field.Time('When it was acknowledged; 0 if not acknowledged')
  ackTime!: number;
  @Field.String('Comment of the acknowledgement', { optional: true, onRequest: true })
  ackComment?: string;
  @Field.Time('When it fired')
  alertTime!: number;
  @Field.String('The conditions that were met')
  description!: string;
  @Field.Object('Why it was not notified when it fired', { of: () => AlertHold, optional: true, onRequest: true })
  hold?: AlertHold;
  @Field.Int('Id of the incident: its alerts are notified together', { optional: true, onRequest: true })
  incidentId?: number;
  @Field.Object('State of the alert', { of: () => AlertStatus, optional: true, onRequest: true })
  status?: AlertStatus;
  @Field.Object('The alert of another system that it reports', {
    of: () => ExternalAlertRest,
    optional: true,
    onRequest: true,
  })
  external?: ExternalAlertRest;
  @Field.TextMap('Labels, of an alert on an expression', { optional: true, onRequest: true })
  labels?: TextMap;
  @Field.TextMap('Annotations, of an alert on an expression', { optional: true, onRequest: true })
  annotations?: TextMap;
  @Field.Links('Links of the alert')
  links!: readonly Link[];
  @Field.Object('The definition', { of: () => DefinitionInShort })
  alertDefinition!: DefinitionInShort;
  @Field.Object('The resource on which it fired', { of: () => ResourceInShort })
  resource!: ResourceInShort;
}

/** Filters for listing alerts, or acknowledging them together. */
export class AlertFilterQuery {
  @Field.Enum('Priority, case-insensitive', {
    values: [...PRIORITIES, 'ALL'],
    alias: 'priority',
    optional: true,
    documented: { enum: ['High', 'Medium', 'Low', 'All'] },
  })
  prio?: Priority | 'ALL';
  @Field.Time('Only those that fired after this time', { optional: true })
  since?: number;
  @Field.Id('Only those of this resource', { optional: true })
  resourceId?: number;
  @Field.Id('Only alerts of this definition, or of the children of a group or type definition', {
    optional: true,
    excludes: 'resourceId',
  })
  definitionId?: number;
  @Field.Id('Only alerts of members of this group', { optional: true, excludes: 'resourceId' })
  groupId?: number;
  @Field.Flag('With resourceId: include all descendants', { default: false, needs: 'resourceId' })
  descendants!: boolean;
  @Field.Id('Only those of this incident', { optional: true })
  incidentId?: number;
  @Field.Enum('Only those in this state, case-insensitive; RECOVERED for all that are over', {
    values: ALERT_FILTER_STATES,
    optional: true,
  })
  state?: AlertFilterState;
  @Field.String('Part of the name of the definition, of the resource, or of one it is part of; case-insensitive', {
    optional: true,
  })
  q?: string;
}

/** Filters and page of the list of alerts. */
export class AlertListQuery extends AlertFilterQuery {
  @Field.Page('Rows of a page, 100 by default; -1 for all', { sizeParameter: 'size' })
  window!: PageWindow;
  @Field.Boolean('Only acknowledged alerts (true) or only unacknowledged ones (false)', { optional: true })
  acknowledged?: boolean;
  @Field.Sort({ fields: ALERT_SORT_FIELDS, default: { field: 'alertTime', descends: true } })
  sort!: Sort<(typeof ALERT_SORT_FIELDS)[number]>;
  @Field.Flag('Whether to omit details of definitions and resources', { default: false })
  slim!: boolean;
}

/** Filters for counting alerts. */
export class AlertCountQuery {
  @Field.Time('Only those that fired after this time', { optional: true })
  since?: number;
}

/** Parameters for reading one alert. */
export class AlertQuery {
  @Field.Flag('Whether to omit details of definition and resource', { default: false })
  slim!: boolean;
}
