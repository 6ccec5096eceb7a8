import type { AvailabilityType, ConditionCategory, ConditionMode, EndReason } from '@wardstone/terms';
import type { Condition } from './condition';
import { conditionTest, isAvailability } from './condition-test';
import type { Baseline } from './fact';

/** A held alert and its present state. */
export interface HeldAlert {
  readonly mode: ConditionMode;
  /** Conditions that were met when it fired. */
  readonly conditions: readonly Condition[];
  /** Conditions that its definition has instead of those; undefined while it has all of those. */
  readonly changedConditions?: readonly Condition[] | undefined;
  readonly isAcknowledged: boolean;
  /** Whether its definition or resource was removed. */
  readonly gone: Extract<EndReason, 'DEFINITION_REMOVED' | 'RESOURCE_REMOVED'> | undefined;
  /** A later alert of its definition on the resource. */
  readonly hasSuccessor: boolean;
  /** A later alert has reported the recovery. */
  readonly isRecovered: boolean;
  /** A definition recovers what it reports, is active, and says when that is over. */
  readonly hasRecoverer: boolean;
  /** For a recovery: whether the problem it ends was notified and has not come back. Undefined for other alerts. */
  readonly endsToldProblem: boolean | undefined;
}

/** A resource as it is now. */
export interface Present {
  readonly availability: AvailabilityType;
  /** The latest values of its metrics and traits, by the id of the metric; what reports no more has none. */
  readonly values: ReadonlyMap<number, number | string>;
  readonly baselines: ReadonlyMap<number, Baseline>;
}

/** Whether an alert is still to be notified once nothing holds it back. See rule alerts-33. */
export function stillHolds(alert: HeldAlert, present: Present): boolean {
  if (alert.isAcknowledged || alert.gone || alert.hasSuccessor || alert.isRecovered) return false;
  if (alert.endsToldProblem !== undefined) return alert.endsToldProblem;
  if (alert.hasRecoverer) return true;
  const conditions = judgedConditions(alert);
  const holds = (condition: Condition): boolean => isMet(condition, present);
  return alert.mode === 'ALL' && conditions.length > 0 ? conditions.every(holds) : conditions.some(holds);
}

/** A definition that was changed judges what lasts by its new conditions. What happened before still did. */
function judgedConditions({ conditions, changedConditions }: HeldAlert): readonly Condition[] {
  if (!changedConditions) return conditions;
  return [...changedConditions.filter(isState), ...conditions.filter((condition) => !isState(condition))];
}

/** Reasons for which alerts end without a person. */
export type Ending = Exclude<EndReason, 'RESOLVED'>;

/** The end of an occurrence, or of a problem that a later alert reports, is not notified. */
export function isToldEnd(ending: EndReason): boolean {
  return ending !== 'REPLACED' && ending !== 'EXPIRED';
}

/**
 * How an alert that was notified has ended; undefined while it has not. What is no state expires when it is as old as
 * `eventMs`; acknowledged or not. See rule alerts-37.
 */
export function endingOf(
  alert: HeldAlert,
  present: Present,
  { firedMs, nowMs, eventMs }: { firedMs: number; nowMs: number; eventMs: number },
): Ending | undefined {
  if (alert.isRecovered) return 'RECOVERED';
  if (alert.gone) return alert.gone;
  if (alert.hasSuccessor || alert.endsToldProblem !== undefined) return 'REPLACED';
  if (alert.hasRecoverer) return undefined;
  const unacknowledged = { ...alert, isAcknowledged: false };
  if (!stillHolds(unacknowledged, present)) {
    const heldBefore =
      alert.changedConditions && stillHolds({ ...unacknowledged, changedConditions: undefined }, present);
    return heldBefore ? 'DEFINITION_CHANGED' : 'RECOVERED';
  }
  return !alert.conditions.some(isState) && nowMs - firedMs >= eventMs ? 'EXPIRED' : undefined;
}

/** When to look whether an alert is over: the longer it lasts the less often, from a minute to two. */
export function lookAgainMs(firedMs: number, nowMs: number): number {
  return nowMs + Math.min(Math.max((nowMs - firedMs) / 10, MINUTE_MS), 2 * MINUTE_MS);
}

const MINUTE_MS = 60_000;
/**
 * Conditions on a state, whose end can be detected; that of events and other occurrences cannot. An expression ends its
 * alerts in its evaluation.
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

/** A trait that is compared with a pattern lasts; one that has changed does not. */
function isState({ category, option }: Condition): boolean {
  return STATES.has(category) || (category === 'TRAIT' && Boolean(option));
}

/** An occurrence, such as an event, has no state that could end: it holds. */
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
