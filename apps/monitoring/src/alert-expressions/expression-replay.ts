import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type AlertInstance, type Firing, gridKey, gridTime, type Recovered, stepInstances } from '@wardstone/alerting';
import { PromqlError } from '@wardstone/promql';
import { Pace } from '@wardstone/turns';
import { DryRuns, type ExpressionHistory, type TriedExpression } from '../alert-engine/dry-run/dry-runs';
import { invalidContent } from '../api/invalid-parameter';
import { ExpressionResultReader } from './expression-result';
import { ExpressionEvaluator } from './expression-series';
import { InstallationQueries } from './installation.queries';

/** Maximum number of evaluations in one dry run, as many as points in a chart of Prometheus. */
const MAX_EVALUATIONS = 11_000;
const TIME_LIMIT_MS = 30_000;

/** Replays an expression over stored series, at the times at which the definition would have been evaluated. */
@Injectable()
export class ExpressionReplay implements OnModuleInit {
  constructor(
    private readonly evaluator: ExpressionEvaluator,
    private readonly results: ExpressionResultReader,
    private readonly installation: InstallationQueries,
    private readonly runs: DryRuns,
  ) {}

  onModuleInit(): void {
    this.runs.handleExpressions((tried) => this.run(tried));
  }

  /** @throws invalid_content where the expression fails */
  private async run({
    condition,
    settings,
    resourceId,
    window,
    viewer,
    signal,
  }: TriedExpression): Promise<ExpressionHistory> {
    const { id, option, comparator, threshold } = condition;
    const { intervalMs: step } = settings;
    const last = gridTime(window.end - 1, step, gridKey({ ...settings, id }));
    const wanted = Math.max(1, Math.floor((last - window.start) / step) + 1);
    const count = Math.min(wanted, MAX_EVALUATIONS);
    const start = last - (count - 1) * step;
    const isInstallation = (await this.installation.find()) === resourceId;
    const reader = isInstallation ? viewer : { ...viewer, within: resourceId };
    const limits = { timeLimitMs: TIME_LIMIT_MS, signal };
    const series = await this.evaluator
      .evaluate(
        { text: option ?? '', comparator, threshold, settings },
        { start: start - settings.queryOffsetMs, step, count },
        reader,
        limits,
      )
      .catch((error: unknown) => {
        throw error instanceof PromqlError ? invalidContent(`Field option: ${error.message}`) : error;
      });
    const shown = { text: option ?? '', settings, grid: { start, step, count } };
    const result = await this.results.read(shown, reader, limits);
    const notes = [
      ...(wanted > count
        ? [`Only the newest ${count.toLocaleString('en-US')} evaluations are replayed, since ${minuteText(start)}.`]
        : []),
      'Interruptions of the service are ignored.',
    ];
    if (settings.record !== null)
      return {
        own: [],
        flapped: [],
        evaluations: count,
        result,
        notes: [...notes, 'A recording rule fires no alerts.'],
      };
    let instances: ReadonlyMap<string, AlertInstance> = new Map();
    const firedMs = new Map<string, number>();
    const firings: Firing[] = [];
    const recovered: Recovered[] = [];
    const pace = new Pace();
    for (let k = 0; k < count; k++) {
      const atMs = start + k * step;
      const values = new Map(
        series.flatMap(({ digest, values, present }) => (present[k] ? [[digest, values[k]!] as const] : [])),
      );
      const next = stepInstances(instances, settings, { atMs, reliableMs: 0, values });
      ({ instances } = next);
      for (const digest of next.fired) {
        firedMs.set(digest, atMs);
        const matches = [{ conditionId: id, value: String(values.get(digest)), atMs }];
        firings.push({
          definitionId: id,
          atMs,
          matches,
          occurrences: [atMs],
          isDisabled: false,
          recoveredId: undefined,
        });
      }
      for (const digest of next.resolved) recovered.push({ firedMs: firedMs.get(digest)!, recoveredMs: atMs });
      if (pace.isDue) await pace.rest(signal);
    }
    return { own: firings, flapped: recovered, evaluations: count, result, notes };
  }
}

function minuteText(timeMs: number): string {
  return `${new Date(timeMs).toISOString().slice(0, 'yyyy-mm-ddThh:mm'.length).replace('T', ' ')} UTC`;
}
