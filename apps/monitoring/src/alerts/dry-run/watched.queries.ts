import { Injectable } from '@nestjs/common';
import { Database, parameters } from '@wardstone/database';
import { seesResource } from '../../authorization/visible.sql';
import type { Viewer } from '../../authorization/viewer';

/** What a template would be for: the explicit members of a group, or the resources of a type. */
export type Scope = { groupId: number } | { resourceTypeId: number };

/** A resource with its host. */
export interface Watched {
  id: number;
  name: string;
  host: string;
}

@Injectable()
export class WatchedQueries {
  constructor(private readonly db: Database) {}

  /** Those that the viewer sees, with how many there are. */
  async list(scope: Scope, viewer: Viewer, limit: number): Promise<{ ids: number[]; total: number }> {
    const { params, bind } = parameters();
    const isWatched =
      'groupId' in scope
        ? `EXISTS (SELECT 1 FROM resource_group_member m
                    WHERE m.resource_id = r.id AND m.is_explicit AND m.resource_group_id = ${bind(scope.groupId)})`
        : `r.resource_type_id = ${bind(scope.resourceTypeId)}`;
    const rows = await this.db.query<{ id: number; total: number }>(
      `SELECT r.id, count(*) OVER ()::integer AS total FROM resource r
        WHERE r.inventory_status = 'COMMITTED' AND ${isWatched} AND ${seesResource(viewer, 'r.id', bind)}
        ORDER BY r.id LIMIT ${bind(limit)}`,
      params,
    );
    return { ids: rows.map(({ id }) => id), total: rows[0]?.total ?? 0 };
  }

  /** Names, in the order of the ids. */
  async name(ids: readonly number[]): Promise<Watched[]> {
    return this.db.query<Watched>(
      `WITH RECURSIVE up AS (
         SELECT r.id AS start, r.id, r.parent_id, r.name FROM resource r WHERE r.id = ANY ($1::integer[])
         UNION ALL
         SELECT u.start, r.id, r.parent_id, r.name FROM up u JOIN resource r ON r.id = u.parent_id)
       SELECT r.id, r.name, u.name AS host FROM up u JOIN resource r ON r.id = u.start
        WHERE u.parent_id IS NULL ORDER BY array_position($1::integer[], r.id)`,
      [ids],
    );
  }
}
