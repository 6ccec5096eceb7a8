import { Injectable } from '@nestjs/common';
import type { Child, Place, Propagation, RecoveringChild } from '@wardstone/alerting';
import { prefixColumns, type Queryable, type Transaction } from '@wardstone/database';
import type { GroupTypes } from '../groups/domain/group-category';
import { GROUP_COUNTS, GROUP_TYPE_COLUMNS } from '../groups/group-row.sql';
import { recovers } from '../alert-state/alert-definition.sql';
import { SHARED_COLUMNS } from './definition-row.sql';

/** All columns of a condition or notification except ids. */
const COPIED = {
  alert_condition:
    'category, name, threshold, option, comparator, trigger_id, metric_definition_id, author_login, author_subject',
  alert_notification: 'sender_name, config',
} as const;

/** Writes the children of group and type definitions in bulk. */
@Injectable()
export class TemplateQueries {
  async listOfGroups(tx: Transaction, groupIds: readonly number[]): Promise<number[]> {
    return this.listIds(
      tx,
      `SELECT d.id FROM alert_definition d
        WHERE d.resource_group_id = ANY ($1::integer[]) AND NOT d.is_deleted ORDER BY d.id`,
      groupIds,
    );
  }

  /** Templates of the types of resources. */
  async listTypesWithTemplates(tx: Transaction, resourceIds: readonly number[]): Promise<number[]> {
    return this.listIds(
      tx,
      `SELECT d.id FROM alert_definition d
        WHERE d.resource_type_id IN (SELECT r.resource_type_id FROM resource r WHERE r.id = ANY ($1::integer[]))
          AND NOT d.is_deleted
        ORDER BY d.id`,
      resourceIds,
    );
  }

  listTypesOfGroups(tx: Transaction, groupIds: readonly number[]): Promise<(GroupTypes & { id: number })[]> {
    return tx.query<GroupTypes & { id: number }>(
      `SELECT g.id, ${GROUP_TYPE_COLUMNS} FROM resource_group g ${GROUP_COUNTS} WHERE g.id = ANY ($1::integer[])`,
      [groupIds],
    );
  }

  /**
   * The resources to which the templates apply: explicit members of the group, or all of the type; only those in
   * inventory, and only the given ones if there are any. Locked against deletion until the transaction ends.
   */
  listPlaces(tx: Transaction, templateIds: readonly number[], resourceIds?: readonly number[]): Promise<Place[]> {
    const among = (column: string): string => (resourceIds ? `AND ${column} = ANY ($2::integer[])` : '');
    return tx.query<Place>(
      `SELECT w.template_id AS "templateId", r.id AS "resourceId"
         FROM (SELECT d.id, m.resource_id FROM alert_definition d
                 JOIN resource_group_member m ON m.resource_group_id = d.resource_group_id AND m.is_explicit
                WHERE d.id = ANY ($1::integer[]) ${among('m.resource_id')}
               UNION ALL
               SELECT d.id, o.id FROM alert_definition d JOIN resource o ON o.resource_type_id = d.resource_type_id
                WHERE d.id = ANY ($1::integer[]) ${among('o.id')}) w (template_id, resource_id)
         JOIN resource r ON r.id = w.resource_id AND r.inventory_status = 'COMMITTED'
        ORDER BY r.id, w.template_id
          FOR KEY SHARE OF r`,
      resourceIds ? [templateIds, resourceIds] : [templateIds],
    );
  }

  /**
   * The children of templates, except those on resources that have left the inventory, which are hidden and deleted
   * with them.
   */
  listChildren(from: Queryable, templateIds: readonly number[], resourceIds?: readonly number[]): Promise<Child[]> {
    return from.query<Child>(
      `SELECT d.id, d.parent_id AS "parentId", d.resource_id AS "resourceId" FROM alert_definition d
         JOIN resource r ON r.id = d.resource_id AND r.inventory_status <> 'UNINVENTORIED'
        WHERE d.parent_id = ANY ($1::integer[]) AND NOT d.is_deleted
              ${resourceIds ? 'AND d.resource_id = ANY ($2::integer[])' : ''}
        ORDER BY d.id`,
      resourceIds ? [templateIds, resourceIds] : [templateIds],
    );
  }

