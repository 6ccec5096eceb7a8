import { Injectable } from '@nestjs/common';
import type { AttemptMade, Condition, NoticeKind, StoredConfig, TargetOutcome } from '@wardstone/alerting';
import { Database, type Queryable, type Transaction } from '@wardstone/database';
import type { EndReason, ExternalSeverity, InventoryStatus, Priority } from '@wardstone/dto/monitoring';
import { hostJoin } from '../../resources/resource-row.sql';
import { END_REASON, IS_PRESENT } from '../../alert-state/alert-state.sql';
import type { ProblemState } from '../../alert-state/incident-problems.sql';
import { HOST_NAME, instanceJoin, placeName } from '../../alert-state/place.sql';
import { RECEIVED_PLUGIN, SOURCE_TYPE } from '../../plugins/platforms/built-in-plugins';
import { personText } from '../../users/person.sql';
import { DELIVER, TIMER } from '../../alert-engine/tasks';
import { measureOfLog } from '../../alert-engine/fired-rules.sql';

/** A notification to deliver. */
export interface DueDelivery {
  id: number;
  sender_name: string;
  config: StoredConfig;
  outcomes: TargetOutcome[];
  /** Number of previous attempts. */
  attempts: number;
  /** Time of the last attempt. */
  attempted_ms: number | null;
  alert_id: number;
  fired_ms: number;
  /** Time of the first attempt. */
  told_ms: number | null;
  /** Start of the notification. */
  since_ms: number;
  incident: DueIncident | null;
  /** Whether its alert has ended or was acknowledged. */
  is_over: boolean;
  /** State of the alert. */
  state: ProblemState;
  ack_by: string | null;
  /** Whether the alert reports the recovery of another one. */
  is_recovery: boolean;
  /** Whether all alerts in the notification were acknowledged or have ended. */
  is_answered: boolean;
  description: string;
  /** Server times of the occurrences that dampening counted. */
  occurrences: (number | string)[];
  definition_id: number;
  definition_name: string;
  priority: Priority;
  resource_id: number;
  /** Names from the platform down to the resource; the first is the host named by another system, if any. */
  lineage: string[];
  series: NoticeSeries | null;
  conditions: LoggedCondition[];
  heartbeat: HeartbeatSignal | null;
}

/** The series of a target. */
export interface NoticeSeries {
  /** Labels of the series that met a condition; without one, `job` and `instance`. */
  readonly labels: Readonly<Record<string, string>>;
  /** Whether the target is below the account that sends it, not below its host. */
  readonly isBelowSource: boolean;
}

/** The incident of a notification, without its problems. */
export interface DueIncident {
  id: number;
  kind: NoticeKind;
  channel: string;
  /** Escalation step, from 0; null for a notification that was sent because an alert fired. */
  step: number | null;
  /** Number of alerts that it covers, including its own. */
  alerts: number;
  /** Whether the incident's notifications are about more than one alert. */
  isOfSeveral: boolean;
  /** Alerts of other incidents in the same digest: their number, and some of them. */
  elsewhere: { count: number; first: OtherAlert[] };
  /** Number of alerts of the incident that are suppressed now. */
  suppressed: number;
  cause: { id: number; name: string } | null;
  /** Whether no alerts are left in it: suppressed ones leave the incident of the cause when they are notified. */
  isEmpty?: boolean;
  isFlapping: boolean;
  isUpdate: boolean;
  hasEnded: boolean;
  openedMs: number;
  /** Null while it lasts. */
  endedMs: number | null;
  /** Why its alert ended, and who resolved it; null while it is open. */
  /** `by` is the login or channel, `person` its display name. */
  ending: { reason: EndReason | null; by: string | null; person?: string | null } | null;
}

/** An alert of another incident. */
export interface OtherAlert {
  kind: NoticeKind;
  definition: string;
  resource: string;
  host: string;
  /** Host and resource in one text. */
  place: string;
}

export interface LoggedCondition extends Omit<Condition, 'id' | 'measurementDefinition'> {
  metric_definition_id: number | null;
  value: string;
  data_ms: number;
  /** The external alert that met the condition; null for a value measured here. */
  reported?: ReportedAlert | null;
  /** Summary annotation of an alert on an expression, displayed instead of the expression. */
  summary?: string | null;
}

