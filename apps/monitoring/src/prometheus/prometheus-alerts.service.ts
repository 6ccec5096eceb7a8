import { Injectable } from '@nestjs/common';
import {
  type Budget,
  byLabels,
  executionError,
  Labels,
  type Matcher,
  METRIC_NAME,
  type StoredPoints,
  type StoredSeries,
  UNITS_PER_LOOK,
} from '@wardstone/promql';
import type { Viewer } from '../authorization/viewer';
import { MonitoringConfig } from '../monitoring.config';
import { equalLabelsOf, labelsOfResource } from './domain/resource-labels';
import { type AlertRow, PrometheusAlertQueries } from './prometheus-alerts.queries';

export const ALERTS = 'ALERTS';

/** An alert counts at the moment in which it ends, too. */
const LOOKBACK_MS = 1;

/** When alerts of a definition and a resource were open: from a time to another, in the order of time, none meets the next. */
type Spans = { start: number; end: number }[];

/** An alert that is not over, with the labels of its series. */
export interface OpenAlert extends AlertRow {
  readonly labels: Labels;
}

/** Open alerts as the series that Prometheus has of its own. See rule prometheus-13. */
@Injectable()
export class PrometheusAlerts {
  constructor(
    private readonly queries: PrometheusAlertQueries,
    private readonly config: MonitoringConfig,
  ) {}

  /** Series of alerts that were open within the time, by their labels. @throws PromqlError when there are too many */
  async find(
    matchers: readonly Matcher[],
    { from, to }: { from: number; to: number },
    viewer: Viewer,
    budget: Budget,
  ): Promise<StoredSeries[]> {
    if (!matchers.every(({ name, accepts }) => name !== METRIC_NAME || accepts(ALERTS))) return [];
    const rows = await this.findRows({ from, to, equal: equalLabelsOf(matchers) }, viewer);
    const found = new Map<string, { labels: Labels; spans: Spans }>();
    for (const row of rows) {
      const labels = labelsOf(row);
      if (budget.tick(UNITS_PER_LOOK)) await budget.rest();
      if (!matchers.every(({ name, accepts }) => accepts(labels.get(name)))) continue;
      const known = found.get(labels.key) ?? { labels, spans: [] };
      found.set(labels.key, known);
      add(known.spans, row);
    }
    return [...found.values()]
      .map(({ labels, spans }) => ({ labels, lookbackMs: LOOKBACK_MS, points: () => pointsOf(spans) }))
      .sort(byLabels);
  }

  /** In the order in which they fired. @throws as `find` */
  async listOpen(nowMs: number, viewer: Viewer, budget: Budget): Promise<OpenAlert[]> {
    const rows = await this.findRows({ from: nowMs, to: nowMs, equal: {} }, viewer);
    const open: OpenAlert[] = [];
    for (const row of rows) {
      if (budget.tick(UNITS_PER_LOOK)) await budget.rest();
      if (row.endMs === null) open.push({ ...row, labels: labelsOf(row) });
    }
    return open;
  }

  private async findRows(
    search: Omit<Parameters<PrometheusAlertQueries['findAlerts']>[0], 'most'>,
    viewer: Viewer,
  ): Promise<AlertRow[]> {
    const most = this.config.PROMETHEUS_SERIES;
    const rows = await this.queries.findAlerts({ ...search, most: most + 1 }, viewer);
    if (rows.length <= most) return rows;
    throw executionError(`query selects more than ${most} alerts; name a resource or less time`);
  }
}

function labelsOf(row: AlertRow): Labels {
  return Labels.of([
    [METRIC_NAME, ALERTS],
    ['alertname', row.name],
    ['alertstate', 'firing'],
    ['severity', row.priority.toLowerCase()],
    ['type', row.type],
    ['plugin', row.plugin],
    ['category', row.category.toLowerCase()],
    ...labelsOfResource(row),
  ]);
}

/** Alerts come in the order in which they fired. */
function add(spans: Spans, { firedMs, endMs }: AlertRow): void {
  const last = spans.at(-1);
  const end = endMs ?? Infinity;
  if (last && firedMs <= last.end) last.end = Math.max(last.end, end);
  else spans.push({ start: firedMs, end });
}

function pointsOf(spans: Spans): StoredPoints {
  return {
    times: Float64Array.from(spans, ({ start }) => start),
    values: new Float64Array(spans.length).fill(1),
    spans: Float64Array.from(spans, ({ start, end }) => end - start),
  };
}
