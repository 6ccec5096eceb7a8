import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '@wardstone/clock';
import { Database, type Transaction } from '@wardstone/database';
import { addJob, addJobs, defineTask, type JobRun, JobTasks } from '@wardstone/jobs';
import { RAW_RETENTION_MS } from '../../metrics/domain/time-window';
import { MetricReader } from '../../metrics/storage/metric-reader';
import { planNotices } from '../domain/notice-plan';
import { type Present, stillHolds } from '../domain/still-holds';
import { DELIVER, type StoredAlerts } from './engine.queries';
import { grouped } from './grouped';
import { MetricFactQueries } from './metric-fact.queries';
import { type HeldRow, NoticeQueries, type StoredHold } from './notice.queries';

/** What is held back is decided again. Asked for each minute, and where a silence has changed. */
const RELEASE = defineTask<object>('alert.release');
/** Decided in one transaction. */
const RELEASED_AT_ONCE = 500;

/** Carries out what `planNotices` decides: when the transaction of an alert is rolled back, no notification was sent. */
@Injectable()
export class AlertNotices implements OnModuleInit {
  constructor(
    private readonly queries: NoticeQueries,
    private readonly metrics: MetricFactQueries,
    private readonly reader: MetricReader,
    private readonly tasks: JobTasks,
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.tasks.every({ name: RELEASE.name, schedule: '* * * * *' }, (run) => this.release(run));
  }

  /** Of alerts that have just fired. */
  async announce(tx: Transaction, { ids, notices }: StoredAlerts, nowMs: number): Promise<void> {
    if (ids.length === 0) return;
    const covering = await this.queries.listCovering(tx, ids, nowMs);
    const noticesOf = grouped(notices, ({ alertId }) => alertId);
    const holds: StoredHold[] = [];
    const told: { logId: number }[] = [];
    for (const alertId of ids) {
      const open = (noticesOf.get(alertId) ?? []).map(({ logId }) => ({ logId, failures: 0, failedMs: undefined }));
      const silences = covering.get(alertId) ?? [];
      const plan = planNotices({ sinceMs: nowMs, nowMs, silences, isOver: false }, open);
      if (plan.hold) holds.push({ alertId, ...plan.hold });
      told.push(...plan.told.map(({ notice: { logId } }) => ({ logId })));
    }
    await this.queries.hold(tx, holds);
    await addJobs(tx, DELIVER, told);
  }

  /** Has decided soon what these silences hold back: they have changed. */
  async decideSoon(tx: Transaction, silenceId: number): Promise<void> {
    await this.queries.expire(tx, silenceId);
    await addJob(tx, RELEASE, {}, { lossyKey: RELEASE.name });
  }

  /** Tells what still holds and is held back no more, once. See rule alerts-33. */
  async release({ signal }: Pick<JobRun, 'signal'>): Promise<void> {
    let decided = RELEASED_AT_ONCE;
    while (decided === RELEASED_AT_ONCE && !signal.aborted) {
      decided = await this.db.transaction((tx) => this.releaseSome(tx));
    }
  }

  private async releaseSome(tx: Transaction): Promise<number> {
    const nowMs = this.clock.now();
    const rows = await this.queries.lockHeld(tx, nowMs, RELEASED_AT_ONCE);
    if (rows.length === 0) return 0;
    const ids = rows.map(({ alertId }) => alertId);
    const covering = await this.queries.listCovering(tx, ids, nowMs);
    const presentOf = await this.readPresent(tx, rows, nowMs);
    const holds: StoredHold[] = [];
    const [toldIds, droppedIds]: [number[], number[]] = [[], []];
    const told: { logId: number }[] = [];
    for (const row of rows) {
      const { alertId } = row;
      const isOver = !stillHolds(heldAlertOf(row), presentOf(row));
      const open = row.notices.map(({ failedMs, ...notice }) => ({ ...notice, failedMs: failedMs ?? undefined }));
      const plan = planNotices({ sinceMs: nowMs, nowMs, silences: covering.get(alertId) ?? [], isOver }, open);
      if (plan.hold) holds.push({ alertId, ...plan.hold });
      else (isOver ? droppedIds : toldIds).push(alertId);
      told.push(...plan.told.map(({ notice: { logId } }) => ({ logId })));
    }
    await this.queries.hold(tx, holds);
    await this.queries.endHolds(tx, { toldIds, droppedIds }, nowMs);
    await addJobs(tx, DELIVER, told);
    return rows.length;
  }

  /** The resources of held alerts, as far as their conditions look at them. */
  private async readPresent(
    tx: Transaction,
    rows: readonly HeldRow[],
    nowMs: number,
  ): Promise<(row: HeldRow) => Present> {
    const wanted = rows.flatMap(({ resourceId, rules }) =>
      rules.conditions
        .filter(({ measurementDefinition: id }) => id !== 0)
        .map(({ measurementDefinition: metricDefinitionId }) => ({ resourceId, metricDefinitionId })),
    );
    const found = wanted.length === 0 ? [] : await this.queries.listMetrics(tx, wanted);
    const scheduleIds = found.filter(({ trait }) => trait === null).map(({ scheduleId }) => scheduleId);
    const window = { start: nowMs - RAW_RETENTION_MS, end: nowMs + 1 };
    const latest = await this.reader.readLatest(scheduleIds, window);
    const baselines = await this.metrics.listBaselines(tx, scheduleIds);
    const metricsOf = grouped(found, ({ resourceId }) => resourceId);
    return ({ resourceId, availability }) => {
      const own = metricsOf.get(resourceId) ?? [];
      return {
        availability,
        values: new Map(
          own.flatMap(({ metricDefinitionId, scheduleId, trait }) => {
            const value = trait ?? latest.get(scheduleId)?.value;
            return value === undefined ? [] : [[metricDefinitionId, value]];
          }),
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

function heldAlertOf({ rules, matchedIds, endsToldProblem, ...row }: HeldRow): Parameters<typeof stillHolds>[0] {
  const conditions = rules.conditions.filter(({ id }) => matchedIds.includes(id));
  return { ...row, mode: rules.mode, conditions, endsToldProblem: endsToldProblem ?? undefined };
}
