import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '@wardstone/database';
import { GROUP_COLUMNS, GROUP_COUNTS, type GroupRow } from '../groups/group-row.sql';
import { RESOURCE_COLUMNS, RESOURCE_TABLES, type ResourceRow } from '../resources/resource-row.sql';
import type { Viewer } from '../authorization/viewer';
import { seesGroup, seesResource } from '../authorization/visible.sql';

/** What a favorite can be, and where it is kept. */
const KINDS = {
  resource: { table: 'marked_resource', target: 'resource', column: 'resource_id' },
  group: { table: 'marked_group', target: 'resource_group', column: 'resource_group_id' },
} as const;
export type FavoriteKind = keyof typeof KINDS;

@Injectable()
export class FavoritesQueries {
  constructor(private readonly db: Database) {}

  /** The subject's favorites that the viewer may see and that are still in inventory, by id. */
  async listResources(subject: string, viewer: Viewer): Promise<ResourceRow[]> {
    const params: unknown[] = [subject];
    const isSeen = seesResource(viewer, 'r.id', (value) => `$${params.push(value)}`);
    return this.db.query<ResourceRow>(
      `SELECT ${RESOURCE_COLUMNS}
         FROM ${RESOURCE_TABLES}
        WHERE r.id IN (SELECT m.resource_id FROM marked_resource m WHERE m.subject = $1)
          AND r.inventory_status <> 'UNINVENTORIED' AND ${isSeen}
        ORDER BY r.id`,
      params,
    );
  }

  /** The same of groups. */
  async listGroups(subject: string, viewer: Viewer): Promise<GroupRow[]> {
    const params: unknown[] = [subject];
    const isSeen = seesGroup(viewer, 'g.id', (value) => `$${params.push(value)}`);
    return this.db.query<GroupRow>(
      `SELECT ${GROUP_COLUMNS}
         FROM resource_group g ${GROUP_COUNTS}
        WHERE g.id IN (SELECT m.resource_group_id FROM marked_group m WHERE m.subject = $1)
          AND ${isSeen}
        ORDER BY g.id`,
      params,
    );
  }

  /** Adds a favorite; again is no error, nor when it has just vanished. */
  async add(kind: FavoriteKind, subject: string, id: number): Promise<void> {
    const { table, target, column } = KINDS[kind];
    await this.db.query(
      `INSERT INTO ${table} (subject, ${column}) SELECT $1, t.id FROM ${target} t WHERE t.id = $2
       ON CONFLICT DO NOTHING`,
      [subject, id],
    );
  }

  /** Removes the resources from all favorites. */
  async forgetResources(tx: Transaction, resourceIds: readonly number[]): Promise<void> {
    await tx.query(`DELETE FROM marked_resource m WHERE m.resource_id = ANY ($1::integer[])`, [resourceIds]);
  }

  /** Whether there was something to remove. */
  remove(kind: FavoriteKind, subject: string, id: number): Promise<boolean> {
    const { table, column } = KINDS[kind];
    return this.db.hasRow(`DELETE FROM ${table} m WHERE m.subject = $1 AND m.${column} = $2 RETURNING m.${column}`, [
      subject,
      id,
    ]);
  }
}
