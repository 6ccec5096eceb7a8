import { Injectable } from '@nestjs/common';
import {
  type Grouping,
  groupingOfKey,
  type IncidentChoice,
  type IncidentSubject,
  type Thread,
} from '@wardstone/alerting';
import { type Queryable, toColumns, type Transaction } from '@wardstone/database';
import { recovers } from '../alert-state/alert-definition.sql';
import { hostJoin } from '../resources/resource-row.sql';

/** Properties of an alert for decisions about its notifications. */
export interface AlertContext extends Omit<IncidentSubject, 'causeId' | 'isFlapping'> {
  alertId: number;
  /** Set in its definition or template; null for the default of the service. */
  grouping: Grouping | null;
  isRecovery: boolean;
  /** For a recovery: whether the problem was notified. */
  endsNotifiedProblem: boolean;
  /** Open incident of the recovered problem. */
  recoveredIncidentId: number | null;
  /** Firing times of ended alerts of its definition, or for a recovery of the definition that it recovers. */
  endedMs: number[];
  isFlappingNotified: boolean;
}

/** Notifications of an incident on a channel. */
export interface StoredThread extends Thread {
  incidentId: number;
  channel: string;
}

/** Stored fields of a decided notification. */
export interface PlannedNotice {
  logId: number;
  incidentId: number | null;
  /** Null for a carried notification. */
  dueMs: number | null;
  carrierId: number | null;
}

/** A channel of an ended incident that was notified of it, but not of its end. */
export interface OwedEnd {
  incidentId: number;
  channel: string;
  /** The newest notification, whose alert and configuration are used for the end. */
  logId: number;
}

/** Whether a notification about the incident `i` was sent, or would have been. */
const IS_TOLD = `(
  EXISTS (SELECT 1 FROM alert_hold t WHERE t.incident_id = i.id AND t.told_ms IS NOT NULL)
  OR EXISTS (SELECT 1 FROM alert_notification_log l WHERE l.incident_id = i.id AND l.kind = 'HELD'))`;

/**
 * Whether an alert keeps its incident open. A silenced one does not once somebody was notified, because they wait for
 * the resolution.
 */
const IS_OPEN = `(CASE WHEN h.is_held THEN h.reason <> 'SILENCED' OR NOT ${IS_TOLD} ELSE h.ended_ms IS NULL END)`;

/**
 * An alert that fires again continues its problem, except for availability, which recovered between two transitions.
 */
const hasLastingCondition = (alert: string): string => `EXISTS (
  SELECT 1 FROM jsonb_array_elements(${alert}.rules -> 'conditions') c WHERE c ->> 'category' <> 'AVAILABILITY')`;

/** Looks up each of the few remaining alerts `o`; otherwise the planner would read all. */
const selectHold = (column: string): string => `(SELECT h.${column} FROM alert_hold h WHERE h.alert_id = o.id)`;

/** Incidents and their notifications. */
@Injectable()
export class IncidentQueries {
  /** @param sinceMs earliest time of ended alerts to consider */
  async listContexts(
    tx: Transaction,
    alertIds: readonly number[],
    sinceMs: number,
  ): Promise<Map<number, AlertContext>> {
    const rows = await tx.query<AlertContext & { groupId: number | null; typeId: number | null }>(
      `SELECT a.id AS "alertId", d.id AS "definitionId", a.resource_id AS "resourceId", a.external_id AS "externalId",
              coalesce(d.parent_id, d.id) AS "templateId",
              t.resource_group_id AS "groupId", host.id AS "hostId",
              (SELECT g.grouping FROM alert_definition_grouping g WHERE g.alert_definition_id IN (d.id, d.parent_id)
                ORDER BY g.alert_definition_id <> d.id LIMIT 1) AS grouping,
              t.resource_type_id AS "typeId", d.recovery_id <> 0 AS "isRecovery",
              coalesce((SELECT h.alert_id IS NULL OR h.told_ms IS NOT NULL
                          FROM alert o LEFT JOIN alert_hold h ON h.alert_id = o.id
                         WHERE d.recovery_id <> 0 AND o.alert_definition_id = d.recovery_id AND o.id < a.id
                         ORDER BY o.fired_ms DESC, o.id DESC LIMIT 1), true) AS "endsNotifiedProblem",
              (SELECT i.id
                 FROM (SELECT o.id FROM alert o WHERE d.recovery_id <> 0 AND o.alert_definition_id = d.recovery_id
                        ORDER BY o.fired_ms DESC, o.id DESC LIMIT 1) o
                 JOIN alert_hold h ON h.alert_id = o.id
                 JOIN incident i ON i.id = h.incident_id AND i.ended_ms IS NULL) AS "recoveredIncidentId",
              ARRAY (SELECT o.fired_ms::float8 FROM alert o
                      WHERE o.alert_definition_id = CASE d.recovery_id WHEN 0 THEN d.id ELSE d.recovery_id END
                        AND o.fired_ms > $2 AND o.external_id = a.external_id AND ${selectHold('is_recovered')}) AS "endedMs",
              EXISTS (SELECT 1 FROM alert o
                       WHERE o.alert_definition_id = ANY (ARRAY[d.id, d.recovery_id]) AND o.fired_ms > $2 AND o.id <> a.id
                         AND o.external_id = a.external_id
                         AND ${selectHold('reason')} = 'FLAPPING') AS "isFlappingNotified"
         FROM alert a JOIN alert_definition d ON d.id = a.alert_definition_id
         LEFT JOIN alert_definition t ON t.id = d.parent_id
         JOIN resource own ON own.id = a.resource_id
         ${hostJoin('own')}
        WHERE a.id = ANY ($1::integer[])`,
      [alertIds, sinceMs],
    );
    return new Map(
      rows.map((row) => [row.alertId, { ...row, groupId: row.groupId ?? undefined, typeId: row.typeId ?? undefined }]),
    );
  }

