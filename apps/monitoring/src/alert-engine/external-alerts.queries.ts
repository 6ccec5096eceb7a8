import { Queries, type Transaction } from '@wardstone/database';

export class ExternalAlertQueries extends Queries {
  /** Lists open alerts for these external alerts. */
  listOpen(tx: Transaction, externalIds: readonly number[]): Promise<number[]> {
    return tx.ids(
      `SELECT a.id FROM alert a JOIN alert_hold h ON h.alert_id = a.id
        WHERE a.external_id = ANY ($1::integer[]) AND h.ended_ms IS NULL ORDER BY a.id`,
      [externalIds],
    );
  }

  /** Lists external alerts whose newest alert here was closed by age. */
  listLapsed(tx: Transaction, externalIds: readonly number[]): Promise<number[]> {
    return tx.ids(
      `SELECT newest.id
         FROM unnest($1::integer[]) AS x (id)
        CROSS JOIN LATERAL (
          SELECT x.id, h.ended_ms IS NOT NULL AND NOT h.is_recovered AS has_lapsed
            FROM alert a JOIN alert_hold h ON h.alert_id = a.id
           WHERE a.external_id = x.id ORDER BY a.id DESC LIMIT 1) newest
        WHERE newest.has_lapsed`,
      [externalIds],
    );
  }
}
