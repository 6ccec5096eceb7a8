import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import {
  compare,
  type ExpressionSettings,
  type ReadyTemplates,
  readyTemplates,
  renderTemplate,
} from '@wardstone/alerting';
import {
  Annotations,
  Budget,
  Evaluation,
  executionError,
  type Grid,
  Labels,
  type Notes,
  type Select,
  type Selection,
  listSelections,
} from '@wardstone/promql';
import { Pace } from '@wardstone/turns';
import type { Viewer } from '../authorization/viewer';
import { MonitoringConfig } from '../monitoring.config';
import { PrometheusSelections, type ReadAhead } from '../prometheus/prometheus-selections';
import { ExpressionPlans } from './expression-plans';

/** Maximum number of pending and firing series of one definition; more are unintended. */
const MAX_INSTANCES = 1_000;

/** Parts of a definition that determine the returned series. */
export interface EvaluatedExpression {
  readonly text: string;
  readonly comparator: string | null;
  readonly threshold: number | null;
  readonly settings: Pick<ExpressionSettings, 'labels' | 'limit'>;
}

/** A series that an expression returned, with the labels of its alert. */
export interface ExpressionSeries {
  /** Digest of the labels. */
  readonly digest: string;
  readonly labels: Labels;
  /** Whether the label `resource` may name the resource of the alert. */
  readonly namesResource: boolean;
  /** An optional value at each step. */
  readonly values: Float64Array;
  readonly present: Uint8Array;
}

interface EvaluationLimits {
  readonly timeLimitMs: number;
  readonly signal: AbortSignal;
  /** Data read for several expressions together. */
  readonly ahead?: ReadAhead;
}

/** Evaluates expressions of alert definitions, with the limits of queries. See rule alerts-65. */
@Injectable()
export class ExpressionEvaluator {
  constructor(
    private readonly selections: PrometheusSelections,
    private readonly plans: ExpressionPlans,
    private readonly config: MonitoringConfig,
  ) {}

  /** Selections of an evaluation; none if the expression cannot be parsed. */
  listSelections(text: string, grid: Grid): Selection[] {
    try {
      return listSelections(this.plans.planFor(text).expr, { grid, end: lastTime(grid) });
    } catch {
      // Its evaluation says why.
      return [];
    }
  }

  /** How far back the expression reads samples. @throws PromqlError */
  getLookback(text: string): number {
    return this.plans.planFor(text).reachMs;
  }

  /** @throws PromqlError */
  async evaluate(
    { text, comparator, threshold, settings }: EvaluatedExpression,
    grid: Grid,
    viewer: Viewer,
    { timeLimitMs, signal, ahead }: EvaluationLimits,
  ): Promise<ExpressionSeries[]> {
    const budget = new Budget({
      mostSamples: this.config.PROMETHEUS_SAMPLES,
      timeLimitMs: Math.min(this.config.PROMETHEUS_TIMEOUT_MS, timeLimitMs),
      now: () => performance.now(),
      pace: new Pace(),
      isAbandoned: () => signal.aborted,
    });
    const notes: Notes = { warnings: new Set(), infos: new Set() };
    const select = this.selections.selectFor(viewer, budget, notes, ahead);
    // Senders choose the labels of their series, so a series must not raise alerts on another host.
    let namesResource = 'resource' in settings.labels;
    let readsOwnOnly = true;
    const watched: Select = async (selection) => {
      const found = await select(selection);
      readsOwnOnly &&= found.every(({ labels }) => labels.get('resource_id') !== '');
      return found;
    };
    const evaluation = new Evaluation(grid, lastTime(grid), watched, budget, new Annotations(notes));
    const value = await evaluation.evaluate(this.plans.planFor(text).expr);
    namesResource ||= readsOwnOnly;
    const found =
      value instanceof Float64Array
        ? [{ labels: Labels.NONE, values: value, present: new Uint8Array(value.length).fill(1) }]
        : value;
    const templates = readyTemplates(settings.labels);
    const series = new Map<string, ExpressionSeries>();
    for (const one of found) {
      if (budget.tick(grid.count)) await budget.rest();
      if (threshold !== null) keepBeyond(one, comparator, threshold);
      if (!one.present.includes(1)) continue;
      const labels = labelled(one.labels.withoutName(), templates);
      const digest = digestFor(labels);
      if (series.has(digest)) throw executionError(`several series have the labels ${labels.toString()}`);
      series.set(digest, { digest, labels, namesResource, values: one.values, present: one.present });
      if (series.size > MAX_INSTANCES) throw executionError(`the expression returns more than ${MAX_INSTANCES} series`);
    }
    const { limit } = settings;
    if (limit > 0 && series.size > limit)
      throw executionError(`the expression returns ${series.size} series, and its limit is ${limit}`);
    return [...series.values()];
  }
}

function lastTime({ start, step, count }: Grid): number {
  return start + (count - 1) * step;
}

function keepBeyond(
  { values, present }: { values: Float64Array; present: Uint8Array },
  comparator: string | null,
  bound: number,
): void {
  for (let k = 0; k < values.length; k++) if (compare(values[k]!, comparator, bound) !== true) present[k] = 0;
}

function labelled(labels: Labels, templates: ReadyTemplates): Labels {
  const data = { labels: Object.fromEntries(labels.entries), value: NaN };
  return templates.reduce((all, [name, template]) => all.with(name, renderTemplate(template, data)), labels);
}

/** A digest, because labels may be long. */
function digestFor(labels: Labels): string {
  return createHash('sha256').update(labels.key).digest('base64url');
}
