import { performance } from 'node:perf_hooks';
import type { ConditionCategory } from '@wardstone/dto/monitoring';
import { conditionTest } from '../apps/monitoring/src/alerts/domain/condition-test';
import type { Condition } from '../apps/monitoring/src/alerts/domain/condition';
import type { EngineDefinition } from '../apps/monitoring/src/alerts/domain/evaluate';
import type { Fact } from '../apps/monitoring/src/alerts/domain/fact';
import { applyFact, type ResourceAlerts } from '../apps/monitoring/src/alerts/domain/resource-alerts';

export interface EngineFigures {
  /** Facts offered to a resource with so many definitions, of which one looks at each. */
  definitions: number;
  factsPerSecond: number;
  /** Outcomes worked out; each fact meets the one condition that listens to its metric. */
  conditionsPerSecond: number;
}

const SECONDS = 2;
const WARM_UP = 20_000;

/** The engine alone, without database: how many facts and conditions one core decides about. */
export function benchEngine(definitions: number): EngineFigures {
  let alerts: ResourceAlerts = {
    definitions: Array.from({ length: definitions }, (_none, index) => definitionOf(index)),
    states: new Map(),
    memory: new Map(),
    elsewhere: new Map(),
  };
  const facts = Array.from({ length: 10_000 }, (_none, i): Fact => {
    return { kind: 'number', metricDefinitionId: i % definitions, value: (i * 7919) % 100, atMs: i, baseline: null };
  });
  let offered = 0;
  const offer = (): void => {
    alerts = applyFact(alerts, facts[offered % facts.length]!, offered).alerts;
    offered++;
  };
  while (offered < WARM_UP) offer();
  const start = performance.now();
  offered = 0;
  while (performance.now() - start < SECONDS * 1000) for (let i = 0; i < 1000; i++) offer();
  const rate = (offered * 1000) / (performance.now() - start);
  return { definitions, factsPerSecond: rate, conditionsPerSecond: rate * definitions };
}

const CATEGORIES: readonly ConditionCategory[] = ['THRESHOLD', 'RANGE', 'CHANGE'];

function definitionOf(index: number): EngineDefinition {
  const condition: Condition = {
    id: index,
    category: CATEGORIES[index % CATEGORIES.length]!,
    name: 'Load',
    threshold: 50,
    option: '80',
    comparator: '>',
    measurementDefinition: index,
  };
  return {
    id: index,
    isEnabled: true,
    recoveryId: 0,
    mode: 'ANY',
    dampening: { category: 'CONSECUTIVE_COUNT', count: 3, period: 0, unit: null },
    conditions: [conditionTest(condition)],
  };
}
