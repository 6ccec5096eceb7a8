import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import {
  compare,
  type ExpressionSettings,
  type ReadyTemplates,
  readyTemplates,
  renderTemplate,
  type TemplateData,
} from '@wardstone/alerting';
import {
  Annotations,
  Budget,
  Evaluation,
  executionError,
  type Grid,
  type Histograms,
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
  readonly settings: Pick<ExpressionSettings, 'labels' | 'limit' | 'record'>;
}

/** A series that an expression returned, with the labels of its alert. */
export interface ExpressionSeries {
  /** Digest of the labels. */
  readonly digest: string;
  readonly labels: Labels;
  /** Labels that the expression returned, which templates use. */
  readonly source: Labels;
  /** Whether the label `resource` may name the resource of the alert. */
  readonly namesResource: boolean;
  /** An optional value at each step. */
  readonly values: Float64Array;
  readonly present: Uint8Array;
  /** Native histograms by step, at which the value is 0; left out for none. */
  readonly histograms?: Histograms;
}

type Found = Pick<ExpressionSeries, 'labels' | 'values' | 'present' | 'histograms'>;

export interface EvaluationLimits {
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
      // Its evaluation reports the reason.
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
    const { found, readsOwnOnly, budget } = await this.run(text, grid, viewer, { timeLimitMs, signal, ahead });
    // Senders choose the labels of their series, so a series must not raise alerts on another host.
    const namesResource = 'resource' in settings.labels || readsOwnOnly;
    const templates = readyTemplates(settings.labels);
    const series = new Map<string, ExpressionSeries>();
    for (const one of found) {
      if (budget.tick(grid.count)) await budget.rest();
      markHistograms(one);
      if (threshold !== null) keepBeyond(one, comparator, threshold);
      if (!one.present.includes(1)) continue;
      const labels = labelled(one.labels, templates, settings.record !== null);
      const digest = digestFor(labels);
      if (series.has(digest)) throw executionError(`several series have the labels ${labels.toString()}`);
      series.set(digest, {
        digest,
        labels,
        source: one.labels,
        namesResource,
        values: one.values,
        present: one.present,
        ...(one.histograms && { histograms: one.histograms }),
      });
      if (series.size > MAX_INSTANCES) throw executionError(`the expression returns more than ${MAX_INSTANCES} series`);
    }
    const { limit } = settings;
    if (limit > 0 && series.size > limit)
      throw executionError(`the expression returns ${series.size} series, and its limit is ${limit}`);
    return [...series.values()];
  }

  /** Samples of a query that a template runs. @throws PromqlError */
  async query(text: string, atMs: number, viewer: Viewer, limits: EvaluationLimits): Promise<TemplateData[]> {
    const { found } = await this.run(text, { start: atMs, step: 0, count: 1 }, viewer, limits);
    const samples = found.flatMap(({ labels, values, present }) =>
      present[0] ? [{ labels: Object.fromEntries(labels.entries), value: values[0]! }] : [],
    );
    if (samples.length > MAX_INSTANCES) throw executionError(`the query returns more than ${MAX_INSTANCES} series`);
    return samples;
  }

  /** @throws PromqlError */
  private async run(
    text: string,
    grid: Grid,
    viewer: Viewer,
    { timeLimitMs, signal, ahead }: EvaluationLimits,
  ): Promise<{ found: readonly Found[]; readsOwnOnly: boolean; budget: Budget }> {
    const budget = new Budget({
      mostSamples: this.config.PROMETHEUS_SAMPLES,
      timeLimitMs: Math.min(this.config.PROMETHEUS_TIMEOUT_MS, timeLimitMs),
      now: () => performance.now(),
      pace: new Pace(),
      isAbandoned: () => signal.aborted,
    });
    const notes: Notes = { warnings: new Set(), infos: new Set() };
    const select = this.selections.selectFor(viewer, budget, notes, ahead);
    let readsOwnOnly = true;
    const watched: Select = async (selection) => {
      const found = await select(selection);
      readsOwnOnly &&= found.every(({ labels }) => labels.get('resource_id') !== '');
      return found;
    };
    const evaluation = new Evaluation(grid, lastTime(grid), watched, budget, new Annotations(notes));
    const value = await evaluation.evaluate(this.plans.planFor(text).expr);
    const found =
      value instanceof Float64Array
        ? [{ labels: Labels.NONE, values: value, present: new Uint8Array(value.length).fill(1) }]
        : value;
    return { found, readsOwnOnly, budget };
  }
}

function lastTime({ start, step, count }: Grid): number {
  return start + (count - 1) * step;
}

/** As in Prometheus, a native histogram counts as 0 for alerts. */
function markHistograms({ values, present, histograms }: Found): void {
  histograms?.forEach((histogram, k) => {
    if (!histogram) return;
    values[k] = 0;
    present[k] = 1;
  });
}

function keepBeyond(
  { values, present }: { values: Float64Array; present: Uint8Array },
  comparator: string | null,
  bound: number,
): void {
  for (let k = 0; k < values.length; k++) if (compare(values[k]!, comparator, bound) !== true) present[k] = 0;
}

/** The name of an alert is that of its definition, whatever its series say. */
function labelled(labels: Labels, templates: ReadyTemplates, isRecorded: boolean): Labels {
  const own = isRecorded ? labels.withoutName() : labels.withoutName().without(['alertname']);
  if (templates.length === 0) return own;
  const data = { labels: Object.fromEntries(labels.entries), value: NaN };
  return templates.reduce((all, [name, template]) => all.with(name, renderTemplate(template, data)), own);
}

/** A digest, because labels may be long. */
function digestFor(labels: Labels): string {
  return createHash('sha256').update(labels.key).digest('base64url');
}
