import { Injectable } from '@nestjs/common';
import type { Queryable, Transaction } from '@wardstone/database';
import type { Child, Propagation, Template } from '../domain/propagation';

/** The settings that a child shares with its template. */
const SHARED = `name, is_enabled, priority, condition_mode, dampening_category, dampening_count, dampening_period,
         dampening_unit`;

/** Everything of a condition or notification but its ids. */
const COPIED = {
  alert_condition: 'category, name, threshold, option, comparator, trigger_id, metric_definition_id',
  alert_notification: 'sender_name, config',
} as const;

/** Writes children of definitions of groups and types, many at once. */
@Injectable()
export class TemplateQueries {
  /** The template itself, which nobody else propagates meanwhile; undefined when it is none, or deleted. */
  async lock(tx: Transaction, id: number): Promise<Template | undefined> {
    const [row] = await tx.query<Template>(
      `SELECT d.id, d.recovery_id AS "recoveryId" FROM alert_definition d
        WHERE d.id = $1 AND d.resource_id IS NULL AND NOT d.is_deleted FOR NO KEY UPDATE`,
      [id],
    );
    return row;
  }

  /** The resources in inventory that the template is for: explicit members of the group, or all of the type. */
  async listResources(from: Queryable, templateId: number): Promise<number[]> {
    const rows = await from.query<{ id: number }>(
      `SELECT r.id FROM alert_definition d
         JOIN resource_group_member m ON m.resource_group_id = d.resource_group_id AND m.is_explicit
         JOIN resource r ON r.id = m.resource_id AND r.inventory_status = 'COMMITTED'
        WHERE d.id = $1
       UNION
       SELECT r.id FROM alert_definition d
         JOIN resource r ON r.resource_type_id = d.resource_type_id AND r.inventory_status = 'COMMITTED'
        WHERE d.id = $1
       ORDER BY id`,
      [templateId],
    );
    return rows.map(({ id }) => id);
  }

  /** The children of a definition, the resource itself when it is none of a template. */
  listChildren(from: Queryable, templateId: number): Promise<Child[]> {
    return from.query<Child>(
      `SELECT d.id, d.parent_id AS "parentId", d.resource_id AS "resourceId" FROM alert_definition d
        WHERE d.parent_id = $1 AND NOT d.is_deleted ORDER BY d.id`,
      [templateId],
    );
  }

  /** Makes the missing children, conditions and notifications included. Answers their ids. */
  async create(tx: Transaction, templateId: number, children: Propagation['create']): Promise<number[]> {
    const rows = await tx.query<{ id: number }>(
      `INSERT INTO alert_definition (resource_id, parent_id, recovery_id, ${SHARED})
       SELECT n.resource_id, d.id, n.recovery_id, ${shared('d')}
         FROM unnest($2::integer[], $3::integer[]) AS n (resource_id, recovery_id), alert_definition d
        WHERE d.id = $1
        ORDER BY n.resource_id
       ON CONFLICT DO NOTHING RETURNING id`,
      [templateId, children.map(({ resourceId }) => resourceId), children.map(({ recoveryId }) => recoveryId)],
    );
    return rows.map(({ id }) => id);
  }

  /** Gives the children what the template says but conditions and notifications. */
  async update(tx: Transaction, templateId: number, children: Propagation['update']): Promise<void> {
    await tx.query(
      `UPDATE alert_definition c SET (${SHARED}) = (SELECT ${shared('d')} FROM alert_definition d WHERE d.id = $1),
              recovery_id = n.recovery_id
         FROM unnest($2::integer[], $3::integer[]) AS n (id, recovery_id)
        WHERE c.id = n.id`,
      [templateId, children.map(({ id }) => id), children.map(({ recoveryId }) => recoveryId)],
    );
  }

  async remove(tx: Transaction, ids: readonly number[]): Promise<void> {
    await tx.query(`UPDATE alert_definition SET is_deleted = true WHERE id = ANY ($1::integer[])`, [ids]);
  }

  /** Copies conditions or notifications to those children that do not have the same; ids of others stay as they are. */
  async copy(
    tx: Transaction,
    table: keyof typeof COPIED,
    templateId: number,
    childIds: readonly number[],
  ): Promise<number[]> {
    const columns = COPIED[table];
    const content = (of: string): string =>
      `(SELECT coalesce(array_agg((x.*)::text ORDER BY x.id), '{}')
          FROM (SELECT 0 AS id, ${columns}, row_number() OVER (ORDER BY i.id) AS place FROM ${table} i
                 WHERE i.alert_definition_id = ${of}) x)`;
    const differing = await tx.query<{ id: number }>(
      `SELECT c.id FROM unnest($2::integer[]) AS c (id) WHERE ${content('c.id')} <> ${content('$1')} ORDER BY c.id`,
      [templateId, childIds],
    );
    const ids = differing.map(({ id }) => id);
    if (ids.length === 0) return ids;
    await tx.query(`DELETE FROM ${table} WHERE alert_definition_id = ANY ($1::integer[])`, [ids]);
    await tx.query(
      `INSERT INTO ${table} (alert_definition_id, ${columns})
       SELECT c.id, ${columns} FROM unnest($2::integer[]) AS c (id) CROSS JOIN ${table} i
        WHERE i.alert_definition_id = $1
        ORDER BY c.id, i.id`,
      [templateId, ids],
    );
    return ids;
  }
}

function shared(alias: string): string {
  return SHARED.split(',')
    .map((column) => `${alias}.${column.trim()}`)
    .join(', ');
}
