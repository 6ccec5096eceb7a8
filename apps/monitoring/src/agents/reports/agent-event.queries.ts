import { Injectable } from '@nestjs/common';
import type { Transaction } from '@wardstone/database';

/** A resource of an agent, and one of the events it can have; null when its type has none. */
export interface EventDefinitionOfResource {
  resource_id: number;
  id: number | null;
  name: string | null;
}

@Injectable()
export class AgentEventQueries {
  /** Of those of the resources that the agent looks after. */
  listDefinitions(tx: Transaction, agent: string, ids: readonly number[]): Promise<EventDefinitionOfResource[]> {
    return tx.query<EventDefinitionOfResource>(
      `SELECT r.id AS resource_id, d.id, d.name
         FROM resource r LEFT JOIN event_definition d ON d.resource_type_id = r.resource_type_id
        WHERE r.id = ANY ($1::integer[]) AND r.agent_name = $2 AND r.inventory_status <> 'UNINVENTORIED'`,
      [ids, agent],
    );
  }
}
