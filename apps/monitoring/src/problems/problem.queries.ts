import { type Paged, parameters, Queries } from '@wardstone/database';
import {
  type OpenAlerts,
  PRIORITIES,
  type ProblemKind,
  type ProblemQuery,
  type ProblemRest,
  type ProblemSummary,
} from '@wardstone/dto/monitoring';
import { substringPattern } from '@wardstone/patterns';
import { PRIORITY_RANK, seesDefinition } from '../alert-state/alert-definition.sql';
import {
  ALERTS_WITH_HOLDS,
  END_REASON,
  hasRecoveredSince,
  heldAtPresent,
  IS_PRESENT,
  type PresentHolds,
  SEES_RECOVERY,
  alertState,
  WATCHES_AVAILABILITY,
} from '../alert-state/alert-state.sql';
import { type Bind, seesResource } from '../authorization/visible.sql';
import type { Viewer } from '../authorization/viewer';
import { INSTALLATION_PLUGIN, INTEGRATIONS_PLUGIN } from '../plugins/platforms/built-in-plugins';
import { joinNamed } from '../resources/resource-row.sql';

/**
 * A row for each definition (or template) and resource, and for each external alert, with the state of its newest
 * alert.
 */
const ALERTS = (which: string, isSeen: string): string => `
  SELECT DISTINCT ON (coalesce(d.parent_id, d.id), a.resource_id, a.external_id)
         'ALERT' AS kind, ${PRIORITY_RANK} AS severity, coalesce(x.title, d.name) AS name, coalesce(d.parent_id, d.id) AS definition_id,
         d.id AS own_definition_id, a.id AS newest_id, a.resource_id, h.times AS occurrences,
         coalesce(h.since_ms, a.fired_ms) AS first_ms, a.fired_ms AS last_ms, a.ack_by, h.ended_ms,
         CASE WHEN h.ended_ms IS NOT NULL THEN ${END_REASON} END AS end_reason, h.ended_by,
         r.availability = 'DOWN' AND ${WATCHES_AVAILABILITY} AS reports_down, a.id AS key
    FROM ${ALERTS_WITH_HOLDS}
    LEFT JOIN external_alert x ON x.id = a.external_id
   WHERE ${which} AND ${isSeen}
   ORDER BY coalesce(d.parent_id, d.id), a.resource_id, a.external_id, a.fired_ms DESC, a.id DESC`;

/** Resources that are DOWN without an alert for it. */
const RESOURCES = (isSeen: string): string => `
  SELECT 'RESOURCE', CASE r.category WHEN 'PLATFORM' THEN 1 ELSE 2 END, t.name, NULL::integer, NULL::integer, NULL::integer,
         r.id, 1, coalesce(o.since_ms, 0), coalesce(o.since_ms, 0), NULL::text, NULL::bigint, NULL::text, NULL::text, true, -r.id
    FROM resource r
    JOIN resource_type t ON t.id = r.resource_type_id
    LEFT JOIN availability_record o ON o.resource_id = r.id AND o.until_ms IS NULL AND o.type = 'DOWN'
   WHERE r.inventory_status = 'COMMITTED' AND r.availability = 'DOWN' AND ${isSeen}
     AND NOT EXISTS (SELECT 1 FROM present p WHERE p.resource_id = r.id AND p.reports_down)`;

const OPERATIONS = (isSeen: string, after: string): string => `
  SELECT 'OPERATION', 3, min(h.operation_display_name), NULL::integer, NULL::integer, max(h.id), h.resource_id, count(*)::integer,
         min(h.modified_ms), max(h.modified_ms), NULL::text, NULL::bigint, NULL::text, NULL::text, false, NULL::integer
    FROM operation_history h
   WHERE h.status = 'FAILURE' AND h.modified_ms > ${after} AND ${isSeen}
     AND NOT EXISTS (SELECT 1 FROM operation_history later
                      WHERE later.resource_id = h.resource_id AND later.operation_name = h.operation_name
                        AND later.status = 'SUCCESS' AND later.modified_ms > h.modified_ms)
   GROUP BY h.resource_id, h.operation_name`;

/** Description of an alert or failure; for an external alert, its severity, host and value instead of its event. */
const DESCRIPTION = `coalesce(initcap(x.severity) || coalesce(' on ' || x.host, '') || coalesce(': ' || x.value, ''), a.description)`;
const REPORTED = 'LEFT JOIN external_alert x ON x.id = a.external_id';

/** Columns of the status record of an alert, for statements over `shown s`. */
const STATUS_COLUMNS = `s.state, s.ack_by AS "acknowledgedBy", s.silence_id AS "silenceId",
              s.silenced_until_ms::float8 AS "silencedUntil", s.cause_id AS "causeId", cause.name AS "causeName",
              s.ended_ms::float8 AS "endTime", s.end_reason AS "endReason", s.ended_by AS "endedBy"`;

