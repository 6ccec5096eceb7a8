import { Injectable } from '@nestjs/common';
import { HeavyWork, VERSION } from '@wardstone/bootstrap';
import { Clock } from '@wardstone/clock';
import type {
  FederateParameters,
  InstantQueryParameters,
  MetadataParameters,
  PromqlParameters,
  RangeQueryParameters,
  RulesParameters,
  SeriesParameters,
} from '@wardstone/dto/monitoring';
import { ApiError, MonitoringError } from '@wardstone/errors';
import {
  Annotations,
  Budget,
  byLabels,
  dataText,
  Evaluation,
  instantText,
  isName,
  type Labels,
  listText,
  type Matcher,
  membersText,
  METRIC_NAME,
  type Notes,
  parseQuery,
  pointsText,
  PromqlError,
  type PromqlErrorKind,
  type QuerySteps,
  rangeText,
  type Select,
  type Text,
  textLength,
  typeName,
  unescapedName,
  valueTextLength,
  pacedSort,
} from '@wardstone/promql';
import { compareLatest, expositionText, type LatestValue } from '@wardstone/series-formats';
import { Pace } from '@wardstone/turns';
import { MonitoringConfig } from '../monitoring.config';
import { badParameter, parseGrid, parseLimit, parseTimeout, parseTime } from './domain/parameters';
import { ALERTS, PrometheusAlerts } from './prometheus-alerts.service';
import { DEFINITION_LABELS } from './prometheus-definitions.service';
import { PrometheusPoints } from './prometheus-points.service';
import { PrometheusRules, type RuleSearch } from './prometheus-rules.service';
import { PrometheusSelections } from './prometheus-selections';
import { PrometheusSeries } from './prometheus-series.service';
import type { PromqlRequest } from './promql-request';

const ERROR_OF: Readonly<Record<PromqlErrorKind, ApiError['kind']>> = {
  bad_data: MonitoringError.promql_invalid,
  execution: MonitoringError.promql_failed,
  timeout: MonitoringError.promql_interrupted,
  canceled: MonitoringError.promql_interrupted,
};
/** Maximum length of a query; people write shorter ones. */
const MAX_CHARACTERS = 16_384;

/** A request with selectors of series. */
type Selecting = Pick<PromqlRequest<{ 'match[]'?: string }>, 'parameters' | 'viewer'>;

/** The read side of the Prometheus HTTP API. See rules prometheus-1 to prometheus-7. */
@Injectable()
export class PrometheusService {
  constructor(
    private readonly series: PrometheusSeries,
    private readonly points: PrometheusPoints,
    private readonly alerts: PrometheusAlerts,
    private readonly rules: PrometheusRules,
    private readonly selections: PrometheusSelections,
    private readonly config: MonitoringConfig,
    private readonly heavyWork: HeavyWork,
    private readonly clock: Clock,
  ) {}

  /** @throws promql_invalid, promql_failed, promql_interrupted */
  query(request: PromqlRequest<InstantQueryParameters>): Promise<Text> {
    return this.evaluate(request, async (budget, select, notes) => {
      const { query = '', time } = request.parameters;
      const expr = parseText('query', query, { stepMs: 0, rangeMs: 0 });
      const timeMs = time === undefined ? this.clock.now() : parseTime('time', time);
      const grid = { start: timeMs, step: 0, count: 1 };
      const evaluation = new Evaluation(grid, timeMs, select, budget, new Annotations(notes));
      if (expr.kind === 'string') return dataText({ resultType: 'string', result: [timeMs / 1000, expr.value] });
      if (expr.kind === 'range' || expr.kind === 'subquery') {
        const ranges = await pacedSort(await evaluation.ranges(expr), byLabels, budget);
        const shown = truncate(ranges, request.parameters.limit, notes);
        await budget.requireShortResponse(
          textLength(
            shown.map(({ labels, points, histograms }) => ({
              labels,
              count: points.times.length,
              histograms: histograms.values,
            })),
          ),
        );
        return pointsText(shown, notes);
      }
      const value = await evaluation.evaluate(expr);
      const shown = value instanceof Float64Array ? value : truncate(value, request.parameters.limit, notes);
      await budget.requireShortResponse(valueTextLength(shown));
      return instantText(shown, timeMs, notes);
    });
  }

  /** @throws as `query` */
  queryRange(request: PromqlRequest<RangeQueryParameters>): Promise<Text> {
    return this.evaluate(request, async (budget, select, notes) => {
      const { query = '', start, end, step, limit } = request.parameters;
      const grid = parseGrid({ start, end, step });
      const expr = parseText('query', query, { stepMs: grid.step, rangeMs: grid.end - grid.start });
      if (expr.type !== 'scalar' && expr.type !== 'vector') {
        const allowed = 'for range query, must be Scalar or instant Vector';
        throw new PromqlError('bad_data', `invalid expression type "${typeName(expr)}" ${allowed}`);
      }
      const evaluation = new Evaluation(grid, grid.end, select, budget, new Annotations(notes));
      const value = await evaluation.evaluate(expr);
      const shown =
        value instanceof Float64Array ? value : truncate(await pacedSort(value, byLabels, budget), limit, notes);
      await budget.requireShortResponse(valueTextLength(shown));
      return rangeText(shown, grid, notes);
    });
  }

