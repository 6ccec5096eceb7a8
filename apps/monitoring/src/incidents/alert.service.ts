import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import {
  describeCondition,
  describeValue,
  type FactsOfHold,
  type FactsOfStep,
  type HoldReason,
  makeTimeline,
  summarise,
} from '@wardstone/alerting';
import { type CallerIdentity, permits } from '@wardstone/auth';
import { type AuditedObject, changeFacts, type AuditNote } from '@wardstone/bootstrap';
import { Clock } from '@wardstone/clock';
import { Database } from '@wardstone/database';
import { invalidContent } from '../api/invalid-parameter';
import { deleteInBatches, type JobRun, JobTasks } from '@wardstone/jobs';
import { MonitoringConfig } from '../monitoring.config';
import {
  type Acknowledgement,
  type AcknowledgementResult,
  type AlertCountQuery,
  type AlertDefinitionRest,
  type AlertExplanation,
  type AlertFilterQuery,
  type AlertListQuery,
  type AlertQuery,
  type AlertRest,
  type IntegerValue,
  SlimAlert,
} from '@wardstone/dto/monitoring';
import { ApiError, MonitoringError } from '@wardstone/errors';
import { HandlerResponse, toListKind, type ListPage, one, type Sent, type SentBody } from '@wardstone/media-types';
import { DAY_MS } from '@wardstone/metric-points';
import type { Viewer } from '../authorization/viewer';
import { AlertDefinitionRecords } from '../alert-definitions/alert-definition-records';
import { adviceFor } from '../alert-definitions/built-in/built-in-definitions';
import { addresseesAt, Recipients, toAddressee } from '../notifications/delivery/recipients';
import { Escalations } from '../alert-engine/escalations';
import { PresentHoldsService } from '../alert-state/present-holds.service';
import { AlertRecords } from './alert-records';
import {
  type AcknowledgedAlerts,
  type AlertFilter,
  AlertQueries,
  type AlertRow,
  type ChosenAlerts,
  type ConditionLog,
} from './alert.queries';
import { SLIM_ALERT_PAGE } from './alert.page';
import { noticeFacts, toNotificationRecord } from './notification-records';
import { AlertNotices } from '../alert-engine/alert-notices';

/** Maximum number of alerts acknowledged by one request. */
const MAX_PER_REQUEST = 10_000;
/** Few enough for a short transaction. */
const PURGED_AT_ONCE = 5_000;
const MAX_INT = 2 ** 31 - 1;

/** See rule alerts-15. */
@Injectable()
export class AlertService implements OnModuleInit {
  constructor(
    private readonly queries: AlertQueries,
    private readonly records: AlertRecords,
    private readonly definitions: AlertDefinitionRecords,
    private readonly notices: AlertNotices,
    private readonly escalations: Escalations,
    private readonly recipients: Recipients,
    private readonly holds: PresentHoldsService,
    private readonly db: Database,
    private readonly tasks: JobTasks,
    private readonly clock: Clock,
    @Inject(MonitoringConfig) private readonly config: Readonly<MonitoringConfig>,
  ) {}

  onModuleInit(): void {
    this.tasks.every({ name: 'alert.purge', schedule: '40 * * * *' }, (run) => this.purge(run));
  }

  /** Deletes old alerts, and removed definitions without alerts. See rule alerts-30. */
  async purge({ signal }: Pick<JobRun, 'signal'>): Promise<void> {
    const retentionDays = this.config.ALERT_RETENTION_DAYS;
    const beforeMs = retentionDays === 0 ? 0 : this.clock.now() - retentionDays * DAY_MS;
    await deleteInBatches(signal, PURGED_AT_ONCE, (most) => this.queries.purge(beforeMs, most));
    await deleteInBatches(signal, PURGED_AT_ONCE, (most) => this.queries.purgeIncidents(most));
    if (!signal.aborted) await this.queries.purgeDefinitions();
  }

  async list(
    query: AlertListQuery,
    viewer: Viewer,
  ): Promise<ListPage<AlertRest> | HandlerResponse<ListPage<SlimAlert>>> {
    const { window, slim } = query;
    const { rows, total } = await this.queries.list(viewer, { ...query, ...(await this.holdsFor(query)) });
    if (slim) {
      const items = await this.records.slim(rows, viewer);
      return new HandlerResponse({ items, total, window }, { kind: toListKind(SlimAlert, SLIM_ALERT_PAGE) });
    }
    return { items: await this.records.full(rows, viewer), total, window };
  }

  async count(query: AlertCountQuery, viewer: Viewer): Promise<IntegerValue> {
    return { value: await this.queries.count(viewer, query) };
  }

  /** @throws alert_not_found */
  async read(id: number, { slim }: AlertQuery, viewer: Viewer): Promise<AlertRest | HandlerResponse<SlimAlert>> {
    const row = await this.require(id, viewer);
    if (slim) {
      const [shown] = await this.records.slim([row], viewer);
      return new HandlerResponse(shown!, { kind: one(SlimAlert, SLIM_ALERT_PAGE) });
    }
    const [alert] = await this.records.full([row], viewer);
    return alert!;
  }