/** Priority names by rank, from 1. */
const PRIORITY_NAMES = `ARRAY['${PRIORITIES.join(`','`)}']`;

/** Unacknowledged problems come first. */
const STATE_RANK = `CASE s.state WHEN 'FIRING' THEN 1 WHEN 'ACKNOWLEDGED' THEN 2 ELSE 3 END`;

/** Sort keys; equal entries are sorted newest first. */
const KEYS: Record<ProblemQuery['sort']['field'], string> = {
  state: STATE_RANK,
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
  /** A page of the problems on visible resources, and the total. */
  async list(
    viewer: Viewer,
    { sort, window: { offset, limit }, ...filter }: ProblemQuery,
    at: ProblemTimes,
  ): Promise<Paged<ProblemRest>> {
    const { params, bind } = parameters();
    const direction = sort.descends ? 'DESC' : 'ASC';
    const order = `${KEYS[sort.field]} ${direction}, ${sort.field === 'state' ? `s.severity ${direction}, ` : ''}s.last_ms DESC,
                   s.kind, s.resource_id, s.name, s.newest_id`;
    // The total has its own row, so that it is present on pages beyond the end, too.
    const found = await this.db.query<ProblemRest & { total: number }>(
      `${problemsSeen({ viewer, filter, at, bind })}
       SELECT counted.total, s.kind, (${PRIORITY_NAMES})[s.severity] AS severity, s.name, s.definition_id AS "definitionId",
              CASE s.kind WHEN 'ALERT' THEN s.newest_id END AS "alertId", s.resource_id AS "resourceId",
              s.resource_name AS "resourceName", s.host_id AS "hostId", s.host_name AS "hostName", s.occurrences AS count,
              s.first_ms AS "firstTime", s.last_ms AS "lastTime", coalesce(${DESCRIPTION}, h.error_message) AS description,
              ${STATUS_COLUMNS}, coalesce(${SEES_RECOVERY}, s.kind = 'RESOURCE') AS "seesRecovery",
              CASE WHEN s.reports_down AND s.ended_ms IS NULL THEN coalesce(behind.count, 0) ELSE 0 END AS suppresses
         FROM (SELECT count(*)::integer AS total FROM shown) counted
         LEFT JOIN (SELECT s.*, row_number() OVER (ORDER BY ${order}) AS place FROM shown s
                     ORDER BY place LIMIT ${bind(limit ?? null)} OFFSET ${bind(offset)}) s ON true
         LEFT JOIN alert a ON s.kind = 'ALERT' AND a.id = s.newest_id
         ${REPORTED}
         LEFT JOIN operation_history h ON s.kind = 'OPERATION' AND h.id = s.newest_id
         LEFT JOIN resource cause ON cause.id = s.cause_id AND ${seesResource(viewer, 'cause.id', bind)}
         LEFT JOIN (SELECT j.cause_id, count(*)::integer AS count FROM judged j WHERE j.state = 'SUPPRESSED' GROUP BY j.cause_id)
                   behind ON behind.cause_id = s.resource_id
        ORDER BY s.place`,
      params,
    );
    const problems = found.map(({ total: _total, ...problem }) => problem);
    return { rows: problems.filter(({ kind }) => (kind as ProblemKind | null) !== null), total: found[0]!.total };
  }

  /** Number of problems in each state, and the hosts with the most severe ones. */
  async summarize(
    viewer: Viewer,
    at: ProblemTimes,
    limit: number,
  ): Promise<Omit<ProblemSummary, keyof ResourceCounts>> {
    const { params, bind } = parameters();
    const counts = PRIORITIES.map(
      (priority, index) =>
        `${counted(`s.state = 'FIRING' AND s.severity = ${index + 1}`)} AS ${priority.toLowerCase()}`,
    ).join(', ');
    const [row] = await this.db.query<Omit<ProblemSummary, keyof ResourceCounts>>(
      `${problemsSeen({ viewer, filter: {}, at, bind, withRecovered: true })}
       SELECT ${counts}, ${counted(`s.state = 'ACKNOWLEDGED'`)} AS acknowledged, ${counted(`s.state = 'SILENCED'`)} AS silenced,
              ${counted(`s.state = 'SUPPRESSED'`)} AS suppressed, ${counted(`s.ended_ms IS NOT NULL`)} AS recovered,
              coalesce((SELECT json_agg(worst.*) FROM (
                SELECT s.host_id AS "hostId", s.host_name AS "hostName", ${counts},
                       ${counted(`s.state = 'ACKNOWLEDGED'`)} AS acknowledged,
                       ${counted(`s.state IN ('SILENCED', 'SUPPRESSED')`)} AS held,
                       (array_agg(s.name ORDER BY ${WORST}))[1] AS worst,
                       (array_agg(s.kind ORDER BY ${WORST}))[1] AS "worstKind"
                  FROM shown s WHERE s.ended_ms IS NULL AND s.host_id NOT IN (${NO_HOSTS}) GROUP BY s.host_id, s.host_name
                 ORDER BY high DESC, medium DESC, low DESC, acknowledged DESC, held DESC,
                          s.host_name COLLATE natural_order, s.host_id
                 LIMIT ${bind(limit)}) worst), '[]') AS hosts
         FROM shown s`,
      params,
    );
    return row!;
  }

  /** Problems of resources, unacknowledged and most severe first. */
  async listOfResources(
    viewer: Viewer,
    resourceIds: readonly number[],
    at: ProblemTimes,
    limit: number,
  ): Promise<{ alerts: OpenAlerts[]; total: number; acknowledged: number; recovered: number }> {
    const { params, bind } = parameters();
    const [row] = await this.db.query<{ alerts: OpenAlerts[]; total: number; acknowledged: number; recovered: number }>(
      `${problemsSeen({ viewer, filter: { kind: 'ALERT' }, at, bind, withRecovered: true, resourceIds })}
       SELECT ${counted(`s.ended_ms IS NULL`)} AS total, ${counted(`s.state = 'ACKNOWLEDGED'`)} AS acknowledged,
              ${counted(`s.ended_ms IS NOT NULL`)} AS recovered,
              coalesce((SELECT json_agg(listed.*) FROM (
                SELECT s.newest_id AS "alertId", s.own_definition_id AS "definitionId", s.name,
                       (${PRIORITY_NAMES})[s.severity] AS priority, s.resource_id AS "resourceId",
                       s.resource_name AS "resourceName", ${DESCRIPTION} AS description, s.occurrences AS count, s.first_ms AS since,
                       s.last_ms AS latest, ${STATUS_COLUMNS}, ${SEES_RECOVERY} AS "seesRecovery"
                  FROM (SELECT s.* FROM shown s WHERE s.ended_ms IS NULL
                         ORDER BY ${WORST}, s.newest_id DESC LIMIT ${bind(limit)}) s
                  JOIN alert a ON a.id = s.newest_id
                  ${REPORTED}
                  LEFT JOIN resource cause ON cause.id = s.cause_id AND ${seesResource(viewer, 'cause.id', bind)}
                 ORDER BY ${WORST}, s.newest_id DESC) listed), '[]') AS alerts
         FROM shown s`,
      params,
    );
    return row!;
  }

  /**
   * Visible resources in inventory by availability, hosts with an agent waiting for import, and alert definitions with
   * notifications.
   */
  async count(viewer: Viewer, waitingLimit: number): Promise<ResourceCounts> {
    const { params, bind } = parameters();
    const isWaiting = `w.inventory_status = 'NEW' AND w.category = 'PLATFORM' AND w.agent_name IS NOT NULL
      AND ${seesResource(viewer, 'w.id', bind)}`;
    const [row] = await this.db.query<ResourceCounts>(
      `SELECT (count(*) FILTER (WHERE r.availability = 'DOWN'))::integer AS down,
              (count(*) FILTER (WHERE r.availability = 'UNKNOWN'))::integer AS unknown,
              (count(*) FILTER (WHERE r.availability = 'UP'))::integer AS up,
              (SELECT count(*)::integer FROM alert_definition d
                WHERE NOT d.is_deleted AND d.parent_id IS NULL AND ${seesDefinition(viewer, bind)}
                  AND (EXISTS (SELECT 1 FROM alert_notification n WHERE n.alert_definition_id = d.id)
                    OR EXISTS (SELECT 1 FROM alert_definition_escalation e WHERE e.alert_definition_id = d.id))
              ) AS definitions,
              (SELECT count(*)::integer FROM resource w WHERE ${isWaiting}) AS waiting,
              coalesce((SELECT json_agg(host.*) FROM (
                SELECT w.id AS "hostId", w.name AS "hostName", w.created_ms AS since FROM resource w WHERE ${isWaiting}
                 ORDER BY w.created_ms DESC, w.id DESC LIMIT ${bind(waitingLimit)}) host), '[]') AS "waitingHosts"
         FROM resource r WHERE r.inventory_status = 'COMMITTED' AND ${seesResource(viewer, 'r.id', bind)}`,
      params,
    );
    return row!;
  }
}

