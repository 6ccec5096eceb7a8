import { Injectable } from '@nestjs/common';
import type { EscalationSteps, StepPlan } from '@wardstone/alerting';
import { toColumns, type Queryable, type Transaction } from '@wardstone/database';
import { CHANNEL } from './engine.queries';

/** An alert with remaining steps in its policy: notified, open, and not acknowledged. */
export interface EscalatedAlert {
  incidentId: number;
  /** Time of the incident's next step, as decided before. */
  stepMs: number | null;
  alertId: number;
  definitionId: number;
  resourceId: number;
  escalationId: number;
  /** Time of the first unacknowledged notification of the problem; an alert that ended before is another problem. */
  sinceMs: number;
  /** Number of steps sent since then, including repeats. */
  notifiedSteps: number;
  /** Whether the last step, or the notifications before the first one, reached nobody and is not retried. */
  isUnreached: boolean;
}

/** An escalation policy. */
export interface EscalatingPolicy extends EscalationSteps {
  id: number;
  name: string;
}

@Injectable()
export class EscalationQueries {
  /**
   * Lists the alerts of these incidents by their first notification, with the policy of the definition or of its
   * template. See rule alerts-41.
   */
  list(from: Queryable, incidentIds: readonly number[]): Promise<EscalatedAlert[]> {
    if (incidentIds.length === 0) return Promise.resolve([]);
    const isSeen = (alert: string): string => `EXISTS (
      SELECT 1 FROM alert s JOIN alert_hold sh ON sh.alert_id = s.id AND sh.incident_id = o.incident_id
       WHERE s.alert_definition_id = o.definition_id AND s.external_id = o.external_id AND s.ack_by IS NOT NULL AND s.ack_ms >= ${alert}.fired_ms)`;
    return from.query<EscalatedAlert>(
      `WITH open AS MATERIALIZED (
         SELECT i.id AS incident_id, i.step_ms, a.id, a.fired_ms, a.resource_id, a.external_id, d.id AS definition_id, used.escalation_id
           FROM incident i
           JOIN alert_hold h ON h.incident_id = i.id AND h.told_ms IS NOT NULL AND h.ended_ms IS NULL AND NOT h.is_held
           JOIN alert a ON a.id = h.alert_id AND a.ack_by IS NULL
           JOIN alert_definition d ON d.id = a.alert_definition_id AND d.recovery_id = 0
          CROSS JOIN LATERAL (
            SELECT u.escalation_id FROM alert_definition_escalation u WHERE u.alert_definition_id IN (d.id, d.parent_id)
             ORDER BY u.alert_definition_id <> d.id LIMIT 1) used
          WHERE i.id = ANY ($1::integer[]) AND i.ended_ms IS NULL)
       SELECT o.incident_id AS "incidentId", o.step_ms AS "stepMs", o.id AS "alertId", o.definition_id AS "definitionId",
              o.resource_id AS "resourceId", o.escalation_id AS "escalationId", problem.since_ms AS "sinceMs",
              problem.told AS "notifiedSteps",
              coalesce(told.is_unreached, false) AS "isUnreached"
         FROM open o
         JOIN escalation e ON e.id = o.escalation_id
        CROSS JOIN LATERAL (
          SELECT coalesce(max(p.id), 0) AS id
            FROM (SELECT a.id, h.ended_ms, lead(a.fired_ms) OVER (ORDER BY a.id) AS next_ms
                    FROM alert a JOIN alert_hold h ON h.alert_id = a.id AND h.incident_id = o.incident_id
                   WHERE a.alert_definition_id = o.definition_id AND a.external_id = o.external_id AND a.id <= o.id) p
           WHERE p.ended_ms < p.next_ms) past
        CROSS JOIN LATERAL (
          SELECT min(h.told_ms) AS since_ms,
                 coalesce(max((SELECT max(l.step) + 1 FROM alert_notification_log l
                                WHERE l.alert_id = a.id AND l.step IS NOT NULL)), 0) AS told
            FROM alert a
            JOIN alert_hold h ON h.alert_id = a.id AND h.incident_id = o.incident_id AND h.told_ms IS NOT NULL
           WHERE a.alert_definition_id = o.definition_id AND a.external_id = o.external_id AND a.id > past.id AND a.ack_by IS NULL AND NOT ${isSeen('a')}) problem
        CROSS JOIN LATERAL (
          SELECT bool_and(c.is_settled AND c.state = 'FAILURE') AS is_unreached
            FROM alert_notification_log l JOIN alert_notification_log c ON c.id = coalesce(l.carrier_id, l.id)
           WHERE l.alert_id = o.id AND l.kind = 'ALERT'
             AND l.step IS NOT DISTINCT FROM nullif(problem.told, 0) - 1) told
        WHERE NOT ${isSeen('o')} AND problem.told < jsonb_array_length(e.steps) + e.repeat_times
        ORDER BY o.incident_id, problem.since_ms, o.id`,
      [incidentIds],
    );
  }

