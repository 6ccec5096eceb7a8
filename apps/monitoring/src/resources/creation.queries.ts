import type { CallerIdentity } from '@wardstone/auth';
import { Queries, type Queryable, type Transaction } from '@wardstone/database';
import type { Category, CreatePolicy, CreationDataType } from '@wardstone/dto/monitoring';
import type { ConfigurationDefinition, ConfigurationValues } from '@wardstone/plugin-descriptor';
import { ancestryBelow } from './domain/ancestry';
import { RESOURCE_COLUMNS, RESOURCE_TABLES, type ResourceRow } from './resource-row.sql';

/** Properties of a type for creating resources. */
export interface CreatableType {
  id: number;
  name: string;
  category: Category;
  description: string | null;
  create_policy: CreatePolicy;
  creation_data_type: CreationDataType;
  is_singleton: boolean;
  supports_manual_add: boolean;
  plugin_configuration: ConfigurationDefinition | null;
  resource_configuration: ConfigurationDefinition | null;
  has_creation_package: boolean;
}

export interface NewResource {
  type: Pick<CreatableType, 'id' | 'category' | 'description'>;
  /** Null for a platform. */
  parent: ResourceRow | null;
  key: string;
  name: string;
  pluginConfiguration: ConfigurationValues;
  resourceConfiguration: ConfigurationValues;
}

export class CreationQueries extends Queries {
  async findType(name: string, plugin: string, from: Queryable = this.db): Promise<CreatableType | undefined> {
    return this.findTypeBy(from, `t.name = $1 AND p.name = $2`, [name, plugin]);
  }

  async findTypeById(tx: Transaction, id: number): Promise<CreatableType | undefined> {
    return this.findTypeBy(tx, `t.id = $1`, [id]);
  }

  isPermittedChild(tx: Transaction, typeId: number, parentTypeId: number): Promise<boolean> {
    return tx.hasRow(`SELECT 1 FROM resource_type_parent a WHERE a.type_id = $1 AND a.parent_type_id = $2`, [
      typeId,
      parentTypeId,
    ]);
  }

  /** Whether a resource of the type is in inventory below the parent; with these connection properties if given. */
  hasChild(
    tx: Transaction,
    parentId: number,
    typeId: number,
    pluginConfiguration?: ConfigurationValues,
  ): Promise<boolean> {
    return tx.hasRow(
      `SELECT 1 FROM resource r
        WHERE r.parent_id = $1 AND r.resource_type_id = $2 AND r.inventory_status <> 'UNINVENTORIED'
          AND ($3::jsonb IS NULL OR r.plugin_configuration = $3::jsonb)
        LIMIT 1`,
      [parentId, typeId, pluginConfiguration ? JSON.stringify(pluginConfiguration) : null],
    );
  }

  /**
   * Adds the resource to the inventory with the agent of its parent, or without one if the server reads what its type
   * names. Returns its id; undefined if the key exists.
   */
  async insert(tx: Transaction, resource: NewResource, nowMs: number): Promise<number | undefined> {
    const { type, parent } = resource;
    const [row] = await tx.query<{ id: number }>(
      `INSERT INTO resource (resource_type_id, category, parent_id, resource_key, name, description, inventory_status,
                             ancestry, plugin_configuration, resource_configuration, agent_name, created_ms,
                             modified_ms, imported_ms)
       VALUES ($1, $2, $3, $4, $5, left($6, 1000), 'COMMITTED', $7, $8, $9,
               (SELECT p.agent_name
                  FROM resource p JOIN resource_type t ON t.id = $1
                 WHERE p.id = $3
                   AND NOT coalesce(t.plugin_configuration -> 'properties' @> '[{"names": "RESOURCES"}]', false)),
               $10, $10, $10)
       ON CONFLICT DO NOTHING RETURNING id`,
      [
        type.id,
        type.category,
        parent?.id ?? null,
        resource.key,
        resource.name,
        type.description,
        parent && ancestryBelow({ ...parent, typeId: parent.resource_type_id }),
        JSON.stringify(resource.pluginConfiguration),
        JSON.stringify(resource.resourceConfiguration),
        nowMs,
      ],
    );
    return row?.id;
  }

  /** Stores the account with whose rights the server tells the state of resources that this one names. */
  async putAuthor(
    tx: Transaction,
    resourceId: number,
    { username, subject }: Pick<CallerIdentity, 'username' | 'subject'>,
  ): Promise<void> {
    await tx.query(
      `INSERT INTO resource_author (resource_id, login, subject) VALUES ($1, $2, $3)
       ON CONFLICT (resource_id) DO UPDATE SET login = $2, subject = $3`,
      [resourceId, username, subject],
    );
  }

  /** The resource with this key in inventory; undefined if there is none. */
  findByKey(tx: Transaction, { parent, type, key }: NewResource): Promise<ResourceRow | undefined> {
    return tx.first<ResourceRow>(
      `SELECT ${RESOURCE_COLUMNS} FROM ${RESOURCE_TABLES}
        WHERE r.parent_id IS NOT DISTINCT FROM $1 AND r.resource_type_id = $2 AND r.resource_key = $3
          AND r.inventory_status <> 'UNINVENTORIED'`,
      [parent?.id ?? null, type.id, key],
    );
  }

  private findTypeBy(from: Queryable, condition: string, params: unknown[]): Promise<CreatableType | undefined> {
    return from.first<CreatableType>(
      `SELECT t.id, t.name, t.category, t.description, t.create_policy, t.creation_data_type, t.is_singleton,
              t.supports_manual_add, t.plugin_configuration, t.resource_configuration,
              EXISTS (SELECT 1 FROM package_type k WHERE k.resource_type_id = t.id AND k.is_creation_type)
                AS has_creation_package
         FROM resource_type t JOIN plugin p ON p.id = t.plugin_id
        WHERE NOT t.is_deleted AND ${condition}`,
      params,
    );
  }
}
