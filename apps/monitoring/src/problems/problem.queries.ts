import { type Paged, parameters, Queries } from '@wardstone/database';
import {
  PRIORITIES,
  PROBLEM_KINDS,
  type ProblemKind,
  type ProblemQuery,
  type ProblemRest,
  type ProblemSummary,
  type SickHost,
} from '@wardstone/dto/monitoring';
import { PRIORITY_RANK, REQUIRES_ATTENTION, seesDefinition } from '../alerts/definitions/alert-definition.sql';
import { type Bind, seesResource } from '../authorization/visible.sql';
import type { Viewer } from '../authorization/viewer';
import { substringPattern } from '../patterns/domain/substring-pattern';
import { joinNamed } from '../resources/resource-row.sql';

const ALERTS = (isSeen: string): string => `
  SELECT 'ALERT' AS kind, min(${PRIORITY_RANK}) AS severity,
         min(d.name) AS name, coalesce(d.parent_id, d.id) AS definition_id, max(a.id) AS newest_id, a.resource_id,
         count(*)::integer AS occurrences, min(a.fired_ms) AS first_ms, max(a.fired_ms) AS last_ms
    FROM alert a JOIN alert_definition d ON d.id = a.alert_definition_id
   WHERE ${REQUIRES_ATTENTION} AND ${isSeen}
   GROUP BY coalesce(d.parent_id, d.id), a.resource_id`;

const RESOURCES = (isSeen: string): string => `
  SELECT 'RESOURCE', CASE r.category WHEN 'PLATFORM' THEN 1 ELSE 2 END, t.name, NULL::integer, NULL::integer, r.id, 1,
         coalesce(o.since_ms, 0), coalesce(o.since_ms, 0)
    FROM resource r
    JOIN resource_type t ON t.id = r.resource_type_id
    LEFT JOIN availability_record o ON o.resource_id = r.id AND o.until_ms IS NULL AND o.type = 'DOWN'
   WHERE r.inventory_status = 'COMMITTED' AND r.availability = 'DOWN' AND ${isSeen}`;

const OPERATIONS = (isSeen: string, after: string): string => `
  SELECT 'OPERATION', 3, min(h.operation_display_name), NULL::integer, max(h.id), h.resource_id, count(*)::integer,
         min(h.modified_ms), max(h.modified_ms)
    FROM operation_history h
   WHERE h.status = 'FAILURE' AND h.modified_ms > ${after} AND ${isSeen}
     AND NOT EXISTS (SELECT 1 FROM operation_history later
                      WHERE later.resource_id = h.resource_id AND later.operation_name = h.operation_name
                        AND later.status = 'SUCCESS' AND later.modified_ms > h.modified_ms)
   GROUP BY h.resource_id, h.operation_name`;

/** By their ranks, from 1. */
const PRIORITY_NAMES = `ARRAY['${PRIORITIES.join(`','`)}']`;

/** The keys of an order; of what is equal, the newest first. */
const KEYS: Record<ProblemQuery['sort']['field'], string> = {
  severity: 's.severity',
  kind: 's.kind',
  name: 's.name COLLATE natural_order',
  hostName: 's.host_name COLLATE natural_order',
  resourceName: 's.resource_name COLLATE natural_order',
  count: 's.occurrences',
  firstTime: 's.first_ms',
  lastTime: 's.last_ms',
};

export class ProblemQueries extends Queries {
  /** A page of the problems on what the viewer sees, and how many there are. */
  async list(
    viewer: Viewer,
    { sort, window: { offset, limit }, ...filter }: ProblemQuery,
    failedAfterMs: number,
  ): Promise<Paged<ProblemRest>> {
    const { params, bind } = parameters();
    const order = `${KEYS[sort.field]} ${sort.descends ? 'DESC' : 'ASC'}, s.last_ms DESC, s.kind, s.resource_id, s.name,
                   s.newest_id`;
    // The total is in a row of its own, so that a page beyond the end has it, too.
    const found = await this.db.query<ProblemRest & { total: number }>(
      `${problemsSeen(viewer, filter, failedAfterMs, bind)}
       SELECT counted.total, page.kind, (${PRIORITY_NAMES})[page.severity] AS severity, page.name,
              page.definition_id AS "definitionId", CASE page.kind WHEN 'ALERT' THEN page.newest_id END AS "alertId",
              page.resource_id AS "resourceId", page.resource_name AS "resourceName", page.host_id AS "hostId",
              page.host_name AS "hostName", page.occurrences AS count, page.first_ms AS "firstTime",
              page.last_ms AS "lastTime", coalesce(a.description, h.error_message) AS description
         FROM (SELECT count(*)::integer AS total FROM shown) counted
         LEFT JOIN (SELECT s.*, row_number() OVER (ORDER BY ${order}) AS place FROM shown s
                     ORDER BY place LIMIT ${bind(limit ?? null)} OFFSET ${bind(offset)}) page ON true
         LEFT JOIN alert a ON page.kind = 'ALERT' AND a.id = page.newest_id
         LEFT JOIN operation_history h ON page.kind = 'OPERATION' AND h.id = page.newest_id
        ORDER BY page.place`,
      params,
    );
    const problems = found.map(({ total: _total, ...problem }) => problem);
    return { rows: problems.filter(({ kind }) => (kind as ProblemKind | null) !== null), total: found[0]!.total };
  }

