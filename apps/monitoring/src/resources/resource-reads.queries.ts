import { Injectable } from '@nestjs/common';
import { BatchedLookup, Database, parameters, type Transaction } from '@wardstone/database';
import type { Sort } from '@wardstone/dto';
import type { AvailabilityType, Category, InventoryStatus, RESOURCE_SORT_FIELDS } from '@wardstone/dto/monitoring';
import type { PageWindow } from '@wardstone/pagination';
import type { ConfigurationDefinition, ConfigurationValues } from '@wardstone/plugin-descriptor';
import { seesEverything, type Viewer } from '../authorization/viewer';
import { type Bind, seesResource } from '../authorization/visible.sql';
import {
  COMPLIANCE_SYSTEM,
  RESOURCE_COLUMNS,
  RESOURCE_TABLES,
  type ResourceRow,
  TYPE_JOINS,
  type VisibleRow,
} from './resource-row.sql';

/** Filters of a list of resources; undefined matches any. */
export interface ResourceFilter {
  status?: InventoryStatus | undefined;
  category?: Category | undefined;
  availability?: AvailabilityType | undefined;
  parentId?: number | undefined;
  typeId?: number | undefined;
  ids?: readonly number[] | undefined;
  /** Case-insensitive LIKE pattern. */
  name?: string | undefined;
  typeName?: string | undefined;
  pluginName?: string | undefined;
}

/** Sort orders of resource lists. */
export type ResourceOrder = Sort<(typeof RESOURCE_SORT_FIELDS)[number]>;

export interface NamedResource {
  id: number;
  name: string;
}

/** A resource as a node of the tree, without the other fields of its record. */
export interface TreeRow {
  id: number;
  parentId: number | null;
  name: string;
}

export interface ResourceList {
  rows: ResourceRow[];
  total: number;
}

type Slice = Pick<PageWindow, 'offset' | 'limit'>;

/** Number of rows that are read, and held in memory, at once in complete lists. */
const ROWS_PER_BLOCK = 1_000;

/** From this offset on, rows are skipped from the nearer end. */
const DEEP_OFFSET = 1000;

const KEYS: Record<ResourceOrder['field'], readonly string[]> = {
  name: ['r.name', 'r.id'],
  // Without an index, which would depend on the version of ICU: sorts the matches, 4 ms for 10,000.
  naturalName: ['r.name COLLATE natural_order', 'r.id'],
  id: ['r.id'],
  availability: ['r.availability', 'r.name', 'r.id'],
};

/** Sort keys of a row. */
function toKeys({ field }: ResourceOrder, { id, name, availability }: ResourceRow): unknown[] {
  if (field === 'id') return [id];
  return field === 'availability' ? [availability, name, id] : [name, id];
}

/** The reverse of the whole order, so that one index serves both directions. */
function getDirections({ field, descends }: ResourceOrder): { forward: string; backward: string } {
  const up = KEYS[field].join(', ');
  const down = KEYS[field].map((key) => `${key} DESC`).join(', ');
  return descends ? { forward: down, backward: up } : { forward: up, backward: down };
}

/** Configuration of a resource, and the definition of its type. */
interface ResourceConfigurationRow {
  version: string | null;
  plugin_configuration: ConfigurationValues;
  resource_configuration: ConfigurationValues;
  plugin_definition: ConfigurationDefinition | null;
  resource_definition: ConfigurationDefinition | null;
}

@Injectable()
export class ResourceReadQueries {
  private readonly lookup = new BatchedLookup((ids: readonly number[]) => this.findAll(ids));

  constructor(private readonly db: Database) {}

  /** The resource in any inventory status, and whether the viewer sees it. */
  async find(id: number, viewer: Viewer): Promise<VisibleRow | undefined> {
    if (seesEverything(viewer)) return this.lookup.find(id);
    const { params, bind } = parameters(id);
    const isSeen = seesResource(viewer, 'r.id', bind);
    const [row] = await this.db.queryOften<VisibleRow>(
      `SELECT ${RESOURCE_COLUMNS}, ${isSeen} AS is_seen, ${COMPLIANCE_SYSTEM} FROM ${RESOURCE_TABLES} WHERE r.id = $1`,
      params,
    );
    return row;
  }

