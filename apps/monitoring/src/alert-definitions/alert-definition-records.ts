import { Injectable } from '@nestjs/common';
import { boundNote, configProblem, findSender, showConfig, showExtra } from '@wardstone/alerting';
import { type PermissionName, permits } from '@wardstone/auth';
import type { Queryable } from '@wardstone/database';
import type { Link } from '@wardstone/dto';
import type { AlertConditionRest, AlertDefinitionRest, AlertNotificationRest } from '@wardstone/dto/monitoring';
import { Addresses } from '../api/addresses';
import type { Viewer } from '../authorization/viewer';
import { AlertDefinitionQueries, type Owner, type StoredNotification } from './alert-definition.queries';
import type { StoredCondition } from '../alert-state/condition.sql';
import type { AlertDefinitionRow } from './definition-row.sql';
import { toSettingsRecord } from './definition-settings';

/** Converts definitions to the records of the API. */
@Injectable()
export class AlertDefinitionRecords {
  constructor(
    private readonly addresses: Addresses,
    private readonly queries: AlertDefinitionQueries,
  ) {}

  /** Without conditions and notifications. See rule alerts-1. */
  basics(row: AlertDefinitionRow): AlertDefinitionRest {
    return { ...toSettingsRecord(row), links: this.ownerLinks(row) };
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
