import { type Paged, parameters, Queries, type Queryable, type Transaction } from '@wardstone/database';
import type { PluginListQuery } from '@wardstone/dto/monitoring';
import type { PageWindow } from '@wardstone/pagination';
import { LessThan, MoreThan } from 'typeorm';
import type { PluginNode } from './domain/deployment-plan';
import { PluginPushEntity } from './plugin.entity';

export interface PluginRow {
  readonly id: number;
  readonly name: string;
  readonly displayName: string;
  readonly version: string;
  readonly isEnabled: boolean;
  readonly status: 'INSTALLED' | 'DELETED';
}

/** An installed plugin with its dependencies. */
export interface InstalledPlugin extends PluginNode {
  readonly isEnabled: boolean;
}

const COLUMNS = `p.id, p.name, p.display_name AS "displayName", p.version, p.is_enabled AS "isEnabled", p.status`;

const DAY_MS = 24 * 60 * 60_000;

export class PluginsQueries extends Queries {
  /** A page in order of id, and the total; name and version match parts, case-insensitively. */
  findPage(
    { name = '', version = '', enabled, deleted }: PluginListQuery,
    window: PageWindow,
  ): Promise<Paged<PluginRow>> {
    const from = `FROM plugin p
      WHERE strpos(lower(p.name), lower($1)) > 0 AND strpos(lower(p.version), lower($2)) > 0
        AND ($3::boolean IS NULL OR p.is_enabled = $3)
        AND ($4 = 'ALL' OR (p.status = 'DELETED') = ($4 = 'TRUE'))`;
    const bound = parameters(name, version, enabled, deleted);
    return this.page(from, (cut) => `SELECT ${COLUMNS} ${from} ORDER BY p.id ${cut}`, bound, window);
  }

  findById(id: number, within: Queryable = this.db): Promise<PluginRow | undefined> {
    return within.first<PluginRow>(`SELECT ${COLUMNS} FROM plugin p WHERE p.id = $1`, [id]);
  }

  /** Installed plugins with one of the ids or the name, by id. */
  async findInstalled(ids: readonly number[], name: string | undefined): Promise<PluginRow[]> {
    return this.db.query<PluginRow>(
      `SELECT ${COLUMNS} FROM plugin p
        WHERE (p.id = ANY ($1::integer[]) OR p.name = $2) AND p.status = 'INSTALLED'
        ORDER BY p.id`,
      [ids, name],
    );
  }

  /** Every installed plugin with its dependencies. */
  async listInstalled(tx: Transaction): Promise<InstalledPlugin[]> {
    return tx.query<InstalledPlugin>(
      `SELECT p.name, p.is_enabled AS "isEnabled",
              (SELECT coalesce(jsonb_agg(jsonb_build_object('plugin', d.depends_on, 'isRequired', d.is_required)), '[]')
                 FROM plugin_dependency d WHERE d.plugin_id = p.id) AS dependencies
         FROM plugin p WHERE p.status = 'INSTALLED' ORDER BY p.name`,
    );
  }

  async setEnabled(tx: Transaction, id: number, isEnabled: boolean): Promise<void> {
    await tx.query(`UPDATE plugin p SET is_enabled = $2 WHERE p.id = $1`, [id, isEnabled]);
  }

  async markDeleted(tx: Transaction, id: number): Promise<void> {
    await tx.query(`UPDATE plugin p SET status = 'DELETED' WHERE p.id = $1`, [id]);
  }

  /** Schedules a push. Returns its handle; undefined while another one is scheduled. */
  async schedulePush(dueMs: number, requestedBy: string, nowMs: number): Promise<string | undefined> {
    return this.db.transaction(async (tx) => {
      await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('plugin push', 0))`);
      const pushes = tx.repository(PluginPushEntity);
      if (await pushes.existsBy({ due_ms: MoreThan(nowMs) })) return undefined;
      await pushes.delete({ due_ms: LessThan(nowMs - DAY_MS) });
      const { handle } = await pushes.save({ due_ms: dueMs, requested_by: requestedBy });
      return handle;
    });
  }

  /** Whether the push with this handle is still scheduled; false if unknown. */
  isPushWaiting(handle: string, nowMs: number): Promise<boolean> {
    return this.db.hasRow(`SELECT 1 FROM plugin_push p WHERE p.handle::text = $1 AND p.due_ms > $2`, [handle, nowMs]);
  }
}
