import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Fact, OperationStatus, Timer } from '@wardstone/alerting';
import { Database, retryOnDeadlock, type Transaction } from '@wardstone/database';
import { JobTasks } from '@wardstone/jobs';
import { AvailabilityTimeline } from '../availability/availability-timeline';
import { EventStore, type StoredEvent } from '../events/event-store';
import { TraitReports, type TraitValue } from '../metrics/traits/trait-reports';
import { OperationExecution } from '../operations/operation-execution.service';
import { AlertEngine } from './alert-engine';
import { AlertNotices } from './alert-notices';
import { EngineQueries } from './engine.queries';
import { MetricFactQueries } from './metric-fact.queries';
import { TIMER } from './tasks';

/** Changes that an agent found in the files of a drift definition. */
export interface DriftReport {
  /** Name of the drift definition. */
  definition: string;
  paths: readonly string[];
  /** Whether it is the first change set, which is the baseline. */
  isInitial: boolean;
  timeMs: number;
}

/** Passes data that other features store to the engine, in the transaction that stores it. See rule alerts-21. */
@Injectable()
export class FactSources implements OnModuleInit {
  constructor(
    private readonly engine: AlertEngine,
    private readonly notices: AlertNotices,
    private readonly queries: EngineQueries,
    private readonly availabilities: AvailabilityTimeline,
    private readonly events: EventStore,
    private readonly traits: TraitReports,
    private readonly metrics: MetricFactQueries,
    private readonly operations: OperationExecution,
    private readonly tasks: JobTasks,
    private readonly db: Database,
  ) {}

  onModuleInit(): void {
    this.availabilities.changes.beforeCommit(async (tx, reports) => {
      const facts = reports.map(
        ({ resourceId, type, sinceMs }) =>
          [resourceId, [{ kind: 'availability' as const, type, atMs: sinceMs }]] as const,
      );
      await this.evaluate(tx, new Map(facts));
      const up = reports.filter(({ type }) => type !== 'DOWN').map(({ resourceId }) => resourceId);
      await this.notices.releaseCauses(tx, up);
    });
    this.operations.changes.beforeCommit(async (tx, { resourceId, operationName: name, status, timeMs }) => {
      const fact: Fact = { kind: 'operation', name, status: status.toUpperCase() as OperationStatus, atMs: timeMs };
      await this.evaluate(tx, new Map([[resourceId, [fact]]]));
    });
    this.events.changes.beforeCommit((tx, events) => this.evaluateEvents(tx, events));
    this.traits.changes.beforeCommit((tx, reports) => this.evaluateTraits(tx, reports));
    this.tasks.handle(TIMER, (timer) => this.db.transaction((tx) => this.evaluateTimer(tx, timer)));
  }

  /** A timer has expired; does nothing if it was cancelled or already evaluated. */
  async evaluateTimer(tx: Transaction, timer: Timer & { resourceId: number }): Promise<void> {
    const { resourceId, conditionId, sinceMs, dueMs } = timer;
    const history = await this.queries.listHistory(tx, resourceId, sinceMs, dueMs);
    const type = history.at(-1)?.type;
    if (type === undefined) return;
    const fact: Fact = { kind: 'timer', conditionId, sinceMs, type, history, atMs: dueMs };
    await this.evaluate(tx, new Map([[resourceId, [fact]]]));
  }

  /** A changed configuration of the resource was stored; the very first is not a change. */
  async configurationChanged(tx: Transaction, resourceId: number, atMs: number): Promise<void> {
    await this.evaluate(tx, new Map([[resourceId, [{ kind: 'configuration', atMs }]]]));
  }

  /** Series returned by an expression of the resource's definitions have reached their duration. */
  async expressionsHeld(
    tx: Transaction,
    resourceId: number,
    facts: readonly Extract<Fact, { kind: 'expression' }>[],
  ): Promise<void> {
    await this.evaluate(tx, new Map([[resourceId, facts]]));
  }

  /** A change set of a drift definition was stored. */
  async driftReported(tx: Transaction, resourceId: number, report: DriftReport): Promise<void> {
    const { definition: name, paths, isInitial, timeMs } = report;
    const fact: Fact = { kind: 'drift', name, paths, isInitial, atMs: timeMs };
    await this.evaluate(tx, new Map([[resourceId, [fact]]]));
  }

  /**
   * An alert may enable or disable definitions of another resource, and vice versa, so all affected rows are locked at
   * once, in one order. A transaction that already holds some of them can still deadlock.
   */
  private async evaluate(tx: Transaction, facts: ReadonlyMap<number, readonly Fact[]>): Promise<void> {
    const ids = [...facts.keys()];
    const tied = await this.queries.listTied(tx, ids);
    if (tied.length === 0) {
      await this.engine.evaluate(tx, facts);
      return;
    }
    await retryOnDeadlock(tx, async () => {
      await this.queries.lockRuleStates(tx, [...ids, ...tied]);
      await this.engine.evaluate(tx, facts);
    });
  }

  private async evaluateTraits(tx: Transaction, reports: readonly TraitValue[]): Promise<void> {
    const ids = [...new Set(reports.map(({ scheduleId }) => scheduleId))];
    const schedules = await this.metrics.listMeasured(ids, tx);
    const facts = new Map<number, Fact[]>();
    for (const { scheduleId, timeMs, value } of reports) {
      const schedule = schedules.get(scheduleId);
      if (!schedule?.isWatched) continue;
      const { resourceId, metricDefinitionId } = schedule;
      const fact: Fact = { kind: 'trait', metricDefinitionId, value, atMs: timeMs };
      facts.set(resourceId, [...(facts.get(resourceId) ?? []), fact]);
    }
    if (facts.size > 0) await this.evaluate(tx, facts);
  }

  private async evaluateEvents(tx: Transaction, events: readonly StoredEvent[]): Promise<void> {
    const facts = new Map<number, Fact[]>();
    for (const { resourceId, severity, detail, location, timeMs, externalId } of events) {
      const fact: Fact = { kind: 'event', severity, message: detail, location, externalId, atMs: timeMs };
      const own = facts.get(resourceId);
      if (own) own.push(fact);
      else facts.set(resourceId, [fact]);
    }
    await this.evaluate(tx, facts);
  }
}
