import type { ConditionMode } from '@wardstone/terms';
import type { ConditionTest, Match, Remembered } from './condition-test';
import { type Dampening, dampenNegative, dampenPositive, endsPositive, NO_STREAK, type Streak } from './dampening';
import type { Fact } from './fact';

/** A definition of the resource level prepared for evaluation; conditions have ascending ids. */
export interface EngineDefinition {
  readonly id: number;
  readonly isEnabled: boolean;
  /** Id of the definition it recovers; 0 for none. */
  readonly recoveryId: number;
  /** After it fired, a condition counts again only once it has been seen to be false. */
  readonly onceUntilRecovered: boolean;
  readonly mode: ConditionMode;
  readonly dampening: Dampening;
  readonly conditions: readonly ConditionTest[];
}

/** An AVAIL_DURATION condition waits until `dueMs`; `sinceMs` is the start of the availability record. */
export interface Timer {
  readonly conditionId: number;
  readonly sinceMs: number;
  readonly dueMs: number;
}

/** Pending state of a definition. See rule alerts-20. */
export interface DefinitionState {
  /** The newest match of each condition that has one. */
  readonly pending: ReadonlyMap<number, Match>;
  readonly streak: Streak;
  readonly timers: readonly Timer[];
  /** Ids of conditions that made it fire and have not recovered; empty unless it fires once until recovered. */
  readonly holding: ReadonlySet<number>;
}

export const FRESH: DefinitionState = { pending: new Map(), streak: NO_STREAK, timers: [], holding: new Set() };

/** Whether nothing is pending. */
export function isAtRest({ pending, streak, timers, holding }: DefinitionState): boolean {
  const isCounting = streak.positives.length > 0 || streak.suppress !== null;
  return pending.size === 0 && !isCounting && timers.length === 0 && holding.size === 0;
}

/** Last values of all conditions, those of inactive definitions included, so that they are known on activation. */
export type Memory = ReadonlyMap<number, Remembered>;

/** A condition and what made it match. */
export interface MatchedCondition extends Match {
  readonly conditionId: number;
}

/** The matches that made a definition fire. */
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
  const recovered = recoveredIn(definition, before, fact);
  const state = withoutRecovered(definition, withTimers(definition, before, memory, fact, nowMs), recovered);
  const outcomes = isStrayTimer(before, fact) ? [] : getOutcomes(definition, state, memory, fact);
  const pending = new Map(state.pending);
  for (const [id, outcome] of outcomes) {
    if (outcome === 'miss') pending.delete(id);
    else pending.set(id, outcome);
  }
  const matched = outcomes.some(([, outcome]) => outcome !== 'miss');
  const missed = recovered.length > 0 || outcomes.some(([, outcome]) => outcome === 'miss');
  if (!matched && !missed) return { state, fired: undefined };
  if (!isSet(definition, pending)) {
    const isCounted = missed || endsPositive(state.streak);
    const streak = isCounted ? dampenNegative(definition.dampening, state.streak) : state.streak;
    return { state: { ...state, pending, streak }, fired: undefined };
  }
  // The set of conditions stays true, so this is not a new occurrence. With mode ALL, no fact counts while a
  // condition of the last alert holds.
  if (!matched || (definition.mode === 'ALL' && state.holding.size > 0))
    return { state: { ...state, pending }, fired: undefined };
  const { fires, streak, occurrences } = dampenPositive(definition.dampening, state.streak, receivedMs(fact) ?? nowMs);
  if (!fires) return { state: { ...state, pending, streak }, fired: undefined };
  const matches = [...pending].map(([conditionId, match]) => ({ conditionId, ...match }));
  matches.sort((a, b) => a.conditionId - b.conditionId);
  const held = statesAmong(definition, pending);
  return { state: { ...state, pending: held, streak, holding: new Set(held.keys()) }, fired: { matches, occurrences } };
}

function isSet({ mode, conditions }: EngineDefinition, pending: DefinitionState['pending']): boolean {
  return mode === 'ANY' ? pending.size > 0 : conditions.every(({ condition }) => pending.has(condition.id));
}

