import { Injectable } from '@nestjs/common';
import {
  boundNote,
  configProblem,
  type ExpressionSettings,
  findSender,
  showConfig,
  showExtra,
} from '@wardstone/alerting';
import { type PermissionName, permits } from '@wardstone/auth';
import type { Queryable } from '@wardstone/database';
import type { Link } from '@wardstone/dto';
import type {
  AlertConditionRest,
  AlertDefinitionRest,
  AlertExpression,
  AlertNotificationRest,
} from '@wardstone/dto/monitoring';
import { Addresses } from '../api/addresses';
import type { Viewer } from '../authorization/viewer';
import { AlertDefinitionQueries, type Owner, type StoredNotification } from './alert-definition.queries';
import type { StoredCondition } from '../alert-state/condition.sql';
import type { AlertDefinitionRow } from './definition-row.sql';

/** Converts definitions to the records of the API. */
@Injectable()
export class AlertDefinitionRecords {
  constructor(
    private readonly addresses: Addresses,
    private readonly queries: AlertDefinitionQueries,
  ) {}

  /** Without conditions and notifications. See rule alerts-1. */
  basics(row: AlertDefinitionRow): AlertDefinitionRest {
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
      links: this.ownerLinks(row),
    };
  }

  full(
    row: AlertDefinitionRow,
    conditions: readonly StoredCondition[],
    notifications: readonly StoredNotification[],
    viewer: Viewer,
  ): AlertDefinitionRest {
    const own = notifications.filter(({ definitionId }) => definitionId === row.id);
    return {
      ...this.basics(row),
      conditions: conditions.filter(({ definitionId }) => definitionId === row.id).map(toConditionRecord),
      notifications: own.map((notification) => toNotificationRecord(notification, mayChange(row, viewer))),
    };
  }

  /** Adds the name of the owner to each definition. */
  async withOwners(definitions: readonly AlertDefinitionRest[], from?: Queryable): Promise<AlertDefinitionRest[]> {
    const ids = definitions.map(({ id }) => id);
    const owners = await this.queries.listOwners(ids, from);
    return definitions.map((definition) => {
      const owner = owners.get(definition.id);
      return owner ? { ...definition, owner } : definition;
    });
  }

  private ownerLinks(row: AlertDefinitionRow): Link[] {
    if (row.resource_id !== null) return [this.addresses.link('resource', `/resource/${row.resource_id}`)];
    if (row.resource_group_id !== null) return [this.addresses.link('group', `/group/${row.resource_group_id}`)];
    return [this.addresses.link('resourceType', `/resource/type/${row.resource_type_id}`)];
  }
}

function toExpressionRecord({
  intervalMs,
  forMs,
  keepFiringMs,
  labels,
  annotations,
  record,
  limit,
  queryOffsetMs,
}: ExpressionSettings): AlertExpression {
  return {
    seconds: intervalMs / 1000,
    forSeconds: forMs / 1000,
    keepFiringSeconds: keepFiringMs / 1000,
    labels,
    annotations,
    ...(record !== null && { record }),
    limit,
    queryOffsetSeconds: queryOffsetMs / 1000,
  };
}

export function toConditionRecord(stored: StoredCondition): AlertConditionRest {
  const { definitionId: _definitionId, measure: _measure, ...condition } = stored;
  return { ...condition, note: boundNote(stored) };
}

/** @param maySeeAddress whether the reader may change it */
export function toNotificationRecord(
  { id, senderName, config }: StoredNotification,
  maySeeAddress: boolean,
): AlertNotificationRest {
  const sender = findSender(senderName);
  const problem = configProblem(sender?.properties ?? [], config, { judgesEntries: true });
  return {
    id,
    senderName,
    config: showConfig(sender, config, maySeeAddress),
    extraConfig: showExtra(config, maySeeAddress),
    problem: problem?.text,
  };
}

/** Permission to change a visible definition. See rule http-3. */
export function permissionToChange({ resource_type_id }: Owner): PermissionName {
  return resource_type_id === null ? 'MANAGE_ALERTS' : 'MANAGE_SETTINGS';
}

/** Whether the viewer, who sees the definition, may change it. */
export function mayChange(owner: Owner, { permissions }: Viewer): boolean {
  return permits(permissions, permissionToChange(owner));
}
