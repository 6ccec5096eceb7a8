import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import {
  getEnding,
  type HeldAlert,
  isNotifiedEnd,
  lookAgainMs,
  planNotices,
  type Present,
  stillHolds,
  UNHELD,
} from '@wardstone/alerting';
import { LOGGER, type Logger } from '@wardstone/bootstrap';
import { Clock } from '@wardstone/clock';
import { Database, DatabaseHealth, type Transaction } from '@wardstone/database';
import { addJob, addJobs, defineTask, type JobRun, JobTasks } from '@wardstone/jobs';
import { MonitoringConfig } from '../monitoring.config';
import { type Acknowledging, AlertEndQueries } from './alert-end.queries';
import { doInHalves } from './do-apart';
import type { StoredAlerts } from './engine.queries';
import { enqueue, ESCALATE, Escalations } from './escalations';
import { IncidentQueries, type PlannedNotice } from './incident.queries';
import { LatestValues } from './latest-values';
import { MetricFactQueries } from './metric-fact.queries';
import { NoticeDecisions, RELEASE } from './notice-decisions';
import { closedAfterMs } from './notice-settings';
import { type DueAlert, NoticeQueries, type OpenAlertRow } from './notice.queries';

/** The resource is no longer a cause, so the alerts that it suppressed are decided again. */
const SUPPRESSED = defineTask<{ causeId: number }>('alert.suppressed');
/** Maximum number of decisions in one transaction. */
const DECIDED_AT_ONCE = 500;

type FindPresent = (row: Pick<OpenAlertRow, 'resourceId' | 'availability'>) => Present;

/** Starts decisions about notifications: when alerts fire, when a hold may have ended, and when alerts have ended. */
@Injectable()
export class AlertNotices implements OnModuleInit {
  constructor(
    private readonly queries: NoticeQueries,
    private readonly ends: AlertEndQueries,
    private readonly incidents: IncidentQueries,
    private readonly decisions: NoticeDecisions,
    private readonly escalations: Escalations,
    private readonly metrics: MetricFactQueries,
    private readonly latest: LatestValues,
    private readonly tasks: JobTasks,
    private readonly db: Database,
    private readonly health: DatabaseHealth,
    private readonly clock: Clock,
    @Inject(MonitoringConfig) private readonly config: Readonly<MonitoringConfig>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.tasks.every({ name: RELEASE.name, schedule: '* * * * *' }, (run) => this.release(run));
    this.tasks.handle(ESCALATE, ({ incidentId }) => this.escalations.escalate(incidentId));
    this.tasks.handle(SUPPRESSED, ({ causeId }, run) => this.releaseSuppressed(causeId, run));
  }

  /** Notifies of alerts that have just fired. */
  async announce(tx: Transaction, { ids, notices }: StoredAlerts, nowMs: number): Promise<void> {
    if (ids.length === 0) return;
    const ended = await this.incidents.endPredecessors(tx, ids, nowMs);
    const givenNotices = Map.groupBy(notices, ({ alertId }) => alertId);
    const fired = ids.map((alertId) => ({
      alertId,
      notices: (givenNotices.get(alertId) ?? []).map(({ logId, channel }) => ({
        logId,
        channel,
        kind: 'ALERT' as const,
        failures: 0,
        failedMs: null,
      })),
      heldBy: undefined,
      isOver: false,
    }));
    await this.decisions.decide(tx, fired, nowMs, ended);
    await this.endIncidents(tx, ended, nowMs);
  }

  /**
   * Ends alerts on behalf of a person or the reporting system. No more notifications are sent for them, except the
   * resolution of an incident if these were its last open alerts. See rule alerts-44.
   * @param how with `REPLACED` another alert takes over the problem, so that no resolution is sent
   */
  async resolve(
    tx: Transaction,
    alertIds: readonly number[],
    nowMs: number,
    how:
      | { reason: 'RESOLVED'; by: string }
      | { reason: 'RECOVERED' | 'REPLACED' | 'DEFINITION_CHANGED'; by?: undefined },
  ): Promise<void> {
    const incidentIds = await this.ends.lockAlerts(tx, alertIds);
    await this.ends.settleAlerts(tx, alertIds);
    await this.ends.end(tx, alertIds, { ...how, isNotified: isNotifiedEnd(how.reason), nowMs });
    await this.escalations.begin(tx, incidentIds, nowMs);
    await this.endIncidents(tx, incidentIds, nowMs);
  }

  /** The conditions of a definition have changed, so its open alerts are checked with them soon. See rule alerts-37. */
  async conditionsChanged(tx: Transaction, definitionId: number): Promise<void> {
    if (await this.ends.scheduleCheck(tx, definitionId)) await addJob(tx, RELEASE, {}, { lossyKey: RELEASE.name });
  }

