import type { Condition, FactsOfEnd, HoldReason, NoticeKind, TargetOutcome } from '@wardstone/alerting';
import { type Paged, parameters, Queries, type Queryable, type Transaction } from '@wardstone/database';
import {
  type AlertFilterQuery,
  type AlertListQuery,
  type AlertStatus,
  type DeliveryState,
  type ExternalAlertRest,
  PRIORITIES,
} from '@wardstone/dto/monitoring';
import { substringPattern } from '@wardstone/patterns';
import { joinNamed, RESOURCE_COLUMNS, RESOURCE_TABLES, type ResourceRow } from '../resources/resource-row.sql';
import type { Viewer } from '../authorization/viewer';
import { type Bind, isGroupMember, seesResource, idsOfSubtree } from '../authorization/visible.sql';
import { PRIORITY_RANK } from '../alert-state/alert-definition.sql';
import {
  ALERTS_WITH_HOLDS,
  END_REASON,
  heldAtPresent,
  IS_PRESENT,
  type PresentHolds,
  SEES_RECOVERY,
  alertState,
} from '../alert-state/alert-state.sql';
import { personText } from '../users/person.sql';
import { AlertEntity } from './alert.entity';
import { type FiredRules, measureOfLog } from '../alert-engine/fired-rules.sql';
import { type AlertDefinitionRow, DEFINITION_COLUMNS } from '../alert-definitions/definition-row.sql';

type AlertSort = AlertListQuery['sort'];

export type AlertRow = Omit<AlertEntity, 'rules' | 'occurrences' | 'active_ms'> &
  Pick<AlertDefinitionRow, 'name' | 'is_enabled'> & {
    resource_name: string;
    /** Null for an alert that was notified when it fired. */
    hold: {
      isHeld: boolean;
      untilMs: number;
      reason: HoldReason;
      silenceId: number | null;
      silenceReason: string | null;
      causeId: number | null;
      causeName: string | null;
      notifiedMs: number | null;
    } | null;
    incident_id: number | null;
    external: ExternalAlertRest | null;
  };

export interface AlertFilter extends Partial<AlertFilterQuery>, Pick<Partial<AlertListQuery>, 'acknowledged'> {
  untilMs?: number | undefined;
  /** Only open alerts. */
  isPresent?: boolean;
  /** Present silences and causes, which `state` needs. */
  holds?: PresentHolds;
  /** Selected alerts; by default all that match. */
  chosen?: ChosenAlerts | undefined;
}

/** Alerts, and all alerts of definitions on resources. */
export interface ChosenAlerts {
  alerts: readonly number[];
  problems: readonly { definitionId: number; resourceId: number }[];
}

export interface AcknowledgedAlerts {
  count: number;
  ids: readonly number[];
  /** Names of their definitions, at most two. */
  names: readonly string[] | null;
}

export interface ConditionLog extends Omit<Condition, 'id' | 'measurementDefinition'> {
  condition_id: number;
  value: string;
  data_ms: number;
}

/** A notification of an alert, and one of its attempts. */
export interface NotificationRow {
  id: number;
  sender_name: string;
  kind: NoticeKind;
  /** Step of the escalation policy from 0, including repeats. */
  step: number | null;
  /** Sent together with another alert of its incident. */
  is_carried: boolean;
  is_settled: boolean;
  /** The latest outcome of each recipient. */
  outcomes: readonly TargetOutcome[];
  /** Time of its first notification. */
  due_ms: number | null;
  made_ms: number | null;
  state: DeliveryState;
  message: string;
}