/** An external alert in notifications. */
export interface ReportedAlert {
  /** Name of the integration. */
  by: string;
  title: string;
  severity: ExternalSeverity;
  value: string | null;
  link: string | null;
}

/** Delay of the engine and the delivery over all replicas. */
export interface AlertBacklog {
  /** Waiting time of the oldest due notification. */
  outboxAgeSeconds: number;
  /** Waiting time of the oldest value with conditions, or of the oldest expired timer. */
  engineLagSeconds: number;
}

const ATTEMPTS = `(SELECT count(*)::integer FROM alert_notification_attempt t WHERE t.log_id = l.id)`;

/** Maximum number of other incidents' alerts that a digest names. */
const MAX_OTHERS = 20;
/** Alerts of other incidents that the notification `l` includes. */
const ELSEWHERE = `alert_notification_log c WHERE c.carrier_id = l.id AND c.incident_id <> l.incident_id AND c.alert_id <> l.alert_id`;
/** Incident of a notification, as SQL over the log `l` of the alert `a` of `d`; null for a single alert. */
const INCIDENT = `(
  SELECT json_build_object(
           'id', i.id, 'kind', l.kind, 'channel', l.channel, 'step', l.step,
           'alerts', (SELECT count(DISTINCT c.alert_id) FROM alert_notification_log c
                       WHERE (c.id = l.id OR c.carrier_id = l.id) AND c.kind = 'ALERT'),
           'isOfSeveral', (SELECT count(*) > 1 FROM (
                             SELECT FROM alert_hold s WHERE s.incident_id = i.id LIMIT 2) AS first),
           'elsewhere', json_build_object(
             'count', (SELECT count(DISTINCT c.alert_id) FROM ${ELSEWHERE}),
             'first', (SELECT coalesce(json_agg(o), '[]') FROM (
                         SELECT o.kind, coalesce(x.title, od.name) AS definition, r.name AS resource, coalesce(x.host, ${HOST_NAME}) AS host,
                                coalesce(x.host || ' / ' || r.name, ${placeName('r')}) AS place
                           FROM (SELECT c.* FROM ${ELSEWHERE} ORDER BY c.id LIMIT ${MAX_OTHERS}) o
                           JOIN alert oa ON oa.id = o.alert_id
                           JOIN alert_definition od ON od.id = oa.alert_definition_id
                           JOIN resource r ON r.id = oa.resource_id ${hostJoin('r')} ${instanceJoin('r')}
                           LEFT JOIN external_alert x ON x.id = oa.external_id
                          ORDER BY o.id) o)),
           'suppressed', (SELECT count(*) FROM alert_hold s
                           WHERE s.incident_id = i.id AND s.is_held AND s.reason = 'SUPPRESSED'),
           'cause', (SELECT json_build_object('id', r.id, 'name', r.name) FROM resource r
                      WHERE r.id = coalesce((SELECT s.cause_id FROM alert_hold s
                                              WHERE s.alert_id = l.alert_id AND s.reason = 'SUPPRESSED'), i.cause_id)),
           'isEmpty', NOT EXISTS (SELECT 1 FROM alert_hold s WHERE s.incident_id = i.id),
           'isFlapping', EXISTS (SELECT 1 FROM alert_hold s
                                  WHERE s.incident_id = i.id AND s.is_held AND s.reason = 'FLAPPING'),
           'isUpdate', EXISTS (SELECT 1 FROM alert_notification_log u
                                WHERE u.incident_id = l.incident_id AND u.channel = l.channel AND u.carrier_id IS NULL
                                  AND u.id <> l.id AND u.told_ms <= l.told_ms),
           'hasEnded', l.kind = 'END' OR EXISTS (SELECT 1 FROM alert_notification_log c
                                                  WHERE c.carrier_id = l.id AND c.kind = 'END'
                                                    AND c.incident_id = l.incident_id),
           'openedMs', i.opened_ms,
           'endedMs', coalesce(i.ended_ms, (SELECT max(s.ended_ms) FROM alert_hold s WHERE s.incident_id = i.id)),
           'ending', (SELECT json_build_object('reason', ${END_REASON}, 'by', h.ended_by,
                                               'person', ${personText('h.ended_by')})
                        FROM alert_hold h JOIN resource r ON r.id = a.resource_id
                       WHERE h.alert_id = a.id AND NOT ${IS_PRESENT}))
    FROM incident i WHERE i.id = l.incident_id AND l.channel IS NOT NULL)`;

