import type { PageWindow } from '@wardstone/pagination';
import {
  ArrayField,
  BooleanField,
  DoubleField,
  Dto,
  EnumField,
  FlagField,
  IdField,
  IntField,
  LinkField,
  LinksField,
  ObjectField,
  ObjectMapField,
  PageField,
  SortField,
  StringField,
  TextMapField,
  TimeField,
} from '../fields';
import type { Double, Link, ObjectMap, Sort, TextMap } from '../values';

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

@Dto('notification', 'A notification of an alert definition')
export class AlertNotificationRest {
  @IntField('Id; every change assigns a new one')
  id!: number;
  @StringField('Name of the sender')
  senderName!: string;
  @ObjectMapField('Configuration of the sender')
  config!: ObjectMap;
  @ObjectMapField('Parameters of the operation that the sender Resource Operations starts; absent without parameters', {
    optional: true,
  })
  extraConfig?: ObjectMap;
}

export const PRIORITIES = ['HIGH', 'MEDIUM', 'LOW'] as const;
export type Priority = (typeof PRIORITIES)[number];

export const CONDITION_MODES = ['ANY', 'ALL'] as const;
export type ConditionMode = (typeof CONDITION_MODES)[number];

export const DAMPENING_CATEGORIES = [
  'NONE',
  'ONCE',
  'CONSECUTIVE_COUNT',
  'PARTIAL_COUNT',
  'DURATION_COUNT',
  'INVERSE_COUNT',
] as const;
export type DampeningCategory = (typeof DAMPENING_CATEGORIES)[number];

export const DAMPENING_UNITS = ['MINUTES', 'HOURS', 'DAYS', 'WEEKS'] as const;
export type DampeningUnit = (typeof DAMPENING_UNITS)[number];

export const DEFINITION_SORT_FIELDS = ['id', 'name', 'priority'] as const;

/** Conditions, and notifications, that one definition may have. */
export const MOST_OF_A_KIND = 100;

/** What a definition can be for. */
export const OWNER_KINDS = ['RESOURCE', 'GROUP', 'TYPE'] as const;
export type OwnerKind = (typeof OWNER_KINDS)[number];

@Dto('owner', 'The resource, group or type that a definition is for')
export class DefinitionOwner {
  @EnumField('What it is', { values: OWNER_KINDS, open: true })
  kind!: OwnerKind;
  @IntField('Id')
  id!: number;
  @StringField('Name')
  name!: string;
  @StringField('Of a resource, its path to the root', { nullable: true })
  ancestry!: string | null;
}

@Dto('definition', 'Conditions, dampening and notifications of an alert')
export class AlertDefinitionRest {
  @IntField('Id')
  id!: number;
  @StringField('Name')
  name!: string;
  @BooleanField('Whether the definition is evaluated')
  enabled!: boolean;
  @EnumField('Priority of its alerts', { values: PRIORITIES, open: true })
  priority!: Priority;
  @IntField('Id of the definition that its alerts re-enable; 0 for none')
  recoveryId!: number;
  @EnumField('Whether any or all conditions must hold', { values: CONDITION_MODES, open: true })
  conditionMode!: ConditionMode;
  @ArrayField('Conditions by id, at most 100; only on request', {
    of: () => AlertConditionRest,
    maxItems: MOST_OF_A_KIND,
    optional: true,
  })
  conditions?: readonly AlertConditionRest[];
  @ArrayField('Notifications by id, at most 100; only on request', {
    of: () => AlertNotificationRest,
    maxItems: MOST_OF_A_KIND,
    optional: true,
  })
  notifications?: readonly AlertNotificationRest[];
  @EnumField('Dampening category', { values: DAMPENING_CATEGORIES, open: true })
  dampeningCategory!: DampeningCategory;
  @IntField('Occurrences')
  dampeningCount!: number;
  @IntField('Number of evaluations or time units to consider')
  dampeningPeriod!: number;
  @EnumField('Unit of the period; null for minutes', { values: DAMPENING_UNITS, open: true, nullable: true })
  dampeningUnit!: DampeningUnit | null;
  @ObjectField('What it is for, by name', { of: () => DefinitionOwner, optional: true })
  owner?: DefinitionOwner;
  @LinksField('The resource, group or type it belongs to')
  links!: readonly Link[];
}

