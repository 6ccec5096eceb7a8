import { Injectable } from '@nestjs/common';
import { getLookbackMs } from '@wardstone/metric-points';
import {
  Budget,
  byLabels,
  executionError,
  forSearch,
  type FoundSeries,
  isName,
  Labels,
  LIGHT_SERIES,
  type Matcher,
  METRIC_NAME,
  type Notes,
  pacedSort,
  type Select,
  UNITS_PER_LOOK,
} from '@wardstone/promql';
import { possibleFamilies } from '@wardstone/series-formats';
import { Pace } from '@wardstone/turns';
import type { Viewer } from '../authorization/viewer';
import { MonitoringConfig } from '../monitoring.config';
import { mayMatchOwn, requiredLabels, labelsOfResource, requiresImpossible } from './domain/resource-labels';
import { DEFINITION_LABELS, type NamedDefinition, PrometheusDefinitions } from './prometheus-definitions.service';
import { longestLookback, PrometheusPoints } from './prometheus-points.service';
import { countSeries, PrometheusSeriesQueries, type SeriesSearch } from './prometheus-series.queries';
import { ReceivedLabelQueries } from './received-labels.queries';
import { ResolvedSelectors } from './resolved-selectors';

/** Maximum number of rows read for each match. */
const LOOKS_PER_SERIES = 5;
/**
 * Maximum number of series of a selector that is resolved together with others; larger ones are resolved separately.
 */
const FEW_SERIES = 2_000;

interface Scope {
  readonly enabledOnly: boolean;
  /** Returns one schedule for each resource, and no received series. */
  readonly onePerResource: boolean;
}

/** Schedules as series with labels. See rules prometheus-4, prometheus-5. */
@Injectable()
export class PrometheusSeries {
  constructor(
    private readonly known: PrometheusDefinitions,
    private readonly queries: PrometheusSeriesQueries,
    private readonly received: ReceivedLabelQueries,
    private readonly points: PrometheusPoints,
    private readonly resolved: ResolvedSelectors,
    private readonly config: MonitoringConfig,
  ) {}

  /** The metrics with any series that the caller sees. */
  async definitions(viewer: Viewer): Promise<NamedDefinition[]> {
    const [all, seen] = await Promise.all([this.known.list(), this.queries.listSeenDefinitions(viewer)]);
    const ids = new Set(seen);
    return all.filter(({ id }) => ids.has(id));
  }

  /**
   * Series that match any of several selectors, in the order of the selectors.
   * @throws PromqlError when they are too many
   */
  async findAny(
    selectors: readonly (readonly Matcher[])[],
    viewer: Viewer,
    budget: Budget,
    scope: Scope = { enabledOnly: true, onePerResource: false },
  ): Promise<FoundSeries[]> {
    const found = new Map<number, FoundSeries>();
    for (const matchers of selectors) {
      budget.check();
      for (const one of await this.find(matchers, viewer, budget, scope)) found.set(one.scheduleId, one);
      if (found.size > this.config.PROMETHEUS_SERIES) throw tooManySeries(this.config.PROMETHEUS_SERIES);
    }
    return [...found.values()];
  }

  /** Label names of received series. */
  receivedLabels(viewer: Viewer): Promise<string[]> {
    return this.received.listLabels(viewer);
  }

  /** Values of a label of received series. */
  receivedValues(label: string, viewer: Viewer): Promise<string[]> {
    return label === METRIC_NAME ? this.received.listNames(viewer) : this.received.listValues(label, viewer);
  }

  /** Metadata of received metrics that the caller sees, by family. */
  async receivedMetadata(viewer: Viewer): ReturnType<ReceivedLabelQueries['listMetadata']> {
    const names = await this.received.listNames(viewer);
    return this.received.listMetadata([...new Set(names.flatMap(possibleFamilies))]);
  }

  /**
   * Finds the series of several selectors with one statement. Undefined for selectors that do not name their metric,
   * name one of a descriptor, or have too many series; these are resolved separately.
   */
  async findTogether(
    selectors: readonly (readonly Matcher[])[],
    viewer: Viewer,
  ): Promise<(readonly FoundSeries[] | undefined)[]> {
    const names = selectors.map(fixedName);
    const { packed, places } = await this.known.use(async (_known, metrics) => {
      const searched = [...names.keys()].filter((at) => names[at] !== undefined && !metrics.has(names[at]));
      const equal = searched.map((at) => fixedLabels(selectors[at]!));
      return { ...(await this.queries.findReceived(equal, FEW_SERIES + 1, viewer)), places: searched };
    });
    const found = selectors.map((): readonly FoundSeries[] | undefined => undefined);
    const budget = unlimitedBudget();
    for (const [index, at] of places.entries()) {
      const series = packed.get(index) ?? Buffer.alloc(0);
      if (countSeries(series) <= FEW_SERIES) found[at] = await this.resolved.resolve(selectors[at]!, series, budget);
    }
    return found;
  }

