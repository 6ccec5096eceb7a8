import { Injectable } from '@nestjs/common';
import { Clock } from '@wardstone/clock';
import type { CurrentMetric, PartsOfType, ResourceOverview } from '@wardstone/dto/monitoring';
import { newestWindow } from '@wardstone/metric-points';
import { AuthorizationService } from '../authorization/authorization.service';
import type { Viewer } from '../authorization/viewer';
import { MetricReader } from '../metrics/storage/metric-reader';
import { ProblemService } from '../problems/problem.service';
import { type MainMetric, mainMetrics } from './domain/main-metrics';
import { worstParts } from './domain/worst-parts';
import { type PartRow, ResourceOverviewQueries } from './resource-overview.queries';

const MAX_ALERTS = 20;
const MAX_DOWN = 20;
const MAX_CHANGES = 10;
const MAX_METRICS = 40;
/** Maximum number of columns for a part. */
const MAX_COLUMNS = 3;
const MAX_TYPES = 12;
const MAX_PER_TYPE = 5;
/** Maximum number of direct children that are ranked. */
const MAX_PARTS = 2000;

type Newest = Awaited<ReturnType<MetricReader['readLatest']>>;

/** See rule inventory-19. */
@Injectable()
export class ResourceOverviewService {
  constructor(
    private readonly queries: ResourceOverviewQueries,
    private readonly problems: ProblemService,
    private readonly reader: MetricReader,
    private readonly authorization: AuthorizationService,
    private readonly clock: Clock,
  ) {}

  /** @throws resource_not_found, resource_forbidden */
  async read(id: number, viewer: Viewer): Promise<ResourceOverview> {
    await this.authorization.requireResource(viewer, id);
    const ids = await this.queries.listSubtree(id, viewer);
    const below = ids.filter((each) => each !== id);
    const [state, alerts, down, traits, changes, { metrics, parts }] = await Promise.all([
      this.queries.findState(id),
      this.problems.listOfResources(ids, viewer, MAX_ALERTS),
      this.queries.listDown(below, MAX_DOWN),
      this.queries.listTraits(id),
      this.queries.listChanges(ids, MAX_CHANGES),
      this.readValues(id, below),
    ]);
    return {
      resourceId: id,
      availability: state.availability,
      availabilitySince: state.since,
      agent:
        state.agent === null
          ? null
          : {
              name: state.agent,
              version: state.version,
              lastContact: Number(state.last_seen_ms),
              silent: state.is_silent ?? false,
              problems: state.problems ?? [],
            },
      openAlertCount: alerts.total,
      acknowledgedCount: alerts.acknowledged,
      recoveredCount: alerts.recovered,
      openAlerts: alerts.alerts,
      downCount: down[0]?.total ?? 0,
      down: down.map(({ total: _total, ...part }) => part),
      metrics,
      parts,
      traits,
      changes,
    };
  }

  /** The newest values of the resource and of its direct children. */
  private async readValues(id: number, below: readonly number[]): Promise<Pick<ResourceOverview, 'metrics' | 'parts'>> {
    const [parts, openAlerts] = await Promise.all([
      this.queries.listParts(id, below, MAX_PARTS),
      this.queries.countOpenAlertsOfParts(id, below),
    ]);
    const metrics = await this.queries.listMetrics([id, ...parts.map(({ resourceId }) => resourceId)]);
    const byResource = Map.groupBy(metrics, ({ resourceId }) => resourceId);
    const own = mainMetrics(byResource.get(id) ?? [], MAX_METRICS);
    const ofParts = new Map(
      parts.map(({ resourceId }) => [resourceId, mainMetrics(byResource.get(resourceId) ?? [], MAX_COLUMNS)]),
    );
    const all = [own, ...ofParts.values()].flat().map(({ scheduleId }) => scheduleId);
    const newest = await this.reader.readLatest(all, newestWindow(this.clock.now()));
    return {
      // Metrics without values come last, unless an alert definition uses them.
      metrics: [...own]
        .sort((one, other) => Number(isIdle(one, newest)) - Number(isIdle(other, newest)))
        .map((metric) => toCurrent(metric, newest)),
      parts: toParts(parts, ofParts, newest, openAlerts),
    };
  }
}

const isIdle = ({ scheduleId, isWatched }: MainMetric, newest: Newest): boolean =>
  !isWatched && !newest.has(scheduleId);

function toCurrent(metric: MainMetric, newest: Newest): CurrentMetric {
  const { scheduleId, definitionId, name, displayName, unit, perMinute, collectionInterval } = metric;
  const point = newest.get(scheduleId);
  return {
    scheduleId,
    definitionId,
    name,
    displayName,
    unit,
    perMinute,
    collectionInterval,
    value: point?.value ?? 'NaN',
    time: point?.time ?? 0,
  };
}

function toParts(
  parts: readonly PartRow[],
  metricsOf: ReadonlyMap<number, readonly MainMetric[]>,
  newest: Newest,
  openAlerts: ReadonlyMap<number, number>,
): PartsOfType[] {
  const judged = parts.map((part) => ({
    ...part,
    openAlerts: openAlerts.get(part.resourceId) ?? 0,
    metrics: (metricsOf.get(part.resourceId) ?? []).map((metric) => ({
      ...toCurrent(metric, newest),
      unit: metric.unit,
    })),
  }));
  return worstParts(judged, MAX_PER_TYPE)
    .slice(0, MAX_TYPES)
    .map(({ worst, ...type }) => ({
      ...type,
      worst: worst.map(({ typeId: _type, typeName: _name, ...part }) => part),
    }));
}
