import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@wardstone/database';
import { GROUP_COLUMNS, GROUP_COUNTS } from '../groups/group-row.queries';
import type { GroupRow } from '../groups/group-row.queries';
import { RESOURCE_COLUMNS, RESOURCE_TABLES } from '../resources/resource-row.queries';
import type { ResourceRow } from '../resources/resource-row.queries';
import type { Viewer } from '../visibility/visible';
import { seesGroup, seesResource } from '../visibility/visible.queries';

/** What a favorite can be, and where it is kept. */
const KINDS = {
  resource: { table: 'favorite_resource', column: 'resource_id' },
  group: { table: 'favorite_group', column: 'resource_group_id' },
} as const;
export type FavoriteKind = keyof typeof KINDS;

@Injectable()
export class FavoritesQueries {
  constructor(@Inject(Database) private readonly db: Database) {}

  /** The login's favorites that the viewer may see and that are still in inventory, by id. */
  async listResources(login: string, viewer: Viewer): Promise<ResourceRow[]> {
    const params: unknown[] = [login];
    const isSeen = seesResource(viewer, 'r.id', (value) => `$${params.push(value)}`);
    return this.db.query<ResourceRow>(
      `SELECT ${RESOURCE_COLUMNS}
         FROM ${RESOURCE_TABLES}
        WHERE r.id IN (SELECT f.resource_id FROM favorite_resource f JOIN service_user u ON u.id = f.user_id
                        WHERE u.login = $1)
          AND r.inventory_status <> 'UNINVENTORIED' AND ${isSeen}
        ORDER BY r.id`,
      params,
    );
  }

  /** The same of groups. */
  async listGroups(login: string, viewer: Viewer): Promise<GroupRow[]> {
    const params: unknown[] = [login];
    const isSeen = seesGroup(viewer, 'g.id', (value) => `$${params.push(value)}`);
    return this.db.query<GroupRow>(
      `SELECT ${GROUP_COLUMNS}
         FROM resource_group g ${GROUP_COUNTS}
        WHERE g.id IN (SELECT f.resource_group_id FROM favorite_group f JOIN service_user u ON u.id = f.user_id
                        WHERE u.login = $1)
          AND ${isSeen}
        ORDER BY g.id`,
      params,
    );
  }

  /** Adds a favorite of somebody known; again is no error, nor when it has just vanished. */
  async add(kind: FavoriteKind, login: string, id: number): Promise<void> {
    const { table, column } = KINDS[kind];
    await this.db.query(
      `INSERT INTO ${table} (user_id, ${column})
       SELECT u.id, t.id FROM service_user u CROSS JOIN ${kind === 'group' ? 'resource_group' : 'resource'} t
        WHERE u.login = $1 AND t.id = $2
       ON CONFLICT DO NOTHING`,
      [login, id],
    );
  }

  /** Whether there was something to remove. */
  async remove(kind: FavoriteKind, login: string, id: number): Promise<boolean> {
    const { table, column } = KINDS[kind];
    const rows = await this.db.query(
      `DELETE FROM ${table} f USING service_user u
        WHERE f.user_id = u.id AND u.login = $1 AND f.${column} = $2
       RETURNING f.${column}`,
      [login, id],
    );
    return rows.length > 0;
  }
}