  /** Open incidents with an alert on these resources, by resource; of several the newest. */
  async listOpenOn(tx: Transaction, resourceIds: readonly number[]): Promise<Map<number, number>> {
    if (resourceIds.length === 0) return new Map();
    const rows = await tx.query<{ resourceId: number; incidentId: number }>(
      `SELECT DISTINCT ON (a.resource_id) a.resource_id AS "resourceId", h.incident_id AS "incidentId"
         FROM alert a JOIN alert_hold h ON h.alert_id = a.id
        WHERE a.resource_id = ANY ($1::integer[]) AND h.ended_ms IS NULL AND NOT h.is_held AND h.incident_id IS NOT NULL
        ORDER BY a.resource_id, a.id DESC`,
      [resourceIds],
    );
    return new Map(rows.map(({ resourceId, incidentId }) => [resourceId, incidentId]));
  }

  /** Keys whose incidents accept more alerts. */
  async listKeys(tx: Transaction, keys: readonly string[]): Promise<Set<string>> {
    if (keys.length === 0) return new Set();
    const rows = await tx.query<{ key: string }>(`SELECT i.key FROM incident i WHERE i.key = ANY ($1::text[])`, [keys]);
    return new Set(rows.map(({ key }) => key));
  }

  /** Alerts of the incident of which this notification's recipient was notified before. */
  listNotifiedBefore(tx: Transaction, logId: number): Promise<number[]> {
    return tx.ids(
      `SELECT DISTINCT l.alert_id AS id
         FROM alert_notification_log own
         JOIN alert_notification_log l ON l.incident_id = own.incident_id AND l.channel = own.channel AND l.kind = 'ALERT'
        WHERE own.id = $1`,
      [logId],
    );
  }

  /** Returns those of the incidents that have ended. */
  async listEnded(tx: Transaction, incidentIds: readonly number[]): Promise<ReadonlySet<number>> {
    if (incidentIds.length === 0) return new Set();
    const sql = `SELECT i.id FROM incident i WHERE i.id = ANY ($1::integer[]) AND i.ended_ms IS NOT NULL`;
    return new Set(await tx.ids(sql, [incidentIds]));
  }

  /**
   * Locks these incidents and those that the firing alerts join; creates missing ones. An incident whose newest alert
   * is older than `sinceMs` accepts no more by its key. Returns ids of joined ones.
   */
  async join(
    tx: Transaction,
    choices: readonly IncidentChoice[],
    { also, nowMs, sinceMs }: { also: readonly number[]; nowMs: number; sinceMs: number },
  ): Promise<number[]> {
    const keyed = new Map(
      choices.flatMap((choice) => ('key' in choice ? [[choice.key, choice.causeId] as const] : [])),
    );
    const ids = choices.flatMap((choice) => ('id' in choice && !choice.stays ? [choice.id] : []));
    const stays = choices.flatMap((choice) => ('id' in choice && choice.stays ? [choice.id] : []));
    await tx.query(
      `WITH locked AS MATERIALIZED (
         SELECT i.id FROM incident i WHERE i.key = ANY ($1::text[]) OR i.id = ANY ($2::integer[])
          ORDER BY i.id FOR NO KEY UPDATE)
       UPDATE incident i SET ended_ms = CASE WHEN i.id = ANY ($3::integer[]) THEN NULL ELSE i.ended_ms END,
                             key = CASE WHEN i.id = ANY ($3::integer[]) OR i.last_ms >= $5 THEN i.key END,
                             last_ms = CASE WHEN i.id = ANY ($3::integer[]) THEN greatest(i.last_ms, $4) ELSE i.last_ms END
         FROM locked l WHERE i.id = l.id AND (i.id = ANY ($3::integer[]) OR i.last_ms < $5)`,
      [[...keyed.keys()], [...ids, ...stays, ...also], ids, nowMs, sinceMs],
    );
    const rows = await tx.query<{ id: number; key: string }>(
      `INSERT INTO incident (key, cause_id, grouping, opened_ms, last_ms)
       SELECT n.key, n.cause_id, n.grouping, $4, $4 FROM unnest($1::text[], $2::integer[], $3::text[]) AS n (key, cause_id, grouping)
        ORDER BY n.key
       ON CONFLICT (key) DO UPDATE SET last_ms = greatest(incident.last_ms, excluded.last_ms)
       RETURNING id, key`,
      [
        [...keyed.keys()],
        [...keyed.values()].map((causeId) => causeId ?? null),
        [...keyed.keys()].map(groupingOfKey),
        nowMs,
      ],
    );
    const idOf = new Map(rows.map(({ id, key }) => [key, id]));
    return choices.map((choice) => ('id' in choice ? choice.id : idOf.get(choice.key)!));
  }