  /** Acknowledges alerts; the first acknowledgement of each stays. */
  async acknowledge(tx: Transaction, alertIds: readonly number[], how: Acknowledging): Promise<void> {
    await this.ends.acknowledge(tx, alertIds, how);
  }

  /** People have acknowledged these alerts, so others of their incidents decide about escalation steps. */
  async acknowledged(tx: Transaction, alertIds: readonly number[]): Promise<void> {
    await this.escalations.leave(tx, alertIds);
  }

  /** Decides again soon about alerts held by this silence, which has changed. */
  async decideSoon(tx: Transaction, silenceId: number): Promise<void> {
    await this.queries.expire(tx, silenceId);
    await addJob(tx, RELEASE, {}, { lossyKey: RELEASE.name });
  }

  /**
   * These resources are no longer DOWN or no longer have dependents, so the alerts that they suppressed are decided
   * soon.
   */
  async releaseCauses(tx: Transaction, resourceIds: readonly number[]): Promise<void> {
    const causes = await this.queries.listSuppressing(tx, resourceIds);
    await addJobs(
      tx,
      SUPPRESSED,
      causes.map((causeId) => ({ causeId })),
    );
  }

  /**
   * Notifies of alerts that still hold and are no longer held back, and of ends, once each. An alert or incident that
   * fails stays due, and does not hold up the others. See rules alerts-33, alerts-37.
   * @throws when any failed
   */
  async release({ signal }: Pick<JobRun, 'signal'>): Promise<void> {
    const failures: unknown[] = [];
    const note = async (row: object, error: unknown): Promise<void> => {
      // Throws when the database is away: then none of them would be at fault.
      await this.health.ping();
      this.logger.error({ err: error, ...row }, 'an alert or incident could not be decided; retrying in a minute');
      failures.push(error);
    };
    let due: readonly DueAlert[] = [];
    do {
      due = await this.queries.listDue(this.db, this.clock.now(), due.at(-1), DECIDED_AT_ONCE);
      await doInHalves(
        due,
        (some) => this.releaseSome(some),
        ({ alertId }, error) => note({ alertId }, error),
      );
    } while (due.length === DECIDED_AT_ONCE && !signal.aborted);
    let over: readonly number[] = [];
    do {
      over = await this.incidents.listAllOver(this.db, over.at(-1) ?? 0, DECIDED_AT_ONCE);
      await doInHalves(
        over,
        (some) => this.endSome(some),
        (incidentId, error) => note({ incidentId }, error),
      );
    } while (over.length === DECIDED_AT_ONCE && !signal.aborted);
    if (failures.length > 1) throw new AggregateError(failures, `${failures.length} alerts or incidents failed`);
    if (failures.length === 1) throw failures[0];
  }

  /** Like `release`, at once for alerts suppressed by this resource. */
  async releaseSuppressed(causeId: number, run: Pick<JobRun, 'signal'>): Promise<void> {
    await this.db.transaction((tx) => this.queries.expireSuppressed(tx, causeId));
    await this.release(run);
  }

  private async releaseSome(due: readonly DueAlert[]): Promise<void> {
    // Nothing is locked, because reading values may take long.
    const getPresent = await this.readPresent(due, this.clock.now());
    await this.db.transaction((tx) => this.decideDue(tx, due, getPresent));
  }

  private async endSome(incidentIds: readonly number[]): Promise<void> {
    await this.db.transaction(async (tx) => {
      await this.endIncidents(tx, await this.incidents.lockOpen(tx, incidentIds), this.clock.now());
    });
  }