/** Only callers who see the suppressing resource get its name. */
function columnsFor(viewer: Viewer, bind: Bind): string {
  return `a.id, a.alert_definition_id, a.resource_id, a.fired_ms, a.description, a.ack_by, a.ack_ms, a.ack_comment, a.labels, a.annotations, d.name,
       d.is_enabled, r.name AS resource_name,
       (SELECT json_build_object('isHeld', h.is_held, 'untilMs', h.until_ms, 'reason', h.reason, 'silenceId', h.silence_id, 'silenceReason', s.reason,
                                 'causeId', h.cause_id, 'causeName', CASE WHEN ${seesResource(viewer, 'c.id', bind)} THEN c.name END, 'notifiedMs', h.told_ms)
          FROM alert_hold h LEFT JOIN silence s ON s.id = h.silence_id LEFT JOIN resource c ON c.id = h.cause_id
         WHERE h.alert_id = a.id AND h.reason <> 'GROUPED') AS hold,
       (SELECT h.incident_id FROM alert_hold h WHERE h.alert_id = a.id) AS incident_id,
       (SELECT jsonb_strip_nulls(jsonb_build_object(
                 'id', x.id, 'key', x.key, 'severity', x.severity, 'title', x.title, 'host', x.host, 'value', x.value, 'link', x.link,
                 'firstTime', x.first_ms, 'heardTime', x.heard_ms, 'resolvedTime', coalesce(x.resolved_ms, 0)))
          FROM external_alert x WHERE x.id = a.external_id) AS external`;
}

const TABLES = `alert a JOIN alert_definition d ON d.id = a.alert_definition_id
       JOIN resource r ON r.id = a.resource_id AND r.inventory_status <> 'UNINVENTORIED'`;

export class AlertQueries extends Queries {
  list(viewer: Viewer, query: AlertListQuery & AlertFilter): Promise<Paged<AlertRow>> {
    const bound = parameters();
    const from = `FROM ${filtered(viewer, query, bound.bind)}`;
    const rows = (cut: string): string =>
      `SELECT ${columnsFor(viewer, bound.bind)} ${from} ORDER BY ${toOrder(query.sort)} ${cut}`;
    return this.page(from, rows, bound, query.window);
  }

  async count(viewer: Viewer, filter: AlertFilter): Promise<number> {
    const { params, bind } = parameters();
    return (await this.db.value<number>(`SELECT count(*) FROM ${filtered(viewer, filter, bind)}`, params))!;
  }

  /** Undefined if it does not exist or the viewer does not see it. */
  find(id: number, viewer: Viewer, from: Queryable = this.db): Promise<AlertRow | undefined> {
    const { params, bind } = parameters(id);
    const isSeen = seesResource(viewer, 'a.resource_id', bind);
    return from.first<AlertRow>(
      `SELECT ${columnsFor(viewer, bind)} FROM ${TABLES} WHERE a.id = $1 AND ${isSeen}`,
      params,
    );
  }

  /** Lists the states of alerts by id. */
  async listStatuses(
    ids: readonly number[],
    viewer: Viewer,
    holds: PresentHolds,
  ): Promise<ReadonlyMap<number, AlertStatus>> {
    const { params, bind } = parameters(ids);
    const rows = await this.db.query<AlertStatus & { id: number }>(
      `WITH RECURSIVE alerts AS MATERIALIZED (
         SELECT a.id, a.resource_id, a.alert_definition_id, a.ack_by, h.ended_ms, h.ended_by, NOT ${IS_PRESENT} AS is_over,
                CASE WHEN NOT ${IS_PRESENT} THEN ${END_REASON} END AS end_reason, ${SEES_RECOVERY} AS sees_recovery
           FROM ${ALERTS_WITH_HOLDS} WHERE a.id = ANY ($1::integer[])),
         wanted AS (SELECT a.id AS key, a.resource_id, a.alert_definition_id AS definition_id FROM alerts a WHERE NOT a.is_over),
         ${heldAtPresent(holds, bind)}
       SELECT a.id, ${alertState({ isOver: 'a.is_over', endReason: 'a.end_reason', isAcknowledged: 'a.ack_by IS NOT NULL', held: 'held' })} AS state,
              a.ack_by AS "acknowledgedBy", held.silence_id AS "silenceId", held.silenced_until_ms AS "silencedUntil",
              held.cause_id AS "causeId", cause.name AS "causeName", a.ended_ms AS "endTime",
              a.end_reason AS "endReason", a.ended_by AS "endedBy", a.sees_recovery AS "seesRecovery"
         FROM alerts a LEFT JOIN held ON held.key = a.id
         LEFT JOIN resource cause ON cause.id = held.cause_id AND ${seesResource(viewer, 'cause.id', bind)}`,
      params,
    );
    return new Map(rows.map(({ id, ...status }) => [id, status]));
  }

