import type { Grouping } from '@wardstone/alerting';
import { Queries, type Queryable, type Transaction } from '@wardstone/database';

export class GroupingQueries extends Queries {
  /** The grouping of the definition or of its template; undefined if neither has one. */
  find(
    definitionId: number,
    from: Queryable = this.db,
  ): Promise<{ grouping: Grouping; isInherited: boolean } | undefined> {
    return from.first(
      `SELECT g.grouping, g.alert_definition_id <> d.id AS "isInherited"
         FROM alert_definition d
         JOIN alert_definition_grouping g ON g.alert_definition_id IN (d.id, d.parent_id)
        WHERE d.id = $1 ORDER BY g.alert_definition_id <> d.id LIMIT 1`,
      [definitionId],
    );
  }

  async set(tx: Transaction, definitionId: number, grouping: Grouping | undefined): Promise<void> {
    if (grouping === undefined) {
      await tx.query(`DELETE FROM alert_definition_grouping WHERE alert_definition_id = $1`, [definitionId]);
      return;
    }
    await tx.query(
      `INSERT INTO alert_definition_grouping (alert_definition_id, grouping) VALUES ($1, $2)
       ON CONFLICT (alert_definition_id) DO UPDATE SET grouping = excluded.grouping`,
      [definitionId, grouping],
    );
  }
}
