import { Injectable, type OnModuleInit } from '@nestjs/common';
import {
  beforeAttempt,
  configProblem,
  describeCondition,
  describeValue,
  findSender,
  isNumeric,
  isOpen,
  mergeOutcomes,
  getDeliveryState,
  type StoredConfig,
  type TargetOutcome,
  toAttempt,
} from '@wardstone/alerting';
import { ServiceMetrics } from '@wardstone/bootstrap';
import { Clock } from '@wardstone/clock';
import { Database, type Queryable, type Transaction } from '@wardstone/database';
import { JobTasks, addJob } from '@wardstone/jobs';
import { Counter } from 'prom-client';
import { Addresses, consolePlaces } from '../../api/addresses';
import { Escalations } from '../../alert-engine/escalations';
import { LatestValues } from '../../alert-engine/latest-values';
import { NoticeDecisions } from '../../alert-engine/notice-decisions';
import { ActionLinks } from '../action-links/action-links';
import { PROBLEM_STATES, type ProblemState } from '../../alert-state/incident-problems.sql';
import { PresentHoldsService } from '../../alert-state/present-holds.service';
import { DeliveryQueries, type DueDelivery, type LoggedCondition, type ReportedAlert } from './delivery.queries';
import { IncidentSummaryQueries, type StoredSummary } from './incident-summary.queries';
import { type Notice, type NoticeCondition, type NoticeValues, toErrorLine, type SettledTargets } from './notice';
import { refuseAll } from './recipient-senders';
import { SenderDirectory } from './sender-directory';
import { DELIVER } from '../../alert-engine/tasks';

/**
 * Delivers notifications. One enqueued in the transaction of an alert is attempted until it is settled, on another
 * process if its own dies. The end of an attempt is recorded in one transaction, together with the next attempt; an
 * interrupted one is repeated. So delivery is at least once, and the log exactly once.
 */
@Injectable()
export class Delivery implements OnModuleInit {
  private readonly attempts: Counter<'sender' | 'state'>;

  constructor(
    private readonly queries: DeliveryQueries,
    private readonly summaries: IncidentSummaryQueries,
    private readonly holds: PresentHoldsService,
    private readonly decisions: NoticeDecisions,
    private readonly escalations: Escalations,
    private readonly senders: SenderDirectory,
    private readonly addresses: Addresses,
    private readonly links: ActionLinks,
    private readonly latest: LatestValues,
    private readonly tasks: JobTasks,
    private readonly db: Database,
    private readonly clock: Clock,
    { registry }: ServiceMetrics,
  ) {
    this.attempts = new Counter({
      name: 'notification_attempts_total',
      help: 'Attempts to send alert notifications, by sender and state; failed attempts are retried',
      labelNames: ['sender', 'state'],
      registers: [registry],
    });
  }

  onModuleInit(): void {
    this.tasks.handle(DELIVER, ({ logId }) => this.deliver(logId));
  }

  /** Makes one attempt; none if the notification is settled or held meanwhile, or its alert was deleted. */
  async deliver(logId: number): Promise<void> {
    const nowMs = this.clock.now();
    if (!(await this.db.transaction((tx) => this.decisions.take(tx, logId, nowMs)))) return;
    const due = await this.queries.findDue(logId);
    if (!due) return;
    const latest = due.incident?.hasEnded ? await this.readLatest(due) : new Map<number, string>();
    const notice = this.toNotice(due, latest, await this.readSummary(due));
    const before = beforeAttempt(due.outcomes);
    const sent = await this.send(
      due.sender_name,
      notice,
      due.config,
      toSettled(due.is_answered ? before : due.outcomes),
    );
    if (sent) return this.note(due, mergeOutcomes(before, sent));
    await this.db.transaction(async (tx) => {
      const current = await this.queries.lock(tx, logId);
      if (!current) return;
      const stored = await this.store(tx, due.sender_name, notice, due.config);
      await this.record(tx, { ...due, ...current }, mergeOutcomes(current.outcomes, stored));
    });
  }

