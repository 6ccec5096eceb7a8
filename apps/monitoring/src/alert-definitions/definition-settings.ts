import { type DefinitionSettings, type ExpressionSettings, toSentExpression } from '@wardstone/alerting';
import type { AlertDefinitionRest, AlertExpression } from '@wardstone/dto/monitoring';
import type { AlertDefinitionRow } from './definition-row.sql';

/** Columns that store settings. */
export function toSettingColumns(settings: DefinitionSettings) {
  const { dampening } = settings;
  return {
    is_enabled: settings.isEnabled,
    disabled_by_alert: settings.isDisabledByAlert,
    priority: settings.priority,
    recovery_id: settings.recoveryId,
    dampening_category: dampening.category,
    dampening_count: dampening.count,
    dampening_period: dampening.period,
    dampening_unit: dampening.unit,
    once_until_recovered: settings.onceUntilRecovered,
  };
}

/** The record of a stored definition, without its parts, its owner and links. */
export function toSettingsRecord(row: AlertDefinitionRow): Omit<AlertDefinitionRest, 'links'> {
  return {
    id: row.id,
    name: row.name,
    enabled: row.is_enabled,
    priority: row.priority,
    recoveryId: row.recovery_id,
    conditionMode: row.condition_mode,
    conditions: undefined,
    notifications: undefined,
    dampeningCategory: row.dampening_category,
    dampeningCount: row.dampening_count,
    dampeningPeriod: row.dampening_period,
    dampeningUnit: row.dampening_unit,
    onceUntilRecovered: row.once_until_recovered,
    disabledByAlert: row.disabled_by_alert,
    builtIn: row.is_built_in,
    owner: undefined,
    expression: row.expression ? toExpressionRecord(row.expression) : undefined,
  };
}

function toExpressionRecord(settings: ExpressionSettings): AlertExpression {
  const { group, file, position, ...others } = toSentExpression(settings);
  return {
    ...others,
    record: others.record || undefined,
    ...(group !== '' && { group, file: file || undefined, position }),
  };
}
