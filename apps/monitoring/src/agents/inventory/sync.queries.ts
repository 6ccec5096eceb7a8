import { Injectable } from '@nestjs/common';
import { Database } from '@wardstone/database';
import type { AgentInventory } from '@wardstone/dto/monitoring';

@Injectable()
export class SyncQueries {
  constructor(private readonly db: Database) {}

  listResources(agent: string): Promise<AgentInventory['resources'][number][]> {
    return this.db.query(
      `SELECT r.id AS "resourceId", r.parent_id AS "parentId", r.resource_key AS key, t.name AS "typeName",
              p.name AS "pluginName", r.name, r.inventory_status AS status, r.modified_ms AS mtime,
              r.plugin_configuration AS "pluginConfig"
         FROM resource r
         JOIN resource_type t ON t.id = r.resource_type_id
         JOIN plugin p ON p.id = t.plugin_id
        WHERE r.agent_name = $1 AND r.inventory_status <> 'UNINVENTORIED'
        ORDER BY r.id`,
      [agent],
    );
  }

  /** Schedules of what is in inventory. */
  listSchedules(agent: string): Promise<AgentInventory['schedules'][number][]> {
    return this.db.query(
      `SELECT s.id AS "scheduleId", s.resource_id AS "resourceId", d.name, d.data_type AS type,
              d.is_per_minute AS "perMinute", s.collection_interval_ms AS "collectionInterval", s.is_enabled AS enabled
         FROM resource r
         JOIN metric_schedule s ON s.resource_id = r.id
         JOIN metric_definition d ON d.id = s.metric_definition_id
        WHERE r.agent_name = $1 AND r.inventory_status = 'COMMITTED'
        ORDER BY s.id`,
      [agent],
    );
  }
}