  /** Values that met the conditions of these alerts, by alert. */
  async findValues(alertIds: readonly number[]): Promise<ReadonlyMap<number, NoticeValues>> {
    if (alertIds.length === 0) return new Map();
    const found = await this.queries.listValues(alertIds);
    return new Map(
      found.map(({ alertId, conditions, heartbeat }) => [
        alertId,
        { conditions: conditions.map((condition) => getNoticeCondition(condition)), heartbeat },
      ]),
    );
  }

  /** Location of a resource for notifications. */
  findPlace(resourceId: number): Promise<Pick<DueDelivery, 'lineage' | 'series'>> {
    return this.queries.findPlace(resourceId);
  }

  /**
   * Makes one attempt outside of any alert.
   * @param settled recipients that need nothing more
   */
  async tryOut(
    senderName: string,
    notice: Notice,
    config: StoredConfig,
    settled: SettledTargets = new Map(),
  ): Promise<readonly TargetOutcome[]> {
    const sent = await this.send(senderName, notice, config, settled);
    return sent ?? this.db.transaction((tx) => this.store(tx, senderName, notice, config));
  }

  /** Undefined if the sender works in the database. */
  private async send(
    name: string,
    notice: Notice,
    config: StoredConfig,
    settled: SettledTargets,
  ): Promise<readonly TargetOutcome[] | undefined> {
    // Stored before it was validated, or before the rules became stricter.
    const problem = configProblem(findSender(name)?.properties ?? [], config, { judgesEntries: false });
    if (problem) return refuseAll(problem.text);
    if (this.senders.findStoring(name)) return undefined;
    const sender = this.senders.find(name);
    if (!sender) return refuseAll(`sender ${name} no longer exists`);
    try {
      return await sender.send(notice, config, settled);
    } catch (error) {
      return [{ target: name, outcome: 'failed', text: toErrorLine(error) }];
    }
  }

  private store(
    tx: Transaction,
    name: string,
    notice: Notice,
    config: StoredConfig,
  ): Promise<readonly TargetOutcome[]> {
    return this.senders.findStoring(name)!.store(tx, notice, config);
  }

  /** Records an attempt; with one statement if no other follows. */
  private async note(due: DueDelivery, outcomes: readonly TargetOutcome[]): Promise<void> {
    const isLast = !outcomes.some(isOpen);
    const { incident } = due;
    if (isLast && incident?.kind === 'ALERT' && getDeliveryState(outcomes) === 'FAILURE') {
      await this.db.transaction((tx) =>
        this.escalations.noteUnreached(tx, incident.id, () => this.record(tx, due, outcomes)),
      );
    } else if (isLast) await this.record(this.db, due, outcomes);
    else await this.db.transaction((tx) => this.record(tx, due, outcomes));
  }

  private async record(from: Queryable, due: DueDelivery, outcomes: readonly TargetOutcome[]): Promise<void> {
    const { id, attempts, sender_name: sender, since_ms: sinceMs } = due;
    const { made, nextMs } = toAttempt(outcomes, { attempts, sinceMs }, this.clock.now());
    if (!(await this.queries.record(from, id, attempts, made))) return;
    this.attempts.inc({ sender, state: made.state });
    if (nextMs === undefined) return;
    await addJob(from, DELIVER, { logId: id }, { runAt: new Date(nextMs) });
  }

  /** Newest values for conditions, by metric. */
  private async readLatest({ resource_id: resourceId, conditions }: DueDelivery): Promise<Map<number, string>> {
    const ids = conditions.flatMap(({ metric_definition_id: id }) => id || []);
    if (ids.length === 0) return new Map();
    const wanted = ids.map((metricDefinitionId) => ({ resourceId, metricDefinitionId }));
    const found = await this.latest.read(wanted, this.clock.now());
    return new Map(
      found.flatMap(({ metricDefinitionId, value }) =>
        value === undefined ? [] : [[metricDefinitionId, String(value)] as const],
      ),
    );
  }

