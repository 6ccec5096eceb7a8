import { type Paged, parameters, Queries } from '@wardstone/database';
import type { DeliveryState, IncidentGrouping, IncidentListQuery } from '@wardstone/dto/monitoring';
import type { PageWindow } from '@wardstone/pagination';
import type { Viewer } from '../../authorization/viewer';
import { type Bind, seesResource } from '../../authorization/visible.sql';
import { substringPattern } from '../../patterns/domain/substring-pattern';
import { PRIORITY_RANK } from '../definitions/alert-definition.sql';
import type { TargetOutcome } from '../domain/delivery';
import type { IncidentCounts } from '../domain/incident';
import type { NotificationRow } from '../fired/alert.queries';

/** Of this incident alone where there is an id. */
type IncidentFilter = Omit<IncidentListQuery, 'window'> & { window: Pick<PageWindow, 'offset' | 'limit'>; id?: number };
type IncidentSort = IncidentListQuery['sort'];

export interface IncidentRow extends IncidentCounts {
  id: number;
  openedMs: number;
  lastMs: number;
  endedMs: number | null;
  stepMs: number | null;
  name: string;
  resourceId: number;
  resourceName: string;
  /** As `PRIORITY_RANK` has it. */
  rank: number;
  grouping: IncidentGrouping | null;
  causeId: number | null;
  /** Null where the viewer does not see it. */
  causeName: string | null;
  total: number;
  open: number;
  told: { senderName: string; state: DeliveryState; outcomes: readonly TargetOutcome[]; madeMs: number }[];
}

/** One of its attempts, or none. */
export interface IncidentNoticeRow extends NotificationRow {
  alert_id: number;
  /** That it tells. */
  alerts: number;
}

const KEYS: Readonly<Record<IncidentSort['field'], string>> = { updateTime: 'i.last_ms', openTime: 'i.opened_ms' };
/** Recipients that a list names. */
const MOST_TOLD = 10;
const NOT_OVER = `(h.is_held OR h.ended_ms IS NULL)`;

/** Incidents as people see them: of the alerts of an incident only those count whose resource the viewer sees. */
export class IncidentListQueries extends Queries {
  list(viewer: Viewer, filter: IncidentFilter): Promise<Paged<IncidentRow>> {
    const bound = parameters();
    const { bind } = bound;
    const from = `FROM incident i WHERE ${conditionsOf(viewer, filter, bind)}`;
    const direction = filter.sort.descends ? 'DESC' : 'ASC';
    const order = `${KEYS[filter.sort.field]} ${direction}, i.id ${direction}`;
    return this.page(
      from,
      (cut) => `
       SELECT i.id, i.opened_ms AS "openedMs", i.last_ms AS "lastMs", i.ended_ms AS "endedMs", i.step_ms AS "stepMs", i.grouping,
              s.rank, s.total, s.open, s.held, s.live, s.unacknowledged, d.name, r.id AS "resourceId", r.name AS "resourceName",
              s.cause_id AS "causeId", c.name AS "causeName", told.list AS told
         FROM (SELECT i.* ${from} ORDER BY ${order} ${cut}) i
        CROSS JOIN LATERAL (
          SELECT min(${PRIORITY_RANK}) AS rank, count(*)::integer AS total,
                 count(*) FILTER (WHERE NOT h.is_held AND h.ended_ms IS NULL)::integer AS open,
                 count(*) FILTER (WHERE h.is_held)::integer AS held,
                 count(*) FILTER (WHERE ${NOT_OVER} AND NOT ${IS_SILENCED})::integer AS live,
                 count(*) FILTER (WHERE ${NOT_OVER} AND NOT ${IS_SILENCED} AND a.ack_by IS NULL)::integer AS unacknowledged,
                 min(a.id) AS first_id,
                 coalesce(i.cause_id, min(h.cause_id) FILTER (WHERE h.reason = 'SUPPRESSED')) AS cause_id
            FROM ${seenAlerts(viewer, bind)}) s
         JOIN alert a ON a.id = s.first_id
         JOIN alert_definition d ON d.id = a.alert_definition_id
         JOIN resource r ON r.id = a.resource_id
         LEFT JOIN resource c ON c.id = s.cause_id AND ${seesResource(viewer, 'c.id', bind)}
        CROSS JOIN LATERAL (
          SELECT coalesce(json_agg(json_build_object('senderName', t.sender_name, 'state', t.state, 'outcomes', t.outcomes,
                                                     'madeMs', t.made_ms) ORDER BY t.made_ms DESC), '[]') AS list
            FROM (SELECT DISTINCT ON (l.sender_name, l.config) l.sender_name, l.state, l.outcomes,
                         (SELECT max(m.made_ms) FROM alert_notification_attempt m WHERE m.log_id = l.id) AS made_ms
                    FROM alert_notification_log l JOIN alert a ON a.id = l.alert_id
                   WHERE l.incident_id = i.id AND l.carrier_id IS NULL AND l.state IS NOT NULL
                     AND ${seesResource(viewer, 'a.resource_id', bind)}
                   ORDER BY l.sender_name, l.config, l.id DESC LIMIT ${MOST_TOLD}) t) told
        ORDER BY ${order}`,
      bound,
      filter.window,
    );
  }

  /** Alerts of the incident that the viewer sees and that are not over, oldest first. */
  listOpenAlerts(id: number, viewer: Viewer): Promise<number[]> {
    const { params, bind } = parameters(id);
    return this.db.ids(
      `SELECT a.id FROM (SELECT $1::integer AS id) i JOIN LATERAL (
         SELECT a.id FROM ${seenAlerts(viewer, bind)} AND ${NOT_OVER}) a ON true ORDER BY a.id`,
      params,
    );
  }

  /** The messages of an incident, the newest first, with a row for each attempt. */
  listNotifications(id: number, viewer: Viewer, window: PageWindow): Promise<Paged<IncidentNoticeRow>> {
    const bound = parameters(id);
    // What is held back may have no incident, and no time.
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

const IS_SILENCED = `(h.is_held AND h.reason = 'SILENCED')`;

/** The alerts `a` of the incident `i`, with what holds them back and their definitions. */
function seenAlerts(viewer: Viewer, bind: Bind): string {
  return `alert_hold h
    JOIN alert a ON a.id = h.alert_id
    JOIN alert_definition d ON d.id = a.alert_definition_id
    JOIN resource r ON r.id = a.resource_id AND r.inventory_status <> 'UNINVENTORIED'
   WHERE h.incident_id = i.id AND ${seesResource(viewer, 'a.resource_id', bind)}`;
}

function conditionsOf(viewer: Viewer, { id, ended, q }: IncidentFilter, bind: Bind): string {
  const alerts = seenAlerts(viewer, bind);
  const pattern = q === undefined ? undefined : bind(substringPattern(q));
  return [
    `EXISTS (SELECT 1 FROM ${alerts})`,
    ...(id === undefined ? [] : [`i.id = ${bind(id)}`]),
    ...(ended === undefined ? [] : [`${ended ? 'NOT' : ''} EXISTS (SELECT 1 FROM ${alerts} AND ${NOT_OVER})`]),
    ...(pattern === undefined
      ? []
      : [
          `EXISTS (SELECT 1 FROM ${alerts} AND (lower(d.name) LIKE lower(${pattern}) OR lower(r.name) LIKE lower(${pattern})
             OR EXISTS (SELECT 1 FROM resource c WHERE c.id IN (i.cause_id, h.cause_id) AND lower(c.name) LIKE lower(${pattern})
                           AND ${seesResource(viewer, 'c.id', bind)})))`,
        ]),
  ].join(' AND ');
}