  /** Ids of the alerts that fired on a resource, newest first, in one or more blocks. */
  async *listAlertIds(id: number): AsyncGenerator<number[], void> {
    let after: { id: number; fired_ms: string } | undefined;
    do {
      const rows: { id: number; fired_ms: string }[] = await this.db.query(
        `SELECT a.id, a.fired_ms FROM alert a
          WHERE a.resource_id = $1 ${after ? 'AND (a.fired_ms, a.id) < ($3, $4)' : ''}
          ORDER BY a.fired_ms DESC, a.id DESC LIMIT $2`,
        [id, ROWS_PER_BLOCK, ...(after ? [after.fired_ms, after.id] : [])],
      );
      yield rows.map((row) => row.id);
      after = rows.length < ROWS_PER_BLOCK ? undefined : rows.at(-1);
    } while (after);
  }

  /** A page of the visible resources, and the total. */
  async list(filter: ResourceFilter, order: ResourceOrder, viewer: Viewer, slice: Slice): Promise<ResourceList> {
    if (!isPlannedEachTime(filter)) return this.listWithTotal(filter, order, viewer, slice);
    const rows = await this.listRows(filter, order, viewer, slice);
    const isLastPage = rows.length < (slice.limit ?? Infinity) && (rows.length > 0 || slice.offset === 0);
    return { rows, total: isLastPage ? slice.offset + rows.length : await this.count(filter, viewer) };
  }

  /**
   * All rows of a list in at least one block; all but the last have the same length. Each is a separate statement that
   * continues after the last row of the previous one.
   */
  async *listBlocks(filter: ResourceFilter, order: ResourceOrder, viewer: Viewer): AsyncGenerator<ResourceRow[], void> {
    let after: ResourceRow | undefined;
    do {
      const rows = await this.listRows(filter, order, viewer, { offset: 0, limit: ROWS_PER_BLOCK }, after);
      yield rows;
      after = rows.length < ROWS_PER_BLOCK ? undefined : rows.at(-1);
    } while (after);
  }

  /** The rows of a list, starting after `after` if given. */
  private listRows(
    filter: ResourceFilter,
    order: ResourceOrder,
    viewer: Viewer,
    slice: Slice,
    after?: ResourceRow,
  ): Promise<ResourceRow[]> {
    const { params, bind } = parameters();
    const { forward } = getDirections(order);
    const isBehind = after ? ` AND ${behind(order, after, bind)}` : '';
    const condition = toCondition(filter, viewer, bind) + isBehind;
    const sql = `
      SELECT ${RESOURCE_COLUMNS}
        FROM (${toIds(condition, forward, slice, bind)}) page
        JOIN resource r ON r.id = page.id
        ${TYPE_JOINS}
       ORDER BY ${forward}`;
    return isPlannedEachTime(filter) ? this.db.query(sql, params) : this.db.queryOften(sql, params);
  }

  /** Some of the matching resources, with their names. */
  listNamed(tx: Transaction, filter: ResourceFilter, viewer: Viewer, limit: number): Promise<NamedResource[]> {
    const { params, bind } = parameters();
    return tx.query<NamedResource>(
      `SELECT r.id, r.name FROM resource r WHERE ${toCondition(filter, viewer, bind)} ORDER BY r.id LIMIT ${limit}`,
      params,
    );
  }

  /**
   * The page and the total in one statement, so that they agree. OFFSET 0 keeps the planner from reading all resources
   * for a page whose length it cannot estimate.
   */
  private async listWithTotal(
    filter: ResourceFilter,
    order: ResourceOrder,
    viewer: Viewer,
    slice: Slice,
  ): Promise<ResourceList> {
    const { params, bind } = parameters();
    const { forward } = getDirections(order);
    const condition = toCondition(filter, viewer, bind);
    const total = getTotal(filter, viewer, condition);
    const ids =
      slice.offset < DEEP_OFFSET
        ? toIds(condition, forward, slice, bind)
        : idsFromNearerEnd(condition, order, slice, bind);
    const rows = await this.db.queryOften<ResourceRow & { total: number }>(
      `WITH counted AS MATERIALIZED (${total})
       SELECT counted.total, ${RESOURCE_COLUMNS}
         FROM (${ids}) page
        CROSS JOIN LATERAL (SELECT o.* FROM resource o WHERE o.id = page.id OFFSET 0) r
         ${TYPE_JOINS}
        CROSS JOIN counted
        ORDER BY ${forward}`,
      params,
    );
    return { rows, total: rows[0]?.total ?? (slice.offset === 0 ? 0 : await this.count(filter, viewer)) };
  }

