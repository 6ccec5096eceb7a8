import type { AvailabilityType, ConditionCategory, ConditionMode, EndReason } from '@wardstone/terms';
import type { Condition } from './condition';
import { conditionTest, isAvailability } from './condition-test';
import type { Baseline } from './fact';

/** A held alert, and its definition and resource at present. */
export interface HeldAlert {
  readonly mode: ConditionMode;
  /** Conditions that were met when it fired. */
  readonly conditions: readonly Condition[];
  /** The present conditions of its definition, if they have changed; otherwise undefined. */
  readonly changedConditions?: readonly Condition[] | undefined;
  readonly isAcknowledged: boolean;
  /** Whether its definition or resource was removed. */
  readonly gone: Extract<EndReason, 'DEFINITION_REMOVED' | 'RESOURCE_REMOVED'> | undefined;
  /** A later alert of its definition on the resource. */
  readonly hasSuccessor: boolean;
  /** A later alert has reported the recovery. */
  readonly isRecovered: boolean;
  /** Whether an active definition recovers its definition, and so decides when it is over. */
  readonly hasRecoverer: boolean;
  /** For a recovery: whether the problem it ends was notified and has not come back. Undefined for other alerts. */
  readonly endsNotifiedProblem: boolean | undefined;
}

/** A resource as it is now. */
export interface Present {
  readonly availability: AvailabilityType;
  /**
   * The latest values of its metrics and traits, by id of the metric; those that are no longer reported are missing.
   */
  readonly values: ReadonlyMap<number, number | string>;
  readonly baselines: ReadonlyMap<number, Baseline>;
}

/** Whether an alert is still to be notified once nothing holds it back. See rule alerts-33. */
export function stillHolds(alert: HeldAlert, present: Present): boolean {
  if (alert.isAcknowledged || alert.gone || alert.hasSuccessor || alert.isRecovered) return false;
  if (alert.endsNotifiedProblem !== undefined) return alert.endsNotifiedProblem;
  if (alert.hasRecoverer) return true;
  const conditions = judgedConditions(alert);
  const holds = (condition: Condition): boolean => isMet(condition, present);
  return alert.mode === 'ALL' && conditions.length > 0 ? conditions.every(holds) : conditions.some(holds);
}

/** A state is judged by the new conditions of a changed definition, an occurrence by those that fired. */
function judgedConditions({ conditions, changedConditions }: HeldAlert): readonly Condition[] {
  if (!changedConditions) return conditions;
  return [...changedConditions.filter(isState), ...conditions.filter((condition) => !isState(condition))];
}

/** Reasons for which alerts end without a person. */
export type Ending = Exclude<EndReason, 'RESOLVED'>;

/** Whether the end is notified: not for an occurrence, nor for a problem that a later alert reports. */
export function isNotifiedEnd(ending: EndReason): boolean {
  return ending !== 'REPLACED' && ending !== 'EXPIRED';
}

/**
 * How a notified alert has ended; undefined while it has not. An occurrence expires when it is as old as `eventMs`,
 * whether acknowledged or not. See rule alerts-37.
 */
export function getEnding(
  alert: HeldAlert,
  present: Present,
  { firedMs, nowMs, eventMs }: { firedMs: number; nowMs: number; eventMs: number },
): Ending | undefined {
  if (alert.isRecovered) return 'RECOVERED';
  if (alert.gone) return alert.gone;
  if (alert.hasSuccessor || alert.endsNotifiedProblem !== undefined) return 'REPLACED';
  if (alert.hasRecoverer) return undefined;
  const unacknowledged = { ...alert, isAcknowledged: false };
  if (!stillHolds(unacknowledged, present)) {
    const heldBefore =
      alert.changedConditions && stillHolds({ ...unacknowledged, changedConditions: undefined }, present);
    return heldBefore ? 'DEFINITION_CHANGED' : 'RECOVERED';
  }
  return !alert.conditions.some(isState) && nowMs - firedMs >= eventMs ? 'EXPIRED' : undefined;
}

/** When to check whether an alert is over: every minute at first, every two minutes for older alerts. */
export function lookAgainMs(firedMs: number, nowMs: number): number {
  return nowMs + Math.min(Math.max(Math.round((nowMs - firedMs) / 10), MINUTE_MS), 2 * MINUTE_MS);
}

const MINUTE_MS = 60_000;
/**
 * Categories of conditions on a state, whose end can be detected, unlike that of events. Expressions end their alerts
 * in their own evaluation.
 */
export const STATE_CATEGORIES = [
  'AVAILABILITY',
  'AVAIL_DURATION',
  'EXPRESSION',
  'THRESHOLD',
  'RANGE',
  'BASELINE',
] as const satisfies readonly ConditionCategory[];
const STATES: ReadonlySet<string> = new Set(STATE_CATEGORIES);

/** Comparing a trait with a pattern is a state; a change of a trait is an occurrence. */
function isState({ category, option }: Condition): boolean {
  return STATES.has(category) || (category === 'TRAIT' && Boolean(option));
}

/** An occurrence, such as an event, has no end, so it is always met. */
function isMet(condition: Condition, { availability, values, baselines }: Present): boolean {
  const { category, name, measurementDefinition: metricDefinitionId } = condition;
  const value = values.get(metricDefinitionId);
  switch (category) {
    case 'AVAILABILITY':
      return isAvailability(name ?? '', availability);
    case 'AVAIL_DURATION':
      return name === 'AVAIL_DURATION_DOWN' ? availability === 'DOWN' : availability !== 'UP';
    case 'THRESHOLD':
    case 'RANGE':
    case 'BASELINE': {
      if (typeof value !== 'number') return true;
      const baseline = baselines.get(metricDefinitionId) ?? null;
      return (
        conditionTest(condition).outcome(
          { kind: 'number', metricDefinitionId, value, baseline, atMs: 0 },
          undefined,
        ) !== 'miss'
      );
    }
    case 'TRAIT':
      if (typeof value !== 'string') return true;
      return (
        conditionTest(condition).outcome({ kind: 'trait', metricDefinitionId, value, atMs: 0 }, undefined) !== undefined
      );
    default:
      return true;
  }
}
