import { Injectable } from '@nestjs/common';
import { columnsOf, type Queryable, type Transaction } from '@wardstone/database';
import type { StepPlan } from '../domain/notice-plan';
import type { EscalationSteps } from '../on-call/on-call.queries';
import { CHANNEL } from './engine.queries';

/** An incident with an alert that is not acknowledged, and the policy that counts for it. */
export interface EscalatingRow extends EscalationSteps {
  incidentId: number;
  /** Of the policy. */
  name: string;
  /** When its next step is, as it was decided before. */
  stepMs: number | null;
  /** Of the oldest alert that is open and not acknowledged. */
  alertId: number;
  definitionId: number;
  resourceId: number;
  /** When the first was told of those that fired after the last acknowledgement. */
  sinceMs: number;
  /** Steps that were told of alerts since, repeats included. */
  told: number;
}

@Injectable()
export class EscalationQueries {
  /**
   * Those of these incidents that are to be escalated: an alert of theirs was told, is not over, and has fired after the last
   * acknowledgement of the incident. The policy is that of the first alert whose definition has one. See rule alerts-41.
   */
  list(from: Queryable, incidentIds: readonly number[]): Promise<EscalatingRow[]> {
    if (incidentIds.length === 0) return Promise.resolve([]);
    return from.query<EscalatingRow>(
      `WITH escalated AS (
         SELECT DISTINCT h.incident_id AS id
           FROM alert_hold h
           JOIN alert a ON a.id = h.alert_id
           JOIN alert_definition d ON d.id = a.alert_definition_id
           JOIN alert_definition_escalation used ON used.alert_definition_id IN (d.id, d.parent_id)
          WHERE h.incident_id = ANY ($1::integer[])),
       unseen AS (
         SELECT h.incident_id, a.id, a.resource_id, d.id AS definition_id, d.parent_id, h.told_ms,
                h.ended_ms IS NULL AND NOT h.is_held AS is_open
           FROM escalated e
           JOIN alert_hold h ON h.incident_id = e.id AND h.told_ms IS NOT NULL
           JOIN alert a ON a.id = h.alert_id AND a.ack_by IS NULL
           JOIN alert_definition d ON d.id = a.alert_definition_id AND d.recovery_id = 0
          WHERE NOT EXISTS (SELECT 1 FROM alert_hold oh JOIN alert o ON o.id = oh.alert_id
                             WHERE oh.incident_id = h.incident_id AND o.ack_by IS NOT NULL AND o.ack_ms >= a.fired_ms))
       SELECT i.id AS "incidentId", i.step_ms AS "stepMs", open.id AS "alertId",
              open.definition_id AS "definitionId", open.resource_id AS "resourceId", first.told_ms AS "sinceMs",
              policy.name, policy.steps, policy.repeat_ms AS "repeatMs",
              policy.repeat_times AS "repeatTimes",
              (SELECT coalesce(max(l.step) + 1, 0) FROM unseen u JOIN alert_notification_log l ON l.alert_id = u.id
                WHERE u.incident_id = i.id AND l.step IS NOT NULL) AS told
         FROM escalated e JOIN incident i ON i.id = e.id AND i.ended_ms IS NULL
        CROSS JOIN LATERAL (SELECT min(u.told_ms) AS told_ms FROM unseen u WHERE u.incident_id = i.id) first
        CROSS JOIN LATERAL (SELECT u.* FROM unseen u WHERE u.incident_id = i.id AND u.is_open
                             ORDER BY u.told_ms, u.id LIMIT 1) open
        CROSS JOIN LATERAL (
          SELECT e.* FROM unseen u
            JOIN alert_definition_escalation used ON used.alert_definition_id IN (u.definition_id, u.parent_id)
            JOIN escalation e ON e.id = used.escalation_id
           WHERE u.incident_id = i.id
           ORDER BY u.told_ms, u.id, used.alert_definition_id <> u.definition_id LIMIT 1) policy`,
      [incidentIds],
    );
  }

  /** Locks the incident; whether the time of its next step has come. */
  lockDue(tx: Transaction, incidentId: number, nowMs: number): Promise<boolean> {
    return tx.hasRow(`SELECT 1 FROM incident i WHERE i.id = $1 AND i.step_ms <= $2 FOR NO KEY UPDATE`, [
      incidentId,
      nowMs,
    ]);
  }

  /** When the next steps of incidents are; undefined for never. */
  async setNext(tx: Transaction, next: readonly { incidentId: number; stepMs: number | undefined }[]): Promise<void> {
    await tx.query(
      `UPDATE incident i SET step_ms = n.step_ms FROM unnest($1::integer[], $2::bigint[]) AS n (id, step_ms)
        WHERE i.id = n.id`,
      columnsOf(next, 'incidentId', 'stepMs'),
    );
  }

  /** Stores the notifications of steps, which are told now. Returns their ids. */
  tell(
    tx: Transaction,
    { incidentId, alertId, steps }: EscalatingRow,
    { due, told }: StepPlan,
    nowMs: number,
  ): Promise<number[]> {
    const receivers = due.flatMap((place, index) => {
      // The last one counts for those that it stands for.
      const step = index === due.length - 1 ? told - 1 : place;
      return steps[place]!.receivers.map(({ senderName, config }) => ({ senderName, config, step }));
    });
    if (receivers.length === 0) return Promise.resolve([]);
    return tx.ids(
      `INSERT INTO alert_notification_log (alert_id, sender_name, config, channel, incident_id, due_ms, step)
       SELECT $1, n.sender_name, n.config, ${CHANNEL}, $2, $3, n.step
         FROM jsonb_to_recordset($4::jsonb) AS n (sender_name text, config jsonb, step integer)
       RETURNING id`,
      [
        alertId,
        incidentId,
        nowMs,
        JSON.stringify(receivers.map(({ senderName: sender_name, ...more }) => ({ sender_name, ...more }))),
      ],
    );
  }
}