type ResourceCounts = Pick<ProblemSummary, 'down' | 'unknown' | 'up' | 'definitions' | 'waiting' | 'waitingHosts'>;

/** Platforms that represent other systems or the whole installation instead of a machine. */
const NO_HOSTS = `
  SELECT o.id FROM resource o JOIN resource_type t ON t.id = o.resource_type_id JOIN plugin p ON p.id = t.plugin_id
   WHERE o.parent_id IS NULL AND p.name IN ('${INTEGRATIONS_PLUGIN}', '${INSTALLATION_PLUGIN}')`;

const counted = (condition: string): string => `(count(*) FILTER (WHERE ${condition}))::integer`;
const WORST = `${STATE_RANK}, s.severity, s.last_ms DESC`;

/** Time of reading. */
export interface ProblemTimes {
  /** Earlier failures of operations are ignored. */
  readonly failedAfterMs: number;
  /** Start of "recently recovered". */
  readonly recoveredAfterMs: number;
  readonly holds: PresentHolds;
}

interface ProblemsWanted {
  viewer: Viewer;
  filter: Pick<ProblemQuery, 'kind' | 'severity' | 'state' | 'q'>;
  at: ProblemTimes;
  bind: Bind;
  /** Whether to include recently recovered problems. */
  withRecovered?: boolean;
  /** Limits the problems to these resources. */
  resourceIds?: readonly number[];
}

