import { Injectable } from '@nestjs/common';
import type { Viewer } from '../authorization/viewer';
import { MonitoringConfig } from '../monitoring.config';
import { familiesOf } from '../received/domain/metric-kind';
import { type Budget, UNITS_PER_LOOK } from './domain/budget';
import type { Matcher } from './domain/expression';
import { compareLabels, Labels, METRIC_NAME } from './domain/labels';
import { equalLabelsOf, labelsOfResource } from './domain/resource-labels';
import { metricNames } from './domain/metric-name';
import { executionError } from './domain/promql-error';
import type { Notes } from './domain/response-text';
import type { FoundSeries, Select } from './domain/series';
import { longestLookback, PrometheusPoints } from './prometheus-points.service';
import {
  type DefinitionRow,
  PrometheusSeriesQueries,
  type SeriesRow,
  type SeriesSearch,
} from './prometheus-series.queries';
import { ReceivedLabelQueries } from './received-labels.queries';

/** How long the newest value counts at least, and how many intervals of its schedule. See rule prometheus-6. */
const LOOKBACK_MS = 300_000;
const LOOKBACK_INTERVALS = 2;
/** Rows that are looked at for one that matches. */
const LOOKS_PER_SERIES = 5;

export interface NamedDefinition extends DefinitionRow {
  readonly metric: string;
}

type Scope = Pick<SeriesSearch, 'enabledOnly' | 'onePerResource'>;

/** Schedules as series with labels. See rules prometheus-4, prometheus-5. */
@Injectable()
export class PrometheusSeries {
  constructor(
    private readonly queries: PrometheusSeriesQueries,
    private readonly received: ReceivedLabelQueries,
    private readonly points: PrometheusPoints,
    private readonly config: MonitoringConfig,
  ) {}

  /** The metrics of which the caller sees any. */
  async definitions(viewer: Viewer): Promise<NamedDefinition[]> {
    const [all, seen] = await Promise.all([this.named(), this.queries.listSeenDefinitions(viewer)]);
    const ids = new Set(seen);
    return all.filter(({ id }) => ids.has(id));
  }

  /** Series that meet any of several selectors, in the order of these. @throws PromqlError when they are too many */
  async findAny(
    selectors: readonly (readonly Matcher[])[],
    viewer: Viewer,
    budget: Budget,
    scope: Scope = { enabledOnly: true, onePerResource: false },
  ): Promise<FoundSeries[]> {
    const found = new Map<number, FoundSeries>();
    const known = await this.named();
    for (const matchers of selectors) {
      budget.check();
      for (const one of await this.findAmong(known, matchers, viewer, budget, scope)) found.set(one.scheduleId, one);
      if (found.size > this.config.PROMETHEUS_SERIES) throw tooManySeries(this.config.PROMETHEUS_SERIES);
    }
    return [...found.values()];
  }

  /** Names of the labels of series that came in. */
  receivedLabels(viewer: Viewer): Promise<string[]> {
    return this.received.listLabels(viewer);
  }

  /** Values of a label of series that came in. */
  receivedValues(label: string, viewer: Viewer): Promise<string[]> {
    return label === METRIC_NAME ? this.received.listNames(viewer) : this.received.listValues(label, viewer);
  }

  /** What senders say of the metrics of which the caller sees any, by family. */
  async receivedMetadata(viewer: Viewer): ReturnType<ReceivedLabelQueries['listMetadata']> {
    const names = await this.received.listNames(viewer);
    return this.received.listMetadata([...new Set(names.flatMap(familiesOf))]);
  }

  /** All: a name depends on those that the caller does not see, too. See rule prometheus-5. */
  private async named(): Promise<NamedDefinition[]> {
    const rows = await this.queries.listDefinitions();
    const names = metricNames(rows);
    return rows.map((row) => ({ ...row, metric: names.get(row.id)! }));
  }

  /** Series that meet every matcher, by their labels. @throws PromqlError when they are too many */
  private async findAmong(
    known: readonly NamedDefinition[],
    matchers: readonly Matcher[],
    viewer: Viewer,
    budget: Budget,
    scope: Scope,
  ): Promise<FoundSeries[]> {
    const [own, received] = await Promise.all([
      this.findOwn(known, matchers, viewer, budget, scope),
      scope.onePerResource ? [] : this.findReceived(matchers, viewer, budget, scope.enabledOnly),
    ]);
    const found = [...own, ...received];
    if (found.length > this.config.PROMETHEUS_SERIES) throw tooManySeries(this.config.PROMETHEUS_SERIES);
    return found.sort((a, b) => compareLabels(a.labels, b.labels));
  }

