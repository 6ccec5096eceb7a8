import { Injectable } from '@nestjs/common';
import { DEFAULT_EXPRESSION, type ExpressionSettings, gridKey, gridTime, computeReliableMs } from '@wardstone/alerting';
import { permits } from '@wardstone/auth';
import { Clock } from '@wardstone/clock';
import { ApiError } from '@wardstone/errors';
import type { JobRun } from '@wardstone/jobs';
import { PromqlError, type Selection } from '@wardstone/promql';
import type { Viewer } from '../authorization/viewer';
import { PrometheusSelections, type ReadAhead } from '../prometheus/prometheus-selections';
import { ExpressionAnnotations } from './expression-annotations';
import { ExpressionAuthors, Off } from './expression-authors';
import { ExpressionInstances, isChange, type Outcome, type Timing } from './expression-instances.service';
import { ExpressionRecorder } from './expression-recorder.service';
import { ExpressionEvaluator, type ExpressionSeries } from './expression-series';
import { groupIntoWaves } from './rule-order';
import { type ExpressionDefinition, ExpressionQueries, type StoredInstance } from './expression.queries';

const MAX_PROBLEM = 1_000;
/** Evaluations are stored together, but not later than this after the first of them. */
const STORED_WITHIN_MS = 500;

/** Runs work and records its failure. */
type Attempt = (work: () => Promise<unknown>) => Promise<void>;

/** A definition whose next evaluation is due. */
interface Due {
  readonly definition: ExpressionDefinition;
  readonly settings: ExpressionSettings;
  readonly atMs: number;
  /** Whether its last evaluation lies in the future, because the clock was set back. */
  readonly isClockBack: boolean;
}

interface Ready extends Due {
  readonly viewer: Viewer;
  readonly selections: readonly Selection[];
}

/** Evaluates definitions that are due at one time, with shared reads and writes. See rules alerts-65 to alerts-67. */
@Injectable()
export class ExpressionBatch {
  constructor(
    private readonly queries: ExpressionQueries,
    private readonly evaluator: ExpressionEvaluator,
    private readonly annotations: ExpressionAnnotations,
    private readonly selections: PrometheusSelections,
    private readonly authors: ExpressionAuthors,
    private readonly instances: ExpressionInstances,
    private readonly recorder: ExpressionRecorder,
    private readonly clock: Clock,
  ) {}

  /** A definition that fails does not stop the others. */
  async evaluate(definitionIds: readonly number[], { signal }: Pick<JobRun, 'signal'>): Promise<void> {
    const failures: unknown[] = [];
    const attempt: Attempt = async (work) => {
      await work().catch((error: unknown) => failures.push(error));
    };
    const due: Due[] = [];
    for (const definition of await this.queries.find(definitionIds)) {
      await attempt(async () => {
        const one = await this.findDue(definition);
        if (one) due.push(one);
      });
    }
    const instances = await this.queries.listInstances(due.map(({ definition }) => definition.id));
    const ready: Ready[] = [];
    const findViewer = this.authors.forBatch();
    for (const one of due) {
      await attempt(() =>
        this.recordFailure(one.definition, async () => {
          const viewer = await findViewer(one.definition);
          ready.push({ ...one, viewer, selections: this.evaluator.listSelections(one.definition.text, toGrid(one)) });
        }),
      );
    }
    let outcomes: Outcome[] = [];
    let storedMs = performance.now();
    const store = async (): Promise<void> => {
      const taken = outcomes;
      outcomes = [];
      for (const part of groupToStore(taken)) await this.store(part, attempt);
      storedMs = performance.now();
    };
    // A rule sees what earlier ones of its group have stored at the same time.
    for (const wave of groupIntoWaves(ready)) {
      const { ahead, ordered } = await this.readAhead(wave);
      for (const one of ordered) {
        if (signal.aborted) break;
        await attempt(async () => {
          const outcome = await this.evaluateOne(one, instances.get(one.definition.id) ?? [], ahead, signal);
          if (outcome) outcomes.push(outcome);
        });
        if (performance.now() - storedMs > STORED_WITHIN_MS) await store();
      }
      await store();
    }
    if (failures.length > 1)
      throw new AggregateError(failures, `${failures.length} definitions could not be evaluated`);
    if (failures.length === 1) throw failures[0];
  }

  /** Outcomes that cannot be stored together are stored one by one, so that only the faulty one fails. */
  private async store(outcomes: readonly Outcome[], attempt: Attempt): Promise<void> {
    const isStored = await this.instances.take(outcomes).then(
      () => true,
      () => false,
    );
    if (isStored) return;
    for (const one of outcomes)
      await attempt(() => this.recordFailure(one.definition, () => this.instances.take([one])));
  }

