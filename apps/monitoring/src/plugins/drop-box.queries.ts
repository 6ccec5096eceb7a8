import { Queries, type Transaction } from '@wardstone/database';
import { In, IsNull, Not, Or } from 'typeorm';
import { BuiltInPluginEntity, PluginFileEntity, PluginEntity } from './plugin.entity';
import type { PluginNode } from './domain/deployment-plan';
import type { PackageIdentity } from './domain/newest-package';

/** A stored plugin, as compared with packages by the scan. */
export interface StoredPlugin extends PluginNode, PackageIdentity {
  readonly id: number;
  readonly fileName: string;
  readonly content: string;
  readonly isDeleted: boolean;
}

/** For registrations that rewrite hundreds of types or many resources. */
const STATEMENT_TIMEOUT = '300s';

/** SQL of the drop box and of scans; all of it runs in the transaction of a scan. */
export class DropBoxQueries extends Queries {
  /** Runs `work` in a transaction with the lock on plugins over all replicas. */
  exclusively<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.db.transaction(async (tx) => {
      await this.lock(tx);
      return work(tx);
    });
  }

  /** Waits for the lock on plugins, which the end of the transaction releases, even if the process is killed. */
  async lock(tx: Transaction): Promise<void> {
    await tx.query(`SELECT set_config('statement_timeout', $1, true)`, [STATEMENT_TIMEOUT]);
    await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('plugins', 0))`);
  }

  /** Puts a file in the drop box; returns the content of a replaced file with the same name. */
  async put(tx: Transaction, file: PluginFileEntity): Promise<string | undefined> {
    const replaced = await this.removeFile(tx, file.name);
    await tx.repository(PluginFileEntity).insert(file);
    return replaced;
  }

  listFiles(tx: Transaction): Promise<PluginFileEntity[]> {
    return tx.repository(PluginFileEntity).find({ order: { name: 'ASC' } });
  }

  /** Returns the content of the file; undefined if it did not exist. */
  async removeFile(tx: Transaction, name: string): Promise<string | undefined> {
    const files = tx.repository(PluginFileEntity);
    const removed = await files.findOneBy({ name });
    if (removed) await files.delete({ name });
    return removed?.content;
  }

  async noteProblem(tx: Transaction, name: string, problem: string): Promise<void> {
    await tx.repository(PluginFileEntity).update({ name, problem: Or(IsNull(), Not(problem)) }, { problem });
  }

  async listPlugins(tx: Transaction): Promise<StoredPlugin[]> {
    return tx.query<StoredPlugin>(
      `SELECT p.id, p.name, p.version, p.md5, p.content, p.file_name AS "fileName", p.status = 'DELETED' AS "isDeleted",
              (extract(epoch FROM p.modified_at) * 1000)::bigint AS "modifiedMs",
              (SELECT coalesce(jsonb_agg(jsonb_build_object('plugin', d.depends_on, 'isRequired', d.is_required)
                                         ORDER BY d.depends_on), '[]')
                 FROM plugin_dependency d WHERE d.plugin_id = p.id) AS dependencies
         FROM plugin p ORDER BY p.id`,
    );
  }

  /** The texts of descriptors of those plugins that are registered. */
  findDescriptors(tx: Transaction, names: readonly string[]): Promise<Pick<PluginEntity, 'name' | 'descriptor'>[]> {
    return tx.repository(PluginEntity).find({
      select: { name: true, descriptor: true },
      where: { name: In(names), status: 'INSTALLED' },
    });
  }

  /** Deleted types without resources. */
  listErasableTypes(tx: Transaction): Promise<number[]> {
    return tx.ids(
      `SELECT t.id FROM resource_type t
        WHERE t.is_deleted AND NOT EXISTS (SELECT 1 FROM resource r WHERE r.resource_type_id = t.id)
          FOR UPDATE`,
    );
  }

  /** Deletes the types, and removed plugins without types. Returns contents that are no longer needed. */
  async purge(tx: Transaction, typeIds: readonly number[]): Promise<string[]> {
    await tx.query(`DELETE FROM resource_type t WHERE t.id = ANY ($1::integer[])`, [typeIds]);
    const purged = await tx.query<{ content: string }>(
      `DELETE FROM plugin p
        WHERE p.status = 'DELETED' AND NOT EXISTS (SELECT 1 FROM resource_type t WHERE t.plugin_id = p.id)
       RETURNING p.content`,
    );
    return purged.map(({ content }) => content);
  }

  /** Whether a built-in plugin with these bytes was already put in the drop box. */
  isPlaced(name: string, md5: string): Promise<boolean> {
    return this.db.repository(BuiltInPluginEntity).existsBy({ name, md5 });
  }

  async notePlaced(tx: Transaction, name: string, md5: string): Promise<void> {
    await tx.repository(BuiltInPluginEntity).upsert({ name, md5 }, ['name']);
  }
}
