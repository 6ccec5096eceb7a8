import { Injectable, type OnModuleInit } from '@nestjs/common';
import { gridKey, gridTime, groupKey } from '@wardstone/alerting';
import { Clock } from '@wardstone/clock';
import { Database } from '@wardstone/database';
import { addJobs, defineTask, type JobRun, JobTasks } from '@wardstone/jobs';
import { ExpressionBatch } from './expression-batch.service';
import { ExpressionInstances } from './expression-instances.service';
import { ExpressionQueries, type ListedExpression } from './expression.queries';

/** Evaluates definitions at the newest time of their grids. */
const EVALUATE = defineTask<{ definitionIds: number[] }>('alert.evaluate', { maxAttempts: 1 });

const MINUTE_MS = 60_000;
const LISTED_AT_ONCE = 5_000;
const ENDED_AT_ONCE = 50;
/** Maximum number of definitions in one job; they share reads. */
const EVALUATED_AT_ONCE = 200;
/** A definition whose last evaluation took longer has jobs of its own. */
const SLOW_MS = 1_000;

/**
 * Plans the evaluations of definitions with expressions at their intervals: each counts once and in order, whichever
 * replica runs it. See rules alerts-65 to alerts-67.
 */
@Injectable()
export class ExpressionWatch implements OnModuleInit {
  constructor(
    private readonly queries: ExpressionQueries,
    private readonly batch: ExpressionBatch,
    private readonly instances: ExpressionInstances,
    private readonly tasks: JobTasks,
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.tasks.every({ name: 'alert.schedule', schedule: '* * * * *' }, (run) => this.schedule(run));
    this.tasks.handle(EVALUATE, ({ definitionIds }, run) => this.batch.evaluate(definitionIds, run));
  }

  /** Schedules the evaluations of this minute, and ends alerts of definitions that are no longer evaluated. */
  async schedule({ signal }: Pick<JobRun, 'signal'>): Promise<void> {
    await this.endForgotten(signal);
    const startMs = Math.floor(this.clock.now() / MINUTE_MS) * MINUTE_MS;
    let last: ListedExpression | undefined;
    let isComplete: boolean;
    do {
      const page = await this.queries.listActive(last, LISTED_AT_ONCE);
      isComplete = page.length < LISTED_AT_ONCE;
      const listed = isComplete ? page : withoutCutGroup(page);
      last = listed.at(-1);
      const due = new Map<number, ListedExpression[]>();
      for (const definition of listed) {
        const { intervalMs } = definition;
        for (
          let atMs = firstTime(startMs, intervalMs, gridKey(definition));
          atMs < startMs + MINUTE_MS;
          atMs += intervalMs
        ) {
          const others = due.get(atMs);
          if (others) others.push(definition);
          else due.set(atMs, [definition]);
        }
      }
      await this.db.transaction(async (tx) => {
        for (const [atMs, definitions] of due)
          await addJobs(tx, EVALUATE, inParts(definitions), { runAt: new Date(atMs) });
      });
    } while (!isComplete && !signal.aborted);
  }

  /** Ends alerts of definitions that were disabled, deleted or have no expression any more. */
  private async endForgotten(signal: AbortSignal): Promise<void> {
    let ids: readonly number[];
    do {
      ids = await this.queries.listEnded(ENDED_AT_ONCE);
      for (const id of ids) await this.instances.end(undefined, id);
    } while (ids.length === ENDED_AT_ONCE && !signal.aborted);
  }
}

/** First grid time at or after `startMs`. */
function firstTime(startMs: number, intervalMs: number, key: number): number {
  return gridTime(startMs - 1, intervalMs, key) + intervalMs;
}

/** Leaves the last group to the next page unless it fills this one, because its rules belong into one job. */
function withoutCutGroup(page: readonly ListedExpression[]): readonly ListedExpression[] {
  const group = groupKey(page.at(-1)!);
  const start = group === '' ? -1 : page.findIndex((one) => groupKey(one) === group);
  return start > 0 ? page.slice(0, start) : page;
}

/** Slow ones get jobs of their own, so that they delay no others; the rules of a group share one. */
function inParts(definitions: readonly ListedExpression[]): { definitionIds: number[] }[] {
  const isSlow = (some: readonly ListedExpression[]): boolean => some.some(({ durationMs }) => durationMs > SLOW_MS);
  const single = definitions.filter(({ group }) => group === '').map((one) => [one]);
  const grouped = Map.groupBy(
    definitions.filter(({ group }) => group !== ''),
    groupKey,
  );
  const units = [...single, ...grouped.values()];
  const parts: number[][] = [[]];
  for (const unit of units.filter((one) => !isSlow(one))) {
    if (parts.at(-1)!.length >= EVALUATED_AT_ONCE) parts.push([]);
    parts.at(-1)!.push(...unit.map(({ id }) => id));
  }
  const slow = units.filter(isSlow).map((unit) => unit.map(({ id }) => id));
  return [...parts, ...slow].filter((part) => part.length > 0).map((definitionIds) => ({ definitionIds }));
}