  /**
   * Series that match every matcher, by their labels.
   * @throws PromqlError when they are too many
   */
  private async find(
    selector: readonly Matcher[],
    viewer: Viewer,
    budget: Budget,
    { enabledOnly, onePerResource }: Scope,
  ): Promise<FoundSeries[]> {
    if (requiresImpossible(selector)) return [];
    const matchers = forSearch(selector);
    const { PROMETHEUS_SERIES: mostSeries } = this.config;
    const most = mostSeries * LOOKS_PER_SERIES;
    // Without the name of a metric, all series have to be searched.
    if (!matchers.some((one) => one.name === METRIC_NAME && isEqual(one))) await budget.takeTurn();
    const search = onePerResource ? undefined : await this.receivedSearch(matchers, viewer);
    const ofDefinition = matchers.filter(({ name }) => DEFINITION_LABELS.has(name));
    const mayBeOwn = mayMatchOwn(matchers, DEFINITION_LABELS);
    const findUpTo = (limit: number) =>
      this.known.use(async (known) => {
        const matching = new Map<number, NamedDefinition>();
        for (const definition of mayBeOwn ? known : []) {
          if (budget.tick(UNITS_PER_LOOK)) await budget.rest();
          const { id, labels } = definition;
          if (ofDefinition.every(({ name, accepts }) => accepts(labels.get(name)!))) matching.set(id, definition);
        }
        const equal = requiredLabels(matchers);
        const definitionIds = [...matching.keys()];
        const found = await this.queries.findSeries(
          {
            own: matching.size > 0 ? { definitionIds, equal, onePerResource } : undefined,
            received: search,
            enabledOnly,
            most: limit + 1,
          },
          viewer,
        );
        return { ...found, definitions: matching };
      });
    let { own, received, definitions } = await findUpTo(budget.isLight ? LIGHT_SERIES : most);
    if (budget.isLight && Math.max(own.length, countSeries(received)) > LIGHT_SERIES) {
      await budget.takeTurn();
      ({ own, received, definitions } = await findUpTo(most));
    }
    if (own.length + countSeries(received) > most) throw tooManySeries(mostSeries);
    const found = [...(await this.resolved.resolve(selector, received, budget))];
    for (const row of own) {
      const labels = Labels.of([...definitions.get(row.definitionId)!.labels, ...labelsOfResource(row)]);
      if (budget.tick(UNITS_PER_LOOK)) await budget.rest();
      if (!matchers.every(({ name, accepts }) => accepts(labels.get(name)))) continue;
      const { scheduleId, intervalMs } = row;
      found.push({ scheduleId, isReceived: false, lookbackMs: getLookbackMs(intervalMs), labels });
    }
    if (found.length > mostSeries) throw tooManySeries(mostSeries);
    return pacedSort(found, byLabels, budget);
  }

  /** Conditions for received series; undefined if none can match. */
  private async receivedSearch(matchers: readonly Matcher[], viewer: Viewer): Promise<SeriesSearch['received']> {
    const ofName = matchers.filter(({ name }) => name === METRIC_NAME);
    const others = matchers.filter((one) => one.name !== METRIC_NAME && isEqual(one));
    const equal = others.map(({ name, value }) => [name, value] as const);
    if (ofName.length === 0) return { names: undefined, equal };
    const given = ofName.filter(isEqual).map(({ value }) => value);
    const candidates = given.length > 0 ? given : await this.received.listNames(viewer);
    const names = candidates.filter((name) => ofName.every(({ accepts }) => accepts(name)));
    return names.length > 0 ? { names, equal } : undefined;
  }

  /** Series of a query, read with few statements for any number. */
  selectFor(viewer: Viewer, budget: Budget, notes: Notes): Select {
    return async ({ matchers, looksBack, ...wanted }) => {
      const begun = this.points.begin();
      const series = await this.findAny([matchers], viewer, budget, { enabledOnly: false, onePerResource: false });
      const lookbackMs = looksBack ? longestLookback(series) : 0;
      if (series.length === 0) return [];
      const window = { ...wanted, from: wanted.from - lookbackMs };
      const pointsOf = await this.points.read(begun, series, window, { budget, notes });
      await budget.rest();
      return series.map((one) => ({ ...one, points: () => pointsOf(one.scheduleId) }));
    };
  }
}

function isEqual({ operator, value }: Matcher): boolean {
  return operator === '=' && value !== '';
}

/** The only metric that a selector accepts; undefined where it names none, or holds a text that the database refuses. */
function fixedName(matchers: readonly Matcher[]): string | undefined {
  const [named, ...more] = matchers.filter(({ name }) => name === METRIC_NAME);
  if (!named || more.length > 0 || !isEqual(named)) return undefined;
  return matchers.every(({ name, value }) => isName(name) && (value === '' || isName(value))) ? named.value : undefined;
}

/** Labels that a selector fixes; where it fixes one twice, the second value is left to the matchers. */
function fixedLabels(matchers: readonly Matcher[]): Record<string, string> {
  return Object.fromEntries(matchers.filter(isEqual).map(({ name, value }) => [name, value]));
}

/** For few series, which were limited before. */
function unlimitedBudget(): Budget {
  return new Budget({
    mostSamples: Infinity,
    timeLimitMs: Infinity,
    now: () => performance.now(),
    pace: new Pace(),
    isAbandoned: () => false,
  });
}

function tooManySeries(most: number): Error {
  return executionError(`query selects more than ${most} series; name a metric or further labels`);
}