@Dto('choice', 'A value that a property may have')
export class SenderChoice {
  @StringField('The value')
  value!: string;
  @StringField('Its name')
  label!: string;
}

@Dto('property', 'What a notification says to its sender')
export class SenderPropertyRest {
  @StringField('Name, as used in the configuration of notifications')
  name!: string;
  @StringField('Type')
  type!: string;
  @StringField('Label of the field in a form')
  label!: string;
  @StringField('Help for the field', { optional: true })
  help?: string;
  @BooleanField('Whether a notification without it is refused')
  required!: boolean;
  @StringField(
    'What an id names: user, role, rotation, resource, resourceType or operation. Several users or roles are written as |2|10001|',
    { optional: true },
  )
  kind?: string;
  @ArrayField('The values to choose from; users and rotations are listed for callers who may manage alerts', {
    of: () => SenderChoice,
  })
  choices!: readonly SenderChoice[];
  @StringField('It counts only where this other property …', { optional: true })
  onlyWithProperty?: string;
  @StringField('… has this value', { optional: true })
  onlyWithValue?: string;
}

@Dto('alertSender', 'A way to deliver notifications')
export class AlertSender {
  @StringField('Name, as used in notifications')
  senderName!: string;
  @StringField('Description')
  description!: string;
  @StringField('Name for people')
  label!: string;
  @StringField('Why it delivers nothing at present', { optional: true })
  problem?: string;
  @BooleanField('Whether a configuration can be tested before it is stored')
  testable!: boolean;
  @LinkField('The sender')
  link!: Link;
  @TextMapField('Type of each property of a notification; absent in lists', { optional: true })
  configDefinition?: TextMap;
  @ArrayField('The same properties as a form shows them; absent in lists', {
    of: () => SenderPropertyRest,
    optional: true,
  })
  properties?: readonly SenderPropertyRest[];
}

@Dto('match', 'A condition that would have held')
export class DryRunMatch {
  @IntField('Position of the condition in the definition, from 1')
  condition!: number;
  @StringField('Condition in words')
  description!: string;
  @StringField('The value that would have met the condition')
  value!: string;
  @StringField('The value as text, with the unit of the metric')
  valueText!: string;
  @TimeField('Time of that value')
  dataTime!: number;
}

/** Held back until then at least; notified then, by itself or as a digest; or notified then along with an alert before. */
export const REHEARSED_OUTCOMES = ['SILENCED', 'SUPPRESSED', 'FLAPPING', 'TOLD', 'DIGEST', 'JOINED'] as const;

/** What a notification says: that an alert fired, why alerts of its incident are held back, or that the incident is over. */
export const NOTICE_KINDS = ['ALERT', 'HELD', 'END'] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

@Dto('addressee', 'Who gets a notification')
export class Addressee {
  @StringField('Login or address')
  name!: string;
  @TimeField('When quiet hours end that keep it from this person; absent where none do', { optional: true })
  quietUntil?: number;
}

@Dto('notice', 'A notification that would have been sent, or not')
export class DryRunNotice {
  @StringField('Name of the sender')
  senderName!: string;
  @EnumField('That the alert fired, or why it is held back', { values: NOTICE_KINDS })
  kind!: NoticeKind;
  @EnumField('Whether it is held back, sent, by itself or as a digest, or told along with an alert before', {
    values: REHEARSED_OUTCOMES,
  })
  outcome!: (typeof REHEARSED_OUTCOMES)[number];
  @TimeField('When it is sent; of one that is held, when that is decided again')
  time!: number;
  @IntField('Step of the escalation policy, from 1; absent for what the definition notifies', { optional: true })
  step?: number;
  @ArrayField(
    'The first twenty whom it reaches, by the rotations and quiet hours there are; for callers with MANAGE_ALERTS',
    {
      of: () => Addressee,
    },
  )
  addressees!: readonly Addressee[];
}

