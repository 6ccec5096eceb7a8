import { Injectable, type OnModuleInit } from '@nestjs/common';
import {
  type AlertInstance,
  annotationsFor,
  DEFAULT_EXPRESSION,
  type ExpressionSettings,
  gridTime,
  type InstanceStep,
  readyTemplates,
  reliableFrom,
  stepInstances,
} from '@wardstone/alerting';
import { permits } from '@wardstone/auth';
import { Clock } from '@wardstone/clock';
import { Database, type Transaction } from '@wardstone/database';
import { ApiError } from '@wardstone/errors';
import { addJobs, defineTask, type JobRun, JobTasks } from '@wardstone/jobs';
import { PromqlError } from '@wardstone/promql';
import { AlertNotices } from '../alert-engine/alert-notices';
import { FactSources } from '../alert-engine/fact-sources.service';
import { AuthorizationService } from '../authorization/authorization.service';
import type { Viewer } from '../authorization/viewer';
import { targetKey } from '../ingest/series-creation.service';
import { AccountStanding } from '../users/account-standing';
import { ExpressionRecorder } from './expression-recorder.service';
import { ExpressionEvaluator, type ExpressionSeries, getLookback } from './expression-series';
import {
  type ExpressionDefinition,
  ExpressionQueries,
  type ListedExpression,
  type ResourceLabels,
  type SavedInstance,
  type StoredInstance,
} from './expression.queries';

/** Evaluates definitions at the newest time of their grids. */
const EVALUATE = defineTask<{ definitionIds: number[] }>('alert.evaluate', { maxAttempts: 1 });

const MINUTE_MS = 60_000;
const LISTED_AT_ONCE = 5_000;
const EVALUATED_AT_ONCE = 50;
/** An instance that fires again within this time is the same problem. */
const REMEMBERED_MS = 24 * 3_600_000;
const MAX_PROBLEM = 1_000;

interface Timing {
  readonly atMs: number;
  readonly reliableMs: number;
  readonly durationMs: number;
}

type Authors = Map<string, Promise<Viewer | undefined>>;

/** The expression is not evaluated because its author lacks permissions. */
class Off extends Error {}

/**
 * Evaluates the expressions of alert definitions at the times of their grids, each once and in order, on any replica.
 * See rules alerts-65 to alerts-67.
 */
@Injectable()
export class ExpressionWatch implements OnModuleInit {
  constructor(
    private readonly queries: ExpressionQueries,
    private readonly evaluator: ExpressionEvaluator,
    private readonly recorder: ExpressionRecorder,
    private readonly facts: FactSources,
    private readonly notices: AlertNotices,
    private readonly standing: AccountStanding,
    private readonly authorization: AuthorizationService,
    private readonly tasks: JobTasks,
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.tasks.every({ name: 'alert.schedule', schedule: '* * * * *' }, (run) => this.schedule(run));
    this.tasks.handle(EVALUATE, ({ definitionIds }, run) => this.evaluateSome(definitionIds, run));
  }

  /** Schedules the evaluations of this minute, and ends alerts of definitions that are no longer evaluated. */
  async schedule({ signal }: Pick<JobRun, 'signal'>): Promise<void> {
    await this.endForgotten(signal);
    const startMs = Math.floor(this.clock.now() / MINUTE_MS) * MINUTE_MS;
    let listed: readonly ListedExpression[] = [];
    do {
      listed = await this.queries.listActive(listed.at(-1)?.id ?? 0, LISTED_AT_ONCE);
      const due = new Map<number, number[]>();
      for (const { id, intervalMs } of listed) {
        for (let atMs = firstTime(startMs, intervalMs, id); atMs < startMs + MINUTE_MS; atMs += intervalMs)
          due.set(atMs, [...(due.get(atMs) ?? []), id]);
      }
      await this.db.transaction(async (tx) => {
        for (const [atMs, ids] of due) await addJobs(tx, EVALUATE, inParts(ids), { runAt: new Date(atMs) });
      });
    } while (listed.length === LISTED_AT_ONCE && !signal.aborted);
  }