  /** Those that came in, with the labels that they had. */
  private async findReceived(
    matchers: readonly Matcher[],
    viewer: Viewer,
    budget: Budget,
    enabledOnly: boolean,
  ): Promise<FoundSeries[]> {
    const isEqual = ({ operator, value }: Matcher): boolean => operator === '=' && value !== '';
    const ofName = matchers.filter(({ name }) => name === METRIC_NAME);
    const given = ofName.filter(isEqual).map(({ value }) => value);
    const candidates = given.length > 0 || ofName.length === 0 ? given : await this.received.listNames(viewer);
    const names = candidates.filter((name) => ofName.every(({ accepts }) => accepts(name)));
    if (ofName.length > 0 && names.length === 0) return [];
    const most = this.config.PROMETHEUS_SERIES * LOOKS_PER_SERIES;
    const rows = await this.received.find(
      {
        names: ofName.length > 0 ? names : undefined,
        equal: matchers
          .filter((one) => one.name !== METRIC_NAME && isEqual(one))
          .map(({ name, value }) => [name, value]),
        enabledOnly,
        most: most + 1,
      },
      viewer,
    );
    if (rows.length > most) throw tooManySeries(this.config.PROMETHEUS_SERIES);
    const found: FoundSeries[] = [];
    for (const { scheduleId, intervalMs, labels: sent } of rows) {
      const labels = Labels.of(Object.entries(sent));
      if (budget.tick(UNITS_PER_LOOK)) await budget.rest();
      if (!matchers.every(({ name, accepts }) => accepts(labels.get(name)))) continue;
      found.push({ scheduleId, lookbackMs: lookbackOf(intervalMs), labels });
    }
    return found;
  }

  /** Those that agents and others measure for schedules that descriptors declare. */
  private async findOwn(
    known: readonly NamedDefinition[],
    matchers: readonly Matcher[],
    viewer: Viewer,
    budget: Budget,
    scope: Scope,
  ): Promise<FoundSeries[]> {
    const definitions = new Map<number, NamedDefinition>();
    const own = matchers.filter(({ name }) => DEFINITION_LABELS.has(name));
    for (const definition of known) {
      const labels = new Map(labelsOfDefinition(definition));
      if (budget.tick(UNITS_PER_LOOK)) await budget.rest();
      if (own.every(({ name, accepts }) => accepts(labels.get(name)!))) definitions.set(definition.id, definition);
    }
    if (definitions.size === 0) return [];
    const mostRows = this.config.PROMETHEUS_SERIES * LOOKS_PER_SERIES;
    const rows = await this.queries.findSeries(
      {
        ...scope,
        definitionIds: [...definitions.keys()],
        equal: equalLabelsOf(matchers),
        most: mostRows + 1,
      },
      viewer,
    );
    if (rows.length > mostRows) throw tooManySeries(this.config.PROMETHEUS_SERIES);
    const found: FoundSeries[] = [];
    for (const row of rows) {
      const labels = labelsOf(row, definitions.get(row.definitionId)!);
      if (budget.tick(UNITS_PER_LOOK)) await budget.rest();
      if (!matchers.every(({ name, accepts }) => accepts(labels.get(name)))) continue;
      found.push({ scheduleId: row.scheduleId, lookbackMs: lookbackOf(row.intervalMs), labels });
    }
    return found;
  }

  /** What a query reads, by few statements for any number of series. */
  selectFor(viewer: Viewer, budget: Budget, notes: Notes): Select {
    return async ({ matchers, looksBack, ...wanted }) => {
      const series = await this.findAny([matchers], viewer, budget, { enabledOnly: false, onePerResource: false });
      const lookbackMs = looksBack ? longestLookback(series) : 0;
      if (series.length === 0) return [];
      const ids = series.map(({ scheduleId }) => scheduleId);
      const pointsOf = await this.points.read(ids, { ...wanted, from: wanted.from - lookbackMs }, budget, notes);
      return series.map((one) => ({ ...one, points: () => pointsOf(one.scheduleId) }));
    };
  }
}

function lookbackOf(intervalMs: number): number {
  return Math.max(LOOKBACK_MS, LOOKBACK_INTERVALS * intervalMs);
}

function tooManySeries(most: number): Error {
  return executionError(`query selects more than ${most} series; name a metric or further labels`);
}

/** Labels that all series of a metric of a type share. */
export const DEFINITION_LABELS: ReadonlySet<string> = new Set([METRIC_NAME, 'type', 'plugin', 'category']);

export function labelsOfDefinition({ metric, type, plugin, category }: NamedDefinition): [string, string][] {
  return [
    [METRIC_NAME, metric],
    ['type', type],
    ['plugin', plugin],
    ['category', category.toLowerCase()],
  ];
}

function labelsOf(row: SeriesRow, definition: NamedDefinition): Labels {
  return Labels.of([...labelsOfDefinition(definition), ...labelsOfResource(row)]);
}
