import { Injectable } from '@nestjs/common';
import type { Transaction } from '@wardstone/database';
import type { ConfigurationDefinition, PluginDescriptor } from '@wardstone/plugin-descriptor';
import { PluginEntity } from '../plugin.entity';
import type { Row } from './plugin-rows';

export interface StoredType {
  id: number;
  name: string;
  pluginConfiguration: ConfigurationDefinition | null;
}

/** A previous parent of a type. */
export interface ParentRelation {
  typeId: number;
  parentTypeId: number;
}

/** The package from which a plugin is registered. */
export interface RegisteredPackage {
  readonly fileName: string;
  readonly version: string;
  readonly md5: string;
  /** Key in the content store. */
  readonly content: string;
  readonly descriptorText: string;
  readonly modifiedMs: number;
}

const NAMES = [
  'category',
  'display_name',
  'description',
  'sub_category',
  'create_policy',
  'creation_data_type',
  'missing_policy',
  'is_singleton',
  'supports_manual_add',
  'supports_missing_availability',
  'is_on_every_platform',
  'plugin_configuration',
  'resource_configuration',
  'help',
  'agent_details',
];
const INCOMING = 'jsonb_populate_recordset(NULL::resource_type, $2::jsonb) AS i';
const listed = (prefix: string): string => NAMES.map((name) => `${prefix}.${name}`).join(', ');

/**
 * SQL of plugins, their resource types and the permitted parents; every method runs in the transaction of a
 * registration.
 */
@Injectable()
export class TypeQueries {
  /**
   * Stores a plugin, enabled if it is new; returns its id.
   * @param id id of the registered plugin
   */
  async storePlugin(
    tx: Transaction,
    id: number | undefined,
    { name, displayName, description, help, agentDetails }: PluginDescriptor,
    { version, fileName, md5, content, descriptorText, modifiedMs }: RegisteredPackage,
  ): Promise<number> {
    const stored = await tx.repository(PluginEntity).save({
      ...(id === undefined ? {} : { id }),
      name,
      display_name: displayName,
      description,
      help,
      agent_details: agentDetails,
      version,
      file_name: fileName,
      md5,
      content,
      descriptor: descriptorText,
      modified_at: new Date(modifiedMs),
    });
    return stored.id;
  }

  async replaceDependencies(tx: Transaction, id: number, { dependencies }: PluginDescriptor): Promise<void> {
    await tx.query(`DELETE FROM plugin_dependency d WHERE d.plugin_id = $1`, [id]);
    await tx.query(
      `INSERT INTO plugin_dependency (plugin_id, depends_on, is_required)
       SELECT $1, i.depends_on, i.is_required FROM unnest($2::text[], $3::boolean[]) AS i(depends_on, is_required)`,
      [id, dependencies.map(({ plugin }) => plugin), dependencies.map(({ isRequired }) => isRequired)],
    );
  }

  /** Types of a plugin, including deleted ones that still have resources. */
  async listTypes(tx: Transaction, pluginId: number): Promise<StoredType[]> {
    return tx.query<StoredType>(
      `SELECT t.id, t.name, t.plugin_configuration AS "pluginConfiguration"
         FROM resource_type t WHERE t.plugin_id = $1`,
      [pluginId],
    );
  }

  /** Stores the types of a plugin; known ones keep their id, deleted ones are restored. Returns all ids by name. */
  async mergeTypes(tx: Transaction, pluginId: number, rows: readonly Row[]): Promise<Map<string, number>> {
    const params = [pluginId, JSON.stringify(rows)];
    await tx.query(
      `UPDATE resource_type t SET (is_deleted, ${NAMES.join(', ')}) = ROW (false, ${listed('i')})
         FROM ${INCOMING}
        WHERE t.plugin_id = $1 AND t.name = i.name
          AND (t.is_deleted, ${listed('t')}) IS DISTINCT FROM (false, ${listed('i')})`,
      params,
    );
    await tx.query(
      `INSERT INTO resource_type (plugin_id, name, ${NAMES.join(', ')})
       SELECT $1, i.name, ${listed('i')}
         FROM ${INCOMING}
        WHERE NOT EXISTS (SELECT 1 FROM resource_type t WHERE t.plugin_id = $1 AND t.name = i.name)`,
      params,
    );
    const merged = await tx.query<{ id: number; name: string }>(
      `SELECT t.id, t.name FROM resource_type t WHERE t.plugin_id = $1`,
      [pluginId],
    );
    const names = new Set(rows.map(({ name }) => name));
    return new Map(merged.filter(({ name }) => names.has(name)).map(({ id, name }) => [name, id]));
  }

