import {
  CONDITION_CATEGORIES,
  CONDITION_MODES,
  type ConditionCategory,
  type ConditionMode,
  DAMPENING_CATEGORIES,
  DAMPENING_UNITS,
  type DampeningCategory,
  type DampeningUnit,
  NOTICE_KINDS,
  type NoticeKind,
  PRIORITIES,
  type Priority,
} from '@wardstone/terms';
import { Dto, Field } from '../fields';
import type { Double, Link, ObjectMap, Sort, TextMap } from '../values';
import { AlertExpression, ExpressionResult } from './alert-expressions.dto';
import { PageQuery } from './values.dto';

@Dto('condition', 'A condition of an alert definition')
export class AlertConditionRest {
  @Field.Int('Id; every change assigns a new one')
  id!: number;
  @Field.String('Meaning depends on the category; of a metric, its display name', { nullable: true })
  name!: string | null;
  @Field.Enum('Category of the condition', { values: CONDITION_CATEGORIES, open: true })
  category!: ConditionCategory;
  @Field.Double('Threshold', { nullable: true })
  threshold!: Double | null;
  @Field.String('Meaning depends on the category; for EXPRESSION the PromQL expression', { nullable: true })
  option!: string | null;
  @Field.Int('Stored and returned; has no effect', { nullable: true })
  triggerId!: number | null;
  @Field.String('Comparison operator', { nullable: true })
  comparator!: string | null;
  @Field.Int('Id of the metric definition; 0 for categories without a metric')
  measurementDefinition!: number;
  @Field.String('Warning about a threshold outside the range of the metric', { optional: true, onRequest: true })
  note?: string;
}

@Dto('notification', 'A notification of an alert definition')
export class AlertNotificationRest {
  @Field.Int('Id; every change assigns a new one')
  id!: number;
  @Field.String('Name of the sender')
  senderName!: string;
  @Field.ObjectMap('Configuration of the sender')
  config!: ObjectMap;
  @Field.ObjectMap(
    'Parameters of the operation that the sender Resource Operations starts; absent without parameters',
    { optional: true, onRequest: true },
  )
  extraConfig?: ObjectMap;
  @Field.String('Why the sender cannot use the configuration', { optional: true, onRequest: true })
  problem?: string;
}

export const DEFINITION_SORT_FIELDS = ['id', 'name', 'priority'] as const;

/** Maximum number of conditions, and of notifications, of one definition. */
export const MAX_OF_EACH_KIND = 100;

/** Kinds of owners of a definition. */
export const OWNER_KINDS = ['RESOURCE', 'GROUP', 'TYPE'] as const;
export type OwnerKind = (typeof OWNER_KINDS)[number];

@Dto('owner', 'The resource, group or type that a definition is for')
export class DefinitionOwner {
  @Field.Enum('Kind of the owner', { values: OWNER_KINDS, open: true })
  kind!: OwnerKind;
  @Field.Int('Id')
  id!: number;
  @Field.String('Name')
  name!: string;
  @Field.String('Path to the root, for a resource', { nullable: true })
  ancestry!: string | null;
}

@Dto('definition', 'Conditions, dampening and notifications of an alert')
export class AlertDefinitionRest {
  @Field.Int('Id')
  id!: number;
  @Field.String('Name')
  name!: string;
  @Field.Boolean('Whether the definition is evaluated')
  enabled!: boolean;
  @Field.Enum('Priority of its alerts', { values: PRIORITIES, open: true })
  priority!: Priority;
  @Field.Int('Id of the definition that its alerts re-enable; 0 for none')
  recoveryId!: number;
  @Field.Enum('Whether any or all conditions must hold', { values: CONDITION_MODES, open: true })
  conditionMode!: ConditionMode;
  @Field.Array('Conditions by id, at most 100; only on request', {
    of: () => AlertConditionRest,
    maxItems: MAX_OF_EACH_KIND,
    optional: true,
  })
  conditions?: readonly AlertConditionRest[];
  @Field.Array('Notifications by id, at most 100; only on request', {
    of: () => AlertNotificationRest,
    maxItems: MAX_OF_EACH_KIND,
    optional: true,
  })
  notifications?: readonly AlertNotificationRest[];
  @Field.Enum('How often its conditions must hold for an alert; ONCE disables it after its first alert', {
    values: DAMPENING_CATEGORIES,
    open: true,
  })
  dampeningCategory!: DampeningCategory;
  @Field.Int('Number of occurrences, as the category counts them')
  dampeningCount!: number;
  @Field.Int('Number of evaluations or time units to consider')
  dampeningPeriod!: number;
  @Field.Enum('Unit of the period; null for minutes', { values: DAMPENING_UNITS, open: true, nullable: true })
  dampeningUnit!: DampeningUnit | null;
  @Field.Boolean(
    'Whether it fires once and not again until its conditions no longer hold; it stays enabled. Cannot be combined with ONCE. An update without this field keeps it',
    { optional: true, onRequest: true },
  )
  onceUntilRecovered?: boolean;
  @Field.Boolean('Whether its own alert disabled it (ONCE), not a person. An update must repeat the value to keep it', {
    optional: true,
    onRequest: true,
  })
  disabledByAlert?: boolean;
  @Field.Boolean('Whether it comes with the product. Changes, disabling and deletion persist across upgrades', {
    optional: true,
    onRequest: true,
  })
  builtIn?: boolean;
  @Field.Object('Resource, group or type that the definition is for', {
    of: () => DefinitionOwner,
    optional: true,
    onRequest: true,
  })
  owner?: DefinitionOwner;
  @Field.Object('Evaluation of the condition of category EXPRESSION. An update without this field keeps it', {
    of: () => AlertExpression,
    optional: true,
    onRequest: true,
  })
  expression?: AlertExpression;
  @Field.Links('The resource, group or type it belongs to')
  links!: readonly Link[];
}

