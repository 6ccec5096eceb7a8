import { Injectable } from '@nestjs/common';
import {
  type Condition,
  type EngineDefinition,
  GATHERING_SENDERS,
  type StoredMemory,
  type StoredStates,
} from '@wardstone/alerting';
import { toColumns, type Queryable, type Transaction } from '@wardstone/database';
import { recovers } from '../alert-state/alert-definition.sql';
import type { AlertProgressEntity } from './alert-progress.entity';
import { CONDITIONS_OF, type StoredCondition } from '../alert-state/condition.sql';
import type { FiredRules } from './fired-rules.sql';

export interface RuleStateRow extends Pick<AlertProgressEntity, 'resource_id' | 'version'> {
  states: StoredStates;
  memory: StoredMemory;
}

/** Columns of a resource's definition that decide firing. */
export interface EngineDefinitionRow {
  id: number;
  resource_id: number;
  is_enabled: boolean;
  recovery_id: number;
  condition_mode: EngineDefinition['mode'];
  dampening_category: EngineDefinition['dampening']['category'];
  dampening_count: number;
  dampening_period: number;
  dampening_unit: EngineDefinition['dampening']['unit'];
  once_until_recovered: boolean;
}

export interface NewAlert {
  definitionId: number;
  resourceId: number;
  firedMs: number;
  description: string;
  matches: { condition: Condition; value: string; atMs: number }[];
  rules: FiredRules;
  /** Server times of the occurrences that dampening counted. */
  occurrences: readonly number[];
  /** Id of the reported external alert, or of the expression's instance; 0 for none. */
  externalId: number;
  /** Set for alerts on expressions; otherwise null. */
  labels: Readonly<Record<string, string>> | null;
  annotations: Readonly<Record<string, string>> | null;
  /** Time when its series was first returned. */
  activeMs: number | null;
}

/** A notification of an alert on one channel. */
export interface StoredNotice {
  logId: number;
  alertId: number;
  /** Null if each alert is notified separately. */
  channel: string | null;
}

export interface StoredAlerts {
  ids: number[];
  notices: StoredNotice[];
}

/** Channel of a notification `n`: sender and configuration. Null if each alert is notified separately. */
export const CHANNEL = `CASE WHEN n.sender_name = ANY ('{${GATHERING_SENDERS.map((name) => `"${name}"`).join()}}')
                      THEN md5(n.sender_name || ' ' || n.config)::uuid END`;

@Injectable()
export class EngineQueries {
  /** Rule state of those resources that are in inventory and have definitions, locked against evaluation by others. */
  lockRuleStates(tx: Transaction, resourceIds: readonly number[]): Promise<RuleStateRow[]> {
    return tx.query<RuleStateRow>(
      `SELECT p.resource_id, p.version, p.states, p.memory
         FROM alert_progress p JOIN resource r ON r.id = p.resource_id AND r.inventory_status = 'COMMITTED'
        WHERE p.resource_id = ANY ($1::integer[]) ORDER BY p.resource_id FOR NO KEY UPDATE OF p`,
      [resourceIds],
    );
  }

  /**
   * Resources whose definitions still have these versions and no pending state. Read without a lock, because facts that
   * change nothing count as earlier than concurrent changes.
   */
  async findAtRest(
    from: Queryable,
    resources: readonly Pick<RuleStateRow, 'resource_id' | 'version'>[],
  ): Promise<Set<number>> {
    if (resources.length === 0) return new Set();
    const rows = await from.query<{ id: number }>(
      `SELECT p.resource_id AS id
         FROM unnest($1::integer[], $2::bigint[]) AS n (resource_id, version)
         JOIN alert_progress p ON p.resource_id = n.resource_id AND p.version = n.version AND p.states = '{}'`,
      toColumns(resources, 'resource_id', 'version'),
    );
    return new Set(rows.map(({ id }) => id));
  }

  /**
   * Other resources whose rule state changes when definitions of these, or what they recover, are enabled or disabled.
   */
  listTied(tx: Transaction, resourceIds: readonly number[]): Promise<number[]> {
    return tx.ids(
      `WITH own AS (SELECT d.id, d.recovery_id FROM alert_definition d
                     WHERE d.resource_id = ANY ($1::integer[]) AND NOT d.is_deleted),
            switched AS (SELECT o.id FROM own o UNION SELECT o.recovery_id FROM own o WHERE o.recovery_id <> 0),
            touched AS (SELECT d.resource_id FROM switched s JOIN alert_definition d ON d.id = s.id
                         UNION SELECT d.resource_id FROM switched s JOIN alert_definition d ON ${recovers('d', 's.id')})
       SELECT t.resource_id AS id FROM touched t WHERE t.resource_id IS NOT NULL AND t.resource_id <> ALL ($1::integer[])`,
      [resourceIds],
    );
  }

  listDefinitions(from: Queryable, resourceIds: readonly number[]): Promise<EngineDefinitionRow[]> {
    return from.query<EngineDefinitionRow>(
      `SELECT d.id, d.resource_id, d.is_enabled, d.recovery_id, d.condition_mode, d.dampening_category,
              d.dampening_count, d.dampening_period, d.dampening_unit, d.once_until_recovered
         FROM alert_definition d WHERE d.resource_id = ANY ($1::integer[]) AND NOT d.is_deleted ORDER BY d.id`,
      [resourceIds],
    );
  }

  listConditions(from: Queryable, definitionIds: readonly number[]): Promise<StoredCondition[]> {
    return from.query<StoredCondition>(CONDITIONS_OF, [definitionIds]);
  }