  /** Definitions of alerts, deleted ones included. */
  async listDefinitions(ids: readonly number[]): Promise<Map<number, AlertDefinitionRow>> {
    const rows = await this.db.query<AlertDefinitionRow>(
      `SELECT ${DEFINITION_COLUMNS} FROM alert_definition d WHERE d.id = ANY ($1::integer[])`,
      [ids],
    );
    return new Map(rows.map((row) => [row.id, row]));
  }

  async listResources(ids: readonly number[]): Promise<Map<number, ResourceRow>> {
    const rows = await this.db.query<ResourceRow>(
      `SELECT ${RESOURCE_COLUMNS} FROM ${RESOURCE_TABLES} WHERE r.id = ANY ($1::integer[])`,
      [ids],
    );
    return new Map(rows.map((row) => [row.id, row]));
  }

  listConditionLogs(alertId: number): Promise<ConditionLog[]> {
    return this.db.query<ConditionLog>(
      `SELECT l.condition_id, l.category, l.name, l.comparator, l.threshold, l.option, l.value, l.data_ms,
              ${measureOfLog('l', 'a.rules')} AS measure
         FROM alert_condition_log l JOIN alert a ON a.id = l.alert_id WHERE l.alert_id = $1 ORDER BY l.id`,
      [alertId],
    );
  }

  /** Attempted notifications. */
  listNotificationLogs(alertId: number): Promise<{ sender_name: string; state: string; message: string }[]> {
    return this.db.query(
      `SELECT l.sender_name, l.state, l.message
         FROM alert_notification_log l WHERE l.alert_id = $1 AND l.state IS NOT NULL ORDER BY l.id`,
      [alertId],
    );
  }

  /** Acknowledges some matching alerts, oldest first; existing acknowledgements stay. */
  async acknowledgeAll(
    tx: Transaction,
    viewer: Viewer,
    filter: AlertFilter,
    { login, comment, nowMs }: { login: string; comment: string | undefined; nowMs: number },
    limit: number,
  ): Promise<AcknowledgedAlerts> {
    const { params, bind } = parameters(login, nowMs, comment ?? null);
    const matching = filtered(viewer, { ...filter, acknowledged: false }, bind);
    // Locked in order of ids, so that concurrent requests wait for each other.
    const [row] = await tx.query<AcknowledgedAlerts>(
      `WITH wanted AS MATERIALIZED (
         SELECT a.id FROM ${matching} ORDER BY a.id LIMIT ${bind(limit)} FOR NO KEY UPDATE OF a),
       done AS (
         UPDATE alert SET ack_by = $1, ack_ms = $2, ack_comment = $3
           FROM wanted WHERE alert.id = wanted.id AND alert.ack_by IS NULL
         RETURNING alert.id, alert.alert_definition_id)
       SELECT count(*)::integer AS count, coalesce(array_agg(done.id ORDER BY done.id), '{}') AS ids, (array_agg(DISTINCT d.name))[1:2] AS names
         FROM done JOIN alert_definition d ON d.id = done.alert_definition_id`,
      params,
    );
    return row!;
  }

  async remove(id: number): Promise<void> {
    await this.db.repository(AlertEntity).delete({ id });
  }

  /** Deletes some alerts older than the time, with their logs; returns the number. */
  async purge(beforeMs: number, limit: number): Promise<number> {
    const rows = await this.db.query(
      `DELETE FROM alert WHERE id = ANY (ARRAY (
         SELECT a.id FROM alert a WHERE a.fired_ms < $1 ORDER BY a.fired_ms LIMIT $2)) RETURNING id`,
      [beforeMs, limit],
    );
    return rows.length;
  }

