import { Injectable } from '@nestjs/common';
import { type ExpressionSettings } from '@wardstone/alerting';
import type { ExpressionResult } from '@wardstone/dto/monitoring';
import { DAY_MS } from '@wardstone/metric-points';
import { type Grid, PromqlError } from '@wardstone/promql';
import type { Viewer } from '../authorization/viewer';
import { ExpressionEvaluator, type ExpressionSeries } from './expression-series';

/** Maximum number of values of a series in a chart. */
const MAX_POINTS = 300;
const MAX_SERIES = 20;

interface ShownExpression {
  readonly text: string;
  readonly settings: ExpressionSettings;
  /** Evaluations of the dry run. */
  readonly grid: Grid;
}

/** Evaluates an expression as a chart shows it: the last day, without its threshold. */
@Injectable()
export class ExpressionResultReader {
  constructor(private readonly evaluator: ExpressionEvaluator) {}

  /** Undefined if it returns more series, or reads more, than an alert may; a threshold may leave few of them. */
  async read(
    { text, settings, grid }: ShownExpression,
    viewer: Viewer,
    limits: Parameters<ExpressionEvaluator['evaluate']>[3],
  ): Promise<ExpressionResult | undefined> {
    const steps = chartGrid(grid);
    const { labels, record, queryOffsetMs } = settings;
    try {
      const found = await this.evaluator.evaluate(
        { text, comparator: null, threshold: null, settings: { labels, limit: 0, record } },
        { ...steps, start: steps.start - queryOffsetMs },
        viewer,
        limits,
      );
      return {
        startTime: steps.start,
        endTime: steps.start + (steps.count - 1) * steps.step,
        step: steps.step,
        seriesCount: found.length,
        series: found.slice(0, MAX_SERIES).map((series) => toShown(series, steps)),
      };
    } catch (error) {
      if (error instanceof PromqlError) return undefined;
      throw error;
    }
  }
}

/** Evaluations of the last day that fit into a chart, including the last one. */
function chartGrid({ start, step, count }: Grid): Grid {
  const last = start + (count - 1) * step;
  const wide = step * Math.ceil(DAY_MS / (MAX_POINTS * step));
  const steps = Math.floor(Math.min(DAY_MS, last - start) / wide) + 1;
  return { start: last - (steps - 1) * wide, step: wide, count: steps };
}

function toShown(
  { labels, values, present }: ExpressionSeries,
  { start, step }: Grid,
): ExpressionResult['series'][number] {
  const dataPoints = [...values].flatMap((value, k) =>
    present[k] && Number.isFinite(value) ? [{ timeStamp: start + k * step, value }] : [],
  );
  return { labels: Object.fromEntries(labels.entries), dataPoints };
}
