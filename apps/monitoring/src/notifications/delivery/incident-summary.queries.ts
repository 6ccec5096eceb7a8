import type { NoticeKind } from '@wardstone/alerting';
import { parameters, Queries } from '@wardstone/database';
import type { PresentHolds } from '../../alert-state/alert-state.sql';
import { incidentProblems, PROBLEM_STATES, type ProblemState } from '../../alert-state/incident-problems.sql';
import { personText } from '../../users/person.sql';
import { heartbeatSignal, loggedConditions, type LoggedValues } from './delivery.queries';

/** Number of problems, and their hosts. */
export interface ProblemCount {
  readonly alerts: number;
  readonly hosts: number;
  /** Hosts with the most problems. */
  readonly first: readonly { readonly name: string; readonly alerts: number }[];
}

/** A problem that a notification lists. */
export interface ListedProblem extends LoggedValues {
  readonly alertId: number;
  /** Host and resource in one text. */
  readonly place: string;
  readonly host: string;
  readonly resource: string;
  readonly definition: string;
  readonly state: ProblemState;
  readonly acknowledgedBy: string | null;
  readonly endedBy: string | null;
  readonly sinceMs: number;
}

/** Problems of an incident at the time of writing its notification. */
export interface StoredSummary {
  /** Problems by state; states without problems are absent. */
  readonly counts: Partial<Record<ProblemState | 'ALL', ProblemCount>>;
  /** Number of distinct definition names, and the name of the most urgent one. */
  readonly definitions: number;
  readonly definition: string | null;
  /** Number of problems that this notification reports. */
  readonly told: number;
  /** Number of problems that recovered since the last notification on the channel. */
  readonly recoveredSince: number;
  readonly resolvedSince: number;
  readonly closedSince: number;
  readonly listed: readonly ListedProblem[];
}

/** Maximum number of problems listed in a notification. */
const MAX_LISTED = 20;
/** Maximum number of hosts named in a line of counts. */
const MAX_HOSTS = 10;
const STATE_PLACE = `array_position(ARRAY['${PROBLEM_STATES.join(`','`)}'], p.state)`;

/** Counts problems in the database, because a notification may cover thousands of alerts. */
export class IncidentSummaryQueries extends Queries {
  async summarize(
    { logId, incidentId, kind }: { logId: number; incidentId: number; kind: NoticeKind },
    holds: PresentHolds,
  ): Promise<StoredSummary> {
    const { params, bind } = parameters(logId, incidentId, kind === 'END');
    const [summary] = await this.db.query<StoredSummary>(
      `WITH RECURSIVE incidents AS (SELECT $2::integer AS id),
            ${incidentProblems(holds, bind)},
            told AS (
              SELECT DISTINCT a.alert_definition_id AS definition_id, a.external_id
                FROM alert_notification_log c JOIN alert a ON a.id = c.alert_id
               WHERE (c.id = $1 OR c.carrier_id = $1) AND c.kind = 'ALERT' AND c.incident_id = $2),
            before AS (
              SELECT max(u.told_ms) AS ms
                FROM alert_notification_log l
                JOIN alert_notification_log u ON u.incident_id = l.incident_id AND u.channel = l.channel
                                             AND u.carrier_id IS NULL AND u.id <> l.id AND u.told_ms <= l.told_ms
               WHERE l.id = $1),
            shown AS MATERIALIZED (
              SELECT p.*, t.definition_id IS NOT NULL AS is_told
                FROM problem p LEFT JOIN told t ON t.definition_id = p.definition_id AND t.external_id = p.external_id),
            by_host AS (
              SELECT coalesce(p.state, 'ALL') AS state, p.host_name, count(*)::integer AS alerts,
                     row_number() OVER (PARTITION BY p.state
                                        ORDER BY count(*) DESC, p.host_name COLLATE natural_order, p.host_id) AS place
                FROM shown p GROUP BY GROUPING SETS ((p.state, p.host_id, p.host_name), (p.host_id, p.host_name)))
       SELECT coalesce((
                SELECT json_object_agg(c.state, json_build_object('alerts', c.alerts, 'hosts', c.hosts, 'first', c.first))
                  FROM (SELECT b.state, sum(b.alerts)::integer AS alerts, count(*)::integer AS hosts,
                               json_agg(json_build_object('name', b.host_name, 'alerts', b.alerts) ORDER BY b.place)
                                 FILTER (WHERE b.place <= ${MAX_HOSTS}) AS first
                          FROM by_host b GROUP BY b.state) c), '{}') AS counts,
              count(DISTINCT p.name)::integer AS definitions,
              (array_agg(p.name ORDER BY ${STATE_PLACE}, p.rank, p.alert_id))[1] AS definition,
              count(*) FILTER (WHERE p.is_told)::integer AS told,
              count(*) FILTER (WHERE p.state = 'RECOVERED' AND p.ended_ms > before.ms)::integer AS "recoveredSince",
              count(*) FILTER (WHERE p.state = 'RESOLVED' AND p.ended_ms > before.ms)::integer AS "resolvedSince",
              count(*) FILTER (WHERE p.state = 'CLOSED' AND p.ended_ms > before.ms)::integer AS "closedSince",
              coalesce((
                SELECT json_agg(json_build_object(
                         'alertId', p.alert_id, 'place', p.place, 'host', p.host_name, 'resource', r.name, 'definition', p.name,
                         'state', p.state, 'acknowledgedBy', ${personText('p.ack_by')},
                         'endedBy', ${personText('p.ended_by')}, 'sinceMs', p.since_ms,
                         'conditions', ${loggedConditions('a')}, 'heartbeat', ${heartbeatSignal('a')}) ORDER BY p.number)
                  FROM (SELECT p.*, row_number() OVER (ORDER BY ${STATE_PLACE}, p.rank, p.host_name COLLATE natural_order,
                                                                p.place COLLATE natural_order, p.alert_id) AS number
                          FROM shown p WHERE p.is_told OR $3 ORDER BY number LIMIT ${MAX_LISTED}) p
                  JOIN alert a ON a.id = p.alert_id
                  JOIN resource r ON r.id = p.resource_id), '[]') AS listed
         FROM before LEFT JOIN shown p ON true`,
      params,
    );
    return summary!;
  }
}