  /** @throws alert_not_found */
  async listConditions(id: number, viewer: Viewer): Promise<string[]> {
    await this.require(id, viewer);
    const logs = await this.queries.listConditionLogs(id);
    return logs.map(describeLog);
  }

  /** @throws alert_not_found */
  async listNotifications(id: number, viewer: Viewer): Promise<string[]> {
    await this.require(id, viewer);
    const logs = await this.queries.listNotificationLogs(id);
    return logs.map(({ sender_name, state, message }) => `${sender_name}: ${state}: ${message}`);
  }

  /** The present definition; for a deleted one, its last state. @throws alert_not_found */
  async readDefinition(id: number, viewer: Viewer): Promise<AlertDefinitionRest> {
    const { alert_definition_id: definitionId } = await this.require(id, viewer);
    const definitions = await this.queries.listDefinitions([definitionId]);
    return this.definitions.basics(definitions.get(definitionId)!);
  }

  /**
   * Explains why it fired and what followed, from the records. See rule alerts-48.
   * @throws alert_not_found
   */
  async explain(alertId: number, viewer: Viewer): Promise<AlertExplanation> {
    const alert = await this.require(alertId, viewer);
    const { id, alert_definition_id: definitionId, fired_ms: firedTime, external } = alert;
    const { rules, occurrences, acknowledgedBy, end } = await this.queries.findCause(id);
    const matches = new Map((await this.queries.listConditionLogs(id)).map((match) => [match.condition_id, match]));
    const { mode, dampening } = rules;
    const summary = summarise(rules, matches.size, rules.conditions.length, occurrences.length);
    const conditions = rules.conditions.map((condition) => {
      const match = matches.get(condition.id);
      return {
        id: condition.id,
        category: condition.category,
        description: external ? describeReport(alert) : describeCondition(condition, match?.value),
        matched: match !== undefined,
        value: match?.value ?? null,
        valueText: match
          ? external
            ? (external.value ?? external.title)
            : describeValue(condition, match.value)
          : null,
        dataTime: match?.data_ms ?? null,
      };
    });
    const rows = [...Map.groupBy(await this.queries.listAttempts(id), (row) => row.id).values()];
    const mayManage = permits(viewer.permissions, 'MANAGE_ALERTS');
    const viewing = { mayManage, isHeld: alert.hold?.isHeld ?? false, nowMs: this.clock.now() };
    const steps = await this.listSteps(alert, mayManage);
    const builtIn = await this.queries.findBuiltInKey(definitionId);
    return {
      alertId: id,
      definitionId,
      firedTime,
      summary,
      advice: (builtIn === undefined ? undefined : adviceFor(builtIn)) ?? null,
      conditionMode: mode,
      conditions,
      dampening,
      occurrences: occurrences.map((time) => ({ time })),
      notifications: rows.map((attempts) => toNotificationRecord(attempts, viewing)),
      steps: steps.map(({ atMs: time, addressees, ...step }) => ({
        ...step,
        time,
        addressees: (addressees ?? []).map(toAddressee),
      })),
      story: makeTimeline({
        name: alert.name,
        summary,
        firedMs: firedTime,
        occurrences,
        matches: conditions.flatMap(({ description, valueText, dataTime: atMs }) =>
          valueText === null || atMs === null ? [] : [{ description, valueText, atMs }],
        ),
        hold: alert.hold ? holdFacts(alert.hold) : undefined,
        acknowledged:
          acknowledgedBy === null ? undefined : { by: acknowledgedBy, atMs: alert.ack_ms, comment: alert.ack_comment },
        end,
        notices: rows.map((attempts) => noticeFacts(attempts, viewing)),
        steps,
      }),
    };
  }

  /** Remaining steps of the escalation policy, if this alert is escalated. */
  private async listSteps(alert: AlertRow, mayManage: boolean): Promise<FactsOfStep[]> {
    const isOver = alert.ack_by !== null || alert.incident_id === null;
    const ahead = isOver ? undefined : await this.escalations.findAhead(alert.incident_id!, alert.id);
    if (!ahead) return [];
    const [definition] = (await this.queries.listDefinitions([alert.alert_definition_id])).values();
    const recipientsOf = await this.recipients.load(ahead.steps.flatMap(({ receivers }) => receivers));
    return ahead.steps.flatMap(({ place, atMs, receivers }) =>
      receivers.map((receiver) => ({
        step: place + 1,
        policyName: ahead.name,
        atMs,
        senderName: receiver.senderName,
        addressees: mayManage ? addresseesAt(recipientsOf(receiver, atMs), definition!.priority, atMs) : undefined,
      })),
    );
  }