  /** Deletes ended incidents without alerts; returns the number. */
  async purgeIncidents(limit: number): Promise<number> {
    const ids = await this.db.ids(
      `DELETE FROM incident WHERE id IN (
         SELECT i.id FROM incident i
          WHERE i.ended_ms IS NOT NULL AND NOT EXISTS (SELECT 1 FROM alert_hold h WHERE h.incident_id = i.id) LIMIT $1)
       RETURNING id`,
      [limit],
    );
    return ids.length;
  }

  /** Deletes removed definitions without alerts. */
  async purgeDefinitions(): Promise<void> {
    await this.db.query(
      `DELETE FROM alert_definition d
        WHERE d.is_deleted AND NOT EXISTS (SELECT 1 FROM alert a WHERE a.alert_definition_id = d.id)`,
    );
  }

  /** Rules and occurrences when the alert fired, who acknowledged it, and its end. */
  async findCause(alertId: number): Promise<{
    rules: FiredRules;
    occurrences: number[];
    /** Display name of the person; null if not acknowledged. */
    acknowledgedBy: string | null;
    end: FactsOfEnd | undefined;
  }> {
    const [cause] = await this.db.query<{
      rules: FiredRules;
      occurrences: (number | string)[];
      acknowledgedBy: string | null;
      end: FactsOfEnd | null;
    }>(
      `SELECT a.rules, a.occurrences, ${personText('a.ack_by')} AS "acknowledgedBy",
              (SELECT json_build_object('atMs', h.ended_ms, 'reason', ${END_REASON}, 'by', ${personText('h.ended_by')})
                 FROM alert_hold h JOIN alert_definition d ON d.id = a.alert_definition_id JOIN resource r ON r.id = a.resource_id
                WHERE h.alert_id = a.id AND h.ended_ms IS NOT NULL) AS end
         FROM alert a WHERE a.id = $1`,
      [alertId],
    );
    return { ...cause!, occurrences: cause!.occurrences.map(Number), end: cause!.end ?? undefined };
  }

  /** Key of the built-in definition, or of the template of a definition; undefined for others. */
  findBuiltInKey(definitionId: number): Promise<string | undefined> {
    return this.db.value<string>(
      `SELECT b.key FROM alert_definition d JOIN built_in_definition b ON b.definition_id = coalesce(d.parent_id, d.id)
        WHERE d.id = $1`,
      [definitionId],
    );
  }

  /**
   * A row for each attempt, and one for a notification without attempts; a carried notification has those of its
   * carrier.
   */
  listAttempts(alertId: number): Promise<NotificationRow[]> {
    return this.db.query<NotificationRow>(
      `SELECT l.id, l.sender_name, l.kind, l.step, l.carrier_id IS NOT NULL AS is_carried, c.is_settled, c.outcomes, c.due_ms,
              t.made_ms, t.state, t.message
         FROM alert_notification_log l
         JOIN alert_notification_log c ON c.id = coalesce(l.carrier_id, l.id)
         LEFT JOIN alert_notification_attempt t ON t.log_id = c.id
        WHERE l.alert_id = $1 ORDER BY l.id, t.id`,
      [alertId],
    );
  }
}

const SORT_KEYS: Record<Exclude<AlertSort['field'], 'alertTime'>, readonly string[]> = {
  name: ['d.name', 'd.id'],
  resourceName: ['r.name', 'r.id'],
  priority: [PRIORITY_RANK],
};

/** Equal entries are sorted newest first. */
function toOrder({ field, descends }: AlertSort): string {
  if (field === 'alertTime') return descends ? 'a.fired_ms DESC, a.id DESC' : 'a.fired_ms, a.id';
  const keys = SORT_KEYS[field].map((key) => (descends ? `${key} DESC` : key));
  return [...keys, 'a.fired_ms DESC', 'a.id DESC'].join(', ');
}

