import { Injectable } from '@nestjs/common';
import { Database, parameters, type Queryable, type Transaction } from '@wardstone/database';
import type { PageWindow } from '@wardstone/pagination';
import { substringPattern } from '../patterns/domain/substring-pattern';
import { RESOURCE_COLUMNS, RESOURCE_TABLES, type ResourceRow } from '../resources/resource-row.sql';
import type { MetricDataType } from '@wardstone/dto/monitoring';
import type { Unit } from '@wardstone/units';
import type { Viewer } from '../authorization/viewer';
import { seesGroup } from '../authorization/visible.sql';
import { GROUP_COLUMNS, GROUP_COUNTS, type GroupRow } from './group-row.sql';

export interface NewGroup {
  name: string;
  typeId: number | null;
  isRecursive: boolean;
}

/** A metric of a type; its default interval is in ms. */
export interface MetricRow {
  id: number;
  name: string;
  display_name: string;
  unit: Unit;
  data_type: MetricDataType;
  is_on_by_default: boolean;
  default_interval_ms: number;
}

@Injectable()
export class GroupQueries {
  constructor(private readonly db: Database) {}

  /** One page of the groups that the viewer sees, by id, and how many there are. */
  async list(
    namePart: string | undefined,
    viewer: Viewer,
    { limit, offset }: PageWindow,
  ): Promise<{ rows: GroupRow[]; total: number }> {
    const { params, bind } = parameters();
    const conditions = [
      seesGroup(viewer, 'g.id', bind),
      ...(namePart === undefined ? [] : [`lower(g.name) LIKE lower(${bind(substringPattern(namePart))})`]),
    ].join(' AND ');
    const [count] = await this.db.query<{ total: number }>(
      `SELECT count(*) AS total FROM resource_group g WHERE ${conditions}`,
      params,
    );
    const rows = await this.db.query<GroupRow>(
      `SELECT ${GROUP_COLUMNS}
         FROM (SELECT g.* FROM resource_group g WHERE ${conditions}
                ORDER BY g.id LIMIT ${bind(limit ?? null)} OFFSET ${bind(offset)}) g
         ${GROUP_COUNTS}
        ORDER BY g.id`,
      params,
    );
    return { rows, total: count!.total };
  }

  /** One page of the groups that the resource is a member of and the viewer sees, by id, and how many there are. */
  async listOfResource(
    resourceId: number,
    namePart: string | undefined,
    viewer: Viewer,
    { limit, offset }: PageWindow,
  ): Promise<{ rows: GroupRow[]; total: number }> {
    const { params, bind } = parameters();
    const conditions = [
      `m.resource_id = ${bind(resourceId)}`,
      seesGroup(viewer, 'g.id', bind),
      ...(namePart === undefined ? [] : [`lower(g.name) LIKE lower(${bind(substringPattern(namePart))})`]),
    ].join(' AND ');
    const rows = await this.db.query<GroupRow & { total: number }>(
      `WITH membership AS MATERIALIZED (
         SELECT g.* FROM resource_group_member m JOIN resource_group g ON g.id = m.resource_group_id
          WHERE ${conditions})
       SELECT counted.total, page.*
         FROM (SELECT count(*)::integer AS total FROM membership) counted
         LEFT JOIN (
           SELECT ${GROUP_COLUMNS}
             FROM (SELECT * FROM membership ORDER BY id LIMIT ${bind(limit ?? null)} OFFSET ${bind(offset)}) g
             ${GROUP_COUNTS}) page ON true
        ORDER BY page.id`,
      params,
    );
    // Past the last page the total stands alone.
    return { rows: rows.filter(({ id }) => (id as number | null) !== null), total: rows[0]!.total };
  }

  find(id: number, from: Queryable = this.db): Promise<GroupRow | undefined> {
    return from.first<GroupRow>(`SELECT ${GROUP_COLUMNS} FROM resource_group g ${GROUP_COUNTS} WHERE g.id = $1`, [id]);
  }

  /** The group of this name in any letter case. */
  findByName(name: string, from: Queryable = this.db): Promise<GroupRow | undefined> {
    return from.first<GroupRow>(
      `SELECT ${GROUP_COLUMNS} FROM resource_group g ${GROUP_COUNTS} WHERE md5(lower(g.name)) = md5(lower($1))`,
      [name],
    );
  }

  /** Whether there is a type of this id, and its plugin is not gone. */
  typeExists(typeId: number): Promise<boolean> {
    return this.db.hasRow(`SELECT 1 FROM resource_type t WHERE t.id = $1 AND NOT t.is_deleted`, [typeId]);
  }

  /** Returns the id; undefined when there is a group of this name in any letter case. */
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

  /** A resource that does not leave the inventory before the transaction ends. */
  holdResource(
    tx: Transaction,
    id: number,
  ): Promise<{ id: number; inventory_status: ResourceRow['inventory_status']; type_id: number } | undefined> {
    return tx.first<{ id: number; inventory_status: ResourceRow['inventory_status']; type_id: number }>(
      `SELECT r.id, r.inventory_status, r.resource_type_id AS type_id FROM resource r WHERE r.id = $1 FOR KEY SHARE`,
      [id],
    );
  }

  /** The metrics of a type, as declared. */
  listMetrics(typeId: number): Promise<MetricRow[]> {
    return this.db.query<MetricRow>(
      `SELECT d.id, d.name, d.display_name, d.unit, d.data_type, d.is_on_by_default, d.default_interval_ms
         FROM metric_definition d
        WHERE d.resource_type_id = $1
        ORDER BY d.position, d.id`,
      [typeId],
    );
  }
}
