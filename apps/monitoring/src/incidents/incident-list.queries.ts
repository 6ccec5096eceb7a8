import type { TargetOutcome } from '@wardstone/alerting';
import { type Paged, parameters, Queries } from '@wardstone/database';
import type { DeliveryState, IncidentGrouping, IncidentHost, IncidentListQuery } from '@wardstone/dto/monitoring';
import type { PageWindow } from '@wardstone/pagination';
import { substringPattern } from '@wardstone/patterns';
import type { Viewer } from '../authorization/viewer';
import { type Bind, seesResource } from '../authorization/visible.sql';
import { PRIORITY_RANK } from '../alert-state/alert-definition.sql';
import type { NotificationRow } from './alert.queries';
import { IS_PRESENT, type PresentHolds } from '../alert-state/alert-state.sql';
import { incidentProblems, PROBLEM_STATES, STATE_COUNTS, type StateCounts } from '../alert-state/incident-problems.sql';

/** Filters of the list, or the id of one incident. */
type IncidentFilter = Omit<IncidentListQuery, 'window'> & { window: Pick<PageWindow, 'offset' | 'limit'>; id?: number };
type IncidentSort = IncidentListQuery['sort'];

export interface IncidentRow extends StateCounts {
  id: number;
  openedMs: number;
  lastMs: number;
  endedMs: number | null;
  stepMs: number | null;
  name: string;
  resourceId: number;
  resourceName: string;
  /** Name of the resource with its host. */
  place: string;
  /** Number of resources with alerts of the incident. */
  resources: number;
  hostCount: number;
  hosts: IncidentHost[];
  /** Rank by `PRIORITY_RANK`. */
  rank: number;
  grouping: IncidentGrouping | null;
  causeId: number | null;
  /** Null if the viewer does not see it. */
  causeName: string | null;
  total: number;
  told: { senderName: string; state: DeliveryState; outcomes: readonly TargetOutcome[]; madeMs: number }[];
}

/** A notification with one of its attempts, or none. */
export interface IncidentNoticeRow extends NotificationRow {
  alert_id: number;
  /** Number of alerts in the notification. */
  alerts: number;
}

const KEYS: Readonly<Record<IncidentSort['field'], string>> = { updateTime: 'i.last_ms', openTime: 'i.opened_ms' };
/** Maximum number of recipients named in a list. */
const MAX_RECIPIENTS = 10;
/** Maximum number of hosts named in a list. */
const MAX_HOSTS = 10;

/** Incidents as the viewer sees them: only alerts on visible resources count. */
export class IncidentListQueries extends Queries {
  list(viewer: Viewer, filter: IncidentFilter, holds: PresentHolds): Promise<Paged<IncidentRow>> {
    const bound = parameters();
    const { bind } = bound;
    const from = `FROM incident i WHERE ${toConditions(viewer, filter, bind)}`;
    const direction = filter.sort.descends ? 'DESC' : 'ASC';
    const order = `${KEYS[filter.sort.field]} ${direction}, i.id ${direction}`;
    return this.page(
      from,
      (cut) => `
       WITH RECURSIVE incidents AS MATERIALIZED (SELECT i.* ${from} ORDER BY ${order} ${cut}),
            ${incidentProblems(holds, bind, (column) => seesResource(viewer, column, bind))},
            hosts AS (
              SELECT p.incident_id, p.host_name, count(*)::integer AS alerts,
                     row_number() OVER (PARTITION BY p.incident_id
                                        ORDER BY count(*) DESC, p.host_name COLLATE natural_order, p.host_id) AS place
                FROM problem p GROUP BY p.incident_id, p.host_id, p.host_name),
            on_hosts AS (
              SELECT h.incident_id, count(*)::integer AS count,
                     json_agg(json_build_object('name', h.host_name, 'alertCount', h.alerts) ORDER BY h.place)
                       FILTER (WHERE h.place <= ${MAX_HOSTS}) AS first
                FROM hosts h GROUP BY h.incident_id),
            counted AS (
              SELECT p.incident_id, count(*)::integer AS total, ${STATE_COUNTS}, min(p.rank) AS rank,
                     count(DISTINCT p.resource_id)::integer AS resources
                FROM problem p GROUP BY p.incident_id)
       SELECT i.id, i.opened_ms AS "openedMs", i.last_ms AS "lastMs", i.ended_ms AS "endedMs", i.step_ms AS "stepMs", i.grouping,
              coalesce(s.rank, ${PRIORITY_RANK}) AS rank, coalesce(s.total, 0) AS total,
              ${PROBLEM_STATES.map((state) => `coalesce(s.${state.toLowerCase()}, 0) AS ${state.toLowerCase()}`).join(', ')},
              coalesce(s.resources, 0) AS resources, coalesce(first.name, d.name) AS name, r.id AS "resourceId", r.name AS "resourceName",
              coalesce(first.place, r.name) AS place, seen.cause_id AS "causeId", c.name AS "causeName",
              coalesce(on_hosts.count, 0) AS "hostCount", coalesce(on_hosts.first, '[]') AS hosts, told.list AS told
         FROM incidents i
         LEFT JOIN counted s ON s.incident_id = i.id
         LEFT JOIN on_hosts ON on_hosts.incident_id = i.id
        CROSS JOIN LATERAL (
          SELECT (array_agg(a.id ORDER BY d.recovery_id <> 0, a.id))[1] AS first_id,
                 coalesce(i.cause_id, min(h.cause_id) FILTER (WHERE h.reason = 'SUPPRESSED')) AS cause_id
            FROM ${joinVisibleAlerts(viewer, bind)}) seen
         JOIN alert a ON a.id = seen.first_id
         JOIN alert_definition d ON d.id = a.alert_definition_id
         JOIN resource r ON r.id = a.resource_id
         LEFT JOIN problem first ON first.incident_id = i.id AND first.definition_id = d.id AND first.external_id = a.external_id
         LEFT JOIN resource c ON c.id = seen.cause_id AND ${seesResource(viewer, 'c.id', bind)}
        CROSS JOIN LATERAL (
          SELECT coalesce(json_agg(json_build_object('senderName', t.sender_name, 'state', t.state, 'outcomes', t.outcomes,
                                                     'madeMs', t.made_ms) ORDER BY t.made_ms DESC), '[]') AS list
            FROM (SELECT DISTINCT ON (l.sender_name, l.config) l.sender_name, l.state, l.outcomes,
                         (SELECT max(m.made_ms) FROM alert_notification_attempt m WHERE m.log_id = l.id) AS made_ms
                    FROM alert_notification_log l JOIN alert a ON a.id = l.alert_id
                   WHERE l.incident_id = i.id AND l.carrier_id IS NULL AND l.state IS NOT NULL
                     AND ${seesResource(viewer, 'a.resource_id', bind)}
                   ORDER BY l.sender_name, l.config, l.id DESC LIMIT ${MAX_RECIPIENTS}) t) told
        ORDER BY ${order}`,
      bound,
      filter.window,
    );
  }

