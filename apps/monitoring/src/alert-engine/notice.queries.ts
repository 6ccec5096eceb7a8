import { Injectable } from '@nestjs/common';
import type {
  Condition,
  CoveringSilence,
  HeldAlert,
  HoldReason,
  NoticeKind,
  RecipientLimit,
} from '@wardstone/alerting';
import { toColumns, type Queryable, type Transaction } from '@wardstone/database';
import type { AvailabilityType } from '@wardstone/dto/monitoring';
import { recovers } from '../alert-state/alert-definition.sql';
import { coveringSilences, SILENCE_TIMES } from '../alert-state/silence.sql';
import type { FiredRules } from './fired-rules.sql';

/** A held or open alert, and its present state. */
export interface OpenAlertRow {
  alertId: number;
  incidentId: number | null;
  isHeld: boolean;
  reason: HoldReason | null;
  causeId: number | null;
  /** When it fired, or was last reported by another system. */
  firedMs: number;
  resourceId: number;
  rules: FiredRules;
  /** Ids of matched conditions. */
  matchedIds: number[];
  /** Present conditions of its definition; null if they are those that were met. */
  changedConditions: Condition[] | null;
  availability: AvailabilityType;
  isAcknowledged: boolean;
  gone: HeldAlert['gone'] | null;
  hasSuccessor: boolean;
  isRecovered: boolean;
  hasRecoverer: boolean;
  endsNotifiedProblem: boolean | null;
  /** Unsent notifications of a held alert. */
  notices: OpenNoticeRow[];
}

/** An alert to check. */
export interface DueAlert extends Pick<OpenAlertRow, 'alertId' | 'resourceId' | 'rules' | 'changedConditions'> {
  /** Time since which it is due. */
  untilMs: number;
}

export interface OpenNoticeRow {
  logId: number;
  channel: string | null;
  kind: NoticeKind;
  failures: number;
  failedMs: number | null;
}

export interface WaitingNotice {
  alertId: number;
  resourceId: number;
  kind: NoticeKind;
  channel: string | null;
  senderName: string;
  dueMs: number | null;
  notifiedMs: number | null;
  carrierId: number | null;
  isSettled: boolean;
  isHeld: boolean;
  /** Start of the notification. */
  sinceMs: number;
  /** Whether its incident has any held alert. */
  holdsAny: boolean;
  failures: number;
  failedMs: number | null;
}

/** Stored result of a decision about an alert. */
export interface DecidedAlert {
  alertId: number;
  incidentId: number | null;
  isHeld: boolean;
  /** Null for a notified alert: its last hold stays recorded. */
  reason: HoldReason | null;
  silenceId: number | null;
  causeId: number | null;
  /** Time of the next check. */
  untilMs: number;
  /** Null if it was never notified. */
  notifiedMs: number | null;
  /** Null while it is open. */
  endedMs: number | null;
}

const DECIDED_FIELDS = [
  'alertId',
  'incidentId',
  'isHeld',
  'reason',
  'silenceId',
  'causeId',
  'untilMs',
  'notifiedMs',
  'endedMs',
] as const;

/** Alerts of a definition on the resource of `a` that fired before, or after, and satisfy further conditions. */
const OTHER = (definition: string, more: string): string => `EXISTS (
  SELECT 1 FROM alert o WHERE o.alert_definition_id = ${definition} AND ${more})`;

/** Records that the alert of `alert_hold` was notified by any notification; later holds do not change that. */
const WAS_TOLD = `EXISTS (
  SELECT 1 FROM alert_notification_log l LEFT JOIN alert_notification_log c ON c.id = l.carrier_id
   WHERE l.alert_id = alert_hold.alert_id AND l.kind = 'ALERT' AND coalesce(c.told_ms, l.told_ms) IS NOT NULL)`;

/**
 * Present conditions of the definition of alert `a` that replace those that were met; null while it has all of these.
 */