  /** Reads the problems of the incident; skipped if it has only the alert itself. */
  private async readSummary({ id, incident }: DueDelivery): Promise<StoredSummary | undefined> {
    if (!incident || !(incident.isOfSeveral || incident.kind === 'HELD')) return undefined;
    const holds = await this.holds.readOfIncident(incident.id);
    return this.summaries.summarize({ logId: id, incidentId: incident.id, kind: incident.kind }, holds);
  }

  private toNotice(due: DueDelivery, latest: ReadonlyMap<number, string>, stored: StoredSummary | undefined): Notice {
    const { alert_id: alertId, fired_ms: firedMs, description, priority, resource_id: resourceId } = due;
    const { lineage, series, conditions, heartbeat, occurrences, incident } = due;
    const summary = stored && {
      ...stored,
      listed: stored.listed.map((problem) => ({
        ...problem,
        conditions: problem.conditions.map((c) => getNoticeCondition(c)),
      })),
    };
    return {
      id: `alert-notification-${due.id}`,
      alertId,
      firedMs,
      notifiedMs: due.told_ms ?? this.clock.now(),
      sinceMs: Math.min(firedMs, ...conditions.map(({ data_ms: atMs }) => atMs), ...occurrences.map(Number)),
      state: stateOfAlert(due, stored),
      acknowledgedBy: due.ack_by ?? undefined,
      url: this.addresses.inConsole(consolePlaces.alert(resourceId, alertId)),
      incidentUrl: incident ? this.addresses.inConsole(consolePlaces.incident(incident.id)) : undefined,
      definition: { id: due.definition_id, name: due.definition_name, priority },
      resource: { id: resourceId, name: lineage.at(-1) ?? '', lineage },
      series: series ?? undefined,
      description,
      conditions: conditions.map((condition) => getNoticeCondition(condition, latest)),
      heartbeat,
      isTest: false,
      incident: incident ?? undefined,
      summary,
      makeLinks: isOpenAlert(due) ? (recipient) => this.links.make(alertId, recipient) : undefined,
    };
  }
}

function getNoticeCondition(
  { value, data_ms: atMs, metric_definition_id: metricId, reported, summary, ...condition }: LoggedCondition,
  latest: ReadonlyMap<number, string> = new Map(),
): NoticeCondition {
  const newest = latest.get(metricId ?? 0);
  return {
    text: reported
      ? `${reported.by} reports ${reported.severity.toLowerCase()}`
      : summary || describeCondition(condition, value),
    value,
    valueText: reported ? reportedText(reported) : describeValue(condition, value),
    isNumber: isNumeric(condition),
    atMs,
    latest: newest === undefined ? undefined : { value: newest, valueText: describeValue(condition, newest) },
  };
}

function reportedText({ title, value, link }: ReportedAlert): string {
  return [value ?? title, ...(link === null ? [] : [link])].join(', ');
}

/**
 * The state of the problem, which a later alert may have changed; an alert that reports a recovery has no state of its
 * own.
 */
function stateOfAlert(
  { is_recovery: isRecovery, state }: DueDelivery,
  summary: StoredSummary | undefined,
): ProblemState {
  if (isRecovery) return 'FIRING';
  const [only, ...others] = PROBLEM_STATES.filter((each) => summary?.counts[each]);
  return only && others.length === 0 && summary?.counts.ALL?.alerts === 1 ? only : state;
}

/** Whether there is an alert to acknowledge. */
function isOpenAlert({ is_over: isOver, incident }: DueDelivery): boolean {
  return !isOver && (incident === null || (incident.kind === 'ALERT' && !incident.hasEnded));
}

function toSettled(outcomes: readonly TargetOutcome[]): SettledTargets {
  const settled = outcomes.filter((outcome) => !isOpen(outcome));
  return new Map(settled.map(({ target, outcome }) => [target, outcome]));
}
