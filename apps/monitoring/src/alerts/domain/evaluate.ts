import type { ConditionMode } from '@wardstone/dto/monitoring';
import type { ConditionTest, Match, Remembered } from './condition-test';
import { type Dampening, dampenNegative, dampenPositive, endsPositive, NO_STREAK, type Streak } from './dampening';
import type { Fact } from './fact';

/** A definition of the resource level made ready for facts; ascending id of conditions. */
export interface EngineDefinition {
  readonly id: number;
  readonly isEnabled: boolean;
  /** Id of the definition it recovers; 0 for none. */
  readonly recoveryId: number;
  readonly mode: ConditionMode;
  readonly dampening: Dampening;
  readonly conditions: readonly ConditionTest[];
}

/** An AVAIL_DURATION condition waits until `dueMs`, since the availability record that began at `sinceMs`. */
export interface Timer {
  readonly conditionId: number;
  readonly sinceMs: number;
  readonly dueMs: number;
}

/** What a definition has in the works. See rule alerts-20. */
export interface DefinitionState {
  /** The newest match of each condition that has one. */
  readonly pending: ReadonlyMap<number, Match>;
  readonly streak: Streak;
  readonly timers: readonly Timer[];
}

export const FRESH: DefinitionState = { pending: new Map(), streak: NO_STREAK, timers: [] };

/** Whether nothing is in the works. */
export function isAtRest({ pending, streak, timers }: DefinitionState): boolean {
  return pending.size === 0 && streak.positives.length === 0 && streak.suppress === null && timers.length === 0;
}

/** What every condition has seen last, whether its definition is active or not, so that activation finds it there. */
export type Memory = ReadonlyMap<number, Remembered>;

/** A condition and what made it match. */
export interface MatchedCondition extends Match {
  readonly conditionId: number;
}

/** What made a definition fire. */
export interface Cause {
  /** Ascending id of conditions. */
  readonly matches: readonly MatchedCondition[];
  /** Server times at which its conditions came true, as dampening counts them, oldest first. */
  readonly occurrences: readonly number[];
}

export interface Evaluation {
  readonly state: DefinitionState;
  /** Undefined when the definition does not fire. */
  readonly fired: Cause | undefined;
}

/** Evaluates one fact against one active definition. See rules alerts-21, alerts-23. */
export function evaluate(
  definition: EngineDefinition,
  before: DefinitionState,
  memory: Memory,
  fact: Fact,
  nowMs: number,
): Evaluation {
  if (!definition.conditions.some((test) => isAbout(test, fact))) return { state: before, fired: undefined };
  const state = withTimers(definition, before, memory, fact, nowMs);
  const pending = new Map(state.pending);
  let matched = false;
  let missed = false;
  for (const test of definition.conditions) {
    if (test.listensTo !== fact.kind || isStrayTimer(before, fact)) continue;
    const { id } = test.condition;
    const outcome = test.outcome(fact, memory.get(id));
    if (outcome === undefined) continue;
    if (outcome === 'miss') {
      missed = true;
      pending.delete(id);
    } else {
      matched = true;
      pending.set(id, outcome);
    }
  }
  if (!matched && !missed) return { state, fired: undefined };
  const isSet =
    definition.mode === 'ANY'
      ? pending.size > 0
      : definition.conditions.every(({ condition }) => pending.has(condition.id));
  if (!isSet) {
    const isCounted = missed || endsPositive(state.streak);
    const streak = isCounted ? dampenNegative(definition.dampening, state.streak) : state.streak;
    return { state: { ...state, pending, streak }, fired: undefined };
  }
  // It stays true, but this is no new occurrence.
  if (!matched) return { state: { ...state, pending }, fired: undefined };
  const { fires, streak, occurrences } = dampenPositive(definition.dampening, state.streak, receivedMs(fact) ?? nowMs);
  if (!fires) return { state: { ...state, pending, streak }, fired: undefined };
  const matches = [...pending].map(([conditionId, match]) => ({ conditionId, ...match }));
  matches.sort((a, b) => a.conditionId - b.conditionId);
  return { state: { ...state, pending: new Map(), streak }, fired: { matches, occurrences } };
}

function receivedMs(fact: Fact): number | undefined {
  return fact.kind === 'number' ? fact.receivedMs : undefined;
}

/** Whether a condition could make anything of the fact, be it a timer; asked before anything is copied. */
function isAbout({ condition, listensTo, observes }: ConditionTest, fact: Fact): boolean {
  if (listensTo !== fact.kind) return listensTo === 'timer' && observes === fact.kind;
  const isOfMetric = fact.kind === 'number' || fact.kind === 'trait';
  return !isOfMetric || fact.metricDefinitionId === condition.measurementDefinition;
}

/** Starts the timers that the fact sets, and takes the one away that it reports. */
function withTimers(
  definition: EngineDefinition,
  state: DefinitionState,
  memory: Memory,
  fact: Fact,
  nowMs: number,
): DefinitionState {
  if (fact.kind === 'timer') {
    const timers = state.timers.filter((timer) => !isOf(timer, fact));
    return timers.length === state.timers.length ? state : { ...state, timers };
  }
  // Asked first: of nearly all facts, nothing is started.
  if (!definition.conditions.some(({ listensTo }) => listensTo === 'timer')) return state;
  const started = definition.conditions.flatMap(({ condition: { id: conditionId }, timer }) => {
    const durationMs = timer(fact, memory.get(conditionId));
    return durationMs === undefined ? [] : [{ conditionId, sinceMs: fact.atMs, dueMs: nowMs + durationMs }];
  });
  return started.length === 0 ? state : { ...state, timers: [...state.timers, ...started] };
}

/** The timer was cancelled, or has been seen already. */
function isStrayTimer({ timers }: DefinitionState, fact: Fact): boolean {
  return fact.kind === 'timer' && !timers.some((timer) => isOf(timer, fact));
}

function isOf(timer: Timer, fact: Extract<Fact, { kind: 'timer' }>): boolean {
  return timer.conditionId === fact.conditionId && timer.sinceMs === fact.sinceMs;
}
