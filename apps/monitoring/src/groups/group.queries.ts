import { type Paged, parameters, Queries, type Queryable, type Transaction } from '@wardstone/database';
import type { PageWindow } from '@wardstone/pagination';
import { substringPattern } from '@wardstone/patterns';
import { RESOURCE_COLUMNS, RESOURCE_TABLES, type ResourceRow } from '../resources/resource-row.sql';
import type { Viewer } from '../authorization/viewer';
import { seesGroup } from '../authorization/visible.sql';
import { AS_SCHEDULE } from '../metrics/schedules/metric-definition.sql';
import type { ScheduleRow } from '../metrics/schedules/schedule-record';
import { GROUP_COLUMNS, GROUP_COUNTS, type GroupRow } from './group-row.sql';
import { RoleResourceGroupEntity } from './role-resource-group.entity';

export interface NewGroup {
  name: string;
  typeId: number | null;
  isRecursive: boolean;
}

/** Properties that decide whether a resource can be a member. */
export interface HeldResource {
  name: string;
  inventory_status: ResourceRow['inventory_status'];
  type_id: number;
}

export class GroupQueries extends Queries {
  /** A page of the groups that the viewer sees, of one resource or all, by id, with the total. */
  list(
    { resourceId, namePart }: { resourceId?: number | undefined; namePart: string | undefined },
    viewer: Viewer,
    window: PageWindow,
  ): Promise<Paged<GroupRow>> {
    const bound = parameters();
    const { bind } = bound;
    const conditions = [
      seesGroup(viewer, 'g.id', bind),
      ...(namePart === undefined ? [] : [`lower(g.name) LIKE lower(${bind(substringPattern(namePart))})`]),
      ...(resourceId === undefined
        ? []
        : [
            `g.id IN (SELECT m.resource_group_id FROM resource_group_member m WHERE m.resource_id = ${bind(resourceId)})`,
          ]),
    ].join(' AND ');
    const from = `FROM resource_group g WHERE ${conditions}`;
    const rows = (cut: string): string =>
      `SELECT ${GROUP_COLUMNS} FROM (SELECT g.* ${from} ORDER BY g.id ${cut}) g ${GROUP_COUNTS} ORDER BY g.id`;
    return this.page(from, rows, bound, window);
  }

  find(id: number, from: Queryable = this.db): Promise<GroupRow | undefined> {
    return from.first<GroupRow>(`SELECT ${GROUP_COLUMNS} FROM resource_group g ${GROUP_COUNTS} WHERE g.id = $1`, [id]);
  }

  /** The group with this name in any letter case. */
  findByName(name: string, from: Queryable = this.db): Promise<GroupRow | undefined> {
    return from.first<GroupRow>(
      `SELECT ${GROUP_COLUMNS} FROM resource_group g ${GROUP_COUNTS} WHERE md5(lower(g.name)) = md5(lower($1))`,
      [name],
    );
  }

  /** Whether the type exists and its plugin is not deleted. */
  typeExists(typeId: number): Promise<boolean> {
    return this.db.hasRow(`SELECT 1 FROM resource_type t WHERE t.id = $1 AND NOT t.is_deleted`, [typeId]);
  }

  /** Returns the id; undefined if a group has this name in any letter case. */
  async insert(tx: Transaction, { name, typeId, isRecursive }: NewGroup, nowMs: number): Promise<number | undefined> {
    const [row] = await tx.query<{ id: number }>(
      `INSERT INTO resource_group (name, resource_type_id, is_recursive, modified_ms) VALUES ($1, $2, $3, $4)
       ON CONFLICT DO NOTHING RETURNING id`,
      [name, typeId, isRecursive, nowMs],
    );
    return row?.id;
  }

  async rename(tx: Transaction, id: number, name: string, nowMs: number): Promise<void> {
    await tx.query(`UPDATE resource_group g SET name = $2, modified_ms = $3 WHERE g.id = $1`, [id, name, nowMs]);
  }

  async delete(tx: Transaction, id: number): Promise<void> {
    await tx.query(`DELETE FROM resource_group g WHERE g.id = $1`, [id]);
  }

  async touch(tx: Transaction, id: number, nowMs: number): Promise<void> {
    await tx.query(`UPDATE resource_group g SET modified_ms = $2 WHERE g.id = $1`, [id, nowMs]);
  }

  /** The explicit members by id. */
  listMembers(id: number): Promise<ResourceRow[]> {
    return this.db.query<ResourceRow>(
      `SELECT ${RESOURCE_COLUMNS}
         FROM resource_group_member m JOIN ${RESOURCE_TABLES} ON r.id = m.resource_id
        WHERE m.resource_group_id = $1 AND m.is_explicit AND r.inventory_status = 'COMMITTED'
        ORDER BY r.id`,
      [id],
    );
  }

  /** A resource, locked against leaving the inventory until the transaction ends. */
  holdResource(tx: Transaction, id: number): Promise<HeldResource | undefined> {
    return tx.first<HeldResource>(
      `SELECT r.name, r.inventory_status, r.resource_type_id AS type_id FROM resource r WHERE r.id = $1 FOR KEY SHARE`,
      [id],
    );
  }

  /** The metrics of a type in order of declaration, as schedules with their defaults. */
  listMetrics(typeId: number): Promise<ScheduleRow[]> {
    return this.db.query<ScheduleRow>(
      `SELECT ${AS_SCHEDULE} FROM metric_definition d WHERE d.resource_type_id = $1 ORDER BY d.position, d.id`,
      [typeId],
    );
  }

  /** The roles with access to the group, by name. */
  async listRoles(groupId: number): Promise<string[]> {
    const rows = await this.db.repository(RoleResourceGroupEntity).find({
      where: { resource_group_id: groupId },
      order: { role_name: 'ASC' },
    });
    return rows.map(({ role_name }) => role_name);
  }

  /** Repeating it is not an error, nor is a group that was just deleted. */
  async tieRole(groupId: number, role: string): Promise<void> {
    await this.db.query(
      `INSERT INTO role_resource_group (role_name, resource_group_id)
       SELECT $2, g.id FROM resource_group g WHERE g.id = $1
       ON CONFLICT DO NOTHING`,
      [groupId, role],
    );
  }

  /** Returns whether the role had access. */
  async untieRole(groupId: number, role: string): Promise<boolean> {
    const ties = this.db.repository(RoleResourceGroupEntity);
    const { affected } = await ties.delete({ resource_group_id: groupId, role_name: role });
    return (affected ?? 0) > 0;
  }
}
