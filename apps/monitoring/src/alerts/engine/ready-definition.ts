import type { Condition } from '../domain/condition';
import { conditionTest } from '../domain/condition-test';
import type { EngineDefinition } from '../domain/evaluate';
import type { EngineDefinitionRow } from './engine.queries';

/** A stored definition made ready for facts. */
export function readyDefinition(row: EngineDefinitionRow, conditions: readonly Condition[]): EngineDefinition {
  return {
    id: row.id,
    isEnabled: row.is_enabled,
    recoveryId: row.recovery_id,
    mode: row.condition_mode,
    dampening: {
      category: row.dampening_category,
      count: row.dampening_count,
      period: row.dampening_period,
      unit: row.dampening_unit,
    },
    conditions: conditions.map(conditionTest),
  };
}