  /** Sent and waiting notifications of incidents, by channel. */
  listThreads(tx: Transaction, incidentIds: readonly number[]): Promise<StoredThread[]> {
    return tx.query<StoredThread>(
      `SELECT l.incident_id AS "incidentId", l.channel,
              max(l.id) FILTER (WHERE l.told_ms IS NULL AND l.due_ms IS NOT NULL) AS "leaderId", max(l.told_ms) AS "notifiedMs"
         FROM alert_notification_log l
        WHERE l.incident_id = ANY ($1::integer[]) AND l.channel IS NOT NULL AND l.carrier_id IS NULL
        GROUP BY l.incident_id, l.channel`,
      [incidentIds],
    );
  }

  async plan(tx: Transaction, notices: readonly PlannedNotice[]): Promise<void> {
    if (notices.length === 0) return;
    await tx.query(
      `UPDATE alert_notification_log l
          SET incident_id = n.incident_id, due_ms = n.due_ms, carrier_id = n.carrier_id, is_settled = n.carrier_id IS NOT NULL, is_digest = false
         FROM unnest($1::integer[], $2::integer[], $3::bigint[], $4::integer[])
           AS n (id, incident_id, due_ms, carrier_id)
        WHERE l.id = n.id`,
      toColumns(notices, 'logId', 'incidentId', 'dueMs', 'carrierId'),
    );
  }

  /** Adds notifications of alerts, each on the channel of the given one. Returns their ids in order. */
  async add(
    tx: Transaction,
    kind: 'HELD' | 'END',
    notices: readonly (PlannedNotice & { incidentId: number })[],
  ): Promise<number[]> {
    if (notices.length === 0) return [];
    return tx.ids(
      `INSERT INTO alert_notification_log (alert_id, sender_name, config, channel, kind, incident_id, due_ms, carrier_id, is_settled)
       SELECT l.alert_id, l.sender_name, l.config, l.channel, $1, n.incident_id, n.due_ms, n.carrier_id, n.carrier_id IS NOT NULL
         FROM unnest($2::integer[], $3::integer[], $4::bigint[], $5::integer[])
              WITH ORDINALITY AS n (log_id, incident_id, due_ms, carrier_id, place)
         JOIN alert_notification_log l ON l.id = n.log_id ORDER BY n.place RETURNING id`,
      [kind, ...toColumns(notices, 'logId', 'incidentId', 'dueMs', 'carrierId')],
    );
  }

