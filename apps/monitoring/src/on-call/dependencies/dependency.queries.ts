import { type Paged, parameters, Queries, type Queryable, type Transaction } from '@wardstone/database';
import type { AvailabilityType, DependencyListQuery } from '@wardstone/dto/monitoring';
import { substringPattern } from '@wardstone/patterns';
import type { Viewer } from '../../authorization/viewer';
import { seesResource } from '../../authorization/visible.sql';

export interface DependencyRow {
  id: number;
  name: string;
  availability: AvailabilityType;
}

/** A resource that depends on others. */
export interface DependentRow {
  id: number;
  name: string;
  /** Ids, ascending. */
  dependsOn: number[];
}

export class DependencyQueries extends Queries {
  /** Named dependencies that are in inventory and visible to the viewer, by id. */
  list(resourceId: number, viewer: Viewer, from: Queryable = this.db): Promise<DependencyRow[]> {
    const { params, bind } = parameters(resourceId);
    const isSeen = seesResource(viewer, 'r.id', bind);
    return from.query<DependencyRow>(
      `SELECT r.id, r.name, r.availability
         FROM resource_dependency d JOIN resource r ON r.id = d.depends_on_id AND r.inventory_status = 'COMMITTED'
        WHERE d.resource_id = $1 AND ${isSeen} ORDER BY r.id`,
      params,
    );
  }

  /** Dependents that are in inventory and visible to the viewer, by id. */
  listDependents(resourceId: number, viewer: Viewer): Promise<DependencyRow[]> {
    const { params, bind } = parameters(resourceId);
    const isSeen = seesResource(viewer, 'r.id', bind);
    return this.db.query<DependencyRow>(
      `SELECT r.id, r.name, r.availability
         FROM resource_dependency d JOIN resource r ON r.id = d.resource_id AND r.inventory_status = 'COMMITTED'
        WHERE d.depends_on_id = $1 AND ${isSeen} ORDER BY r.id`,
      params,
    );
  }

  /** Dependent resources with their dependencies, both in inventory and visible to the viewer, by name. */
  listAll(viewer: Viewer, { q, window }: DependencyListQuery): Promise<Paged<DependentRow>> {
    const bound = parameters();
    const { bind } = bound;
    const conditions = [
      `r.inventory_status = 'COMMITTED'`,
      seesResource(viewer, 'd.resource_id', bind),
      seesResource(viewer, 'd.depends_on_id', bind),
      ...(q === undefined ? [] : [`lower(r.name) LIKE lower(${bind(substringPattern(q))})`]),
    ];
    const from = `FROM (
      SELECT r.id, r.name, array_agg(d.depends_on_id ORDER BY d.depends_on_id) AS "dependsOn"
        FROM resource_dependency d
        JOIN resource r ON r.id = d.resource_id
        JOIN resource o ON o.id = d.depends_on_id AND o.inventory_status = 'COMMITTED'
       WHERE ${conditions.join(' AND ')} GROUP BY r.id, r.name) r`;
    return this.page(from, (cut) => `SELECT r.* ${from} ORDER BY r.name, r.id ${cut}`, bound, window);
  }

  /** The name of a resource in inventory; undefined for any other. */
  findName(id: number, tx?: Transaction): Promise<string | undefined> {
    return (tx ?? this.db).value<string>(
      `SELECT r.name FROM resource r WHERE r.id = $1 AND r.inventory_status = 'COMMITTED'`,
      [id],
    );
  }

  async add(tx: Transaction, resourceId: number, ids: readonly number[]): Promise<void> {
    await tx.query(
      `INSERT INTO resource_dependency (resource_id, depends_on_id)
       SELECT $1, n.id FROM unnest($2::integer[]) AS n (id) ORDER BY n.id`,
      [resourceId, ids],
    );
  }

  async remove(tx: Transaction, resourceId: number, ids: readonly number[]): Promise<void> {
    await tx.query(`DELETE FROM resource_dependency WHERE resource_id = $1 AND depends_on_id = ANY ($2::integer[])`, [
      resourceId,
      ids,
    ]);
  }
}
