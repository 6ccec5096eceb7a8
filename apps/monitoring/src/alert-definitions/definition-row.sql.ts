import type { ExpressionSettings } from '@wardstone/alerting';
import { listColumns, prefixColumns } from '@wardstone/database';
import { EXPRESSION_SETTINGS } from '../alert-state/alert-definition.sql';
import { AlertDefinitionEntity } from './alert-definition.entity';

export interface AlertDefinitionRow extends AlertDefinitionEntity {
  is_built_in: boolean;
  /** Null for the defaults, and for definitions without an expression. */
  expression: ExpressionSettings | null;
}

/** Columns of the definition `d`, an `AlertDefinitionRow`. */
export const DEFINITION_COLUMNS = `${prefixColumns('d', listColumns(AlertDefinitionEntity))},
       EXISTS (SELECT 1 FROM built_in_definition b WHERE b.definition_id = coalesce(d.parent_id, d.id)) AS is_built_in,
       ${EXPRESSION_SETTINGS} AS expression`;

/** Settings that a child shares with its template: all but its place, its recovery and its end. */
export const SHARED_COLUMNS = listColumns(AlertDefinitionEntity, [
  'id',
  'resource_id',
  'resource_group_id',
  'resource_type_id',
  'parent_id',
  'recovery_id',
  'is_deleted',
]);