@Dto('alert', 'An alert that would have fired')
export class DryRunAlert {
  @TimeField('When')
  time!: number;
  @StringField('Why')
  summary!: string;
  @ArrayField('The conditions that would have held', { of: () => DryRunMatch })
  matches!: readonly DryRunMatch[];
  @ArrayField('Who would have been told: the notifications in their order, then the steps of the policy', {
    of: () => DryRunNotice,
  })
  notices!: readonly DryRunNotice[];
}

@Dto('resource', 'A resource on which the definition would have fired')
export class DryRunResource {
  @IntField('The resource')
  resourceId!: number;
  @StringField('Its name')
  resourceName!: string;
  @StringField('Name of its host')
  hostName!: string;
  @IntField('Number of alerts that would have fired')
  alertCount!: number;
}

@Dto('scope', 'The group or type that the definition would be for')
export class DryRunScope {
  @IntField('Number of resources in inventory that the caller sees')
  total!: number;
  @IntField('Number of those that were evaluated: as many as the time allowed')
  evaluated!: number;
  @IntField('Number of those on which it would have fired')
  firedCount!: number;
  @ArrayField('The first twenty of these, most alerts first', { of: () => DryRunResource })
  fired!: readonly DryRunResource[];
}

@Dto('dryRun', 'Result of evaluating a definition over stored data')
export class DryRun {
  @IntField('The resource')
  resourceId!: number;
  @TimeField('Start of the window')
  startTime!: number;
  @TimeField('End of the window, exclusive')
  endTime!: number;
  @IntField('Number of facts evaluated')
  facts!: number;
  @IntField('Number of alerts that would have fired')
  alertCount!: number;
  @ArrayField('The first thousand alerts, oldest first', { of: () => DryRunAlert })
  alerts!: readonly DryRunAlert[];
  @ObjectField('With groupId or resourceTypeId: all that is watched', { of: () => DryRunScope, optional: true })
  scope?: DryRunScope;
  @ArrayField('Possible differences from live evaluation, and warnings about the definition', { of: 'string' })
  notes!: readonly string[];
}

/** Which definitions are listed. */
export class DefinitionListQuery {
  @PageField()
  window!: PageWindow;
  @SortField({ fields: DEFINITION_SORT_FIELDS, default: { field: 'id', descends: false } })
  sort!: Sort<(typeof DEFINITION_SORT_FIELDS)[number]>;
  @IdField('Only those of this resource', { optional: true })
  resourceId?: number;
  @StringField('Part of the name, case-insensitive', { optional: true })
  q?: string;
  @FlagField('Whether to include conditions and notifications', { default: false })
  full!: boolean;
  @FlagField('Whether to list what templates of groups and types have on their resources', { default: true })
  children!: boolean;
}

/** How one definition is shown. */
export class DefinitionQuery {
  @FlagField('Whether to include conditions and notifications', { default: true })
  full!: boolean;
}

/** What a new definition is for. */
export class DefinitionOwnerQuery {
  @IdField('Resource of the definition; exactly one of the three is required', { optional: true })
  resourceId?: number;
  @IdField('Group of the definition', { optional: true })
  groupId?: number;
  @IdField('Resource type of the definition', { optional: true })
  resourceTypeId?: number;
}

/** What a definition is tried out on. */
export class DryRunQuery {
  @IdField('The resource whose history is replayed', { example: 10001 })
  resourceId!: number;
  @IdField('Look at the members of this group as well', { optional: true })
  groupId?: number;
  @IdField('Look at the resources of this type as well', { optional: true })
  resourceTypeId?: number;
  @IdField('Escalate by this policy; requires MANAGE_ALERTS', { optional: true })
  escalationId?: number;
  @TimeField('End, exclusive; now when absent or later', { optional: true })
  end?: number;
  @TimeField('Start; six days before the end when absent', { optional: true })
  start?: number;
}