  /**
   * Acknowledges an alert for the caller, unless it is already acknowledged.
   * @throws alert_not_found, alert_forbidden
   */
  async acknowledge(id: number, caller: CallerIdentity, note: AuditNote): Promise<SlimAlert> {
    const { name } = await this.require(id, caller);
    authorize(id, caller);
    note(changeFacts({ kind: 'alert', id, name }));
    await this.db.transaction(async (tx) => {
      await this.notices.acknowledge(tx, [id], { by: caller.username, nowMs: this.clock.now() });
      await this.escalations.leave(tx, [id]);
    });
    const [alert] = await this.records.slim([await this.require(id, caller)], caller);
    return alert!;
  }

  /**
   * Acknowledges selected or all matching alerts.
   * @throws invalid_content
   */
  async acknowledgeAll(
    query: AlertFilterQuery,
    body: SentBody<Acknowledgement>,
    caller: CallerIdentity,
    note: AuditNote,
  ): Promise<AcknowledgementResult> {
    const sent = body.read();
    const chosen = toChosen(sent);
    // Ended alerts need no acknowledgement.
    const held = await this.holdsFor(query);
    const filter = { ...query, ...held, untilMs: sent.until, chosen, isPresent: chosen === undefined };
    const acknowledgement = { login: caller.username, comment: sent.comment, nowMs: this.clock.now() };
    const done = await this.db.transaction(async (tx) => {
      const made = await this.queries.acknowledgeAll(tx, caller, filter, acknowledgement, MAX_PER_REQUEST);
      await this.escalations.leave(tx, made.ids);
      return made;
    });
    const { count: acknowledged } = done;
    if (acknowledged > 0) note(changeFacts(toAuditedObject(done), {}, sent.comment ? { comment: sent.comment } : {}));
    if (acknowledged < MAX_PER_REQUEST) return { acknowledged, remaining: 0 };
    return { acknowledged, remaining: await this.queries.count(caller, { ...filter, acknowledged: false }) };
  }

  /** @throws alert_not_found, alert_forbidden */
  async remove(id: number, viewer: Viewer, note: AuditNote): Promise<void> {
    const { name } = await this.require(id, viewer);
    authorize(id, viewer);
    note(changeFacts({ kind: 'alert', id, name }));
    await this.queries.remove(id);
  }

  /** Reads the silences and causes that a filter by state needs. */
  private async holdsFor({ state }: AlertFilterQuery): Promise<Pick<AlertFilter, 'holds'>> {
    return state === undefined || state === 'RECOVERED' ? {} : { holds: await this.holds.read() };
  }

  private async require(id: number, viewer: Viewer): Promise<AlertRow> {
    const row = await this.queries.find(id, viewer);
    if (!row) throw new ApiError(MonitoringError.alert_not_found, `Alert with id ${id} not found`);
    return row;
  }
}

function authorize(id: number, viewer: Viewer): void {
  if (permits(viewer.permissions, 'MANAGE_ALERTS')) return;
  throw new ApiError(
    MonitoringError.alert_forbidden,
    `You do not have permission MANAGE_ALERTS for the alert with id ${id}`,
  );
}

/** The name of a single alert; of several, their number and common name. */
function toAuditedObject({ count, ids, names }: AcknowledgedAlerts): AuditedObject {
  const [name = '', ...others] = names ?? [];
  if (count === 1) return { kind: 'alert', id: ids[0]!, name };
  return { kind: 'alerts', id: count, name: others.length === 0 ? `${name} (${count})` : String(count) };
}

/**
 * Undefined for all.
 * @throws invalid_content
 */
function toChosen({ all = false, alerts = [], problems = [] }: Sent<Acknowledgement>): ChosenAlerts | undefined {
  const isNone = alerts.length === 0 && problems.length === 0;
  if (isNone !== all) {
    throw invalidContent('Give either all, or some alerts or problems');
  }
  const ids = alerts.filter(isId);
  return all
    ? undefined
    : { alerts: ids, problems: problems.filter((each) => isId(each.definitionId) && isId(each.resourceId)) };
}

/** Other numbers count as unknown ids. */
function isId(value: number): boolean {
  return value > 0 && value <= MAX_INT;
}

function holdFacts({ isHeld, untilMs, reason, notifiedMs, ...by }: NonNullable<AlertRow['hold']>): FactsOfHold {
  const texts: Record<HoldReason, string> = {
    SILENCED: `Silenced: ${by.silenceReason ?? `silence ${by.silenceId}, deleted since`}`,
    SUPPRESSED: `Suppressed: ${by.causeName ?? 'a resource it depends on'} is DOWN`,
    FLAPPING: 'The definition flaps on the resource',
    GROUPED: 'Its incident waits',
  };
  return { text: texts[reason], untilMs: isHeld ? untilMs : undefined, notifiedMs: notifiedMs ?? undefined };
}

/** Condition text for an alert of another system, e.g. `Prometheus reports critical`. */
function describeReport({ resource_name: integration, external }: AlertRow): string {
  return `${integration} reports ${external!.severity.toLowerCase()}`;
}

function describeLog({ category, name, comparator, threshold, option, value }: ConditionLog): string {
  const attributes = Object.entries({ category, name, comparator, threshold, option });
  return `${attributes.map(([attribute, set]) => `${attribute}='${set}'`).join(', ')} : ${value}`;
}
