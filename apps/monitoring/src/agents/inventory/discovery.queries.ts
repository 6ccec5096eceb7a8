import { Injectable } from '@nestjs/common';
import type { Transaction } from '@wardstone/database';
import type { Category, InventoryStatus } from '@wardstone/dto/monitoring';
import type { ConfigurationDefinition, ConfigurationValues } from '@wardstone/plugin-descriptor';

export interface DiscoverableType {
  id: number;
  name: string;
  plugin: string;
  category: Category;
  is_singleton: boolean;
  plugin_configuration: ConfigurationDefinition | null;
  resource_configuration: ConfigurationDefinition | null;
  /** Permitted parent types. */
  parent_type_ids: number[];
}

export interface KnownResource {
  id: number;
  parent_id: number | null;
  resource_type_id: number;
  category: Category;
  key: string;
  name: string;
  inventory_status: InventoryStatus;
  ancestry: string | null;
}

export interface NewDiscovered {
  agent: string;
  type: DiscoverableType;
  parentId: number | null;
  ancestry: string | null;
  key: string;
  name: string;
  version: string | null;
  description: string | null;
  location: string | null;
  status: 'NEW' | 'COMMITTED';
  pluginConfiguration: ConfigurationValues;
  resourceConfiguration: ConfigurationValues;
}

const COLUMNS = `r.id, r.parent_id, r.resource_type_id, r.category, r.resource_key AS key, r.name, r.inventory_status,
  r.ancestry`;

@Injectable()
export class DiscoveryQueries {
  /** The types of these names, given as parallel lists. */
  listTypes(tx: Transaction, names: readonly string[], plugins: readonly string[]): Promise<DiscoverableType[]> {
    return tx.query<DiscoverableType>(
      `SELECT t.id, t.name, p.name AS plugin, t.category, t.is_singleton, t.plugin_configuration,
              t.resource_configuration,
              ARRAY (SELECT a.parent_type_id FROM resource_type_parent a WHERE a.type_id = t.id) AS parent_type_ids
         FROM resource_type t JOIN plugin p ON p.id = t.plugin_id
        WHERE NOT t.is_deleted AND (t.name, p.name) IN (SELECT * FROM unnest($1::text[], $2::text[]))`,
      [names, plugins],
    );
  }

  /** Every resource that the agent reports. */
  listKnown(tx: Transaction, agent: string): Promise<KnownResource[]> {
    return tx.query<KnownResource>(
      `SELECT ${COLUMNS} FROM resource r WHERE r.agent_name = $1 AND r.inventory_status <> 'UNINVENTORIED'`,
      [agent],
    );
  }

  /** Inserts the resource; undefined if one with its key exists. */
  insert(tx: Transaction, resource: NewDiscovered, nowMs: number): Promise<KnownResource | undefined> {
    return tx.first<KnownResource>(
      `INSERT INTO resource AS r (resource_type_id, category, parent_id, resource_key, name, version, description,
                                  location, inventory_status, ancestry, plugin_configuration, resource_configuration,
                                  agent_name, created_ms, modified_ms, imported_ms)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $14,
               CASE $9 WHEN 'COMMITTED' THEN $14::bigint END)
       ON CONFLICT DO NOTHING RETURNING ${COLUMNS}`,
      [
        resource.type.id,
        resource.type.category,
        resource.parentId,
        resource.key,
        resource.name,
        resource.version,
        resource.description,
        resource.location,
        resource.status,
        resource.ancestry,
        JSON.stringify(resource.pluginConfiguration),
        JSON.stringify(resource.resourceConfiguration),
        resource.agent,
        nowMs,
      ],
    );
  }

  /** Resources that are not yet imported take over everything that the agent reports. */
  async refresh(
    tx: Transaction,
    id: number,
    { name, version, description, location, pluginConfiguration }: Omit<NewDiscovered, 'status' | 'key'>,
    nowMs: number,
  ): Promise<void> {
    const values = 'name, version, description, location, plugin_configuration';
    await tx.query(
      `UPDATE resource SET (${values}) = ROW ($2, $3, $4, $5, $6::jsonb), modified_ms = $7
        WHERE id = $1 AND (${values}) IS DISTINCT FROM ($2, $3, $4, $5, $6::jsonb)`,
      [id, name, version, description, location, JSON.stringify(pluginConfiguration), nowMs],
    );
  }

  /** Imported resources belong to users, so only the version is updated. */
  async update(
    tx: Transaction,
    id: number,
    { version, description }: { version: string | null; description: string | null },
    nowMs: number,
  ): Promise<void> {
    await tx.query(
      `UPDATE resource
          SET version = coalesce($2, version), description = coalesce(nullif(description, ''), $3), modified_ms = $4
        WHERE id = $1
          AND (version IS DISTINCT FROM coalesce($2, version)
               OR description IS DISTINCT FROM coalesce(nullif(description, ''), $3))`,
      [id, version, description, nowMs],
    );
  }

  /** The name that a user chose when ordering the agent to create this resource. */
  findOrderedName(tx: Transaction, parentId: number, typeId: number, key: string): Promise<string | undefined> {
    return tx.value<string>(
      `SELECT c.resource_name FROM resource_creation c
        WHERE c.parent_id = $1 AND c.resource_type_id = $2 AND c.resource_key = $3 AND c.status = 'SUCCESS'
        ORDER BY c.id DESC LIMIT 1`,
      [parentId, typeId, key],
    );
  }
}
