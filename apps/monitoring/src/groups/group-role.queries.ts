import { Injectable } from '@nestjs/common';
import { Database } from '@wardstone/database';
import { RoleResourceGroupEntity } from './role-resource-group.entity';

@Injectable()
export class GroupRoleQueries {
  constructor(private readonly db: Database) {}

  /** The roles tied to the group, by name. */
  async list(groupId: number): Promise<string[]> {
    const rows = await this.db.repository(RoleResourceGroupEntity).find({
      where: { resource_group_id: groupId },
      order: { role_name: 'ASC' },
    });
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
    const ties = this.db.repository(RoleResourceGroupEntity);
    const { affected } = await ties.delete({ resource_group_id: groupId, role_name: role });
    return (affected ?? 0) > 0;
  }
}