  /**
   * The newest values, for another Prometheus. See rule prometheus-12.
   * @throws as `query`
   */
  federate(request: PromqlRequest<FederateParameters>): Promise<Text> {
    return this.evaluate(request, async (budget) => {
      const series = await this.series.findAny(requiredSelectors(request), request.viewer, budget);
      const values = [...(await this.points.readLatest(series)), ...(await this.openAlerts(request, budget))];
      await budget.requireShortResponse(textLength(values.map(({ labels }) => ({ labels, count: 1 }))));
      return expositionText(await pacedSort(values, compareLatest, budget));
    });
  }

  /** The labels of series. @throws as `query` */
  listSeries(request: PromqlRequest<SeriesParameters>): Promise<Text> {
    return this.evaluate(request, async (budget) => {
      requiredSelectors(request);
      const found = await this.matching(request, budget);
      const listed = found.slice(0, parseLimit(request.parameters.limit));
      await budget.requireShortResponse(textLength(listed.map((labels) => ({ labels, count: 1 }))));
      return listText(listed, ({ entries }) => Object.fromEntries(entries));
    });
  }

  /** @throws as `query` */
  listLabels(request: PromqlRequest<SeriesParameters>): Promise<Text> {
    return this.evaluate(request, async (budget) => {
      await budget.takeTurn();
      const found = await this.matching(request, budget, { onePerResource: true });
      return this.texts(request, [
        ...found.flatMap(({ entries }) => entries.map(([name]) => name)),
        ...(toSelectors(request).length === 0 ? await this.series.receivedLabels(request.viewer) : []),
      ]);
    });
  }

  /** @throws as `query` */
  listValues(escapedLabel: string, request: PromqlRequest<SeriesParameters>): Promise<Text> {
    return this.evaluate(request, async (budget) => {
      const label = unescapedName(escapedLabel);
      if (!isName(label)) throw new PromqlError('bad_data', `invalid label name: "${label}"`);
      await budget.takeTurn();
      const isOfAll = toSelectors(request).length === 0;
      const received = isOfAll ? await this.series.receivedValues(label, request.viewer) : [];
      if (isOfAll && DEFINITION_LABELS.has(label)) {
        const definitions = await this.series.definitions(request.viewer);
        const ofAlerts = label === METRIC_NAME ? [ALERTS] : [];
        return this.texts(request, [...received, ...definitions.map(({ labels }) => labels.get(label)!), ...ofAlerts]);
      }
      const found = await this.matching(request, budget, { onePerResource: isOfAll });
      return this.texts(request, [
        ...received,
        ...found.map((labels) => labels.get(label)).filter((value) => value !== ''),
      ]);
    });
  }

  /** Metadata of metric definitions. @throws as `query` */
  readMetadata(request: PromqlRequest<MetadataParameters>): Promise<Text> {
    return this.evaluate(request, async (budget) => {
      await budget.takeTurn();
      const { metric: wanted } = request.parameters;
      const metadata = new Map<string, object[]>();
      for (const { metric, isCounter, isPerMinute, displayName, description, unit } of await this.series.definitions(
        request.viewer,
      )) {
        if (wanted !== undefined && metric !== wanted) continue;
        const entry = {
          type: isCounter && !isPerMinute ? 'counter' : 'gauge',
          help: description ?? displayName,
          unit: unit.toLowerCase(),
        };
        const known = metadata.get(metric) ?? [];
        if (!known.some((other) => JSON.stringify(other) === JSON.stringify(entry))) known.push(entry);
        metadata.set(metric, known);
      }
      for (const { name, kind, ...entry } of await this.series.receivedMetadata(request.viewer)) {
        if (wanted !== undefined && name !== wanted) continue;
        metadata.set(name, [...(metadata.get(name) ?? []), { type: kind, ...entry }]);
      }
      return membersText([...metadata].slice(0, parseLimit(request.parameters.limit)));
    });
  }

  /** @throws as `query` */
  listAlerts(request: PromqlRequest<PromqlParameters>): Promise<Text> {
    return this.evaluate(request, async (budget) => {
      return shortText({ alerts: await this.rules.listAlerts(request.viewer, budget) }, budget);
    });
  }

  /** @throws as `query` */
  listRules(request: PromqlRequest<RulesParameters>): Promise<Text> {
    return this.evaluate(request, async (budget) => {
      const { parameters, viewer } = request;
      return shortText({ groups: await this.rules.listGroups(toRuleSearch(parameters), viewer, budget) }, budget);
    });
  }

  /** Build information, by which programs detect supported features. */
  readBuild(): Text {
    const build = { version: '3.14.0', revision: VERSION, branch: '', buildUser: '', buildDate: '', goVersion: '' };
    return dataText(build);
  }

