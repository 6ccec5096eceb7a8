import { Injectable } from '@nestjs/common';
import { columnsOf, type Queryable, type Transaction } from '@wardstone/database';
import type { AvailabilityType } from '@wardstone/dto/monitoring';
import type { CoveringSilence } from '../domain/notice-plan';
import { coveringSilences, SILENCE_TIMES } from '../silences/silence.sql';
import type { FiredRules } from './engine.queries';

/** An alert that is held back, and what has become of it. */
export interface HeldRow {
  alertId: number;
  resourceId: number;
  rules: FiredRules;
  /** Of the conditions that were met. */
  matchedIds: number[];
  availability: AvailabilityType;
  isAcknowledged: boolean;
  isGone: boolean;
  hasSuccessor: boolean;
  isRecovered: boolean;
  endsToldProblem: boolean | null;
  /** Those that have not ended. */
  notices: { logId: number; failures: number; failedMs: number | null }[];
}

export interface StoredHold {
  alertId: number;
  silenceId: number;
  untilMs: number;
}

/** A metric or trait of a resource, and its value if it is a trait. */
export interface HeldMetric {
  resourceId: number;
  metricDefinitionId: number;
  scheduleId: number;
  trait: string | null;
}

/** Alerts of a definition on the resource of `a` that fired before, or after, and satisfy more. */
const OTHER = (definition: string, more: string): string => `EXISTS (
  SELECT 1 FROM alert o WHERE o.alert_definition_id = ${definition} AND ${more})`;

@Injectable()
export class NoticeQueries {
  /** Silences that cover these alerts and may be in force now, by alert. */
  async listCovering(
    from: Queryable,
    alertIds: readonly number[],
    nowMs: number,
  ): Promise<Map<number, CoveringSilence[]>> {
    const rows = await from.query<CoveringSilence & { alertId: number }>(
      `WITH RECURSIVE wanted AS (
              SELECT a.id AS key, a.resource_id, a.alert_definition_id AS definition_id
                FROM alert a WHERE a.id = ANY ($1::integer[])),
            ${coveringSilences('s.over_ms > $2 AND s.start_ms <= $2')}
       SELECT c.key AS "alertId", ${SILENCE_TIMES} FROM covering c JOIN silence s ON s.id = c.id`,
      [alertIds, nowMs],
    );
    const covering = new Map<number, CoveringSilence[]>();
    for (const { alertId, ...silence } of rows) covering.set(alertId, [...(covering.get(alertId) ?? []), silence]);
    return covering;
  }

  /** Holds alerts back, or holds them on. */
  async hold(from: Queryable, holds: readonly StoredHold[]): Promise<void> {
    if (holds.length === 0) return;
    await from.query(
      `INSERT INTO alert_hold (alert_id, silence_id, is_held, until_ms)
       SELECT n.alert_id, n.silence_id, true, n.until_ms
         FROM unnest($1::integer[], $2::integer[], $3::bigint[]) AS n (alert_id, silence_id, until_ms) ORDER BY n.alert_id
       ON CONFLICT (alert_id) DO UPDATE
          SET silence_id = excluded.silence_id, is_held = true, until_ms = excluded.until_ms`,
      columnsOf(holds, 'alertId', 'silenceId', 'untilMs'),
    );
  }

  /** What this silence holds back is decided again. */
  async expire(tx: Transaction, silenceId: number): Promise<void> {
    await tx.query(`UPDATE alert_hold SET until_ms = 0 WHERE silence_id = $1 AND is_held`, [silenceId]);
  }

