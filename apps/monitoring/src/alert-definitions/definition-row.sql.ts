import type { ExpressionSettings } from '@wardstone/alerting';
import { EXPRESSION_SETTINGS } from '../alert-state/alert-definition.sql';
import type { AlertDefinitionEntity } from './alert-definition.entity';

export interface AlertDefinitionRow extends Omit<AlertDefinitionEntity, 'is_deleted'> {
  is_built_in: boolean;
  /** Null for the defaults, and for definitions without an expression. */
  expression: ExpressionSettings | null;
}

/** Columns of the definition `d`, an `AlertDefinitionRow`. */
export const DEFINITION_COLUMNS = `d.id, d.resource_id, d.resource_group_id, d.resource_type_id, d.parent_id, d.name,
       d.is_enabled, d.priority, d.recovery_id, d.condition_mode, d.dampening_category, d.dampening_count,
       d.dampening_period, d.dampening_unit, d.once_until_recovered, d.disabled_by_alert,
       EXISTS (SELECT 1 FROM built_in_definition b WHERE b.definition_id = coalesce(d.parent_id, d.id)) AS is_built_in,
       ${EXPRESSION_SETTINGS} AS expression`;