/** Outcomes of the conditions for the fact, except conditions of the last alert that have not recovered. */
function getOutcomes(
  { conditions }: EngineDefinition,
  { holding }: DefinitionState,
  memory: Memory,
  fact: Fact,
): (readonly [id: number, outcome: Match | 'miss'])[] {
  return conditions.flatMap(({ condition: { id }, listensTo, outcome }) => {
    if (listensTo !== fact.kind || holding.has(id)) return [];
    const found = outcome(fact, memory.get(id));
    return found === undefined ? [] : [[id, found] as const];
  });
}

/** Conditions of the last alert that no longer hold after the fact. */
function recoveredIn({ conditions }: EngineDefinition, { holding }: DefinitionState, fact: Fact): readonly number[] {
  if (holding.size === 0) return NONE;
  return conditions.flatMap(({ condition: { id }, holds }) => (holding.has(id) && holds?.(fact) === false ? [id] : []));
}

/** With mode ALL, the first condition that recovers ends the problem. */
function withoutRecovered(
  { mode }: EngineDefinition,
  state: DefinitionState,
  recovered: readonly number[],
): DefinitionState {
  if (recovered.length === 0) return state;
  const pending = new Map(state.pending);
  for (const id of recovered) pending.delete(id);
  const holding = mode === 'ALL' ? [] : [...state.holding].filter((id) => !recovered.includes(id));
  return { ...state, pending, holding: new Set(holding) };
}

/** Matches on states, which can recover, unlike events; for definitions that fire once until recovered. */
function statesAmong(
  { conditions, onceUntilRecovered }: EngineDefinition,
  pending: DefinitionState['pending'],
): Map<number, Match> {
  if (!onceUntilRecovered) return new Map();
  return new Map(
    conditions.flatMap(({ condition: { id }, holds }) => {
      const match = pending.get(id);
      return match && holds ? [[id, match] as const] : [];
    }),
  );
}

const NONE: readonly number[] = [];

function receivedMs(fact: Fact): number | undefined {
  return fact.kind === 'number' ? fact.receivedMs : undefined;
}

/** Whether the fact, or a timer that it sets, can affect a condition; checked before anything is copied. */
function isAbout({ condition, listensTo, observes }: ConditionTest, fact: Fact): boolean {
  if (listensTo !== fact.kind) return listensTo === 'timer' && observes === fact.kind;
  const isOfMetric = fact.kind === 'number' || fact.kind === 'trait';
  return !isOfMetric || fact.metricDefinitionId === condition.measurementDefinition;
}

/** Starts the timers that the fact sets, and removes the timer that it reports. */
function withTimers(
  definition: EngineDefinition,
  state: DefinitionState,
  memory: Memory,
  fact: Fact,
  nowMs: number,
): DefinitionState {
  if (fact.kind === 'timer') {
    const timers = state.timers.filter((timer) => !isTimerOfFact(timer, fact));
    return timers.length === state.timers.length ? state : { ...state, timers };
  }
  // Checked first because nearly all facts set no timer.
  if (!definition.conditions.some(({ listensTo }) => listensTo === 'timer')) return state;
  const started = definition.conditions.flatMap(({ condition: { id: conditionId }, timer }) => {
    const durationMs = timer(fact, memory.get(conditionId));
    return durationMs === undefined ? [] : [{ conditionId, sinceMs: fact.atMs, dueMs: nowMs + durationMs }];
  });
  return started.length === 0 ? state : { ...state, timers: [...state.timers, ...started] };
}

/** Whether the timer of the fact was cancelled or has already been evaluated. */
function isStrayTimer({ timers }: DefinitionState, fact: Fact): boolean {
  return fact.kind === 'timer' && !timers.some((timer) => isTimerOfFact(timer, fact));
}

function isTimerOfFact(timer: Timer, fact: Extract<Fact, { kind: 'timer' }>): boolean {
  return timer.conditionId === fact.conditionId && timer.sinceMs === fact.sinceMs;
}
