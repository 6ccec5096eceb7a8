import { type Operation, operation } from '../../api/client';
import type { AlertDefinitionRest, AlertNotificationRest } from '@wardstone/client/monitoring';
import type { ObjectMap } from '@wardstone/dto';
import {
  type ConditionDraft,
  type DraftMetric,
  toConditionDraft,
  isWatchable,
  findMetric,
  newCondition,
  type SentCondition,
  toSentCondition,
} from './condition-draft';

import { draftOfExpression, type ExpressionDraft, NEW_EXPRESSION, toExpression } from './expression-draft';

type ConditionMode = AlertDefinitionRest['conditionMode'];
type DampeningCategory = AlertDefinitionRest['dampeningCategory'];

export interface NotificationDraft {
  /** Id of a stored notification. */
  id?: number;
  senderName: string;
  config: ObjectMap;
  /** Parameters of an operation, which the form does not change. */
  extraConfig?: ObjectMap;
}

/** A definition in the form. */
export interface DefinitionDraft {
  name: string;
  enabled: boolean;
  priority: AlertDefinitionRest['priority'];
  conditionMode: ConditionMode;
  dampeningCategory: DampeningCategory;
  /** Fires again only once its conditions no longer hold. */
  onceUntilRecovered: boolean;
  /** Whether its own alert disabled it; sent unchanged, so that saving other changes does not count as a decision. */
  disabledByAlert: boolean;
  dampeningCount: number;
  dampeningPeriod: number;
  dampeningUnit: NonNullable<AlertDefinitionRest['dampeningUnit']>;
  recoveryId: number;
  /** Escalation policy of its alerts; 0 for none. */
  escalationId: number;
  conditions: readonly ConditionDraft[];
  /** Used with a condition of category EXPRESSION. */
  expression: ExpressionDraft;
  notifications: readonly NotificationDraft[];
}

/** Fields of a stored definition that responses have on request. */
export const INCLUDED = 'owner,extraConfig,onceUntilRecovered,disabledByAlert,expression';

export const NEW_DEFINITION: DefinitionDraft = {
  name: '',
  enabled: true,
  priority: 'MEDIUM',
  conditionMode: 'ANY',
  dampeningCategory: 'NONE',
  onceUntilRecovered: true,
  disabledByAlert: false,
  dampeningCount: 0,
  dampeningPeriod: 0,
  dampeningUnit: 'MINUTES',
  recoveryId: 0,
  escalationId: 0,
  conditions: [newCondition('THRESHOLD')],
  expression: NEW_EXPRESSION,
  notifications: [],
};

/** The condition that a link to the form prefills. */
export interface GivenCondition {
  metric?: number | undefined;
  expression?: string | undefined;
}

/** A new definition with the given condition; else a metric is selected if it is the only percentage, as for a file system. Pure. */
export function newDefinition(metrics: readonly DraftMetric[], given: GivenCondition = {}): DefinitionDraft {
  const { metric, expression } = given;
  if (expression !== undefined)
    return { ...NEW_DEFINITION, conditions: [{ ...newCondition('EXPRESSION'), option: expression }] };
  if (metric !== undefined && findMetric(metric, metrics))
    return { ...NEW_DEFINITION, conditions: [newCondition('THRESHOLD', metric)] };
  const shares = metrics.filter((metric) => isWatchable('THRESHOLD', metric) && metric.unit === '%');
  if (shares.length !== 1) return NEW_DEFINITION;
  return { ...NEW_DEFINITION, conditions: [newCondition('THRESHOLD', shares[0]!.definitionId)] };
}

/**
 * Converts a stored definition to the form. Pure.
 * @param escalationId its own policy; 0 for none
 */
export function draftOfDefinition(
  stored: AlertDefinitionRest,
  metrics: readonly DraftMetric[],
  escalationId = 0,
): DefinitionDraft {
  const { name, enabled, priority, conditionMode, dampeningCategory, dampeningCount, dampeningPeriod } = stored;
  return {
    name,
    enabled,
    priority,
    conditionMode,
    dampeningCategory,
    dampeningCount,
    dampeningPeriod,
    dampeningUnit: stored.dampeningUnit ?? 'MINUTES',
    recoveryId: stored.recoveryId,
    escalationId,
    onceUntilRecovered: stored.onceUntilRecovered ?? false,
    disabledByAlert: stored.disabledByAlert ?? false,
    conditions: (stored.conditions ?? []).map((condition) => toConditionDraft(condition, metrics)),
    expression: draftOfExpression(stored.expression),
    notifications: (stored.notifications ?? []).map(draftOfNotification),
  };
}

