import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '@wardstone/database';
import { COMPLIANCE_PLUGIN, POLICY_TYPE } from '../../plugins/platforms/compliance-descriptor';

/** An agent whose machine is in inventory. */
export interface AgentPlatform {
  agent: string;
  owner_subject: string | null;
  id: number;
  name: string;
  resource_type_id: number;
  ancestry: string | null;
}

/** The resource that stands for a policy on a machine. */
export interface PolicyResource {
  id: number;
  name: string;
  availability: string;
  values_through: number;
  events_through: number;
  /** Ids of schedules by metric. */
  schedules: Readonly<Record<string, number>>;
  event_definition_id: number | null;
}

const OF_TYPE = `SELECT t.id FROM resource_type t JOIN plugin p ON p.id = t.plugin_id
  WHERE t.name = '${POLICY_TYPE}' AND p.name = '${COMPLIANCE_PLUGIN}' AND NOT t.is_deleted`;

const keyOf = (policyId: string): string => `policy:${policyId}`;

@Injectable()
export class ComplianceFactsQueries {
  constructor(private readonly db: Database) {}

  listPlatforms(agents: readonly string[]): Promise<AgentPlatform[]> {
    return this.db.query<AgentPlatform>(
      `SELECT a.name AS agent, a.owner_subject, r.id, r.name, r.resource_type_id, r.ancestry
         FROM agent a
         JOIN resource r ON r.agent_name = a.name AND r.parent_id IS NULL AND r.inventory_status = 'COMMITTED'
        WHERE a.name = ANY ($1::text[])`,
      [agents],
    );
  }

  async linkSystem(platformId: number, systemId: string): Promise<void> {
    await this.db.query(
      `INSERT INTO compliance_system AS c (platform_id, system_id)
       SELECT r.id, $2 FROM resource r WHERE r.id = $1
       ON CONFLICT (platform_id) DO UPDATE SET system_id = EXCLUDED.system_id WHERE c.system_id <> EXCLUDED.system_id`,
      [platformId, systemId],
    );
  }

  findPolicy(platformId: number, policyId: string): Promise<PolicyResource | undefined> {
    return this.db.first<PolicyResource>(
      `SELECT r.id, r.name, r.availability, c.values_through, c.events_through,
              (SELECT json_object_agg(d.name, s.id)
                 FROM metric_schedule s JOIN metric_definition d ON d.id = s.metric_definition_id
                WHERE s.resource_id = r.id) AS schedules,
              (SELECT e.id FROM event_definition e WHERE e.resource_type_id = r.resource_type_id) AS event_definition_id
         FROM resource r JOIN compliance_policy c ON c.resource_id = r.id
        WHERE r.parent_id = $1 AND r.resource_type_id = (${OF_TYPE}) AND r.resource_key = $2
          AND r.inventory_status = 'COMMITTED'`,
      [platformId, keyOf(policyId)],
    );
  }

  /**
   * The resource of the policy below its platform, made once, with no agent that could collect or submit for it. Undefined
   * when it is there, its type is gone, or its platform has left the inventory.
   */
  async addPolicy(
    tx: Transaction,
    { id, ancestry }: { id: number; ancestry: string | null },
    policyId: string,
    name: string,
    nowMs: number,
  ): Promise<number | undefined> {
    const row = await tx.first<{ id: number }>(
      `WITH platform AS (
         SELECT r.id FROM resource r WHERE r.id = $1 AND r.inventory_status = 'COMMITTED' FOR KEY SHARE
       ), made AS (
         INSERT INTO resource (resource_type_id, category, parent_id, resource_key, name, description, inventory_status,
                               ancestry, created_ms, modified_ms, imported_ms)
         SELECT t.id, t.category, platform.id, $2, $3, t.description, 'COMMITTED', $4, $5, $5, $5
           FROM platform, resource_type t
          WHERE t.id = (${OF_TYPE})
         ON CONFLICT DO NOTHING
         RETURNING id)
       INSERT INTO compliance_policy (resource_id) SELECT made.id FROM made RETURNING resource_id AS id`,
      [id, keyOf(policyId), name, ancestry, nowMs],
    );
    return row?.id;
  }

  async rename(id: number, name: string, nowMs: number): Promise<void> {
    await this.db.query('UPDATE resource SET name = $2, modified_ms = $3 WHERE id = $1', [id, name, nowMs]);
  }

  /** Whether values of this moment are to be stored now; false when they are stored, or another transaction is at it. */
  takeValues(tx: Transaction, id: number, moment: number): Promise<boolean> {
    return tx.hasRow(
      `UPDATE compliance_policy SET values_through = $2
        WHERE resource_id = (SELECT c.resource_id FROM compliance_policy c
                              WHERE c.resource_id = $1 AND c.values_through < $2 FOR UPDATE SKIP LOCKED)
       RETURNING 1`,
      [id, moment],
    );
  }

  /** Whether the rest of this moment is to be stored now; waits for another transaction that is at it. */
  takeEvents(tx: Transaction, id: number, moment: number): Promise<boolean> {
    return tx.hasRow(
      'UPDATE compliance_policy SET events_through = $2 WHERE resource_id = $1 AND events_through < $2 RETURNING 1',
      [id, moment],
    );
  }
}