const CHANGED_CONDITIONS = `CASE WHEN EXISTS (
    SELECT 1 FROM alert_condition_log l
     WHERE l.alert_id = a.id AND NOT EXISTS (SELECT 1 FROM alert_condition c WHERE c.id = l.condition_id))
  THEN (SELECT coalesce(json_agg(json_build_object(
                 'id', c.id, 'category', c.category, 'name', c.name, 'threshold', c.threshold, 'option', c.option,
                 'comparator', c.comparator, 'measurementDefinition', coalesce(c.metric_definition_id, 0)) ORDER BY c.id), '[]')
          FROM alert_condition c WHERE c.alert_definition_id = a.alert_definition_id) END`;

@Injectable()
export class NoticeQueries {
  /** Silences that cover these alerts and may be active, by alert. */
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

  /** Silences that cover the resource, or the definition, and may be or have been active within the time. */
  listCoveringResource(
    from: Queryable,
    { resourceId, definitionId }: { resourceId: number; definitionId?: number },
    { startMs, endMs }: { startMs: number; endMs: number },
  ): Promise<CoveringSilence[]> {
    return from.query<CoveringSilence>(
      `WITH RECURSIVE wanted AS (SELECT 0 AS key, $1::integer AS resource_id, $4::integer AS definition_id),
            ${coveringSilences('s.over_ms > $2 AND s.start_ms < $3')}
       SELECT DISTINCT ${SILENCE_TIMES} FROM covering c JOIN silence s ON s.id = c.id`,
      [resourceId, startMs, endMs, definitionId ?? null],
    );
  }

  /** Stores decisions about alerts. */
  async save(tx: Transaction, alerts: readonly DecidedAlert[]): Promise<void> {
    if (alerts.length === 0) return;
    await tx.query(
      `INSERT INTO alert_hold (alert_id, incident_id, is_held, reason, silence_id, cause_id, until_ms, told_ms, ended_ms)
       SELECT n.* FROM unnest($1::integer[], $2::integer[], $3::boolean[], $4::text[], $5::integer[], $6::integer[],
                              $7::bigint[], $8::bigint[], $9::bigint[])
                    AS n (alert_id, incident_id, is_held, reason, silence_id, cause_id, until_ms, told_ms, ended_ms)
        ORDER BY n.alert_id
       ON CONFLICT (alert_id) DO UPDATE
          SET incident_id = excluded.incident_id, is_held = excluded.is_held, until_ms = excluded.until_ms,
              reason = coalesce(excluded.reason, alert_hold.reason),
              silence_id = CASE WHEN excluded.reason IS NULL THEN alert_hold.silence_id ELSE excluded.silence_id END,
              cause_id = CASE WHEN excluded.reason IS NULL THEN alert_hold.cause_id ELSE excluded.cause_id END,
              told_ms = CASE WHEN ${WAS_TOLD} THEN coalesce(alert_hold.told_ms, excluded.told_ms) ELSE excluded.told_ms END,
              ended_ms = coalesce(alert_hold.ended_ms, excluded.ended_ms)`,
      toColumns(alerts, ...DECIDED_FIELDS),
    );
  }

  /** Decides again about alerts held by this silence. */
  async expire(tx: Transaction, silenceId: number): Promise<void> {
    await tx.query(`UPDATE alert_hold SET until_ms = 0 WHERE silence_id = $1 AND is_held`, [silenceId]);
  }

  /** Resources that suppress alerts. */
  async listSuppressing(tx: Transaction, resourceIds: readonly number[]): Promise<number[]> {
    if (resourceIds.length === 0) return [];
    return tx.ids(
      `SELECT n.id FROM unnest($1::integer[]) AS n (id)
        WHERE EXISTS (SELECT 1 FROM alert_hold h WHERE h.cause_id = n.id AND h.is_held) ORDER BY n.id`,
      [resourceIds],
    );
  }