function filtered(viewer: Viewer, filter: AlertFilter, bind: Bind): string {
  const { prio = 'ALL', since, untilMs, resourceId, descendants = false, definitionId } = filter;
  const { q, chosen, groupId, incidentId } = filter;
  const pattern = q === undefined ? undefined : bind(substringPattern(q));
  const conditions = [
    seesResource(viewer, 'a.resource_id', bind),
    ...(prio === 'ALL' ? [] : [`${PRIORITY_RANK} = ${1 + PRIORITIES.indexOf(prio)}`]),
    ...(since === undefined ? [] : [`a.fired_ms > ${bind(since)}`]),
    ...(untilMs === undefined ? [] : [`a.fired_ms <= ${bind(untilMs)}`]),
    ...inState(filter, bind),
    ...(resourceId === undefined ? [] : [isOnResource(bind(resourceId), descendants)]),
    ...(definitionId === undefined ? [] : [isOfDefinition(bind(definitionId))]),
    ...(groupId === undefined ? [] : [isGroupMember(viewer, groupId, 'a.resource_id', bind)]),
    ...(incidentId === undefined
      ? []
      : [`a.id IN (SELECT h.alert_id FROM alert_hold h WHERE h.incident_id = ${bind(incidentId)})`]),
    ...(pattern === undefined ? [] : [`(named.id IS NOT NULL OR lower(d.name) LIKE lower(${pattern}))`]),
    ...(chosen === undefined ? [] : [isChosen(chosen, bind)]),
  ];
  const named = pattern === undefined ? '' : joinNamed(pattern, 'a.resource_id');
  return `${TABLES} ${named} WHERE ${conditions.join(' AND ')}`;
}

function inState({ acknowledged, isPresent, state, holds }: AlertFilter, bind: Bind): string[] {
  const present = `SELECT a.id, a.resource_id, a.alert_definition_id, a.ack_by FROM ${ALERTS_WITH_HOLDS} WHERE ${IS_PRESENT}`;
  const isIn = state === 'RECOVERED' ? 'NOT IN' : 'IN';
  return [
    ...(acknowledged === undefined ? [] : [`a.ack_by IS ${acknowledged ? 'NOT NULL' : 'NULL'}`]),
    ...(isPresent || state === 'RECOVERED' ? [`a.id ${isIn} (SELECT p.id FROM (${present}) p)`] : []),
    ...(state === undefined || state === 'RECOVERED'
      ? []
      : [
          `a.id IN (
             WITH RECURSIVE alerts AS MATERIALIZED (${present}),
               wanted AS (SELECT p.id AS key, p.resource_id, p.alert_definition_id AS definition_id FROM alerts p),
               ${heldAtPresent(holds!, bind)}
             SELECT p.id FROM alerts p LEFT JOIN held ON held.key = p.id
              WHERE ${alertState({ isOver: 'false', isAcknowledged: 'p.ack_by IS NOT NULL', held: 'held' })} = ${bind(state)})`,
        ]),
  ];
}

/** SQL condition for alerts of a definition, or of its children if it is a template. */
function isOfDefinition(id: string): string {
  return `a.alert_definition_id = ANY (ARRAY(
    SELECT ${id}::integer
     UNION ALL
    SELECT child.id FROM alert_definition child WHERE child.parent_id = ${id} AND NOT child.is_deleted))`;
}

/** Problems are identified by the template of their definition, if there is one. */
function isChosen({ alerts, problems }: ChosenAlerts, bind: Bind): string {
  return `(a.id = ANY (${bind(alerts)}::integer[]) OR (coalesce(d.parent_id, d.id), a.resource_id) IN (
    SELECT * FROM unnest(${bind(problems.map(({ definitionId }) => definitionId))}::integer[],
                         ${bind(problems.map(({ resourceId }) => resourceId))}::integer[])))`;
}

function isOnResource(id: string, withDescendants: boolean): string {
  return withDescendants ? `a.resource_id = ANY (${idsOfSubtree(id)})` : `a.resource_id = ${id}`;
}
