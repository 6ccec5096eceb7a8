import type { AvailabilityType } from '@wardstone/terms';
import type { Condition } from '../src/condition';
import { conditionTest } from '../src/condition-test';
import type { Dampening } from '../src/dampening';
import type { EngineDefinition } from '../src/evaluate';
import type { Fact } from '../src/fact';
import { applyFact, type Firing, type ResourceAlerts } from '../src/resource-alerts';

export const MINUTE_MS = 60_000;
export const METRIC = 10107;

export const NO_DAMPENING: Dampening = { category: 'NONE', count: 0, period: 0, unit: null };

/** `> 10` on the one metric of these tests. */
export function aCondition(over: Partial<Condition> = {}): Condition {
  const metric = { name: 'Load', comparator: '>', threshold: 10, measurementDefinition: METRIC };
  const own = over.category === undefined || over.category === 'THRESHOLD' ? metric : {};
  return {
    id: 1,
    category: 'THRESHOLD',
    name: null,
    threshold: null,
    option: null,
    comparator: null,
    measurementDefinition: 0,
    ...own,
    ...over,
  };
}

interface Given extends Partial<Omit<EngineDefinition, 'conditions' | 'dampening'>> {
  dampening?: Partial<Dampening>;
  conditions?: readonly Condition[];
}

export function aDefinition({ dampening, conditions = [aCondition()], ...over }: Given = {}): EngineDefinition {
  return {
    id: 1,
    isEnabled: true,
    recoveryId: 0,
    onceUntilRecovered: false,
    mode: 'ANY',
    dampening: { ...NO_DAMPENING, ...dampening },
    conditions: conditions.map(conditionTest),
    ...over,
  };
}

/** A resource that has been given these definitions just now. */
export function aResource(
  definitions: readonly EngineDefinition[],
  { availability = 'UNKNOWN' }: { availability?: AvailabilityType } = {},
): ResourceAlerts {
  const observers = definitions.flatMap(({ conditions }) => conditions.filter((c) => c.observes === 'availability'));
  return {
    definitions,
    states: new Map(),
    memory: new Map(observers.map(({ condition }) => [condition.id, availability])),
    elsewhere: new Map(),
  };
}

/** Evaluates the facts one minute apart, the first at 0. Returns the alerts of each. */
export function run(resource: ResourceAlerts, facts: readonly Fact[], nowMs = (f: Fact): number => f.atMs): Firing[][] {
  let alerts = resource;
  return facts.map((fact) => {
    const result = applyFact(alerts, fact, nowMs(fact));
    alerts = result.alerts;
    return [...result.firings];
  });
}

/** Which facts, counted from 1, made definitions fire: `[fact, definition]`. */
export function firedAt(resource: ResourceAlerts, facts: readonly Fact[]): [fact: number, definition: number][] {
  return run(resource, facts).flatMap((firings, i) =>
    firings.map(({ definitionId }) => [i + 1, definitionId] as [number, number]),
  );
}

export function numbers(values: readonly number[], minutes = values.map((_, i) => i)): Fact[] {
  return values.map((value, i) => aNumber(value, minutes[i]! * MINUTE_MS));
}

export function aNumber(value: number, atMs = 0, metricDefinitionId = METRIC): Extract<Fact, { kind: 'number' }> {
  return { kind: 'number', metricDefinitionId, value, atMs, baseline: null };
}

export function availabilities(types: readonly AvailabilityType[]): Fact[] {
  return types.map((type, i) => ({ kind: 'availability', type, atMs: i * MINUTE_MS }));
}
