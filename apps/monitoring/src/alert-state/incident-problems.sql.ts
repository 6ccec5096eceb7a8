import type { AlertState } from '@wardstone/dto/monitoring';
import type { Bind } from '../authorization/visible.sql';
import { PRIORITY_RANK } from './alert-definition.sql';
import {
  ALERTS_WITH_HOLDS,
  END_REASON,
  heldAtPresent,
  IS_PRESENT,
  type PresentHolds,
  alertState,
} from './alert-state.sql';
import { HOST_NAME, instanceJoin, placeName } from './place.sql';

export const PROBLEM_STATES = [
  'FIRING',
  'ACKNOWLEDGED',
  'SUPPRESSED',
  'SILENCED',
  'RECOVERED',
  'RESOLVED',
  'CLOSED',
] as const satisfies readonly AlertState[];
export type ProblemState = (typeof PROBLEM_STATES)[number];

/**
 * Continues a `WITH RECURSIVE` list that contains `incidents (id)` with `problem`: the alerts of these incidents, with
 * their state and host. A definition counts once for each resource, however often it fired; an external alert counts
 * separately. Recovery messages are not problems.
 * @param isSeen condition, by the column with the resource's id, for resources that are counted and named
 */
export function incidentProblems(holds: PresentHolds, bind: Bind, isSeen?: (column: string) => string): string {
  return `
    newest AS MATERIALIZED (
      SELECT DISTINCT ON (h.incident_id, a.alert_definition_id, a.external_id)
             h.incident_id, a.id AS key, a.id AS alert_id, a.resource_id, a.alert_definition_id AS definition_id,
             a.external_id, x.host AS external_host, coalesce(x.title, d.name) AS name, ${PRIORITY_RANK} AS rank, a.ack_by,
             coalesce(h.since_ms, a.fired_ms) AS since_ms, h.ended_ms, NOT ${IS_PRESENT} AS is_over,
             ${END_REASON} AS end_reason, h.ended_by
        FROM incidents i JOIN (${ALERTS_WITH_HOLDS}) ON h.incident_id = i.id
        LEFT JOIN external_alert x ON x.id = a.external_id
       WHERE d.recovery_id = 0 AND r.inventory_status <> 'UNINVENTORIED' ${isSeen ? `AND ${isSeen('a.resource_id')}` : ''}
       ORDER BY h.incident_id, a.alert_definition_id, a.external_id, a.fired_ms DESC, a.id DESC),
    wanted AS (SELECT n.key, n.resource_id, n.definition_id FROM newest n WHERE NOT n.is_over),
    ${heldAtPresent(holds, bind)},
    up AS (
      SELECT DISTINCT n.resource_id AS id, n.resource_id AS at FROM newest n
       UNION ALL
      SELECT up.id, r.parent_id FROM up JOIN resource r ON r.id = up.at WHERE r.parent_id IS NOT NULL),
    problem AS MATERIALIZED (
      SELECT n.*, r.name AS resource_name, host.id AS host_id, coalesce(n.external_host, ${HOST_NAME}) AS host_name,
             coalesce(n.external_host || ' / ' || r.name, ${placeName('r')}) AS place,
             ${alertState({ isOver: 'n.is_over', endReason: 'n.end_reason', isAcknowledged: 'n.ack_by IS NOT NULL', held: 'held' })} AS state
        FROM newest n
        JOIN resource r ON r.id = n.resource_id
        JOIN up ON up.id = n.resource_id
        JOIN resource top ON top.id = up.at AND top.parent_id IS NULL
        JOIN resource host ON host.id = ${isSeen ? `CASE WHEN ${isSeen('top.id')} THEN top.id ELSE r.id END` : 'top.id'}
        ${instanceJoin('r')}
        LEFT JOIN held ON held.key = n.key)`;
}

/** Number of problems of `problem p` in each state, as aggregate columns, e.g. `firing`. */
export const STATE_COUNTS = PROBLEM_STATES.map(
  (state) => `count(*) FILTER (WHERE p.state = '${state}')::integer AS ${state.toLowerCase()}`,
).join(', ');
/** The columns of `STATE_COUNTS`. */
export type StateCounts = Record<Lowercase<ProblemState>, number>;
