import { Queries, type Queryable, type Transaction } from '@wardstone/database';

/** Escalation policies of definitions. */
export class DefinitionEscalationQueries extends Queries {
  /** Locks the policy; returns whether it exists. */
  lockPolicy(tx: Transaction, id: number): Promise<boolean> {
    return tx.hasRow(`SELECT 1 FROM escalation e WHERE e.id = $1 FOR NO KEY UPDATE`, [id]);
  }

  /** Whether a definition uses the escalation policy. */
  isEscalationUsed(tx: Transaction, id: number): Promise<boolean> {
    return tx.hasRow(
      `SELECT 1 FROM alert_definition_escalation u JOIN alert_definition d ON d.id = u.alert_definition_id
        WHERE u.escalation_id = $1 AND NOT d.is_deleted`,
      [id],
    );
  }

  /** Removes uses of a policy by deleted definitions. */
  async forgetUses(tx: Transaction, escalationId: number): Promise<void> {
    await tx.query(`DELETE FROM alert_definition_escalation WHERE escalation_id = $1`, [escalationId]);
  }

  /** The policy of a definition, or that of its template. */
  findOfDefinition(
    definitionId: number,
    from: Queryable = this.db,
  ): Promise<{ id: number; name: string; isInherited: boolean } | undefined> {
    return from.first(
      `SELECT e.id, e.name, u.alert_definition_id <> d.id AS "isInherited"
         FROM alert_definition d
         JOIN alert_definition_escalation u ON u.alert_definition_id IN (d.id, d.parent_id)
         JOIN escalation e ON e.id = u.escalation_id
        WHERE d.id = $1 ORDER BY u.alert_definition_id <> d.id LIMIT 1`,
      [definitionId],
    );
  }

  async setOfDefinition(tx: Transaction, definitionId: number, escalationId: number): Promise<void> {
    if (escalationId === 0) {
      await tx.query(`DELETE FROM alert_definition_escalation WHERE alert_definition_id = $1`, [definitionId]);
      return;
    }
    await tx.query(
      `INSERT INTO alert_definition_escalation (alert_definition_id, escalation_id) VALUES ($1, $2)
       ON CONFLICT (alert_definition_id) DO UPDATE SET escalation_id = excluded.escalation_id`,
      [definitionId, escalationId],
    );
  }
}
