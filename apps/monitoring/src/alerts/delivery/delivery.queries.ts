import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@wardstone/database';
import type { Queryable, Transaction } from '@wardstone/database';
import type { Priority } from '../definitions/definition.shape';
import type { Condition } from '../domain/condition';
import type { DeliveryState, TargetOutcome } from '../domain/delivery';
import type { StoredConfig } from '../senders/sender-catalogue';

/** A notification that is to be delivered. */
export interface DueDelivery {
  id: number;
  sender_name: string;
  config: StoredConfig;
  outcomes: TargetOutcome[];
  alert_id: number;
  fired_ms: number;
  description: string;
  definition_id: number;
  definition_name: string;
  priority: Priority;
  resource_id: number;
}

export interface LoggedCondition extends Omit<Condition, 'id' | 'measurementDefinition'> {
  value: string;
  data_ms: number;
}

@Injectable()
export class DeliveryQueries {
  constructor(@Inject(Database) private readonly db: Database) {}

  /** Undefined when it is settled, or its alert is gone. */
  async findDue(logId: number): Promise<DueDelivery | undefined> {
    const [row] = await this.db.query<DueDelivery>(
      `SELECT l.id, l.sender_name, l.config, l.outcomes, a.id AS alert_id, a.fired_ms, a.description,
              d.id AS definition_id, d.name AS definition_name, d.priority, a.resource_id
         FROM alert_notification_log l
         JOIN alert a ON a.id = l.alert_id
         JOIN alert_definition d ON d.id = a.alert_definition_id
        WHERE l.id = $1 AND NOT l.is_settled`,
      [logId],
    );
    return row;
  }

  /** Waits for others that deliver the same. Undefined when it is settled by now, or gone. */
  async lock(tx: Transaction, logId: number): Promise<{ outcomes: TargetOutcome[]; attempts: number } | undefined> {
    const [row] = await tx.query<{ outcomes: TargetOutcome[] }>(
      `SELECT l.outcomes FROM alert_notification_log l WHERE l.id = $1 AND NOT l.is_settled FOR NO KEY UPDATE`,
      [logId],
    );
    if (!row) return undefined;
    const [counted] = await tx.query<{ attempts: number }>(
      `SELECT count(*)::integer AS attempts FROM alert_notification_attempt t WHERE t.log_id = $1`,
      [logId],
    );
    return { outcomes: row.outcomes, attempts: counted!.attempts };
  }

  /** Notes an attempt, and what is known of the notification after it. */
  async record(
    tx: Transaction,
    logId: number,
    attempt: {
      madeMs: number;
      state: DeliveryState;
      message: string;
      outcomes: readonly TargetOutcome[];
      isSettled: boolean;
    },
  ): Promise<void> {
    const { madeMs, state, message, outcomes, isSettled } = attempt;
    await tx.query(
      `WITH made AS (
         INSERT INTO alert_notification_attempt (log_id, made_ms, state, message) VALUES ($1, $2, $3, $4))
       UPDATE alert_notification_log SET state = $3, message = $4, outcomes = $5, is_settled = $6 WHERE id = $1`,
      [logId, madeMs, state, message, JSON.stringify(outcomes), isSettled],
    );
  }

  listConditions(alertId: number): Promise<LoggedCondition[]> {
    return this.db.query<LoggedCondition>(
      `SELECT c.category, c.name, c.comparator, c.threshold, c.option, c.value, c.data_ms
         FROM alert_condition_log c WHERE c.alert_id = $1 ORDER BY c.id`,
      [alertId],
    );
  }

  /** Names from the platform down to the resource; empty when it is gone. */
  async listLineage(resourceId: number, from: Queryable = this.db): Promise<string[]> {
    const rows = await from.query<{ name: string }>(
      `WITH RECURSIVE lineage AS (
         SELECT r.name, r.parent_id, 0 AS distance FROM resource r WHERE r.id = $1
         UNION ALL
         SELECT r.name, r.parent_id, l.distance + 1 FROM lineage l JOIN resource r ON r.id = l.parent_id)
       SELECT l.name FROM lineage l ORDER BY l.distance DESC`,
      [resourceId],
    );
    return rows.map(({ name }) => name);
  }
}
