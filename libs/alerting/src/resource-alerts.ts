import type { ConditionTest, Remembered } from './condition-test';
import { type Cause, type DefinitionState, type EngineDefinition, evaluate, FRESH, type Memory } from './evaluate';
import type { Fact } from './fact';

/** Everything the engine knows about one resource: its definitions by ascending id, and their states. */
export interface ResourceAlerts {
  readonly definitions: readonly EngineDefinition[];
  /** Pending states; definitions without an entry have none. */
  readonly states: ReadonlyMap<number, DefinitionState>;
  readonly memory: Memory;
  /** Whether definitions of other resources that are recovered from here are enabled; deleted ones are missing. */
  readonly elsewhere: ReadonlyMap<number, boolean>;
}

export interface Firing extends Cause {
  readonly definitionId: number;
  readonly atMs: number;
  /** Whether firing once has disabled the definition. */
  readonly isDisabled: boolean;
  /** Id of the definition that this alert enabled again; undefined for none. */
  readonly recoveredId: number | undefined;
}

export interface FactResult {
  readonly alerts: ResourceAlerts;
  readonly firings: readonly Firing[];
}

/**
 * Evaluates a fact against every definition of a resource that is active when it arrives, and applies the consequences
 * of firing before the next fact. Live and stored data both take this path. See rules alerts-19, alerts-23, alerts-25.
 * @param concerned definitions that the fact may affect, by ascending id, if the caller knows them
 */
export function applyFact(
  alerts: ResourceAlerts,
  fact: Fact,
  nowMs: number,
  concerned: readonly EngineDefinition[] = alerts.definitions,
): FactResult {
  // Copied on the first change, because most facts change nothing.
  let states: Map<number, DefinitionState> | undefined;
  const switched = new Map<number, boolean>();
  const firings: Firing[] = [];
  const isOn = (id: number): boolean | undefined => switched.get(id) ?? isEnabled(alerts, id);
  for (const definition of concerned) {
    if (!isActive(alerts, definition)) continue;
    const { id } = definition;
    const before = alerts.states.get(id) ?? FRESH;
    const { state, fired } = evaluate(definition, before, alerts.memory, fact, nowMs);
    if (state !== before) (states ??= new Map(alerts.states)).set(id, state);
    if (!fired) continue;
    const isDisabled = definition.dampening.category === 'ONCE';
    const recoveredId = isOn(definition.recoveryId) === false ? definition.recoveryId : undefined;
    if (isDisabled) switched.set(id, false);
    if (recoveredId !== undefined) switched.set(recoveredId, true);
    firings.push({ definitionId: id, atMs: nowMs, ...fired, isDisabled, recoveredId });
  }
  const memory = remember(concerned, alerts.memory, fact);
  if (switched.size === 0) return { firings, alerts: { ...alerts, states: states ?? alerts.states, memory } };
  states ??= new Map(alerts.states);
  for (const id of switched.keys()) refresh(alerts.definitions, states, id);
  return {
    firings,
    alerts: {
      definitions: alerts.definitions.map((definition) => ({
        ...definition,
        isEnabled: switched.get(definition.id) ?? definition.isEnabled,
      })),
      states,
      memory,
      elsewhere: new Map([...alerts.elsewhere].map(([id, enabled]) => [id, switched.get(id) ?? enabled])),
    },
  };
}

/** See rule alerts-19; the caller checks that the resource is in inventory. */
function isActive(alerts: ResourceAlerts, { isEnabled: isOn, recoveryId, conditions }: EngineDefinition): boolean {
  return isOn && conditions.length > 0 && (recoveryId === 0 || isEnabled(alerts, recoveryId) === false);
}

/** Undefined when the definition does not exist. */
function isEnabled({ definitions, elsewhere }: ResourceAlerts, id: number): boolean | undefined {
  return definitions.find((definition) => definition.id === id)?.isEnabled ?? elsewhere.get(id);
}

/** Enabled and disabled definitions lose their state, and so do the definitions that recover them. */
function refresh(definitions: readonly EngineDefinition[], states: Map<number, DefinitionState>, id: number): void {
  for (const definition of definitions) {
    if (definition.id === id || definition.recoveryId === id) states.set(definition.id, FRESH);
  }
}

function remember(definitions: readonly EngineDefinition[], memory: Memory, fact: Fact): Memory {
  let next: Map<number, Remembered> | undefined;
  for (const { conditions } of definitions) {
    for (const test of conditions) {
      if (observes(test, fact)) (next ??= new Map(memory)).set(test.condition.id, seenIn(fact));
    }
  }
  return next ?? memory;
}

function observes({ observes: kind, condition }: ConditionTest, fact: Fact): boolean {
  if (kind !== fact.kind) return false;
  if ('metricDefinitionId' in fact && fact.metricDefinitionId !== condition.measurementDefinition) return false;
  return fact.kind !== 'number' || Number.isFinite(fact.value);
}

function seenIn(fact: Fact): Remembered {
  if (fact.kind === 'availability') return fact.type;
  return fact.kind === 'number' || fact.kind === 'trait' ? fact.value : undefined;
}