  /**
   * Decides again about alerts suppressed by this resource, and about its own ones in their incidents, so that messages
   * about the former do not say that the latter go on.
   */
  async expireSuppressed(tx: Transaction, resourceId: number): Promise<void> {
    await tx.query(
      `WITH suppressed AS (
         SELECT h.alert_id, h.incident_id FROM alert_hold h WHERE h.cause_id = $1 AND h.is_held),
       due AS (
         SELECT h.alert_id FROM alert_hold h
          WHERE h.alert_id IN (
            SELECT s.alert_id FROM suppressed s
             UNION ALL
            SELECT o.alert_id FROM alert_hold o
              JOIN alert a ON a.id = o.alert_id AND a.resource_id = $1
             WHERE NOT o.is_held AND o.ended_ms IS NULL AND o.incident_id IN (SELECT s.incident_id FROM suppressed s))
          ORDER BY h.alert_id FOR NO KEY UPDATE)
       UPDATE alert_hold h SET until_ms = 0 FROM due WHERE h.alert_id = due.alert_id`,
      [resourceId],
    );
  }

  /** Decides again about alerts that these notifications would have carried; returns them. */
  releaseCarried(tx: Transaction, logIds: readonly number[]): Promise<number[]> {
    return tx.ids(
      `WITH carried AS (
         UPDATE alert_notification_log l SET carrier_id = NULL, incident_id = NULL, is_settled = l.kind <> 'ALERT'
          WHERE l.carrier_id = ANY ($1::integer[]) RETURNING l.alert_id, l.kind)
       UPDATE alert_hold h SET is_held = true, reason = 'GROUPED', until_ms = 0
         FROM (SELECT DISTINCT c.alert_id FROM carried c WHERE c.kind = 'ALERT') c WHERE h.alert_id = c.alert_id
       RETURNING h.alert_id AS id`,
      [logIds],
    );
  }

  /** Ends the hold of alerts; unsent notifications wait for another decision. */
  reopen(tx: Transaction, alertIds: readonly number[]): Promise<OpenNoticeRow[]> {
    return tx.query<OpenNoticeRow>(
      `WITH open AS (
         UPDATE alert_notification_log l
            SET due_ms = CASE WHEN l.told_ms IS NOT NULL THEN l.due_ms END,
                incident_id = CASE WHEN l.told_ms IS NOT NULL THEN l.incident_id END
          WHERE l.alert_id = ANY ($1::integer[]) AND NOT l.is_settled AND l.kind = 'ALERT' RETURNING l.id, l.channel, l.kind)
       SELECT o.id AS "logId", o.channel, o.kind, t.failures, t.failed_ms AS "failedMs"
         FROM open o
        CROSS JOIN LATERAL (SELECT count(*)::integer AS failures, max(t.made_ms) AS failed_ms
                              FROM alert_notification_attempt t WHERE t.log_id = o.id) t
        ORDER BY o.id`,
      [alertIds],
    );
  }

  /** Makes another notification carry one. */
  async hand(tx: Transaction, { from, to }: { from: number; to: number }): Promise<void> {
    await tx.query(
      `UPDATE alert_notification_log SET carrier_id = $2, due_ms = NULL, is_settled = true WHERE id = $1 OR carrier_id = $1`,
      [from, to],
    );
  }

  async postpone(
    tx: Transaction,
    { logId, dueMs, isDigest }: { logId: number; dueMs: number; isDigest: boolean },
  ): Promise<void> {
    await tx.query(`UPDATE alert_notification_log SET due_ms = $2, is_digest = $3 WHERE id = $1`, [
      logId,
      dueMs,
      isDigest,
    ]);
  }

  /** Marks the notification as sent, so that it carries no more. */
  async markSent(tx: Transaction, logId: number, nowMs: number): Promise<void> {
    await tx.query(
      `UPDATE alert_notification_log SET told_ms = coalesce(told_ms, $2), due_ms = coalesce(due_ms, $2) WHERE id = $1`,
      [logId, nowMs],
    );
  }

