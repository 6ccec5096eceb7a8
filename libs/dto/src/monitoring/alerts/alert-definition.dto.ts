import { ArrayField, BooleanField, Dto, EnumField, IntField, LinksField, ObjectField, StringField } from '../../fields';
import type { Link } from '../../values';
import { AlertConditionRest } from './alert-condition.dto';
import { AlertNotificationRest } from './alert-notification.dto';

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