  /** A failing definition does not stop the others. */
  async evaluateSome(definitionIds: readonly number[], { signal }: Pick<JobRun, 'signal'>): Promise<void> {
    const authors: Authors = new Map();
    const failures: unknown[] = [];
    for (const id of definitionIds) {
      if (signal.aborted) return;
      await this.evaluate(id, authors, signal).catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw failures[0];
  }

  private async evaluate(id: number, authors: Authors, signal: AbortSignal): Promise<void> {
    let definition = await this.queries.find(id);
    if (!definition) return;
    const { conditionId, evaluatedConditionId } = definition;
    if (evaluatedConditionId !== null && evaluatedConditionId !== conditionId) {
      await this.end(definition.resourceId, id);
      definition = { ...definition, evaluatedConditionId: null, lastMs: null, reliableMs: 0 };
    }
    const settings = definition.settings ?? DEFAULT_EXPRESSION;
    const { intervalMs } = settings;
    const nowMs = this.clock.now();
    const atMs = gridTime(nowMs, intervalMs, id);
    // The last evaluation is in the future, so the clock was set back.
    const isClockBack = definition.lastMs !== null && definition.lastMs > nowMs + intervalMs;
    if (definition.lastMs !== null && atMs <= definition.lastMs && !isClockBack) return;
    const begunMs = performance.now();
    try {
      const viewer = await this.authorOf(definition, authors);
      const found = await this.evaluator.evaluate(
        { ...definition, settings },
        { start: atMs - settings.queryOffsetMs, step: 0, count: 1 },
        viewer,
        { timeLimitMs: intervalMs, signal },
      );
      const reliableMs = reliableFrom(
        { lastMs: isClockBack ? -Infinity : definition.lastMs, reliableMs: isClockBack ? 0 : definition.reliableMs },
        { atMs, intervalMs, reachMs: getLookback(definition.text) },
      );
      const durationMs = Math.round(performance.now() - begunMs);
      const timing = { atMs, reliableMs, durationMs };
      if (settings.record === null) await this.take(definition, found, viewer, timing);
      else await this.record(definition, settings, found, viewer, timing);
    } catch (error) {
      await this.noteFailure(definition, error, Math.round(performance.now() - begunMs));
    }
  }

  /**
   * The author with current permissions.
   * @throws Off
   */
  private async authorOf(
    { authorLogin: login, authorSubject: subject, resourceId, isInstallation }: ExpressionDefinition,
    authors: Authors,
  ): Promise<Viewer> {
    if (login === null || subject === null) throw new Off('the expression has no author; save it again');
    const known = authors.get(subject) ?? this.standing.find(login, subject);
    authors.set(subject, known);
    const viewer = await known;
    if (!viewer) throw new Off(`the account of the author ${login} was removed or disabled; save the expression again`);
    try {
      await this.authorization.requireResource(viewer, resourceId, 'MANAGE_ALERTS');
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error;
      throw new Off(`the author ${login} may not manage alerts of this resource any more`);
    }
    return isInstallation ? viewer : { ...viewer, within: resourceId };
  }

  private async noteFailure(
    { id, conditionId }: ExpressionDefinition,
    error: unknown,
    durationMs: number,
  ): Promise<void> {
    const isOff = error instanceof Off;
    const isKnown = isOff || error instanceof PromqlError || error instanceof ApiError;
    const problem = isKnown ? error.message : 'the evaluation failed; the log of the service says why';
    await this.queries.noteFailure(id, conditionId, {
      evaluatedMs: this.clock.now(),
      durationMs,
      health: isOff ? 'OFF' : 'ERROR',
      problem: problem.slice(0, MAX_PROBLEM).toWellFormed(),
    });
    if (!isKnown) throw error;
  }

  /** @throws Off, and as `ExpressionRecorder.take` */
  private async record(
    definition: ExpressionDefinition,
    { record, queryOffsetMs }: ExpressionSettings,
    found: readonly ExpressionSeries[],
    viewer: Viewer,
    timing: Timing,
  ): Promise<void> {
    const { id, resourceId, authorLogin: username, authorSubject: subject } = definition;
    if (!permits(viewer.permissions, 'SUBMIT_METRICS')) throw new Off(`the author ${username} may not submit metrics`);
    // It was an alerting rule before.
    if ((await this.queries.listInstances(id)).length > 0) await this.end(resourceId, id);
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

  /** Stores an evaluation and its consequences atomically; stores nothing if another process was faster. */
  private async take(
    definition: ExpressionDefinition,
    found: readonly ExpressionSeries[],
    viewer: Viewer,
    { atMs, reliableMs, durationMs }: Timing,
  ): Promise<void> {
    const { id, resourceId } = definition;
    const settings = definition.settings ?? DEFAULT_EXPRESSION;
    const stored = new Map((await this.queries.listInstances(id)).map((one) => [one.digest, one]));
    const values = new Map(found.map(({ digest, values: [value] }) => [digest, value!]));
    const step = stepInstances(lasting(stored), settings, { atMs, reliableMs, values });
    const labels = new Map(found.map((one) => [one.digest, Object.fromEntries(one.labels.entries)]));
    const named = new Map(
      found.map(({ digest, namesResource }) => [digest, resourceLabels(labels.get(digest)!, namesResource)]),
    );
    const resources = await this.placesOf(step, stored, named, viewer, resourceId);
    const nowMs = this.clock.now();
    const { saved, removed } = changesOf(step, stored, { labels, resources, nowMs });
    const isChanged = saved.length > 0 || removed.length > 0;
    await this.db.transaction(async (tx) => {
      // Nothing is stored if the definition has changed since it was read.
      if (isChanged && (await this.queries.lockVersion(tx, resourceId)) !== definition.version) return;
      const next = { atMs, reliableMs, series: found.length, evaluatedMs: nowMs, durationMs };
      if (!(await this.queries.takeEvaluation(tx, definition, next))) return;
      const ids = await this.queries.saveInstances(tx, id, saved);
      await this.queries.removeInstances(tx, removed);
      await this.fire(tx, definition, step, { ids, labels, resources });
      await this.resolve(
        tx,
        step.resolved.map((digest) => stored.get(digest)!.id),
        'RECOVERED',
      );
    });
  }

  private async fire(
    tx: Transaction,
    { conditionId, resourceId, settings }: ExpressionDefinition,
    { fired, instances }: InstanceStep,
    { ids, labels, resources }: Pick<Found, 'labels' | 'resources'> & { ids: ReadonlyMap<string, number> },
  ): Promise<void> {
    if (fired.length === 0) return;
    const templates = readyTemplates((settings ?? DEFAULT_EXPRESSION).annotations);
    const facts = fired.map((digest) => {
      const { value, activeMs } = instances.get(digest)!;
      const own = labels.get(digest)!;
      return {
        kind: 'expression' as const,
        conditionId,
        value,
        activeMs,
        resourceId: resources.get(digest) ?? resourceId,
        instanceId: ids.get(digest)!,
        labels: own,
        annotations: annotationsFor(templates, { labels: own, value }),
        atMs: this.clock.now(),
      };
    });
    await this.facts.expressionsHeld(tx, resourceId, facts);
  }

  private async resolve(
    tx: Transaction,
    instanceIds: readonly number[],
    reason: 'RECOVERED' | 'DEFINITION_CHANGED',
  ): Promise<void> {
    if (instanceIds.length === 0) return;
    const alertIds = await this.queries.listOpenAlerts(tx, instanceIds);
    if (alertIds.length > 0) await this.notices.resolve(tx, alertIds, this.clock.now(), { reason });
  }

  /** Resources of new instances by digest: the one named by the labels, otherwise that of the definition. */
  private async placesOf(
    { instances }: InstanceStep,
    stored: ReadonlyMap<string, StoredInstance>,
    named: ReadonlyMap<string, ResourceLabels>,
    viewer: Viewer,
    resourceId: number,
  ): Promise<ReadonlyMap<string, number>> {
    const places = new Map([...stored].map(([digest, one]) => [digest, one.resourceId]));
    const added = [...instances.keys()].filter((digest) => !places.has(digest));
    const found = await this.queries.findResources(
      added.map((digest) => named.get(digest)!),
      viewer,
    );
    added.forEach((digest, at) => places.set(digest, found[at] ?? resourceId));
    return places;
  }

  /** Ends alerts of definitions that were disabled, deleted or have lost their expression. */
  private async endForgotten(signal: AbortSignal): Promise<void> {
    let ids: readonly number[];
    do {
      ids = await this.queries.listEnded(EVALUATED_AT_ONCE);
      for (const id of ids) await this.end(undefined, id);
    } while (ids.length === EVALUATED_AT_ONCE && !signal.aborted);
  }

  private async end(resourceId: number | undefined, id: number): Promise<void> {
    await this.db.transaction(async (tx) => {
      if (resourceId !== undefined) await this.queries.lockVersion(tx, resourceId);
      // It was enabled again meanwhile.
      else if (await this.queries.isActive(tx, id)) return;
      await this.resolve(tx, await this.queries.forget(tx, id), 'DEFINITION_CHANGED');
    });
  }
}

interface Found {
  readonly labels: ReadonlyMap<string, Readonly<Record<string, string>>>;
  readonly resources: ReadonlyMap<string, number>;
  readonly nowMs: number;
}

/** First grid time at or after `startMs`. */
function firstTime(startMs: number, intervalMs: number, id: number): number {
  return gridTime(startMs - 1, intervalMs, id) + intervalMs;
}

function inParts(ids: readonly number[]): { definitionIds: number[] }[] {
  const parts: { definitionIds: number[] }[] = [];
  for (let at = 0; at < ids.length; at += EVALUATED_AT_ONCE)
    parts.push({ definitionIds: ids.slice(at, at + EVALUATED_AT_ONCE) });
  return parts;
}

function lasting(stored: ReadonlyMap<string, StoredInstance>): Map<string, AlertInstance> {
  const instances = new Map<string, AlertInstance>();
  for (const [digest, { state, activeMs, missingMs, value }] of stored)
    if (state !== 'RESOLVED') instances.set(digest, { state, activeMs, missingMs, value });
  return instances;
}

/** Instances to save, and the ids of instances to delete. */
function changesOf(
  { instances, resolved }: InstanceStep,
  stored: ReadonlyMap<string, StoredInstance>,
  { labels, resources, nowMs }: Found,
): { saved: SavedInstance[]; removed: number[] } {
  const saved: SavedInstance[] = [];
  const removed: number[] = [];
  for (const [digest, instance] of instances) {
    const known = stored.get(digest);
    if (known && isSame(known, instance)) continue;
    saved.push({
      ...instance,
      digest,
      labels: known?.labels ?? labels.get(digest)!,
      resourceId: resources.get(digest)!,
      resolvedMs: null,
    });
  }
  for (const [digest, { id, ...known }] of stored) {
    if (instances.has(digest)) continue;
    if (resolved.includes(digest)) saved.push({ ...known, state: 'RESOLVED', missingMs: null, resolvedMs: nowMs });
    else if (known.state === 'PENDING' || (known.resolvedMs ?? 0) < nowMs - REMEMBERED_MS) removed.push(id);
  }
  return { saved, removed };
}

function isSame(known: StoredInstance, { state, activeMs, missingMs, value }: AlertInstance): boolean {
  return (
    known.state === state &&
    known.activeMs === activeMs &&
    known.missingMs === missingMs &&
    Object.is(known.value, value)
  );
}

const MAX_ID = 2 ** 31 - 1;

/** Reads the labels by which own and received series name their resource. */
function resourceLabels(labels: Readonly<Record<string, string>>, namesResource: boolean): ResourceLabels {
  const { resource_id: id = '', resource = null, job, instance, wardstone_agent: agent = '' } = labels;
  const isTarget = job !== undefined && instance !== undefined;
  return {
    id: /^[0-9]{1,10}$/.test(id) && Number(id) <= MAX_ID ? Number(id) : null,
    name: namesResource ? resource : null,
    prometheusKey: isTarget ? targetKey('Prometheus Target', { job, instance, agent }) : null,
    otlpKey: isTarget ? targetKey('OpenTelemetry Service', { job, instance, agent }) : null,
  };
}