  /** A due notification; undefined when it was deleted. */
  findWaiting(tx: Transaction, logId: number): Promise<WaitingNotice | undefined> {
    return tx.first<WaitingNotice>(
      `SELECT l.alert_id AS "alertId", a.resource_id AS "resourceId", l.kind, l.channel, l.sender_name AS "senderName",
              l.due_ms AS "dueMs", l.told_ms AS "notifiedMs", l.carrier_id AS "carrierId", l.is_settled AS "isSettled",
              coalesce(h.is_held, false) AS "isHeld", coalesce(h.told_ms, a.fired_ms) AS "sinceMs",
              EXISTS (SELECT 1 FROM alert_hold o WHERE o.incident_id = l.incident_id AND o.is_held
                         AND o.reason IN ('SUPPRESSED', 'FLAPPING')) AS "holdsAny",
              t.failures, t.failed_ms AS "failedMs"
         FROM alert_notification_log l
         JOIN alert a ON a.id = l.alert_id LEFT JOIN alert_hold h ON h.alert_id = a.id
        CROSS JOIN LATERAL (SELECT count(*)::integer AS failures, max(t.made_ms) AS failed_ms
                              FROM alert_notification_attempt t WHERE t.log_id = l.id) t
        WHERE l.id = $1`,
      [logId],
    );
  }

  /** Ends those of the notifications that were not sent. */
  async settle(tx: Transaction, logIds: readonly number[]): Promise<void> {
    if (logIds.length === 0) return;
    await tx.query(
      `UPDATE alert_notification_log SET is_settled = true, due_ms = NULL, incident_id = NULL WHERE id = ANY ($1::integer[])`,
      [logIds],
    );
  }

  /** Sets the next check of open alerts. */
  async lookAgain(tx: Transaction, alerts: readonly { alertId: number; untilMs: number }[]): Promise<void> {
    if (alerts.length === 0) return;
    await tx.query(
      `UPDATE alert_hold h SET until_ms = n.until_ms FROM unnest($1::integer[], $2::bigint[]) AS n (alert_id, until_ms)
        WHERE h.alert_id = n.alert_id`,
      toColumns(alerts, 'alertId', 'untilMs'),
    );
  }

  /** Due alerts after the given one, oldest first. */
  listDue(from: Queryable, nowMs: number, after: DueAlert | undefined, limit: number): Promise<DueAlert[]> {
    return from.query<DueAlert>(
      `SELECT h.alert_id AS "alertId", h.until_ms AS "untilMs", a.resource_id AS "resourceId", a.rules,
              ${CHANGED_CONDITIONS} AS "changedConditions"
         FROM alert_hold h JOIN alert a ON a.id = h.alert_id
        WHERE (h.is_held OR h.ended_ms IS NULL) AND h.until_ms <= $1 AND (h.until_ms, h.alert_id) > ($2, $3)
        ORDER BY h.until_ms, h.alert_id LIMIT $4`,
      [nowMs, after?.untilMs ?? -1, after?.alertId ?? 0, limit],
    );
  }