function draftOfNotification({ id, senderName = '', config, extraConfig }: AlertNotificationRest): NotificationDraft {
  return {
    id,
    senderName,
    config: config as ObjectMap,
    ...(extraConfig ? { extraConfig: extraConfig as ObjectMap } : {}),
  };
}

function sentNotification({ id: _id, ...sent }: NotificationDraft): Omit<AlertNotificationRest, 'id'> {
  return sent;
}

/** Dampening for a choice of how often it fires, with the usual numbers. Pure. */
export function toDampening(fires: ReturnType<typeof getFiring>): Partial<DefinitionDraft> {
  const category = fires === 'RECOVERING' ? 'NONE' : fires;
  const [dampeningCount, dampeningPeriod] = DAMPENING_NUMBERS[category];
  return { dampeningCategory: category, dampeningCount, dampeningPeriod, onceUntilRecovered: fires === 'RECOVERING' };
}

const DAMPENING_NUMBERS: Readonly<Record<DampeningCategory, readonly [count: number, period: number]>> = {
  NONE: [0, 0],
  ONCE: [0, 0],
  CONSECUTIVE_COUNT: [3, 0],
  PARTIAL_COUNT: [3, 5],
  DURATION_COUNT: [3, 10],
  INVERSE_COUNT: [3, 0],
};

/** Numbers that a kind of dampening has. Pure. */
export function dampeningFields(category: DampeningCategory): { count: boolean; period: boolean; unit: boolean } {
  return {
    count: category !== 'NONE' && category !== 'ONCE',
    period: category === 'PARTIAL_COUNT' || category === 'DURATION_COUNT',
    unit: category === 'DURATION_COUNT',
  };
}

type SentDefinition = Partial<Omit<AlertDefinitionRest, 'id' | 'conditions' | 'notifications' | 'links'>> & {
  conditions: readonly SentCondition[];
  notifications: readonly Omit<AlertNotificationRest, 'id'>[];
};

/** The definition to send; undefined while a condition or a number is incomplete. Pure. */
export function toDefinition(draft: DefinitionDraft, metrics: readonly DraftMetric[]): SentDefinition | undefined {
  const conditions = draft.conditions.map((condition) => toSentCondition(condition, metrics));
  const complete = conditions.filter((condition) => condition !== undefined);
  if (complete.length === 0 || complete.length < conditions.length) return undefined;
  const expression = getEvaluation(draft);
  if (!expression) return undefined;
  const { conditions: _drafts, notifications, dampeningUnit, expression: _expression, ...settings } = draft;
  const { disabledByAlert: _byAlert, escalationId: _escalation, ...rest } = settings;
  return {
    ...rest,
    ...expression,
    ...(dampeningFields(draft.dampeningCategory).unit ? { dampeningUnit } : {}),
    conditions: complete,
    notifications: notifications.map(sentNotification),
  };
}

/** Whether its only condition is an expression. Pure. */
export function hasExpression({ conditions }: Pick<DefinitionDraft, 'conditions'>): boolean {
  return conditions.some(({ category }) => category === 'EXPRESSION');
}

/** Evaluation settings to send; undefined while they are incomplete. `for` replaces dampening. */
function getEvaluation(
  draft: Pick<DefinitionDraft, 'conditions' | 'expression'>,
): Pick<SentDefinition, 'expression' | 'dampeningCategory' | 'recoveryId'> | undefined {
  if (!hasExpression(draft)) return {};
  const expression = toExpression(draft.expression);
  return expression && { expression, dampeningCategory: 'NONE', recoveryId: 0 };
}

/** Conditions on states, which can recover, unlike events. */
const STATES: ReadonlySet<ConditionDraft['category']> = new Set([
  'THRESHOLD',
  'RANGE',
  'BASELINE',
  'AVAILABILITY',
  'AVAIL_DURATION',
]);

/** Whether any of its conditions can recover. Pure. */
export function canRecover({ conditions }: Pick<DefinitionDraft, 'conditions'>): boolean {
  return conditions.some(({ category, option }) => STATES.has(category) || (category === 'TRAIT' && option !== ''));
}