@Dto('choice', 'A value that a property may have')
export class SenderChoice {
  @Field.String('The value')
  value!: string;
  @Field.String('Name of the value, for people')
  label!: string;
}

@Dto('property', 'Property of a sender in a notification')
export class SenderPropertyRest {
  @Field.String('Name, as used in the configuration of notifications')
  name!: string;
  @Field.String('Type')
  type!: string;
  @Field.String('Label of the field in a form')
  label!: string;
  @Field.String('Help for the field', { optional: true })
  help?: string;
  @Field.Boolean('Whether a notification without it is refused')
  required!: boolean;
  @Field.String(
    'Kind of record that an id names: user, role, rotation, resource, resourceType or operation. Several users or roles are written as |2|10001|',
    { optional: true },
  )
  kind?: string;
  @Field.Array('The values to choose from; users and rotations are listed for callers who may manage alerts', {
    of: () => SenderChoice,
  })
  choices!: readonly SenderChoice[];
  @Field.String('Name of another property: this one has an effect only if that has the value `onlyWithValue`', {
    optional: true,
  })
  onlyWithProperty?: string;
  @Field.String('Value of the property `onlyWithProperty` with which this one has an effect', { optional: true })
  onlyWithValue?: string;
}

@Dto('alertSender', 'A way to deliver notifications')
export class AlertSender {
  @Field.String('Name, as used in notifications')
  senderName!: string;
  @Field.String('Description')
  description!: string;
  @Field.String('Name for people', { onRequest: true })
  label!: string;
  @Field.String('Why it delivers nothing at present', { optional: true, onRequest: true })
  problem?: string;
  @Field.Boolean('Whether a configuration can be tested before it is stored', { onRequest: true })
  testable!: boolean;
  @Field.Link('The sender')
  link!: Link;
  @Field.TextMap('Type of each property of a notification; absent in lists', { optional: true })
  configDefinition?: TextMap;
  @Field.Array('The same properties as a form shows them; absent in lists', {
    of: () => SenderPropertyRest,
    optional: true,
    onRequest: true,
  })
  properties?: readonly SenderPropertyRest[];
}

@Dto('match', 'A condition that would have held')
export class DryRunMatch {
  @Field.Int('Position of the condition in the definition, from 1')
  condition!: number;
  @Field.String('Condition in words')
  description!: string;
  @Field.String('The value that would have met the condition')
  value!: string;
  @Field.String('The value as text, with the unit of the metric')
  valueText!: string;
  @Field.Time('Time of that value')
  dataTime!: number;
}

/** Held until then at least, sent then (alone or in a digest), or joined to an earlier notification. */
export const REHEARSED_OUTCOMES = ['SILENCED', 'SUPPRESSED', 'FLAPPING', 'TOLD', 'DIGEST', 'JOINED'] as const;

@Dto('addressee', 'Recipient of a notification')
export class Addressee {
  @Field.String('Login or address')
  name!: string;
  @Field.Time('End of the quiet hours that delay it for this person; absent if none do', { optional: true })
  quietUntil?: number;
  @Field.Boolean('Whether the person has no contact method; absent otherwise', { optional: true })
  unreachable?: boolean;
}

@Dto('notice', 'A notification that would have been sent or held')
export class DryRunNotice {
  @Field.String('Name of the sender')
  senderName!: string;
  @Field.Enum('Whether the alert fired, or is held', { values: NOTICE_KINDS })
  kind!: NoticeKind;
  @Field.Enum('Whether it is held, sent, sent in a digest, or combined with an earlier alert', {
    values: REHEARSED_OUTCOMES,
  })
  outcome!: (typeof REHEARSED_OUTCOMES)[number];
  @Field.Time('When it would be sent or, if held, checked again')
  time!: number;
  @Field.Int('Step of the escalation policy, from 1; absent for notifications of the definition', { optional: true })
  step?: number;
  @Field.Array(
    'The first twenty recipients by the current rotations and quiet hours; only for callers with MANAGE_ALERTS',
    {
      of: () => Addressee,
    },
  )
  addressees!: readonly Addressee[];
}