  private async findAll(ids: readonly number[]): Promise<ReadonlyMap<number, VisibleRow>> {
    const rows = await this.db.queryOften<VisibleRow>(
      `SELECT ${RESOURCE_COLUMNS}, true AS is_seen, ${COMPLIANCE_SYSTEM} FROM ${RESOURCE_TABLES}
        WHERE r.id = ANY ($1::integer[])`,
      [ids],
    );
    return new Map(rows.map((row) => [row.id, row]));
  }

  private async count(filter: ResourceFilter, viewer: Viewer): Promise<number> {
    const { params, bind } = parameters();
    const total = getTotal(filter, viewer, toCondition(filter, viewer, bind));
    return (await this.db.value<number>(total, params))!;
  }

  /**
   * The resource and its visible descendants in inventory, by name and id. Descendants of hidden or removed resources
   * are excluded as well.
   */
  listSubtree(rootId: number, viewer: Viewer): Promise<TreeRow[]> {
    const { params, bind } = parameters(rootId);
    return this.db.queryOften<TreeRow>(
      `WITH RECURSIVE subtree AS (
         SELECT r.id, r.parent_id, r.name FROM resource r WHERE r.id = $1
         UNION ALL
         SELECT c.id, c.parent_id, c.name FROM subtree s JOIN resource c ON c.parent_id = s.id
          WHERE c.inventory_status = 'COMMITTED' AND ${seesResource(viewer, 'c.id', bind)})
       SELECT r.id, r.parent_id AS "parentId", r.name FROM subtree r ORDER BY r.name, r.id`,
      params,
    );
  }

  /** Existing visible resources in the given order, in blocks. */
  async *listInOrder(ids: readonly number[], viewer: Viewer): AsyncGenerator<ResourceRow[], void> {
    for (let from = 0; from < ids.length; from += ROWS_PER_BLOCK) {
      const block = ids.slice(from, from + ROWS_PER_BLOCK);
      const slice = { offset: 0, limit: block.length };
      const rows = await this.listRows({ ids: block }, { field: 'id', descends: false }, viewer, slice);
      const byId = new Map(rows.map((row) => [row.id, row]));
      yield block.flatMap((id) => byId.get(id) ?? []);
    }
  }

  findConfiguration(id: number): Promise<ResourceConfigurationRow | undefined> {
    return this.db.first<ResourceConfigurationRow>(
      `SELECT r.version, r.plugin_configuration, r.resource_configuration,
              t.plugin_configuration AS plugin_definition, t.resource_configuration AS resource_definition
         FROM resource r LEFT JOIN resource_type t ON t.id = r.resource_type_id
        WHERE r.id = $1`,
      [id],
    );
  }
}

/** Whether the number of matches is stored. */
function isCounted(filter: ResourceFilter): boolean {
  return !Object.values({ ...filter, status: undefined, category: undefined }).some(isGiven);
}

/** The best plan depends on how rare a part of a name or a type is. */
function isPlannedEachTime({ name, typeId, typeName, pluginName }: ResourceFilter): boolean {
  return [name, typeId, typeName, pluginName].some(isGiven);
}

const isGiven = (criterion: unknown): boolean => criterion !== undefined;

/**
 * From the stored counts if possible.
 * @param condition condition on resources of the list
 */