  async listPolicies(from: Queryable, ids: readonly number[]): Promise<Map<number, EscalatingPolicy>> {
    if (ids.length === 0) return new Map();
    const rows = await from.query<EscalatingPolicy>(
      `SELECT e.id, e.name, e.steps, e.repeat_ms AS "repeatMs", e.repeat_times AS "repeatTimes"
         FROM escalation e WHERE e.id = ANY ($1::integer[])`,
      [ids],
    );
    return new Map(rows.map((row) => [row.id, row]));
  }

  /** Locks an incident; returns whether it is open. */
  lock(tx: Transaction, incidentId: number): Promise<boolean> {
    return tx.hasRow(`SELECT 1 FROM incident i WHERE i.id = $1 AND i.ended_ms IS NULL FOR NO KEY UPDATE`, [incidentId]);
  }

  /** Locks and returns the incidents of these alerts. */
  lockIncidents(tx: Transaction, alertIds: readonly number[]): Promise<number[]> {
    return tx.ids(
      `SELECT i.id FROM incident i
        WHERE i.ended_ms IS NULL
          AND i.id IN (SELECT h.incident_id FROM alert_hold h WHERE h.alert_id = ANY ($1::integer[]))
        ORDER BY i.id FOR NO KEY UPDATE`,
      [alertIds],
    );
  }

  /** Locks the incident; returns whether its next step is due. */
  lockDue(tx: Transaction, incidentId: number, nowMs: number): Promise<boolean> {
    return tx.hasRow(`SELECT 1 FROM incident i WHERE i.id = $1 AND i.step_ms <= $2 FOR NO KEY UPDATE`, [
      incidentId,
      nowMs,
    ]);
  }

  /** Sets the times of the incidents' next steps; undefined for never. */
  async setNext(tx: Transaction, next: readonly { incidentId: number; stepMs: number | undefined }[]): Promise<void> {
    await tx.query(
      `UPDATE incident i SET step_ms = n.step_ms FROM unnest($1::integer[], $2::bigint[]) AS n (id, step_ms)
        WHERE i.id = n.id`,
      toColumns(next, 'incidentId', 'stepMs'),
    );
  }

  /** Stores notifications of due steps for the first of these alerts, which carry the others. Returns their ids. */
  async storeSteps(
    tx: Transaction,
    {
      incidentId,
      alertIds,
      steps,
    }: { incidentId: number; alertIds: readonly number[]; steps: EscalationSteps['steps'] },
    { due, notifiedSteps }: StepPlan,
    nowMs: number,
  ): Promise<number[]> {
    const [alertId, ...others] = alertIds;
    const receivers = due.flatMap((place, index) => {
      // The last one counts for the alerts that it carries.
      const step = index === due.length - 1 ? notifiedSteps - 1 : place;
      return steps[place]!.receivers.map(({ senderName, config }) => ({ sender_name: senderName, config, step }));
    });
    if (receivers.length === 0) return [];
    const ids = await tx.ids(
      `INSERT INTO alert_notification_log (alert_id, sender_name, config, channel, incident_id, due_ms, step)
       SELECT $1, n.sender_name, n.config, ${CHANNEL}, $2, $3, n.step
         FROM jsonb_to_recordset($4::jsonb) AS n (sender_name text, config jsonb, step integer)
       RETURNING id`,
      [alertId, incidentId, nowMs, JSON.stringify(receivers)],
    );
    await tx.query(
      `INSERT INTO alert_notification_log (alert_id, sender_name, config, channel, incident_id, carrier_id, step, is_settled)
       SELECT o.id, l.sender_name, l.config, l.channel, l.incident_id, l.id, l.step, true
         FROM alert_notification_log l CROSS JOIN unnest($2::integer[]) AS o (id)
        WHERE l.id = ANY ($1::integer[]) AND l.channel IS NOT NULL ORDER BY o.id, l.id`,
      [ids, others],
    );
    return ids;
  }
}