/** SQL for the conditions that fired an alert; its values are `LoggedCondition`. */
export function loggedConditions(alert: string): string {
  return `(
    SELECT coalesce(json_agg(json_build_object(
             'category', c.category, 'name', c.name, 'comparator', c.comparator, 'threshold', c.threshold,
             'option', c.option, 'value', c.value, 'data_ms', c.data_ms, 'summary', ${alert}.annotations ->> 'summary',
             'metric_definition_id', (
               SELECT (rule ->> 'measurementDefinition')::integer
                 FROM jsonb_array_elements(${alert}.rules -> 'conditions') AS rule
                WHERE rule -> 'id' = to_jsonb(c.condition_id)),
             'measure', ${measureOfLog('c', `${alert}.rules`)}, 'reported', (
               SELECT json_build_object('by', i.name, 'title', x.title, 'severity', x.severity, 'value', x.value, 'link', x.link)
                 FROM external_alert x JOIN resource i ON i.id = x.integration_id WHERE x.id = ${alert}.external_id)) ORDER BY c.id), '[]')
      FROM alert_condition_log c WHERE c.alert_id = ${alert}.id)`;
}

/** The last signal of a heartbeat. */
export interface HeartbeatSignal {
  /** Null if there was none. */
  readonly heardMs: number | null;
}

/** SQL for `HeartbeatSignal`; null if the alert is not about a heartbeat, or there was a signal after it. */
export function heartbeatSignal(alert: string): string {
  return `(
    SELECT json_build_object('heardMs', b.heard_ms) FROM heartbeat b
     WHERE b.resource_id = ${alert}.resource_id AND coalesce(b.heard_ms, 0) <= ${alert}.fired_ms)`;
}

/** Values that met the conditions of an alert. */
export interface LoggedValues {
  readonly conditions: readonly LoggedCondition[];
  readonly heartbeat: HeartbeatSignal | null;
}

/** A resource for running an operation. */
export interface OperationTarget {
  id: number;
  name: string;
  resource_type_id: number;
  inventory_status: InventoryStatus;
  agent_name: string | null;
}

const TARGET_COLUMNS = 'r.id, r.name, r.resource_type_id, r.inventory_status, r.agent_name';
const TARGET_PRESENT = `r.inventory_status <> 'UNINVENTORIED'`;

/** A statement for the names from the platform down to a resource. */
function selectLineage(resourceId: string): string {
  return `WITH RECURSIVE lineage AS (
            SELECT r.name, r.parent_id, 0 AS distance FROM resource r WHERE r.id = ${resourceId}
            UNION ALL
            SELECT r.name, r.parent_id, g.distance + 1 FROM lineage g JOIN resource r ON r.id = g.parent_id)
          SELECT g.name FROM lineage g ORDER BY g.distance DESC`;
}

/** SQL for the labels of the first series that met a condition of the alert `a`. */
const MET_LABELS = `(
  SELECT s.labels - ARRAY['__name__', 'wardstone_agent']
    FROM alert_condition_log l
   CROSS JOIN LATERAL jsonb_array_elements(a.rules -> 'conditions') AS rule
    JOIN metric_schedule m ON m.resource_id = a.resource_id
                          AND m.metric_definition_id = (rule ->> 'measurementDefinition')::integer
    JOIN received_series s ON s.schedule_id = m.id
   WHERE l.alert_id = a.id AND rule -> 'id' = to_jsonb(l.condition_id) ORDER BY l.id LIMIT 1)`;

/** SQL for `NoticeSeries`; null if the resource is not a target. */
function selectSeries(resourceId: string, metLabels = 'NULL::jsonb'): string {
  return `(
  SELECT json_build_object(
           'labels', coalesce(
             ${metLabels},
             (SELECT jsonb_strip_nulls(jsonb_build_object('job', s.labels -> 'job', 'instance', s.labels -> 'instance'))
                FROM metric_schedule m JOIN received_series s ON s.schedule_id = m.id
               WHERE m.resource_id = g.resource_id LIMIT 1),
             '{}'),
           'isBelowSource', y.name IS NOT NULL)
    FROM received_target g
    JOIN resource r ON r.id = g.resource_id
    LEFT JOIN (resource p JOIN resource_type y ON y.id = p.resource_type_id AND y.name = '${SOURCE_TYPE}'
                          JOIN plugin n ON n.id = y.plugin_id AND n.name = '${RECEIVED_PLUGIN}') ON p.id = r.parent_id
   WHERE g.resource_id = ${resourceId})`;
}