  /** Locks those that are still due; others are being decided elsewhere. */
  lockDue(tx: Transaction, nowMs: number, alertIds: readonly number[]): Promise<OpenAlertRow[]> {
    return tx.query<OpenAlertRow>(
      `WITH due AS MATERIALIZED (
         SELECT h.* FROM alert_hold h
          WHERE h.alert_id = ANY ($2::integer[]) AND (h.is_held OR h.ended_ms IS NULL) AND h.until_ms <= $1
          ORDER BY h.alert_id FOR NO KEY UPDATE SKIP LOCKED)
       SELECT a.id AS "alertId", due.incident_id AS "incidentId", due.is_held AS "isHeld", due.reason,
              due.cause_id AS "causeId", coalesce((SELECT x.heard_ms FROM external_alert x WHERE x.id = a.external_id), a.fired_ms) AS "firedMs", a.resource_id AS "resourceId", a.rules, r.availability,
              a.ack_by IS NOT NULL AS "isAcknowledged",
              CASE WHEN d.is_deleted THEN 'DEFINITION_REMOVED' WHEN r.inventory_status <> 'COMMITTED' THEN 'RESOURCE_REMOVED' END AS gone,
              ${CHANGED_CONDITIONS} AS "changedConditions",
              ARRAY (SELECT l.condition_id FROM alert_condition_log l WHERE l.alert_id = a.id) AS "matchedIds",
              ${OTHER('d.id', 'o.resource_id = a.resource_id AND o.external_id = a.external_id AND o.id > a.id')} AS "hasSuccessor",
              EXISTS (SELECT 1 FROM alert_definition e WHERE ${recovers('e', 'd.id')}
                         AND ${OTHER('e.id', 'o.id > a.id')}) AS "isRecovered",
              EXISTS (SELECT 1 FROM alert_definition e
                       WHERE ${recovers('e', 'd.id')} AND e.is_enabled AND NOT e.is_deleted AND NOT d.is_enabled) AS "hasRecoverer",
              CASE WHEN d.recovery_id <> 0 THEN
                NOT ${OTHER('d.recovery_id', 'o.id > a.id')}
                AND coalesce((SELECT h.alert_id IS NULL OR h.told_ms IS NOT NULL
                                FROM alert o LEFT JOIN alert_hold h ON h.alert_id = o.id
                               WHERE o.alert_definition_id = d.recovery_id AND o.id < a.id
                               ORDER BY o.id DESC LIMIT 1), true) END AS "endsNotifiedProblem",
              CASE WHEN due.is_held THEN
                (SELECT coalesce(json_agg(json_build_object('logId', l.id, 'channel', l.channel, 'kind', l.kind,
                                                            'failures', t.failures, 'failedMs', t.failed_ms) ORDER BY l.id), '[]')
                   FROM alert_notification_log l
                  CROSS JOIN LATERAL (SELECT count(*) AS failures, max(t.made_ms) AS failed_ms
                                        FROM alert_notification_attempt t WHERE t.log_id = l.id) t
                  WHERE l.alert_id = a.id AND NOT l.is_settled AND l.kind = 'ALERT') ELSE '[]' END AS notices
         FROM due
         JOIN alert a ON a.id = due.alert_id
         JOIN alert_definition d ON d.id = a.alert_definition_id
         JOIN resource r ON r.id = a.resource_id
        ORDER BY a.id`,
      [nowMs, alertIds],
    );
  }

  /** Locks the alert of a notification and its incident, in the order of `lockDue`. */
  async lockIncident(tx: Transaction, logId: number): Promise<void> {
    await tx.query(
      `SELECT 1 FROM alert_hold h JOIN alert_notification_log l ON l.alert_id = h.alert_id WHERE l.id = $1 FOR NO KEY UPDATE OF h`,
      [logId],
    );
    await tx.query(
      `SELECT 1 FROM incident i JOIN alert_notification_log l ON l.incident_id = i.id WHERE l.id = $1 FOR NO KEY UPDATE OF i`,
      [logId],
    );
  }

  /**
   * Whether a recipient has had `most` notifications in the last hour, when the next is allowed, and the waiting
   * digest. Locks the recipient until the transaction ends.
   */
  async findLimit(
    tx: Transaction,
    { logId, channel }: { logId: number; channel: string },
    { most, nowMs, periodMs }: { most: number; nowMs: number; periodMs: number },
  ): Promise<RecipientLimit | undefined> {
    await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`, [`recipient ${channel}`]);
    const row = await tx.first<{ notifiedMs: number | null; leaderId: number | null }>(
      `SELECT (SELECT l.told_ms FROM alert_notification_log l
                WHERE l.channel = $1::uuid AND l.carrier_id IS NULL AND l.told_ms > $3
                ORDER BY l.told_ms DESC LIMIT 1 OFFSET $4) AS "notifiedMs",
              (SELECT l.id FROM alert_notification_log l
                WHERE l.channel = $1::uuid AND l.carrier_id IS NULL AND l.told_ms IS NULL AND l.is_digest AND l.due_ms IS NOT NULL
                  AND l.id <> $2 ORDER BY l.id LIMIT 1) AS "leaderId"`,
      [channel, logId, nowMs - periodMs, most - 1],
    );
    if (row?.notifiedMs == null) return undefined;
    return { untilMs: row.notifiedMs + periodMs, leaderId: row.leaderId ?? undefined };
  }
}