/** The choice of how often it fires: a kind of dampening, or once until recovered. Pure. */
export function getFiring(draft: DefinitionDraft): DampeningCategory | 'RECOVERING' {
  const { dampeningCategory, onceUntilRecovered } = draft;
  return onceUntilRecovered && dampeningCategory === 'NONE' && canRecover(draft) ? 'RECOVERING' : dampeningCategory;
}

/** Prefix of notifications in the service's errors. */
export const NOTIFICATIONS = 'notifications.';
/** Prefix of a notification's properties in the service's errors. Pure. */
export const notificationPrefix = (at: number): string => `${NOTIFICATIONS}${at}.`;

const DEFINITION = '/rest/alert/definition/{id}';
const CONDITION = '/rest/alert/condition/{cid}';
const NOTIFICATION = '/rest/alert/notification/{nid}';
/** Unusable configurations are refused on saving, whatever the sender. */
export const CHECKED = { check: true } as const;

export interface Change {
  /** The changed part, for messages: a condition by its position in the form, a notification by its sender. */
  of: {
    kind: 'settings' | 'escalation' | 'condition' | 'notification' | 'removedCondition' | 'removedNotification';
    name: string;
  };
  /** Prefix of a notification's property names in errors. */
  place?: string;
  operation: Operation;
}

/**
 * The requests that store a changed definition; each operation changes one part. Removals come last, because a
 * definition without conditions is not evaluated. Pure.
 */
export function listChanges(
  stored: AlertDefinitionRest,
  draft: DefinitionDraft,
  metrics: readonly DraftMetric[],
  storedEscalationId = 0,
): Change[] {
  const before = draftOfDefinition(stored, metrics, storedEscalationId);
  const path = { id: stored.id };
  const { conditions, notifications, escalationId, ...settingsNow } = draft;
  const { conditions: oldConditions, notifications: oldNotifications, escalationId: _old, ...settingsBefore } = before;
  const { expression: _expression, ...fields } = settingsNow;
  const body = { ...fields, ...getEvaluation(draft) };
  const settings = { kind: 'settings', name: '' } as const;
  const changes: Change[] = isSame(settingsNow, settingsBefore)
    ? []
    : [{ of: settings, operation: operation('put', DEFINITION, { path, body }) }];
  if (escalationId !== storedEscalationId) {
    const of = { kind: 'escalation', name: '' } as const;
    changes.push({ of, operation: operation('put', `${DEFINITION}/escalation`, { path, body: { escalationId } }) });
  }
  for (const [at, condition] of conditions.entries()) {
    const of = { kind: 'condition', name: String(at + 1) } as const;
    const old = oldConditions.find(({ id }) => id !== undefined && id === condition.id);
    const sent = toSentCondition(condition, metrics);
    if (!old) changes.push({ of, operation: operation('post', `${DEFINITION}/conditions`, { path, body: sent! }) });
    else if (!isSame(old, condition))
      changes.push({ of, operation: operation('put', CONDITION, { path: { cid: old.id! }, body: sent! }) });
  }
  for (const [at, notification] of notifications.entries()) {
    const { id, senderName } = notification;
    const known = { of: { kind: 'notification', name: senderName } as const, place: notificationPrefix(at) };
    const body = sentNotification(notification);
    const old = oldNotifications.find((each) => each.id !== undefined && each.id === id);
    if (!old)
      changes.push({
        ...known,
        operation: operation('post', `${DEFINITION}/notifications`, { path, query: CHECKED, body }),
      });
    else if (!isSame(old, notification)) {
      changes.push({
        ...known,
        operation: operation('put', NOTIFICATION, { path: { nid: id! }, query: CHECKED, body }),
      });
    }
  }
  return [
    ...changes,
    ...removed(oldConditions, conditions).map(({ id, place }) => ({
      of: { kind: 'removedCondition' as const, name: String(place) },
      operation: operation('delete', CONDITION, { path: { cid: id! } }),
    })),
    ...removed(oldNotifications, notifications).map(({ id, senderName }) => ({
      of: { kind: 'removedNotification' as const, name: senderName },
      operation: operation('delete', NOTIFICATION, { path: { nid: id! } }),
    })),
  ];
}

/** Stored entries that were removed in the form, with their former position. */
function removed<T extends { id?: number }>(all: readonly T[], left: readonly T[]): (T & { place: number })[] {
  return all
    .map((each, at) => ({ ...each, place: at + 1 }))
    .filter(({ id }) => id !== undefined && !left.some((each) => each.id === id));
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
