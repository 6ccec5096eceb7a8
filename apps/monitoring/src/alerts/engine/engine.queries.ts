import { Injectable } from '@nestjs/common';
import type { Queryable, Transaction } from '@wardstone/database';
import { defineTask } from '@wardstone/jobs';
import type { Condition } from '../domain/condition';
import type { DampeningCategory, DampeningUnit } from '../domain/dampening';
import type { ConditionMode } from '../domain/evaluate';
import type { FiringRules } from '../domain/explain';
import type { StoredMemory, StoredStates } from './stored-progress';

export interface ProgressRow {
  resource_id: number;
  version: number;
  states: StoredStates;
  memory: StoredMemory;
}

export interface EngineDefinitionRow {
  id: number;
  resource_id: number;
  is_enabled: boolean;
  recovery_id: number;
  condition_mode: ConditionMode;
  dampening_category: DampeningCategory;
  dampening_count: number;
  dampening_period: number;
  dampening_unit: DampeningUnit | null;
}

export interface EngineConditionRow extends Condition {
  definitionId: number;
}

/** A definition as it was when it fired, as far as that decided. */
export interface FiredRules extends FiringRules {
  conditions: readonly Condition[];
}

export interface NewAlert {
  definitionId: number;
  resourceId: number;
  firedMs: number;
  description: string;
  matches: { condition: Condition; value: string; atMs: number }[];
  rules: FiredRules;
  /** Server times of what dampening counted. */
  occurrences: readonly number[];
}

/** One try to deliver a notification. What fails for reasons of its own is tried later by a job of its own. */
export const DELIVER = defineTask<{ logId: number }>('alert.deliver');

@Injectable()
export class EngineQueries {
  /** The progress of those resources in inventory that have definitions; nobody else evaluates facts of them then. */
  lockProgress(tx: Transaction, resourceIds: readonly number[]): Promise<ProgressRow[]> {
    return tx.query<ProgressRow>(
      `SELECT p.resource_id, p.version, p.states, p.memory
         FROM alert_progress p JOIN resource r ON r.id = p.resource_id AND r.inventory_status = 'COMMITTED'
        WHERE p.resource_id = ANY ($1::integer[]) ORDER BY p.resource_id FOR NO KEY UPDATE OF p`,
      [resourceIds],
    );
  }

  listDefinitions(from: Queryable, resourceIds: readonly number[]): Promise<EngineDefinitionRow[]> {
    return from.query<EngineDefinitionRow>(
      `SELECT d.id, d.resource_id, d.is_enabled, d.recovery_id, d.condition_mode, d.dampening_category,
              d.dampening_count, d.dampening_period, d.dampening_unit
         FROM alert_definition d WHERE d.resource_id = ANY ($1::integer[]) AND NOT d.is_deleted ORDER BY d.id`,
      [resourceIds],
    );
  }

  listConditions(from: Queryable, resourceIds: readonly number[]): Promise<EngineConditionRow[]> {
    return from.query<EngineConditionRow>(
      `SELECT c.id, c.alert_definition_id AS "definitionId", c.category, c.name, c.threshold, c.option, c.comparator,
              coalesce(c.metric_definition_id, 0) AS "measurementDefinition"
         FROM alert_condition c JOIN alert_definition d ON d.id = c.alert_definition_id AND NOT d.is_deleted
        WHERE d.resource_id = ANY ($1::integer[]) ORDER BY c.id`,
      [resourceIds],
    );
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

  async saveProgress(tx: Transaction, rows: readonly Omit<ProgressRow, 'version'>[]): Promise<void> {
    await tx.query(
      `UPDATE alert_progress p SET states = n.states, memory = n.memory
         FROM unnest($1::integer[], $2::jsonb[], $3::jsonb[]) AS n (resource_id, states, memory)
        WHERE p.resource_id = n.resource_id`,
      [
        rows.map((row) => row.resource_id),
        rows.map((row) => JSON.stringify(row.states)),
        rows.map((row) => JSON.stringify(row.memory)),
      ],
    );
  }

  async setEnabled(tx: Transaction, ids: readonly number[], isEnabled: boolean): Promise<void> {
    if (ids.length === 0) return;
    await tx.query(`UPDATE alert_definition SET is_enabled = $2 WHERE id = ANY ($1::integer[])`, [ids, isEnabled]);
  }

  /**
   * Stores an alert with its logs, and asks for the delivery of its notifications: when the transaction is rolled back,
   * nobody was alerted. Answers its id.
   */
  async insertAlert(tx: Transaction, alert: NewAlert): Promise<number> {
    const [row] = await tx.query<{ id: number }>(
      `INSERT INTO alert (alert_definition_id, resource_id, fired_ms, description, rules, occurrences)
       VALUES ($1, $2, $3, $4, $5, $6) RETURNING id`,
      [
        alert.definitionId,
        alert.resourceId,
        alert.firedMs,
        alert.description,
        JSON.stringify(alert.rules),
        alert.occurrences,
      ],
    );
    const { id } = row!;
    await tx.query(
      `INSERT INTO alert_condition_log (alert_id, condition_id, category, name, comparator, threshold, option, value,
                                        data_ms)
       SELECT $1, n.* FROM unnest($2::integer[], $3::text[], $4::text[], $5::text[], $6::float8[], $7::text[], $8::text[],
                                  $9::bigint[]) AS n`,
      [
        id,
        alert.matches.map(({ condition }) => condition.id),
        alert.matches.map(({ condition }) => condition.category),
        alert.matches.map(({ condition }) => condition.name),
        alert.matches.map(({ condition }) => condition.comparator),
        alert.matches.map(({ condition }) => condition.threshold),
        alert.matches.map(({ condition }) => condition.option),
        alert.matches.map(({ value }) => value),
        alert.matches.map(({ atMs }) => atMs),
      ],
    );
    await tx.query(
      `WITH logs AS (
         INSERT INTO alert_notification_log (alert_id, sender_name, config)
         SELECT $1, n.sender_name, n.config FROM alert_notification n WHERE n.alert_definition_id = $2 ORDER BY n.id
         RETURNING id)
       SELECT graphile_worker.add_job('${DELIVER.name}', json_build_object('logId', l.id),
                                      max_attempts => ${DELIVER.maxAttempts})
         FROM logs l ORDER BY l.id`,
      [id, alert.definitionId],
    );
    return id;
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