  private async decideDue(tx: Transaction, due: readonly DueAlert[], getPresent: FindPresent): Promise<void> {
    const nowMs = this.clock.now();
    const ids = due.map(({ alertId }) => alertId);
    const rows = await this.queries.lockDue(tx, nowMs, ids);
    if (rows.length === 0) return;
    const times = { nowMs, eventMs: closedAfterMs(this.config) };
    const judged = rows.map((row) => {
      const [alert, present] = [toHeldAlert(row), getPresent(row)];
      const ending = getEnding(alert, present, { ...times, firedMs: row.firedMs });
      // A recovery alert has no duration, but recipients still have to be notified of it.
      const hasEnded = ending !== undefined && alert.endsNotifiedProblem === undefined;
      const isOver = row.isHeld && row.reason !== 'GROUPED' && (hasEnded || !stillHolds(alert, present));
      return { ...row, ending, isOver };
    });
    const held = judged.filter(({ isHeld }) => isHeld);
    const open = judged.filter(({ isHeld }) => !isHeld);
    // An acknowledged alert notifies nobody, but has not ended.
    const ended = judged.filter(({ isHeld, isOver, ending }) => ending && (isOver || !isHeld));
    await this.decisions.decide(
      tx,
      held.map(({ reason, causeId, ...row }) => ({
        ...row,
        heldBy: { reason: reason ?? 'SILENCED', causeId: causeId ?? undefined },
      })),
      nowMs,
    );
    for (const [reason, rows] of Map.groupBy(ended, ({ ending }) => ending!)) {
      const endedIds = rows.map(({ alertId }) => alertId);
      await this.ends.end(tx, endedIds, { reason, isNotified: isNotifiedEnd(reason), nowMs });
    }
    if (ended.length > 0)
      await this.escalations.leave(
        tx,
        ended.map(({ alertId }) => alertId),
      );
    const lasting = open.filter(({ ending }) => !ending);
    await this.queries.lookAgain(
      tx,
      lasting.map(({ alertId, firedMs }) => ({ alertId, untilMs: lookAgainMs(firedMs, nowMs) })),
    );
  }

  /** Notifies everyone who was notified of ended incidents, once. The caller holds their locks. */
  private async endIncidents(tx: Transaction, incidentIds: readonly number[], nowMs: number): Promise<void> {
    if (incidentIds.length === 0) return;
    const over = await this.incidents.listOver(tx, incidentIds);
    if (over.length === 0) return;
    const threads = Map.groupBy(await this.incidents.listThreads(tx, over), ({ incidentId }) => incidentId);
    const ends: (PlannedNotice & { incidentId: number })[] = [];
    for (const { incidentId, channel, logId } of await this.incidents.listOwedEnds(tx, over)) {
      const thread = threads.get(incidentId)?.find((candidate) => candidate.channel === channel);
      const { leaderId = null, notifiedMs = null } = thread ?? {};
      const end = {
        kind: 'END' as const,
        failures: 0,
        failedMs: undefined,
        thread: { leaderId: leaderId ?? undefined, notifiedMs: notifiedMs ?? undefined },
      };
      const { sent, joined } = planNotices({ ...UNHELD, sinceMs: nowMs, nowMs }, [end]);
      for (const { atMs: dueMs } of sent) ends.push({ logId, incidentId, dueMs, carrierId: null });
      for (const { leaderId: carrierId } of joined) ends.push({ logId, incidentId, dueMs: null, carrierId });
    }
    const ids = await this.incidents.add(tx, 'END', ends);
    await this.incidents.end(tx, over, nowMs);
    const due = ends.flatMap(({ dueMs }, index) => (dueMs === null ? [] : [{ logId: ids[index]!, dueMs }]));
    await enqueue(tx, due, nowMs);
  }

  /** Present state of the alerts' resources, for their conditions. */
  private async readPresent(due: readonly DueAlert[], nowMs: number): Promise<FindPresent> {
    const wanted = due.flatMap(({ resourceId, rules, changedConditions }) =>
      [...rules.conditions, ...(changedConditions ?? [])]
        .filter(({ measurementDefinition: id }) => id !== 0)
        .map(({ measurementDefinition: metricDefinitionId }) => ({ resourceId, metricDefinitionId })),
    );
    const found = await this.latest.read(wanted, nowMs);
    const scheduleIds = found.filter(({ trait }) => trait === null).map(({ scheduleId }) => scheduleId);
    const baselines = await this.metrics.listBaselines(this.db, scheduleIds);
    const metricsOf = Map.groupBy(found, ({ resourceId }) => resourceId);
    return ({ resourceId, availability }) => {
      const own = metricsOf.get(resourceId) ?? [];
      return {
        availability,
        values: new Map(
          own.flatMap(({ metricDefinitionId, value }) => (value === undefined ? [] : [[metricDefinitionId, value]])),
        ),
        baselines: new Map(
          own.flatMap(({ metricDefinitionId, scheduleId }) => {
            const baseline = baselines.get(scheduleId);
            return baseline ? [[metricDefinitionId, baseline]] : [];
          }),
        ),
      };
    };
  }
}

function toHeldAlert({ rules, matchedIds, endsNotifiedProblem, ...row }: OpenAlertRow): HeldAlert {
  const conditions = rules.conditions.filter(({ id }) => matchedIds.includes(id));
  return {
    ...row,
    mode: rules.mode,
    conditions,
    endsNotifiedProblem: endsNotifiedProblem ?? undefined,
    changedConditions: row.changedConditions ?? undefined,
    gone: row.gone ?? undefined,
  };
}