  private async matching(
    request: Selecting,
    budget: Budget,
    scope: { onePerResource?: boolean } = {},
  ): Promise<Labels[]> {
    const selectors = toSelectors(request);
    // A selector by metric needs all schedules of a resource.
    const onePerResource = scope.onePerResource === true && selectors.length === 0;
    const given = selectors.length > 0 ? selectors : [[]];
    const series = await this.series.findAny(given, request.viewer, budget, { enabledOnly: true, onePerResource });
    const alerts = await this.openAlerts(request, budget);
    return [...new Map([...series, ...alerts].map(({ labels }) => [labels.key, labels])).values()];
  }

  /** Open alerts that match any selector. */
  private async openAlerts(request: Selecting, budget: Budget): Promise<LatestValue[]> {
    const now = this.clock.now();
    const found: LatestValue[] = [];
    const selectors = toSelectors(request);
    for (const matchers of selectors.length > 0 ? selectors : [[]]) {
      budget.check();
      const series = await this.alerts.find(matchers, { from: now, to: now }, request.viewer, budget);
      found.push(...series.map(({ labels }) => ({ labels, time: now, value: 1 })));
    }
    return [...new Map(found.map((one) => [one.labels.key, one])).values()];
  }

  private texts({ parameters }: PromqlRequest<SeriesParameters>, all: readonly string[]): Text {
    return listText([...new Set(all)].sort().slice(0, parseLimit(parameters.limit)), (text) => text);
  }

  /**
   * Evaluates within its limits; expensive work takes a turn, which lasts until the response is sent.
   * @throws ApiError for each PromqlError of the work
   */
  private async evaluate(
    { parameters, viewer, client }: PromqlRequest<PromqlParameters>,
    work: (budget: Budget, select: Select, notes: Notes) => Promise<Text>,
  ): Promise<Text> {
    try {
      const timeoutMs = parseTimeout(parameters.timeout);
      const budget = new Budget({
        mostSamples: this.config.PROMETHEUS_SAMPLES,
        timeLimitMs: Math.min(this.config.PROMETHEUS_TIMEOUT_MS, timeoutMs),
        now: () => performance.now(),
        pace: new Pace(),
        isAbandoned: () => client.signal.aborted,
        takeTurn: () => this.heavyWork.begin(client),
      });
      const notes: Notes = { warnings: new Set(), infos: new Set() };
      return await work(budget, this.selections.selectFor(viewer, budget, notes), notes);
    } catch (error) {
      if (!(error instanceof PromqlError)) throw error;
      throw new ApiError(ERROR_OF[error.kind], error.message, { extensions: { errorType: error.kind }, cause: error });
    }
  }
}

/**
 * As many series as `limit` allows, with Prometheus' warning when there are more.
 * @throws PromqlError
 */
function truncate<T>(series: T[], limit: string | undefined, notes: Notes): T[] {
  const max = parseLimit(limit);
  if (series.length <= max) return series;
  notes.warnings.add('results truncated due to limit');
  return series.slice(0, max);
}

async function shortText(data: unknown, budget: Budget): Promise<Text> {
  const text = [...dataText(data)];
  await budget.requireShortResponse(text.reduce((sum, { length }) => sum + length, 0));
  return text;
}

/** @throws PromqlError */
function toRuleSearch(parameters: PromqlRequest<RulesParameters>['parameters']): RuleSearch {
  const { type, exclude_alerts: excludes = 'false' } = parameters;
  if (type !== undefined && type !== 'alert' && type !== 'record')
    throw badParameter('type', `not supported value ${JSON.stringify(type)}`);
  if (!/^(?:true|false|[01])$/i.test(excludes))
    throw badParameter('exclude_alerts', `cannot parse ${JSON.stringify(excludes)} to a valid boolean`);
  const { 'rule_name[]': names, 'rule_group[]': groups, 'file[]': files } = parameters;
  return { names, groups, files, excludesAlerts: /^(?:true|1)$/i.test(excludes), type };
}

function parseText(name: string, text: string, steps?: QuerySteps): ReturnType<typeof parseQuery> {
  if (text.length > MAX_CHARACTERS) throw badParameter(name, `more than ${MAX_CHARACTERS} characters`);
  try {
    return parseQuery(text, steps);
  } catch (error) {
    throw error instanceof PromqlError ? badParameter(name, error.message) : error;
  }
}

/** @throws PromqlError where there is none */
function requiredSelectors(request: Selecting): ReturnType<typeof toSelectors> {
  const selectors = toSelectors(request);
  if (selectors.length > 0) return selectors;
  throw new PromqlError('bad_data', 'no match[] parameter provided');
}

/**
 * Without duplicates.
 * @throws PromqlError
 */
function toSelectors({ parameters }: Pick<Selecting, 'parameters'>): (readonly Matcher[])[] {
  return [...new Set(parameters['match[]'])].map((text) => {
    const expr = parseText('match[]', text);
    if (expr.kind === 'selector' && expr.offset === 0 && expr.at === undefined) return expr.matchers;
    throw badParameter('match[]', 'must be a series selector');
  });
}