@Dto('alert', 'An alert that would have fired')
export class DryRunAlert {
  @Field.Time('When')
  time!: number;
  @Field.String('Why')
  summary!: string;
  @Field.Array('The conditions that would have held', { of: () => DryRunMatch })
  matches!: readonly DryRunMatch[];
  @Field.Array('Recipients that would have been notified: the notifications in order, then the steps of the policy', {
    of: () => DryRunNotice,
  })
  notices!: readonly DryRunNotice[];
}

@Dto('resource', 'A resource on which the definition would have fired')
export class DryRunResource {
  @Field.Int('The resource')
  resourceId!: number;
  @Field.String('Name of the resource')
  resourceName!: string;
  @Field.String('Name of its host')
  hostName!: string;
  @Field.Int('Number of alerts that would have fired')
  alertCount!: number;
}

@Dto('scope', 'The group or type that the definition would be for')
export class DryRunScope {
  @Field.Int('Number of resources in inventory that the caller sees')
  total!: number;
  @Field.Int('Number of evaluated resources, within the time limit')
  evaluated!: number;
  @Field.Int('Number of evaluated resources on which it would have fired')
  firedCount!: number;
  @Field.Array('The first twenty of these, most alerts first', { of: () => DryRunResource })
  fired!: readonly DryRunResource[];
}

@Dto('dryRun', 'Result of evaluating a definition over stored data')
export class DryRun {
  @Field.Int('The resource')
  resourceId!: number;
  @Field.Time('Start of the window')
  startTime!: number;
  @Field.Time('End of the window, exclusive')
  endTime!: number;
  @Field.Int('Number of facts evaluated')
  facts!: number;
  @Field.Int('Number of alerts that would have fired')
  alertCount!: number;
  @Field.Array('The first thousand alerts, oldest first', { of: () => DryRunAlert })
  alerts!: readonly DryRunAlert[];
  @Field.Object('With groupId or resourceTypeId: the watched resources', { of: () => DryRunScope, optional: true })
  scope?: DryRunScope;
  @Field.Object('With an expression: what it returned in the last day of the window', {
    of: () => ExpressionResult,
    optional: true,
  })
  result?: ExpressionResult;
  @Field.Array('Possible differences from live evaluation, and warnings about the definition', { of: 'string' })
  notes!: readonly string[];
}

/** Filters and page of the list of definitions. */
export class DefinitionListQuery extends PageQuery {
  @Field.Sort({ fields: DEFINITION_SORT_FIELDS, default: { field: 'id', descends: false } })
  sort!: Sort<(typeof DEFINITION_SORT_FIELDS)[number]>;
  @Field.Id('Only those of this resource', { optional: true })
  resourceId?: number;
  @Field.String('Part of the name, case-insensitive', { optional: true })
  q?: string;
  @Field.Flag('Whether to include conditions and notifications', { default: false })
  full!: boolean;
  @Field.Flag('Whether to list what templates of groups and types have on their resources', { default: true })
  children!: boolean;
}

/** Parameters for reading one definition. */
export class DefinitionQuery {
  @Field.Flag('Whether to include conditions and notifications', { default: true })
  full!: boolean;
}

/** Owner of a new definition. */
export class DefinitionOwnerQuery {
  @Field.Id('Resource of the definition; exactly one of the three is required', { optional: true })
  resourceId?: number;
  @Field.Id('Group of the definition', { optional: true })
  groupId?: number;
  @Field.Id('Resource type of the definition', { optional: true })
  resourceTypeId?: number;
}

/** Query for the escalation policy of a new definition. */
export class NewEscalationQuery {
  @Field.Id('Escalation policy of the definition; none when absent', { optional: true })
  escalationId?: number;
}

/** Strictness of the checks before notifications are stored. */
export class NotificationCheckQuery {
  @Field.Flag(
    "Refuse unusable configurations of all senders; otherwise those of the contract's senders are stored as sent",
    { default: false },
  )
  check!: boolean;
}

/** Selects the resources of a dry run. */
export class DryRunQuery {
  @Field.Id('The resource whose history is replayed', { example: 10001 })
  resourceId!: number;
  @Field.Id('Also evaluate the definition on the members of this group', { optional: true })
  groupId?: number;
  @Field.Id('Also evaluate the definition on the resources of this type', { optional: true })
  resourceTypeId?: number;
  @Field.Id('Escalate by this policy; requires MANAGE_ALERTS', { optional: true })
  escalationId?: number;
  @Field.Time('End, exclusive; now when absent or later', { optional: true })
  end?: number;
  @Field.Time('Start; six days before the end when absent', { optional: true })
  start?: number;
}