  /** Ends holds. What is settled by that was never told, and will not be. */
  async endHolds(
    tx: Transaction,
    { toldIds, droppedIds }: { toldIds: readonly number[]; droppedIds: readonly number[] },
    nowMs: number,
  ): Promise<void> {
    await tx.query(
      `UPDATE alert_hold SET is_held = false, told_ms = CASE WHEN alert_id = ANY ($1::integer[]) THEN $3::bigint END
        WHERE alert_id = ANY ($1::integer[] || $2::integer[])`,
      [toldIds, droppedIds, nowMs],
    );
    if (droppedIds.length === 0) return;
    await tx.query(
      `UPDATE alert_notification_log SET is_settled = true WHERE alert_id = ANY ($1::integer[]) AND NOT is_settled`,
      [droppedIds],
    );
  }

  /** Some of those whose hold may have ended, locked; what others decide at the moment is left to them. */
  lockHeld(tx: Transaction, nowMs: number, limit: number): Promise<HeldRow[]> {
    return tx.query<HeldRow>(
      `WITH due AS MATERIALIZED (
         SELECT h.alert_id FROM alert_hold h WHERE h.is_held AND h.until_ms <= $1
          ORDER BY h.until_ms, h.alert_id LIMIT $2 FOR NO KEY UPDATE SKIP LOCKED)
       SELECT a.id AS "alertId", a.resource_id AS "resourceId", a.rules, r.availability,
              a.ack_by IS NOT NULL AS "isAcknowledged",
              d.is_deleted OR r.inventory_status <> 'COMMITTED' AS "isGone",
              ARRAY (SELECT l.condition_id FROM alert_condition_log l WHERE l.alert_id = a.id) AS "matchedIds",
              ${OTHER('d.id', 'o.resource_id = a.resource_id AND o.id > a.id')} AS "hasSuccessor",
              EXISTS (SELECT 1 FROM alert_definition e WHERE e.recovery_id = d.id
                         AND ${OTHER('e.id', 'o.id > a.id')}) AS "isRecovered",
              CASE WHEN d.recovery_id <> 0 THEN
                NOT ${OTHER('d.recovery_id', 'o.id > a.id')}
                AND coalesce((SELECT h.alert_id IS NULL OR h.told_ms IS NOT NULL
                                FROM alert o LEFT JOIN alert_hold h ON h.alert_id = o.id
                               WHERE o.alert_definition_id = d.recovery_id AND o.id < a.id
                               ORDER BY o.id DESC LIMIT 1), true) END AS "endsToldProblem",
              (SELECT coalesce(json_agg(json_build_object('logId', l.id, 'failures', t.failures, 'failedMs', t.failed_ms)
                                        ORDER BY l.id), '[]')
                 FROM alert_notification_log l
                CROSS JOIN LATERAL (SELECT count(*) AS failures, max(t.made_ms) AS failed_ms
                                      FROM alert_notification_attempt t WHERE t.log_id = l.id) t
                WHERE l.alert_id = a.id AND NOT l.is_settled) AS notices
         FROM due
         JOIN alert a ON a.id = due.alert_id
         JOIN alert_definition d ON d.id = a.alert_definition_id
         JOIN resource r ON r.id = a.resource_id
        ORDER BY a.id`,
      [nowMs, limit],
    );
  }

  /** Metrics of resources, and the latest values of those that are traits. */
  listMetrics(
    tx: Transaction,
    metrics: readonly { resourceId: number; metricDefinitionId: number }[],
  ): Promise<HeldMetric[]> {
    return tx.query<HeldMetric>(
      `SELECT s.resource_id AS "resourceId", s.metric_definition_id AS "metricDefinitionId", s.id AS "scheduleId",
              t.value AS trait
         FROM (SELECT DISTINCT * FROM unnest($1::integer[], $2::integer[])) AS n (resource_id, metric_definition_id)
         JOIN metric_schedule s ON s.resource_id = n.resource_id AND s.metric_definition_id = n.metric_definition_id
         LEFT JOIN LATERAL (SELECT v.value FROM trait_value v WHERE v.schedule_id = s.id
                             ORDER BY v.time_ms DESC LIMIT 1) t ON true`,
      columnsOf(metrics, 'resourceId', 'metricDefinitionId'),
    );
  }
}