  /** Whether these definitions, of any resource, are enabled; deleted ones and templates are missing. */
  async listEnabled(tx: Queryable, ids: readonly number[]): Promise<Map<number, boolean>> {
    const rows = await tx.query<{ id: number; is_enabled: boolean }>(
      `SELECT d.id, d.is_enabled FROM alert_definition d
        WHERE d.id = ANY ($1::integer[]) AND NOT d.is_deleted AND d.resource_id IS NOT NULL`,
      [ids],
    );
    return new Map(rows.map(({ id, is_enabled }) => [id, is_enabled]));
  }

  async saveRuleStates(tx: Transaction, rows: readonly Omit<RuleStateRow, 'version'>[]): Promise<void> {
    await tx.query(
      `UPDATE alert_progress p SET states = n.states, memory = n.memory
         FROM jsonb_to_recordset($1) AS n (resource_id integer, states jsonb, memory jsonb)
        WHERE p.resource_id = n.resource_id`,
      [JSON.stringify(rows)],
    );
  }

  /** Enables or disables definitions as an effect of alerts. */
  async setEnabled(tx: Transaction, ids: readonly number[], isEnabled: boolean): Promise<void> {
    if (ids.length === 0) return;
    await tx.query(
      `UPDATE alert_definition SET is_enabled = $2, disabled_by_alert = NOT $2 WHERE id = ANY ($1::integer[])`,
      [ids, isEnabled],
    );
  }

  /** Stores alerts with their logs. Returns their ids, in the given order, and their unsent notifications. */
  async insertAlerts(tx: Transaction, alerts: readonly NewAlert[]): Promise<StoredAlerts> {
    if (alerts.length === 0) return { ids: [], notices: [] };
    const ids = await tx.ids(
      `SELECT nextval(pg_get_serial_sequence('alert', 'id'))::integer AS id FROM generate_series(1, $1)`,
      [alerts.length],
    );
    await tx.query(
      `INSERT INTO alert (id, alert_definition_id, resource_id, fired_ms, description, external_id, active_ms, rules, occurrences,
                          labels, annotations)
       SELECT n.id, n.definition_id, n.resource_id, n.fired_ms, n.description, n.external_id, n.active_ms, n.rules,
              n.occurrences::bigint[], n.labels, n.annotations
         FROM unnest($1::integer[], $2::integer[], $3::integer[], $4::bigint[], $5::text[], $6::integer[], $7::bigint[],
                     $8::jsonb[], $9::text[], $10::jsonb[], $11::jsonb[])
           AS n (id, definition_id, resource_id, fired_ms, description, external_id, active_ms, rules, occurrences,
                 labels, annotations)`,
      [
        ids,
        ...toColumns(alerts, 'definitionId', 'resourceId', 'firedMs', 'description', 'externalId', 'activeMs'),
        alerts.map(({ rules }) => JSON.stringify(rules)),
        alerts.map(({ occurrences }) => `{${occurrences.join()}}`),
        alerts.map(({ labels }) => labels && JSON.stringify(labels)),
        alerts.map(({ annotations }) => annotations && JSON.stringify(annotations)),
      ],
    );
    await this.insertConditionLogs(
      tx,
      alerts.flatMap(({ matches }, index) =>
        matches.map(({ condition, ...match }) => ({ alertId: ids[index]!, ...condition, ...match })),
      ),
    );
    const notices = await tx.query<StoredNotice>(
      `WITH logs AS (
         INSERT INTO alert_notification_log (alert_id, sender_name, config, channel)
         SELECT f.alert_id, n.sender_name, n.config, ${CHANNEL}
           FROM unnest($1::integer[], $2::integer[]) AS f (alert_id, definition_id)
           JOIN alert_notification n ON n.alert_definition_id = f.definition_id ORDER BY f.alert_id, n.id
         RETURNING id, alert_id, channel)
       SELECT l.id AS "logId", l.alert_id AS "alertId", l.channel FROM logs l ORDER BY l.id`,
      [ids, alerts.map(({ definitionId }) => definitionId)],
    );
    return { ids, notices };
  }

  private async insertConditionLogs(
    tx: Transaction,
    logs: readonly (Omit<NewAlert['matches'][number], 'condition'> & Condition & { alertId: number })[],
  ): Promise<void> {
    await tx.query(
      `INSERT INTO alert_condition_log (alert_id, condition_id, category, name, comparator, threshold, option, value,
                                        data_ms)
       SELECT n.* FROM unnest($1::integer[], $2::integer[], $3::text[], $4::text[], $5::text[], $6::float8[], $7::text[],
                              $8::text[], $9::bigint[]) AS n`,
      toColumns(logs, 'alertId', 'id', 'category', 'name', 'comparator', 'threshold', 'option', 'value', 'atMs'),
    );
  }

  async listHistory(
    tx: Transaction,
    resourceId: number,
    fromMs: number,
    toMs: number,
  ): Promise<{ type: 'UP' | 'DOWN' | 'DISABLED' | 'UNKNOWN'; sinceMs: number; untilMs: number | null }[]> {
    return tx.query(
      `SELECT a.type, a.since_ms AS "sinceMs", a.until_ms AS "untilMs" FROM availability_record a
        WHERE a.resource_id = $1 AND a.since_ms < $3 AND (a.until_ms IS NULL OR a.until_ms > $2)
        ORDER BY a.since_ms`,
      [resourceId, fromMs, toMs],
    );
  }
}