@Injectable()
export class DeliveryQueries {
  constructor(private readonly db: Database) {}

  /** Undefined if it is settled, or its alert was deleted. */
  findDue(logId: number): Promise<DueDelivery | undefined> {
    return this.db.first<DueDelivery>(
      `SELECT l.id, l.sender_name, l.config, l.outcomes, a.id AS alert_id, a.fired_ms, l.told_ms, a.description, a.occurrences,
              d.id AS definition_id, coalesce(x.title, d.name) AS definition_name, d.priority, a.resource_id, ${ATTEMPTS} AS attempts,
              (SELECT max(t.made_ms) FROM alert_notification_attempt t WHERE t.log_id = l.id) AS attempted_ms,
              coalesce(l.due_ms, (SELECT h.told_ms FROM alert_hold h WHERE h.alert_id = a.id), a.fired_ms) AS since_ms,
              ${INCIDENT} AS incident,
              l.kind = 'ALERT' AND (a.ack_by IS NOT NULL OR EXISTS (
                SELECT 1 FROM alert_hold h WHERE h.alert_id = a.id AND h.ended_ms IS NOT NULL)) AS is_over,
              (SELECT CASE WHEN h.ended_ms IS NULL THEN CASE WHEN a.ack_by IS NULL THEN 'FIRING' ELSE 'ACKNOWLEDGED' END
                           ELSE CASE ${END_REASON} WHEN 'RECOVERED' THEN 'RECOVERED' WHEN 'RESOLVED' THEN 'RESOLVED' ELSE 'CLOSED' END END
                 FROM resource r LEFT JOIN alert_hold h ON h.alert_id = a.id WHERE r.id = a.resource_id) AS state, ${personText('a.ack_by')} AS ack_by, d.recovery_id <> 0 AS is_recovery,
              l.kind = 'ALERT' AND NOT EXISTS (
                SELECT 1 FROM alert_notification_log c JOIN alert o ON o.id = c.alert_id
                 WHERE (c.id = l.id OR c.carrier_id = l.id) AND c.kind = 'ALERT' AND o.ack_by IS NULL
                   AND NOT EXISTS (SELECT 1 FROM alert_hold h WHERE h.alert_id = o.id AND h.ended_ms IS NOT NULL)) AS is_answered,
              array_remove(ARRAY[x.host], NULL) || ARRAY (${selectLineage('a.resource_id')}) AS lineage, coalesce(
                ${selectSeries('a.resource_id', `coalesce(a.labels, ${MET_LABELS})`)},
                CASE WHEN a.labels IS NOT NULL THEN json_build_object('labels', a.labels, 'isBelowSource', false) END) AS series,
              ${loggedConditions('a')} AS conditions, ${heartbeatSignal('a')} AS heartbeat
         FROM alert_notification_log l
         JOIN alert a ON a.id = l.alert_id
         JOIN alert_definition d ON d.id = a.alert_definition_id
         LEFT JOIN external_alert x ON x.id = a.external_id
        WHERE l.id = $1 AND NOT l.is_settled`,
      [logId],
    );
  }

  /** Waits for concurrent deliveries of the same notification. Undefined if it is settled or deleted. */
  lock(tx: Transaction, logId: number): Promise<Pick<DueDelivery, 'outcomes' | 'attempts'> | undefined> {
    return tx.first<{ outcomes: TargetOutcome[]; attempts: number }>(
      `SELECT l.outcomes, ${ATTEMPTS} AS attempts
         FROM alert_notification_log l WHERE l.id = $1 AND NOT l.is_settled FOR NO KEY UPDATE`,
      [logId],
    );
  }