  /** Undefined for a definition that is not due. */
  private async findDue(found: ExpressionDefinition): Promise<Due | undefined> {
    let definition = found;
    const { id, resourceId, conditionId, evaluatedConditionId } = definition;
    if (evaluatedConditionId !== null && evaluatedConditionId !== conditionId) {
      await this.instances.end(resourceId, id);
      definition = { ...definition, evaluatedConditionId: null, lastMs: null, reliableMs: 0 };
    }
    const settings = definition.settings ?? DEFAULT_EXPRESSION;
    const nowMs = this.clock.now();
    const atMs = gridTime(nowMs, settings.intervalMs, gridKey({ ...settings, id }));
    const { lastMs } = definition;
    const isClockBack = lastMs !== null && lastMs > nowMs + settings.intervalMs;
    return lastMs === null || atMs > lastMs || isClockBack ? { definition, settings, atMs, isClockBack } : undefined;
  }

  /** Definitions that read on their own come last, so that an expensive one delays no others. */
  private async readAhead(
    ready: readonly Ready[],
  ): Promise<{ ahead: ReadAhead | undefined; ordered: readonly Ready[] }> {
    // Each definition then reads on its own and reports its own error.
    const ahead = await this.selections.readAhead(ready).catch(() => undefined);
    const isRead = ({ viewer, selections }: Ready): boolean =>
      selections.length > 0 && selections.every((selection) => ahead?.find(viewer, selection) !== undefined);
    return { ahead, ordered: [...ready.filter(isRead), ...ready.filter((one) => !isRead(one))] };
  }

  /** Undefined after a failure, and for a recording rule, which is stored here. */
  private async evaluateOne(
    ready: Ready,
    stored: readonly StoredInstance[],
    ahead: ReadAhead | undefined,
    signal: AbortSignal,
  ): Promise<Outcome | undefined> {
    const { definition, settings, atMs, isClockBack, viewer } = ready;
    const { intervalMs } = settings;
    const begunMs = performance.now();
    return this.recordFailure(definition, async () => {
      const limits = { timeLimitMs: intervalMs, signal };
      const found = await this.evaluator.evaluate({ ...definition, settings }, toGrid(ready), viewer, {
        ...limits,
        ahead,
      });
      const reliableMs = computeReliableMs(
        { lastMs: isClockBack ? -Infinity : definition.lastMs, reliableMs: isClockBack ? 0 : definition.reliableMs },
        { atMs, intervalMs, reachMs: this.evaluator.getLookback(definition.text) },
      );
      const timing = { atMs, reliableMs, durationMs: Math.round(performance.now() - begunMs) };
      if (settings.record === null) {
        const described = { atMs: toGrid(ready).start, viewer, limits };
        const annotations = await this.annotations.describe(settings.annotations, found, described);
        return this.instances.step(definition, stored, { found, annotations }, viewer, timing);
      }
      // It was an alerting rule before.
      if (stored.length > 0) await this.instances.end(definition.resourceId, definition.id);
      await this.record(definition, settings, found, viewer, timing);
      return undefined;
    });
  }

  /** @throws Off, and as `ExpressionRecorder.take` */
  private async record(
    definition: ExpressionDefinition,
    { record, queryOffsetMs }: ExpressionSettings,
    found: readonly ExpressionSeries[],
    viewer: Viewer,
    timing: Timing,
  ): Promise<void> {
    const { authorLogin: username, authorSubject: subject } = definition;
    if (!permits(viewer.permissions, 'SUBMIT_METRICS')) throw new Off(`the author ${username} may not submit metrics`);
    await this.recorder.take(
      definition,
      record!,
      found,
      { ...viewer, username: username!, subject: subject! },
      {
        ...timing,
        timeMs: timing.atMs - queryOffsetMs,
        series: found.length,
        evaluatedMs: this.clock.now(),
      },
    );
  }

  /** Records a failure at its definition; rethrows one of unknown cause, which is logged. */
  private async recordFailure<T>(
    { id, conditionId }: ExpressionDefinition,
    work: () => Promise<T>,
  ): Promise<T | undefined> {
    const begunMs = performance.now();
    try {
      return await work();
    } catch (error) {
      const isOff = error instanceof Off;
      const isKnown = isOff || error instanceof PromqlError || error instanceof ApiError;
      const problem = isKnown ? error.message : 'the evaluation failed; the log of the service says why';
      await this.queries.noteFailure(id, conditionId, {
        evaluatedMs: this.clock.now(),
        durationMs: Math.round(performance.now() - begunMs),
        health: isOff ? 'OFF' : 'ERROR',
        problem: problem.slice(0, MAX_PROBLEM).toWellFormed(),
      });
      if (!isKnown) throw error;
      return undefined;
    }
  }
}

/** Evaluations that fire or resolve alerts take longer, and are stored one by one. */
function groupToStore(outcomes: readonly Outcome[]): Outcome[][] {
  const isAlerting = ({ fired, resolved }: Outcome): boolean => fired.length > 0 || resolved.length > 0;
  const others = outcomes.filter((one) => !isAlerting(one));
  const groups = [others.filter(isChange), others.filter((one) => !isChange(one))];
  return [...outcomes.filter(isAlerting).map((one) => [one]), ...groups.filter((group) => group.length > 0)];
}

function toGrid({ atMs, settings }: Due): { start: number; step: 0; count: 1 } {
  return { start: atMs - settings.queryOffsetMs, step: 0, count: 1 };
}