  /** Marks the other types of a plugin as deleted; returns those newly marked. */
  markDeleted(tx: Transaction, pluginId: number, keptIds: readonly number[]): Promise<readonly number[]> {
    return tx.ids(
      `UPDATE resource_type t SET is_deleted = true
        WHERE t.plugin_id = $1 AND NOT t.is_deleted AND NOT t.id = ANY ($2::integer[])
       RETURNING t.id`,
      [pluginId, keptIds],
    );
  }

  /** Groups that only contain one of the types. */
  listGroupsByType(tx: Transaction, typeIds: readonly number[]): Promise<readonly number[]> {
    return tx.ids(`SELECT g.id FROM resource_group g WHERE g.resource_type_id = ANY ($1::integer[]) ORDER BY g.id`, [
      typeIds,
    ]);
  }

  async removeGroups(tx: Transaction, ids: readonly number[]): Promise<void> {
    await tx.query(`DELETE FROM resource_group g WHERE g.id = ANY ($1::integer[])`, [ids]);
  }

  /** Resources of types that are in inventory or discovered. */
  listResourcesByType(tx: Transaction, typeIds: readonly number[]): Promise<readonly number[]> {
    return tx.ids(
      `SELECT r.id FROM resource r
        WHERE r.resource_type_id = ANY ($1::integer[]) AND r.inventory_status <> 'UNINVENTORIED'
        ORDER BY r.id`,
      [typeIds],
    );
  }

  /** Updates the category of resources, which is copied from their type. */
  async alignCategories(tx: Transaction, pluginId: number): Promise<void> {
    await tx.query(
      `UPDATE resource r SET category = t.category
         FROM resource_type t
        WHERE t.plugin_id = $1 AND r.resource_type_id = t.id AND r.category <> t.category`,
      [pluginId],
    );
  }

  /**
   * Sets the parents of types, and makes types for every platform children of each platform type. Unknown parents are
   * skipped. Returns removed relations.
   */
  async mergeParents(
    tx: Transaction,
    pluginId: number,
    typeIds: readonly number[],
    rows: readonly Row[],
  ): Promise<ParentRelation[]> {
    const params = [typeIds, JSON.stringify(rows)];
    const removed = await tx.query<ParentRelation>(
      `WITH wanted AS (${WANTED_PARENTS})
       DELETE FROM resource_type_parent p
        WHERE p.type_id = ANY ($1::integer[])
          AND NOT EXISTS (SELECT 1 FROM wanted w
                           WHERE w.type_id = p.type_id AND w.parent_type_id = p.parent_type_id)
       RETURNING p.type_id AS "typeId", p.parent_type_id AS "parentTypeId"`,
      params,
    );
    await tx.query(
      `INSERT INTO resource_type_parent (type_id, parent_type_id) ${WANTED_PARENTS} ON CONFLICT DO NOTHING`,
      params,
    );
    // Adds the types for every platform, of all plugins, to this plugin's platform types.
    await tx.query(
      `INSERT INTO resource_type_parent (type_id, parent_type_id)
       SELECT t.id, platform.id
         FROM resource_type platform, resource_type t
        WHERE platform.plugin_id = $1 AND platform.category = 'PLATFORM' AND NOT platform.is_deleted
          AND t.is_on_every_platform AND NOT t.is_deleted
       ON CONFLICT DO NOTHING`,
      [pluginId],
    );
    return removed;
  }
}

const WANTED_PARENTS = `
  SELECT i.type_id, parent.id AS parent_type_id
    FROM jsonb_to_recordset($2::jsonb) AS i(type_id integer, plugin text, name text)
    JOIN plugin ON plugin.name = i.plugin
    JOIN resource_type parent ON parent.plugin_id = plugin.id AND parent.name = i.name AND NOT parent.is_deleted
  UNION
  SELECT t.id, platform.id
    FROM resource_type t, resource_type platform
   WHERE t.id = ANY ($1::integer[]) AND t.is_on_every_platform
     AND platform.category = 'PLATFORM' AND NOT platform.is_deleted`;