  /**
   * Records an attempt and the notification's state. Returns false and records nothing if another process has delivered
   * it since the given number of `attempts`.
   */
  record(
    from: Queryable,
    logId: number,
    attempts: number,
    { madeMs, state, message, outcomes, isSettled }: AttemptMade,
  ): Promise<boolean> {
    return from.hasRow(
      `WITH noted AS (
         UPDATE alert_notification_log l SET state = $4, message = $5, outcomes = $6, is_settled = $7
          WHERE l.id = $1 AND NOT l.is_settled AND ${ATTEMPTS} = $2 RETURNING l.id)
       INSERT INTO alert_notification_attempt (log_id, made_ms, state, message)
       SELECT n.id, $3, $4, $5 FROM noted n RETURNING id`,
      [logId, attempts, madeMs, state, message, JSON.stringify(outcomes), isSettled],
    );
  }

  /** Values that met the conditions of these alerts. */
  listValues(alertIds: readonly number[]): Promise<(LoggedValues & { alertId: number })[]> {
    return this.db.query<LoggedValues & { alertId: number }>(
      `SELECT a.id AS "alertId", ${loggedConditions('a')} AS conditions, ${heartbeatSignal('a')} AS heartbeat
         FROM alert a WHERE a.id = ANY ($1::integer[])`,
      [alertIds],
    );
  }

  /** Location of a resource; without names if it was deleted. */
  async findPlace(resourceId: number): Promise<Pick<DueDelivery, 'lineage' | 'series'>> {
    const [place] = await this.db.query<Pick<DueDelivery, 'lineage' | 'series'>>(
      `SELECT ARRAY (${selectLineage('$1')}) AS lineage, ${selectSeries('$1')} AS series`,
      [resourceId],
    );
    return place!;
  }

  async measureBacklog(): Promise<AlertBacklog> {
    const secondsSince = (since: string): string =>
      `coalesce(greatest(extract(epoch FROM now() - (${since})), 0), 0)::float8`;
    const oldest = (task: string): string => `SELECT min(j.run_at) FROM graphile_worker.jobs j
       WHERE j.task_identifier = '${task}' AND j.run_at <= now() AND j.attempts < j.max_attempts`;
    const [backlog] = await this.db.query<AlertBacklog>(
      `SELECT ${secondsSince(oldest(DELIVER.name))} AS "outboxAgeSeconds",
              greatest(${secondsSince('SELECT w.logged_at FROM metric_watched w ORDER BY w.id LIMIT 1')},
                       ${secondsSince(oldest(TIMER.name))}) AS "engineLagSeconds"`,
    );
    return backlog!;
  }

  findTarget(tx: Transaction, id: number): Promise<OperationTarget | undefined> {
    return tx.first<OperationTarget>(`SELECT ${TARGET_COLUMNS} FROM resource r WHERE r.id = $1 AND ${TARGET_PRESENT}`, [
      id,
    ]);
  }

  /** The nearest resource of the type in the lineage; the resource itself if there is none. */
  findStart(tx: Transaction, id: number, typeId: number): Promise<OperationTarget | undefined> {
    return tx.first<OperationTarget>(
      `WITH RECURSIVE lineage AS (
         SELECT r.id, r.parent_id, 0 AS distance FROM resource r WHERE r.id = $1 AND ${TARGET_PRESENT}
         UNION ALL
         SELECT r.id, r.parent_id, l.distance + 1 FROM lineage l JOIN resource r ON r.id = l.parent_id)
       SELECT ${TARGET_COLUMNS} FROM lineage l JOIN resource r ON r.id = l.id
        WHERE r.resource_type_id = $2 OR l.distance = 0
        ORDER BY r.resource_type_id = $2 DESC, l.distance LIMIT 1`,
      [id, typeId],
    );
  }

  /** Descendants of the type, at most ten. */
  listBelow(tx: Transaction, id: number, typeId: number, name: string | undefined): Promise<OperationTarget[]> {
    return tx.query<OperationTarget>(
      `WITH RECURSIVE below AS (
         SELECT r.id FROM resource r WHERE r.parent_id = $1 AND r.inventory_status = 'COMMITTED'
         UNION ALL
         SELECT r.id FROM below b JOIN resource r ON r.parent_id = b.id AND r.inventory_status = 'COMMITTED')
       SELECT ${TARGET_COLUMNS} FROM below b JOIN resource r ON r.id = b.id
        WHERE r.resource_type_id = $2 AND ($3::text IS NULL OR r.name = $3) ORDER BY r.id LIMIT 10`,
      [id, typeId, name ?? null],
    );
  }
}