function getTotal(filter: ResourceFilter, viewer: Viewer, condition: string): string {
  if (!seesEverything(viewer) || !isCounted(filter)) {
    return `SELECT count(*)::integer AS total FROM resource r WHERE ${condition}`;
  }
  const conditions = getConstants(filter, 'c');
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
  return `SELECT coalesce(sum(c.change), 0)::integer AS total FROM resource_count c ${where}`;
}

/** Our own constants are part of the text, so that a cached plan can use a partial index. */
function getConstants({ status, category }: ResourceFilter, table: string): string[] {
  return [
    ...(status === undefined ? [] : [`${table}.inventory_status = '${status}'`]),
    ...(category === undefined ? [] : [`${table}.category = '${category}'`]),
  ];
}

function toCondition(filter: ResourceFilter, viewer: Viewer, bind: Bind): string {
  const { ids, parentId, typeId, name, typeName, pluginName, availability } = filter;
  const conditions = [
    ...getConstants(filter, 'r'),
    ...(availability === undefined ? [] : [`r.availability = '${availability}'`]),
    ...(parentId === undefined ? [] : [`r.parent_id = ${bind(parentId)}`]),
    ...(typeId === undefined ? [] : [`r.resource_type_id = ${bind(typeId)}`]),
    ...(ids === undefined ? [] : [`r.id = ANY (${bind(ids)}::integer[])`]),
    ...(name === undefined ? [] : [`lower(r.name) LIKE lower(${bind(name)})`]),
    ...(typeName === undefined && pluginName === undefined ? [] : [isOfTypeNamed(typeName, pluginName, bind)]),
    seesResource(viewer, 'r.id', bind),
  ];
  return conditions.join(' AND ');
}

/** Condition for rows after the given one. */
function behind(order: ResourceOrder, row: ResourceRow, bind: Bind): string {
  const keys = KEYS[order.field].join(', ');
  return `(${keys}) ${order.descends ? '<' : '>'} (${toKeys(order, row).map(bind).join(', ')})`;
}

/** The types as an array, for which an index on the resource type can be used. */
function isOfTypeNamed(typeName: string | undefined, pluginName: string | undefined, bind: Bind): string {
  const conditions = [
    ...(typeName === undefined ? [] : [`lower(t.name) LIKE lower(${bind(typeName)})`]),
    ...(pluginName === undefined ? [] : [`lower(p.name) LIKE lower(${bind(pluginName)})`]),
  ];
  return `r.resource_type_id = ANY (ARRAY (
    SELECT t.id FROM resource_type t JOIN plugin p ON p.id = t.plugin_id WHERE ${conditions.join(' AND ')}))`;
}

/** Only the ids of a page: an index covers them, so that earlier rows need not be read. */
function toIds(condition: string, order: string, { limit, offset }: Slice, bind: Bind): string {
  // A literal, because for a parameter the planner assumes a tenth of all rows and never keeps a plan for a page.
  const cut = limit === undefined ? '' : `LIMIT ${Math.trunc(limit)}`;
  const skipped = offset === 0 ? '' : `OFFSET ${bind(offset)}::bigint`;
  return `SELECT r.id FROM resource r WHERE ${condition} ORDER BY ${order} ${cut} ${skipped}`;
}

/**
 * Same page within a statement with `counted`; skips at most half of the rows. The reverse direction ends before its
 * first row.
 */
function idsFromNearerEnd(condition: string, order: ResourceOrder, { limit, offset }: Slice, bind: Bind): string {
  const { forward, backward } = getDirections(order);
  const first = `${bind(offset)}::bigint`;
  const most = `${bind(limit ?? null)}::bigint`;
  const behind = `((SELECT total FROM counted) - ${first})`;
  const isNearEnd = `${behind} < ${first}`;
  return `
    (SELECT r.id FROM resource r WHERE ${condition} ORDER BY ${forward}
      LIMIT CASE WHEN ${isNearEnd} THEN 0 ELSE ${most} END OFFSET ${first})
    UNION ALL
    (SELECT r.id FROM resource r WHERE ${condition} ORDER BY ${backward}
      LIMIT CASE WHEN ${isNearEnd} THEN greatest(least(${most}, ${behind}), 0) ELSE 0 END
      OFFSET greatest(${behind} - ${most}, 0))`;
}