  /** How many problems there are, and the hosts with the most severe ones. */
  async summarize(
    viewer: Viewer,
    failedAfterMs: number,
    limit: number,
  ): Promise<Pick<ProblemSummary, 'high' | 'medium' | 'low' | 'hosts'>> {
    const { params, bind } = parameters();
    const counts = PRIORITIES.map(
      (priority, at) => `(count(*) FILTER (WHERE s.severity = ${at + 1}))::integer AS ${priority.toLowerCase()}`,
    ).join(', ');
    const [row] = await this.db.query<{ high: number; medium: number; low: number; hosts: SickHost[] }>(
      `${problemsSeen(viewer, {}, failedAfterMs, bind)}
       SELECT ${counts},
              coalesce((SELECT json_agg(worst.*) FROM (
                SELECT s.host_id AS "hostId", s.host_name AS "hostName", ${counts},
                       (array_agg(s.name ORDER BY s.severity, s.last_ms DESC))[1] AS worst
                  FROM shown s GROUP BY s.host_id, s.host_name
                 ORDER BY high DESC, medium DESC, low DESC, s.host_name COLLATE natural_order, s.host_id
                 LIMIT ${bind(limit)}) worst), '[]') AS hosts
         FROM shown s`,
      params,
    );
    return row!;
  }

  /** Resources in inventory by availability, and alert definitions, of those that the viewer sees. */
  async count(viewer: Viewer): Promise<Pick<ProblemSummary, 'down' | 'unknown' | 'up' | 'definitions'>> {
    const { params, bind } = parameters();
    const [row] = await this.db.query<{ down: number; unknown: number; up: number; definitions: number }>(
      `SELECT (count(*) FILTER (WHERE r.availability = 'DOWN'))::integer AS down,
              (count(*) FILTER (WHERE r.availability = 'UNKNOWN'))::integer AS unknown,
              (count(*) FILTER (WHERE r.availability = 'UP'))::integer AS up,
              (SELECT count(*)::integer FROM alert_definition d
                WHERE NOT d.is_deleted AND d.parent_id IS NULL AND ${seesDefinition(viewer, bind)}) AS definitions
         FROM resource r WHERE r.inventory_status = 'COMMITTED' AND ${seesResource(viewer, 'r.id', bind)}`,
      params,
    );
    return row!;
  }
}

/**
 * Beginning of a statement that has `shown`: the problems with their resources and hosts. Each is found by its own index;
 * the way up to the host is walked once for each resource, since names of an ancestry may contain what separates them.
 */
function problemsSeen(
  viewer: Viewer,
  { kind, severity, q }: Pick<ProblemQuery, 'kind' | 'severity' | 'q'>,
  failedAfterMs: number,
  bind: Bind,
): string {
  const parts: Record<ProblemKind, () => string> = {
    ALERT: () => ALERTS(seesResource(viewer, 'a.resource_id', bind)),
    RESOURCE: () => RESOURCES(seesResource(viewer, 'r.id', bind)),
    OPERATION: () => OPERATIONS(seesResource(viewer, 'h.resource_id', bind), bind(failedAfterMs)),
  };
  const wanted = kind === undefined ? PROBLEM_KINDS : [kind];
  const pattern = q === undefined ? undefined : bind(substringPattern(q));
  const conditions = [
    `r.inventory_status <> 'UNINVENTORIED'`,
    ...(severity === undefined ? [] : [`f.severity = ${1 + PRIORITIES.indexOf(severity)}`]),
    ...(pattern === undefined ? [] : [`(named.id IS NOT NULL OR lower(f.name) LIKE lower(${pattern}))`]),
  ];
  return `
    WITH RECURSIVE found (kind, severity, name, definition_id, newest_id, resource_id, occurrences, first_ms, last_ms) AS
           MATERIALIZED (${wanted.map((each) => parts[each]()).join(' UNION ALL ')}),
         up AS (
           SELECT DISTINCT f.resource_id AS id, f.resource_id AS at FROM found f
            UNION ALL
           SELECT up.id, r.parent_id FROM up JOIN resource r ON r.id = up.at WHERE r.parent_id IS NOT NULL),
         shown AS MATERIALIZED (
           SELECT f.*, r.name AS resource_name, host.id AS host_id, host.name AS host_name
             FROM found f
             JOIN resource r ON r.id = f.resource_id
             JOIN up ON up.id = f.resource_id
             JOIN resource host ON host.id = up.at AND host.parent_id IS NULL
             ${pattern === undefined ? '' : joinNamed(pattern, 'f.resource_id')}
            WHERE ${conditions.join(' AND ')})`;
}
