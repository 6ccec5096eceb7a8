import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@wardstone/database';

@Injectable()
export class GroupRoleQueries {
  constructor(@Inject(Database) private readonly db: Database) {}

  /** The roles tied to the group, by name. */
  async list(groupId: number): Promise<string[]> {
    const rows = await this.db.query<{ role_name: string }>(
      `SELECT t.role_name FROM role_resource_group t WHERE t.resource_group_id = $1 ORDER BY t.role_name`,
      [groupId],
    );
    return rows.map(({ role_name }) => role_name);
  }

  /** Again is no error, nor when the group has just vanished. */
  async tie(groupId: number, role: string): Promise<void> {
    await this.db.query(
      `INSERT INTO role_resource_group (role_name, resource_group_id)
       SELECT $2, g.id FROM resource_group g WHERE g.id = $1
       ON CONFLICT DO NOTHING`,
      [groupId, role],
    );
  }

  /** Whether they were tied. */
  async untie(groupId: number, role: string): Promise<boolean> {
    const rows = await this.db.query(
      `DELETE FROM role_resource_group t WHERE t.resource_group_id = $1 AND t.role_name = $2 RETURNING t.role_name`,
      [groupId, role],
    );
    return rows.length > 0;
  }
}