/**
 * Start of a statement with `judged`, all problems with their states, and `shown`, the requested ones with resources
 * and hosts. Each has its own index. The path to the host is walked once for each resource, since names in an ancestry
 * may contain the separator.
 */
function problemsSeen({ viewer, filter, at, bind, withRecovered = false, resourceIds }: ProblemsWanted): string {
  const { kind, severity, state, q } = filter;
  const among = resourceIds && bind(resourceIds);
  const isSeen = (column: string): string =>
    [
      seesResource(viewer, column, bind),
      ...(among === undefined ? [] : [`${column} = ANY (${among}::integer[])`]),
    ].join(' AND ');
  const isRecoveredWanted = withRecovered || state === 'RECOVERED';
  const parts = [
    'SELECT * FROM present',
    ...(isRecoveredWanted
      ? [`(${ALERTS(hasRecoveredSince(bind(at.recoveredAfterMs)), isSeen('a.resource_id'))})`]
      : []),
    RESOURCES(isSeen('r.id')),
    OPERATIONS(isSeen('h.resource_id'), bind(at.failedAfterMs)),
  ];
  const pattern = q === undefined ? undefined : bind(substringPattern(q));
  const conditions = [
    `r.inventory_status <> 'UNINVENTORIED'`,
    ...(kind === undefined ? [] : [`f.kind = ${bind(kind)}`]),
    ...(severity === undefined ? [] : [`f.severity = ${1 + PRIORITIES.indexOf(severity)}`]),
    ...(state === undefined ? [] : [state === 'RECOVERED' ? 'f.ended_ms IS NOT NULL' : `f.state = ${bind(state)}`]),
    ...(pattern === undefined ? [] : [`(named.id IS NOT NULL OR lower(f.name) LIKE lower(${pattern}))`]),
  ];
  return `
    WITH RECURSIVE present AS MATERIALIZED (${ALERTS(IS_PRESENT, isSeen('a.resource_id'))}),
         found (kind, severity, name, definition_id, own_definition_id, newest_id, resource_id, occurrences, first_ms, last_ms,
                ack_by, ended_ms, end_reason, ended_by, reports_down, key) AS MATERIALIZED (${parts.join(' UNION ALL ')}),
         wanted AS (SELECT f.key, f.resource_id, f.own_definition_id AS definition_id FROM found f
                     WHERE f.key IS NOT NULL AND f.ended_ms IS NULL),
         ${heldAtPresent(at.holds, bind)},
         judged AS MATERIALIZED (
           SELECT f.*, held.silence_id, held.silenced_until_ms, held.cause_id,
                  ${alertState({ isOver: 'f.ended_ms IS NOT NULL', endReason: 'f.end_reason', isAcknowledged: 'f.ack_by IS NOT NULL', held: 'held' })} AS state
             FROM found f LEFT JOIN held ON held.key = f.key),
         up AS (
           SELECT DISTINCT f.resource_id AS id, f.resource_id AS at FROM found f
            UNION ALL
           SELECT up.id, r.parent_id FROM up JOIN resource r ON r.id = up.at WHERE r.parent_id IS NOT NULL),
         shown AS MATERIALIZED (
           SELECT f.*, r.name AS resource_name, host.id AS host_id, host.name AS host_name
             FROM judged f
             JOIN resource r ON r.id = f.resource_id
             JOIN up ON up.id = f.resource_id
             JOIN resource host ON host.id = up.at AND host.parent_id IS NULL
             ${pattern === undefined ? '' : joinNamed(pattern, 'f.resource_id')}
            WHERE ${conditions.join(' AND ')})`;
}
