import { Injectable } from '@nestjs/common';
import { Database } from '@wardstone/database';
import type { Viewer } from '../authorization/viewer';
import { seesResource } from '../authorization/visible.sql';
import { RESOURCE_COLUMNS, type ResourceRow, TYPE_JOINS } from './resource-row.sql';
import { binder } from './resource-search.queries';

/** What the way down takes along of each resource, so that none is looked up twice. */
const CARRIED = [
  'id',
  'name',
  'resource_type_id',
  'category',
  'parent_id',
  'inventory_status',
  'availability',
  'ancestry',
  'location',
  'description',
  'changed_ms',
  'modified_ms',
];

const carriedOf = (table: string): string => CARRIED.map((column) => `${table}.${column}`).join(', ');

@Injectable()
export class HierarchyQueries {
  constructor(private readonly db: Database) {}

  /**
   * The resource and what is in inventory below it, as far as the viewer sees it, by name and id. What lies below
   * something that is out of inventory or hidden is left out too.
   */
  listSubtree(rootId: number, viewer: Viewer): Promise<ResourceRow[]> {
    const params: unknown[] = [rootId];
    return this.db.queryOften<ResourceRow>(
      `WITH RECURSIVE subtree AS (
         SELECT ${carriedOf('r')} FROM resource r WHERE r.id = $1
         UNION ALL
         SELECT ${carriedOf('c')} FROM subtree s JOIN resource c ON c.parent_id = s.id
          WHERE c.inventory_status = 'COMMITTED' AND ${seesResource(viewer, 'c.id', binder(params))})
       SELECT ${RESOURCE_COLUMNS}
         FROM subtree r ${TYPE_JOINS}
        ORDER BY r.name, r.id`,
      params,
    );
  }
}