  /** Children on the resources that recover, will recover, or are recovered through their templates. */
  listRecovering(from: Queryable, resourceIds: readonly number[]): Promise<RecoveringChild[]> {
    return from.query<RecoveringChild>(
      `SELECT d.id, d.parent_id AS "parentId", d.resource_id AS "resourceId", d.recovery_id AS "recoveryId",
              t.recovery_id AS "templateRecoveryId"
         FROM alert_definition d JOIN alert_definition t ON t.id = d.parent_id
        WHERE d.resource_id = ANY ($1::integer[]) AND NOT d.is_deleted
          AND (d.recovery_id <> 0 OR t.recovery_id <> 0
               OR EXISTS (SELECT 1 FROM alert_definition o WHERE ${recovers('o', 't.id')}))
        ORDER BY d.id`,
      [resourceIds],
    );
  }

  /** Creates children without conditions, notifications and recovery. */
  create(tx: Transaction, places: Propagation['create']): Promise<Child[]> {
    return tx.query<Child>(
      `INSERT INTO alert_definition (resource_id, parent_id, recovery_id, ${SHARED_COLUMNS})
       SELECT n.resource_id, d.id, 0, ${prefixColumns('d', SHARED_COLUMNS)}
         FROM unnest($1::integer[], $2::integer[]) AS n (template_id, resource_id)
         JOIN alert_definition d ON d.id = n.template_id
        ORDER BY n.resource_id, d.id
       RETURNING id, parent_id AS "parentId", resource_id AS "resourceId"`,
      [places.map(({ templateId }) => templateId), places.map(({ resourceId }) => resourceId)],
    );
  }

  /** Copies the settings of templates to the children, except conditions, notifications and recovery. */
  async update(tx: Transaction, childIds: readonly number[]): Promise<void> {
    await tx.query(
      `UPDATE alert_definition c SET (${SHARED_COLUMNS}) = ROW (${prefixColumns('d', SHARED_COLUMNS)})
         FROM alert_definition d WHERE c.id = ANY ($1::integer[]) AND d.id = c.parent_id`,
      [childIds],
    );
  }

  async pointRecoveries(tx: Transaction, changes: readonly { id: number; recoveryId: number }[]): Promise<void> {
    if (changes.length === 0) return;
    await tx.query(
      `UPDATE alert_definition d SET recovery_id = n.recovery_id
         FROM unnest($1::integer[], $2::integer[]) AS n (id, recovery_id) WHERE d.id = n.id`,
      [changes.map(({ id }) => id), changes.map(({ recoveryId }) => recoveryId)],
    );
  }

  async remove(tx: Transaction, ids: readonly number[]): Promise<void> {
    await tx.query(`UPDATE alert_definition SET is_deleted = true WHERE id = ANY ($1::integer[])`, [ids]);
  }

  /** Copies conditions or notifications to children that have none yet. */
  async copy(tx: Transaction, table: keyof typeof COPIED, childIds: readonly number[]): Promise<void> {
    const columns = COPIED[table];
    await tx.query(
      `INSERT INTO ${table} (alert_definition_id, ${columns})
       SELECT c.id, ${prefixColumns('i', columns)}
         FROM alert_definition c JOIN ${table} i ON i.alert_definition_id = c.parent_id
        WHERE c.id = ANY ($1::integer[])
        ORDER BY c.id, i.id`,
      [childIds],
    );
  }

  /** Copies them to children whose own differ; others keep their ids. */
  async copyAgain(tx: Transaction, table: keyof typeof COPIED, childIds: readonly number[]): Promise<void> {
    const content = (of: string): string =>
      `(SELECT coalesce(array_agg((x.*)::text ORDER BY x.place), '{}')
          FROM (SELECT ${COPIED[table]}, row_number() OVER (ORDER BY i.id) AS place FROM ${table} i
                 WHERE i.alert_definition_id = ${of}) x)`;
    const differing = await this.listIds(
      tx,
      `WITH templates AS (
         SELECT t.id, ${content('t.id')} AS content
           FROM (SELECT DISTINCT c.parent_id AS id FROM alert_definition c WHERE c.id = ANY ($1::integer[])) t)
       SELECT c.id FROM alert_definition c JOIN templates t ON t.id = c.parent_id
        WHERE c.id = ANY ($1::integer[]) AND ${content('c.id')} <> t.content
        ORDER BY c.id`,
      childIds,
    );
    if (differing.length === 0) return;
    await tx.query(`DELETE FROM ${table} WHERE alert_definition_id = ANY ($1::integer[])`, [differing]);
    await this.copy(tx, table, differing);
  }

  private listIds(from: Queryable, sql: string, ids: readonly number[]): Promise<number[]> {
    return from.ids(sql, [ids]);
  }
}
