import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@wardstone/database';
import type { PageWindow } from '@wardstone/pagination';
import { substringPattern } from '../http/substring-pattern';
import { seesEverything, seesResource } from '../visibility/visible';
import type { Bind, Viewer } from '../visibility/visible';
import { RESOURCE_COLUMNS, RESOURCE_TABLES, TYPE_JOINS } from './resource-row';
import type { ResourceRow, SightedRow } from './resource-row';
import type { Category, InventoryStatus } from './resource.shape';

/** What the resources of a list have in common; undefined stands for any. */
export interface ResourceFilter {
  status?: InventoryStatus | undefined;
  category?: Category | undefined;
  parentId?: number | undefined;
  /** A part of the name, in any letter case. */
  namePart?: string | undefined;
}

export type ResourceOrder = 'name' | 'id';

export interface ResourceList {
  rows: ResourceRow[];
  total: number;
}

/** Unlimited lists: everything below one parent. */
type Slice = Pick<PageWindow, 'offset' | 'limit'>;

@Injectable()
export class ResourceSearchQueries {
  constructor(@Inject(Database) private readonly db: Database) {}

  /** The resource in whatever inventory status, and whether the viewer sees it. */
  async find(id: number, viewer: Viewer): Promise<SightedRow | undefined> {
    const params: unknown[] = [id];
    const isSeen = seesResource(viewer, 'r.id', binder(params));
    const [row] = await this.db.query<SightedRow>(
      `SELECT ${RESOURCE_COLUMNS}, ${isSeen} AS is_seen FROM ${RESOURCE_TABLES} WHERE r.id = $1`,
      params,
    );
    return row;
  }

  /** One page of what the viewer sees, and how much there is of it. */
  async list(filter: ResourceFilter, order: ResourceOrder, viewer: Viewer, slice: PageWindow): Promise<ResourceList> {
    const rows = await this.listRows(filter, order, viewer, slice);
    const isLastPage = rows.length < (slice.limit ?? Infinity) && (rows.length > 0 || slice.offset === 0);
    return { rows, total: isLastPage ? slice.offset + rows.length : await this.count(filter, viewer) };
  }

  /**
   * The rows of a list. Ids are picked first: an index holds all that needs, so that pages far from the first are not
   * read row by row.
   */
  listRows(filter: ResourceFilter, order: ResourceOrder, viewer: Viewer, slice: Slice): Promise<ResourceRow[]> {
    const params: unknown[] = [slice.limit ?? null, slice.offset];
    const by = order === 'name' ? 'r.name, r.id' : 'r.id';
    return this.db.query<ResourceRow>(
      `SELECT ${RESOURCE_COLUMNS}
         FROM (SELECT r.id FROM resource r WHERE ${conditionOf(filter, viewer, binder(params))}
                ORDER BY ${by} LIMIT $1 OFFSET $2) page
         JOIN resource r ON r.id = page.id
         ${TYPE_JOINS}
        ORDER BY ${by}`,
      params,
    );
  }

  private async count(filter: ResourceFilter, viewer: Viewer): Promise<number> {
    const isCounted = seesEverything(viewer) && filter.namePart === undefined && filter.parentId === undefined;
    if (isCounted) return this.readCount(filter);
    const params: unknown[] = [];
    const [row] = await this.db.query<{ total: number }>(
      `SELECT count(*)::integer AS total FROM resource r WHERE ${conditionOf(filter, viewer, binder(params))}`,
      params,
    );
    return row!.total;
  }

  /** From the kept counts: every resource, or those of a status or category. */
  private async readCount({ status, category }: ResourceFilter): Promise<number> {
    const [row] = await this.db.query<{ total: number }>(
      `SELECT coalesce(sum(c.change), 0)::integer AS total
         FROM resource_count c
        WHERE ($1::text IS NULL OR c.inventory_status = $1) AND ($2::text IS NULL OR c.category = $2)`,
      [status ?? null, category ?? null],
    );
    return row!.total;
  }
}

export function binder(params: unknown[]): Bind {
  return (value) => `$${params.push(value)}`;
}

function conditionOf({ status, category, parentId, namePart }: ResourceFilter, viewer: Viewer, bind: Bind): string {
  const conditions = [
    ...(status === undefined ? [] : [`r.inventory_status = ${bind(status)}`]),
    ...(category === undefined ? [] : [`r.category = ${bind(category)}`]),
    ...(parentId === undefined ? [] : [`r.parent_id = ${bind(parentId)}`]),
    ...(namePart === undefined ? [] : [`lower(r.name) LIKE lower(${bind(substringPattern(namePart))})`]),
    seesResource(viewer, 'r.id', bind),
  ];
  return conditions.join(' AND ');
}