  /** Open alerts of the incident that the viewer sees, oldest first. */
  listOpenAlerts(id: number, viewer: Viewer): Promise<number[]> {
    const { params, bind } = parameters(id);
    return this.db.ids(
      `SELECT a.id FROM (SELECT $1::integer AS id) i JOIN LATERAL (
         SELECT a.id FROM ${joinVisibleAlerts(viewer, bind)} AND (h.is_held OR h.ended_ms IS NULL)) a ON true ORDER BY a.id`,
      params,
    );
  }

  /** Notifications of an incident, newest first, with a row for each attempt. */
  listNotifications(id: number, viewer: Viewer, window: PageWindow): Promise<Paged<IncidentNoticeRow>> {
    const bound = parameters(id);
    // A held notification may have no incident and no time.
    const from = `FROM alert_notification_log l JOIN alert a ON a.id = l.alert_id
      WHERE l.incident_id = $1 AND l.carrier_id IS NULL AND (l.due_ms IS NOT NULL OR l.state IS NOT NULL)
        AND ${seesResource(viewer, 'a.resource_id', bound.bind)}`;
    return this.page(
      from,
      (cut) => `
       SELECT l.id, l.alert_id, l.sender_name, l.kind, l.step, false AS is_carried, l.is_settled, l.outcomes, l.due_ms,
              (SELECT count(DISTINCT o.alert_id)::integer FROM alert_notification_log o
                WHERE (o.id = l.id OR o.carrier_id = l.id) AND o.kind = 'ALERT') AS alerts,
              t.made_ms, t.state, t.message
         FROM (SELECT l.* ${from} ORDER BY l.id DESC ${cut}) l
         LEFT JOIN alert_notification_attempt t ON t.log_id = l.id
        ORDER BY l.id DESC, t.id`,
      bound,
      window,
    );
  }
}

/** The alerts `a` of the incident `i`, with their holds and definitions. */
function joinVisibleAlerts(viewer: Viewer, bind: Bind): string {
  return `alert_hold h
    JOIN alert a ON a.id = h.alert_id
    JOIN alert_definition d ON d.id = a.alert_definition_id
    JOIN resource r ON r.id = a.resource_id AND r.inventory_status <> 'UNINVENTORIED'
   WHERE h.incident_id = i.id AND ${seesResource(viewer, 'a.resource_id', bind)}`;
}

function toConditions(viewer: Viewer, { id, ended, q }: IncidentFilter, bind: Bind): string {
  const alerts = joinVisibleAlerts(viewer, bind);
  const pattern = q === undefined ? undefined : bind(substringPattern(q));
  return [
    `EXISTS (SELECT 1 FROM ${alerts})`,
    ...(id === undefined ? [] : [`i.id = ${bind(id)}`]),
    ...(ended === undefined ? [] : [`${ended ? 'NOT' : ''} EXISTS (SELECT 1 FROM ${alerts} AND ${IS_PRESENT})`]),
    ...(pattern === undefined
      ? []
      : [
          `EXISTS (SELECT 1 FROM ${alerts} AND (lower(d.name) LIKE lower(${pattern}) OR lower(r.name) LIKE lower(${pattern})
             OR EXISTS (SELECT 1 FROM resource c WHERE c.id IN (i.cause_id, h.cause_id) AND lower(c.name) LIKE lower(${pattern})
                           AND ${seesResource(viewer, 'c.id', bind)})))`,
        ]),
  ].join(' AND ');
}