  /**
   * Ends alerts that these recover, or of the same problem; for the latter, the start of the problem is kept. Returns
   * the incidents of ended alerts.
   */
  async endPredecessors(tx: Transaction, alertIds: readonly number[], nowMs: number): Promise<number[]> {
    const rows = await tx.query<{ id: number | null }>(
      `WITH fired AS (
         SELECT a.id, a.alert_definition_id AS definition_id, a.external_id, d.recovery_id, ${hasLastingCondition('a')} AS lasts,
                row_number() OVER same AS place, min(a.fired_ms) OVER same AS first_ms
           FROM alert a JOIN alert_definition d ON d.id = a.alert_definition_id WHERE a.id = ANY ($1::integer[])
         WINDOW same AS (PARTITION BY a.alert_definition_id, a.external_id ORDER BY a.id)),
       before AS (
         SELECT f.id, p.id AS alert_id, p.fired_ms, p.alert_definition_id = f.recovery_id OR NOT ${hasLastingCondition('p')} AS is_recovered
           FROM fired f
          CROSS JOIN LATERAL (VALUES (f.definition_id), (nullif(f.recovery_id, 0))) AS d (id)
          CROSS JOIN LATERAL (
            SELECT o.id, o.alert_definition_id, o.rules, o.fired_ms FROM alert o
             WHERE o.alert_definition_id = d.id AND o.external_id = f.external_id AND o.id < f.id
               AND o.id <> ALL ($1::integer[])
             ORDER BY o.fired_ms DESC, o.id DESC LIMIT 1) p
           JOIN alert_hold h ON h.alert_id = p.id AND h.ended_ms IS NULL),
       ended AS (SELECT b.alert_id, bool_or(b.is_recovered) AS is_recovered FROM before b GROUP BY b.alert_id),
       locked AS (
         SELECT h.alert_id, h.since_ms, h.times FROM alert_hold h WHERE h.alert_id IN (SELECT e.alert_id FROM ended e)
          ORDER BY h.alert_id FOR NO KEY UPDATE),
       lasting AS (
         INSERT INTO alert_hold (alert_id, is_held, reason, until_ms, since_ms, times)
         SELECT f.id, false, NULL, $2, coalesce(l.since_ms, b.fired_ms, f.first_ms), coalesce(l.times, 0) + f.place
           FROM fired f
           LEFT JOIN before b ON b.id = f.id AND NOT b.is_recovered
           LEFT JOIN locked l ON l.alert_id = b.alert_id
          WHERE b.id IS NOT NULL OR (f.place > 1 AND f.lasts))
       UPDATE alert_hold h SET ended_ms = $2, is_recovered = e.is_recovered,
              end_reason = CASE WHEN e.is_recovered THEN 'RECOVERED' ELSE 'REPLACED' END, until_ms = least(h.until_ms, $2)
         FROM ended e JOIN locked l ON l.alert_id = e.alert_id WHERE h.alert_id = e.alert_id
       RETURNING h.incident_id AS id`,
      [alertIds, nowMs],
    );
    return [...new Set(rows.flatMap(({ id }) => id ?? []))];
  }

  /** Incidents whose alerts have all ended; silenced ones do not keep them open. */
  listOver(tx: Transaction, incidentIds: readonly number[]): Promise<number[]> {
    return tx.ids(
      `SELECT i.id FROM incident i
        WHERE i.id = ANY ($1::integer[]) AND i.ended_ms IS NULL
          AND NOT EXISTS (SELECT 1 FROM alert_hold h WHERE h.incident_id = i.id AND ${IS_OPEN})
        ORDER BY i.id`,
      [incidentIds],
    );
  }

  /** The next incidents by id whose alerts have all ended. */
  listAllOver(from: Queryable, afterId: number, limit: number): Promise<number[]> {
    return from.ids(
      `SELECT i.id FROM incident i
        WHERE i.ended_ms IS NULL AND i.id > $1
          AND NOT EXISTS (SELECT 1 FROM alert_hold h WHERE h.incident_id = i.id AND ${IS_OPEN})
        ORDER BY i.id LIMIT $2`,
      [afterId, limit],
    );
  }

  /** Locks those that have not ended; others are being changed elsewhere. */
  lockOpen(tx: Transaction, incidentIds: readonly number[]): Promise<number[]> {
    return tx.ids(
      `SELECT i.id FROM incident i WHERE i.id = ANY ($1::integer[]) AND i.ended_ms IS NULL
        ORDER BY i.id FOR NO KEY UPDATE SKIP LOCKED`,
      [incidentIds],
    );
  }

  /** Incidents whose end has not been notified although an ended alert was notified, and no recovery of it. */
  listOwedEnds(tx: Transaction, incidentIds: readonly number[]): Promise<OwedEnd[]> {
    return tx.query<OwedEnd>(
      `SELECT l.incident_id AS "incidentId", l.channel, max(l.id) AS "logId"
         FROM alert_notification_log l
         JOIN alert a ON a.id = l.alert_id
         JOIN alert_hold h ON h.alert_id = a.id
        WHERE l.incident_id = ANY ($1::integer[]) AND l.channel IS NOT NULL
        GROUP BY l.incident_id, l.channel
       HAVING bool_or(l.kind = 'HELD' OR h.is_recovered AND NOT EXISTS (
                SELECT 1 FROM alert_definition d
                  JOIN alert o ON o.alert_definition_id = d.id AND o.id > a.id
                  JOIN alert_notification_log r ON r.alert_id = o.id AND r.channel = l.channel AND r.incident_id = l.incident_id
                 WHERE ${recovers('d', 'a.alert_definition_id')}))
        ORDER BY l.incident_id, l.channel`,
      [incidentIds],
    );
  }

  async end(tx: Transaction, incidentIds: readonly number[], nowMs: number): Promise<void> {
    await tx.query(`UPDATE incident SET ended_ms = $2, key = NULL WHERE id = ANY ($1::integer[])`, [
      incidentIds,
      nowMs,
    ]);
  }
}
