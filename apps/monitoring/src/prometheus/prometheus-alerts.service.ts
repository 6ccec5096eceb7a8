import { Injectable } from '@nestjs/common';
import {
  type Budget,
  byLabels,
  executionError,
  forSearch,
  Labels,
  type Matcher,
  METRIC_NAME,
  type StoredPoints,
  type StoredSeries,
  UNITS_PER_LOOK,
} from '@wardstone/promql';
import type { Viewer } from '../authorization/viewer';
import { MonitoringConfig } from '../monitoring.config';
import { requiredLabels, labelsOfResource, requiresImpossible } from './domain/resource-labels';
import { type AlertRow, type PendingRow, PrometheusAlertQueries } from './prometheus-alerts.queries';

export const ALERTS = 'ALERTS';
/** Name of a metric whose value is the time, in seconds, when the series became pending or firing. */
export const ALERTS_FOR_STATE = 'ALERTS_FOR_STATE';

/** An alert is still open at the moment of its end. */
const LOOKBACK_MS = 1;

/** Periods in which alerts with the same labels were open, in order and without overlap. */
type Spans = { start: number; end: number; value: number }[];
type Span = Spans[number];

/** An open alert with the labels of its series. */
export interface OpenAlert extends AlertRow {
  readonly labels: Labels;
}

/** Open alerts as the alert series of Prometheus. See rule prometheus-13. */
@Injectable()
export class PrometheusAlerts {
  constructor(
    private readonly queries: PrometheusAlertQueries,
    private readonly config: MonitoringConfig,
  ) {}

  /**
   * Series of alerts that were open within the range, by their labels.
   * @throws PromqlError when there are too many
   */
  async find(
    selector: readonly Matcher[],
    { from, to }: { from: number; to: number },
    viewer: Viewer,
    budget: Budget,
  ): Promise<StoredSeries[]> {
    if (requiresImpossible(selector)) return [];
    const matchers = forSearch(selector);
    const ofName = matchers.filter(({ name }) => name === METRIC_NAME);
    if (![ALERTS, ALERTS_FOR_STATE].some((name) => ofName.every(({ accepts }) => accepts(name)))) return [];
    await budget.takeTurn();
    const rows = await this.findRows({ from, to, equal: requiredLabels(matchers) }, viewer);
    const pending = await this.listPending(viewer);
    const found = new Map<string, { labels: Labels; spans: Spans }>();
    const series = [...rows.flatMap(seriesOfAlert), ...pending.flatMap(seriesOfPending)];
    for (const { labels, span } of series.sort((a, b) => a.span.start - b.span.start)) {
      if (budget.tick(UNITS_PER_LOOK)) await budget.rest();
      if (span.start > to || !matchers.every(({ name, accepts }) => accepts(labels.get(name)))) continue;
      const known = found.get(labels.key) ?? { labels, spans: [] };
      found.set(labels.key, known);
      add(known.spans, span);
    }
    return [...found.values()]
      .map(({ labels, spans }) => ({ labels, lookbackMs: LOOKBACK_MS, points: () => toPoints(spans) }))
      .sort(byLabels);
  }

  /**
   * In order of firing.
   * @throws as `find`
   */
  async listOpen(nowMs: number, viewer: Viewer, budget: Budget): Promise<OpenAlert[]> {
    await budget.takeTurn();
    const rows = await this.findRows({ from: nowMs, to: nowMs, equal: {} }, viewer);
    const open: OpenAlert[] = [];
    for (const row of rows) {
      if (budget.tick(UNITS_PER_LOOK)) await budget.rest();
      if (row.endMs === null) open.push({ ...row, labels: toLabels(row) });
    }
    return open;
  }

  /**
   * Series of expressions that are now waiting for their durations.
   * @throws as `find`
   */
  async listPending(viewer: Viewer): Promise<PendingRow[]> {
    const most = this.config.PROMETHEUS_SERIES;
    const rows = await this.queries.listPending(most + 1, viewer);
    if (rows.length <= most) return rows;
    throw executionError(`there are more than ${most} pending alerts`);
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

interface AlertSeries {
  readonly labels: Labels;
  readonly span: Span;
}

/** An alert on an expression has exactly its own labels. */
function toLabels(row: AlertRow): Labels {
  if (row.alertLabels) return labelsOfSeries(ALERTS, row.name, row.alertLabels).with('alertstate', 'firing');
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

export function labelsOfSeries(metric: string, alertname: string, labels: Readonly<Record<string, string>>): Labels {
  return Labels.of(Object.entries({ alertname, ...labels, [METRIC_NAME]: metric }));
}

function seriesOfAlert(row: AlertRow): AlertSeries[] {
  const { alertLabels, activeMs, name } = row;
  // At the evaluation that resolves it, its series is over.
  const end = row.endMs === null ? Infinity : row.endMs - (alertLabels ? LOOKBACK_MS : 0);
  const firedMs = row.evaluatedMs ?? row.firedMs;
  const firing = { labels: toLabels(row), span: { start: firedMs, end: Math.max(end, firedMs), value: 1 } };
  if (!alertLabels || activeMs === null) return [firing];
  const waiting = seriesOfPending({ name, labels: alertLabels, activeMs });
  // It was pending until just before it fired.
  return [
    firing,
    ...waiting.flatMap(({ labels, span }) => {
      const until = labels.get(METRIC_NAME) === ALERTS ? firedMs - LOOKBACK_MS : end;
      return until > span.start ? [{ labels, span: { ...span, end: until } }] : [];
    }),
  ];
}

function seriesOfPending({ name, labels, activeMs }: Pick<PendingRow, 'name' | 'labels' | 'activeMs'>): AlertSeries[] {
  const span = { start: activeMs, end: Infinity };
  return [
    { labels: labelsOfSeries(ALERTS, name, labels).with('alertstate', 'pending'), span: { ...span, value: 1 } },
    { labels: labelsOfSeries(ALERTS_FOR_STATE, name, labels), span: { ...span, value: activeMs / 1000 } },
  ];
}

/** Spans are added in order of their starts. */
function add(spans: Spans, span: Span): void {
  const last = spans.at(-1);
  if (last && span.start <= last.end && span.value === last.value) last.end = Math.max(last.end, span.end);
  else spans.push({ ...span });
}

function toPoints(spans: Spans): StoredPoints {
  return {
    times: Float64Array.from(spans, ({ start }) => start),
    values: Float64Array.from(spans, ({ value }) => value),
    spans: Float64Array.from(spans, ({ start, end }) => end - start),
  };
}
