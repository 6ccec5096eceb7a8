import { LARGE_FAMILY, LARGE_TREE } from './inventory-data';
import type { BareStatement } from './sample';

/** One request, with the statement of a minimal program for it. */
export interface InventoryScenario {
  name: string;
  /** Path and query, relative to the base path. */
  path: string;
  accept: 'application/json' | 'application/xml' | 'text/html';
  /** Milliseconds that 32 clients may wait for all but one in a hundred responses. */
  p99: number;
  /** Best hand-written SQL; absent where another scenario has the same. */
  bare?: BareStatement;
}

const GOAL = { one: 15, list: 50 };

const COLUMNS = `r.id, r.name, r.resource_type_id, t.name AS type_name, p.name AS plugin_name, r.category, r.parent_id,
  r.inventory_status, r.availability, r.ancestry, r.location, r.description, r.changed_ms`;
const TYPES = 'JOIN resource_type t ON t.id = r.resource_type_id JOIN plugin p ON p.id = t.plugin_id';
const IN_INVENTORY = `r.inventory_status = 'COMMITTED'`;
const TOTAL = `(SELECT sum(c.change) FROM resource_count c)`;

function bareList(condition: string, order: string, offset = 0, total = TOTAL): BareStatement {
  const page = `SELECT r.id FROM resource r WHERE ${condition} ORDER BY ${order} LIMIT $1 OFFSET $2`;
  const sql = `SELECT ${total} AS total, ${COLUMNS}
    FROM (${page}) page JOIN resource r ON r.id = page.id ${TYPES} ORDER BY ${order}`;
  return { sql, params: [20, offset] };
}

/** With the exact number of matches. */
function bareSearch(condition: string, ...values: unknown[]): BareStatement {
  const total = `(SELECT count(*)::integer FROM resource r WHERE ${condition})`;
  const { sql, params } = bareList(condition, 'r.name, r.id', 0, total);
  return { sql, params: [...params, ...values], isVarying: values.length > 0 };
}

/** A pattern is a parameter, as in any program. */
const NAMED = `${IN_INVENTORY} AND lower(r.name) LIKE $3`;

/** Requests of the inventory: one resource, lists of one page, and everything below one resource. */
export function inventoryScenarios(resources: number): InventoryScenario[] {
  const middle = Math.floor(resources / 40);
  const id = resources / 2;
  const one = (name: string, accept: InventoryScenario['accept']): InventoryScenario => ({
    name: `resource by id, ${name}`,
    path: `/resource/${id}`,
    accept,
    p99: GOAL.one,
  });
  const list = (name: string, path: string, bare?: BareStatement): InventoryScenario => ({
    name,
    path,
    accept: 'application/json',
    p99: GOAL.list,
    ...(bare && { bare }),
  });
  return [
    {
      ...one('JSON', 'application/json'),
      bare: { sql: `SELECT ${COLUMNS} FROM resource r ${TYPES} WHERE r.id = $1`, params: [id] },
    },
    one('XML', 'application/xml'),
    one('HTML', 'text/html'),
    list('list by name', '/resource', bareList(IN_INVENTORY, 'r.name, r.id')),
    { ...list('list by name, XML', '/resource'), accept: 'application/xml' },
    { ...list('list by name, HTML', '/resource'), accept: 'text/html' },
    list(
      'list by name, page in the middle',
      `/resource?page=${middle}`,
      bareList(IN_INVENTORY, 'r.name, r.id', middle * 20),
    ),
    list(
      'list by name, last page',
      `/resource?page=${Math.floor((resources - 1) / 20)}`,
      bareList(IN_INVENTORY, 'r.name DESC, r.id DESC'),
    ),
    list(
      'servers by name',
      '/resource?category=SERVER',
      bareList(`${IN_INVENTORY} AND r.category = 'SERVER'`, 'r.name, r.id'),
    ),
    list('resources whose name contains "queue 4711"', '/resource?q=queue+4711', bareSearch(NAMED, '%queue 4711%')),
    list('resources whose name contains "a"', '/resource?q=a', bareSearch(NAMED, '%a%')),
    list('platforms', '/resource/platforms', bareList(`${IN_INVENTORY} AND r.category = 'PLATFORM'`, 'r.id')),
    list(`children, ${LARGE_FAMILY} of them`, '/resource/1/children', {
      ...bareList('r.parent_id = 1', 'r.name, r.id'),
      params: [LARGE_FAMILY, 0],
    }),
    list('children, a page of them', '/resource/1/children?ps=20', bareSearch('r.parent_id = 1')),
    list('schedules of a resource', `/resource/${id}/schedules`),
    list(`hierarchy of ${LARGE_TREE}`, '/resource/1/hierarchy', {
      sql: `WITH RECURSIVE subtree AS (SELECT 1 AS id UNION ALL
                SELECT c.id FROM subtree s JOIN resource c ON c.parent_id = s.id)
              SELECT ${COLUMNS} FROM subtree s JOIN resource r ON r.id = s.id ${TYPES}`,
      params: [],
    }),
    list(`hierarchy of ${LARGE_TREE}, as a tree`, '/resource/1/hierarchy?tree=true'),
  ];
}
