import type { Condition } from '@wardstone/alerting';

export interface StoredCondition extends Condition {
  readonly definitionId: number;
  readonly triggerId: number | null;
}

/** Columns of the condition `c`, a `StoredCondition`. */
export const CONDITION_COLUMNS = `c.id, c.alert_definition_id AS "definitionId", c.category, c.name, c.threshold, c.option,
       c.comparator, c.trigger_id AS "triggerId", coalesce(c.metric_definition_id, 0) AS "measurementDefinition",
       (SELECT json_build_object('unit', m.unit, 'isPerMinute', m.is_per_minute)
          FROM metric_definition m WHERE m.id = c.metric_definition_id) AS measure`;

/** Lists the conditions of the definitions `$1`. */
export const CONDITIONS_OF = `SELECT ${CONDITION_COLUMNS} FROM alert_condition c
  WHERE c.alert_definition_id = ANY ($1::integer[]) ORDER BY c.id`;
