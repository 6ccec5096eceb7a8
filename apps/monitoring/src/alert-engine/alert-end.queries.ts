import { Injectable } from '@nestjs/common';
import type { Transaction } from '@wardstone/database';
import type { EndReason } from '@wardstone/dto/monitoring';

export interface Acknowledging {
  by: string;
  comment?: string | null;
  nowMs: number;
}

/** Ends and acknowledges alerts. */
@Injectable()
export class AlertEndQueries {
  /** Locks alerts and their incidents, like `lockOf`; returns the incidents. */
  async lockAlerts(tx: Transaction, alertIds: readonly number[]): Promise<number[]> {
    const rows = await tx.query<{ incidentId: number | null }>(
      `SELECT h.incident_id AS "incidentId" FROM alert_hold h WHERE h.alert_id = ANY ($1::integer[])
        ORDER BY h.alert_id FOR NO KEY UPDATE`,
      [alertIds],
    );
    const lock = `SELECT i.id FROM incident i WHERE i.id = ANY ($1::integer[]) ORDER BY i.id FOR NO KEY UPDATE`;
    return tx.ids(lock, [rows.flatMap(({ incidentId }) => incidentId ?? [])]);
  }

  /** Releases the alerts and settles their notifications, except those that carry notifications of other alerts. */
  async settleAlerts(tx: Transaction, alertIds: readonly number[]): Promise<void> {
    await tx.query(`UPDATE alert_hold SET is_held = false WHERE alert_id = ANY ($1::integer[]) AND is_held`, [
      alertIds,
    ]);
    await tx.query(
      `UPDATE alert_notification_log l SET is_settled = true
        WHERE l.alert_id = ANY ($1::integer[]) AND NOT l.is_settled AND l.kind = 'ALERT'
          AND NOT EXISTS (SELECT 1 FROM alert_notification_log c WHERE c.carrier_id = l.id)`,
      [alertIds],
    );
  }

  /** Marks alerts as ended; alerts that ended before keep their reason. */
  async end(
    tx: Transaction,
    alertIds: readonly number[],
    {
      isNotified: wasNotified,
      reason,
      by,
      nowMs,
    }: { isNotified: boolean; reason: EndReason; by?: string | undefined; nowMs: number },
  ) {
    if (alertIds.length === 0) return;
    await tx.query(
      `UPDATE alert_hold SET ended_ms = coalesce(ended_ms, $2), is_recovered = is_recovered OR $3,
              end_reason = CASE WHEN ended_ms IS NULL THEN $4 ELSE end_reason END,
              ended_by = CASE WHEN ended_ms IS NULL THEN $5 ELSE ended_by END
        WHERE alert_id = ANY ($1::integer[])`,
      [alertIds, nowMs, wasNotified, reason, by ?? null],
    );
  }

  /** The first acknowledgement of each alert stays. */
  async acknowledge(
    tx: Transaction,
    alertIds: readonly number[],
    { by, comment = null, nowMs }: Acknowledging,
  ): Promise<void> {
    await tx.query(
      `UPDATE alert SET ack_by = $2, ack_ms = $4, ack_comment = $3 WHERE id = ANY ($1::integer[]) AND ack_by IS NULL`,
      [alertIds, by, comment, nowMs],
    );
  }

  /** Schedules a check of open alerts of the definition and its children; returns whether there are any. */
  scheduleCheck(tx: Transaction, definitionId: number): Promise<boolean> {
    return tx.hasRow(
      `WITH open AS MATERIALIZED (
         SELECT h.alert_id
           FROM alert_definition d
           JOIN alert a ON a.alert_definition_id = d.id
           JOIN alert_hold h ON h.alert_id = a.id AND (h.is_held OR h.ended_ms IS NULL)
          WHERE d.id = $1 OR d.parent_id = $1
          ORDER BY h.alert_id FOR NO KEY UPDATE OF h)
       UPDATE alert_hold h SET until_ms = 0 FROM open WHERE h.alert_id = open.alert_id RETURNING h.alert_id`,
      [definitionId],
    );
  }
}
