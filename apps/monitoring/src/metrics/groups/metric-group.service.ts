import { Injectable } from '@nestjs/common';
import { type Client, HeavyWork } from '@wardstone/bootstrap';
import { Clock } from '@wardstone/clock';
import {
  type ChartPointsQuery,
  type GroupChart,
  type GroupMember,
  type GroupMemberQuery,
  MetricAggregate,
  MetricDefinitionAggregate,
  type MetricWindowQuery,
} from '@wardstone/dto/monitoring';
import { ApiError, MonitoringError } from '@wardstone/errors';
import { HandlerResponse, toListKind, type ListPage, one, type Parsed } from '@wardstone/media-types';
import { type BucketAccumulator, newestWindow } from '@wardstone/metric-points';
import { onPage } from '@wardstone/pagination';
import { AuthorizationService } from '../../authorization/authorization.service';
import type { Viewer } from '../../authorization/viewer';
import { BucketReader } from '../data/bucket-reader';
import { toAggregate, toDefinitionAggregate } from '../data/metric-aggregate';
import {
  type RequestedBuckets,
  type BucketRequest,
  parseBuckets,
  refuseManyBuckets,
  parseWindow,
} from '../data/window-query';
import { shownMetric, shownMetrics } from '../shown-metric';
import { MetricReader } from '../storage/metric-reader';
import { findExtremes } from './domain/extremes';
import { inOrder } from './domain/member-order';
import { MetricGroupQueries } from './metric-group.queries';

/** More definitions take a turn, because each needs its own statements. */
const DEFINITIONS_AT_ONCE = 100;

/** See rule metrics-7. */
@Injectable()
export class MetricGroupService {
  constructor(
    private readonly queries: MetricGroupQueries,
    private readonly buckets: BucketReader,
    private readonly reader: MetricReader,
    private readonly authorization: AuthorizationService,
    private readonly heavyWork: HeavyWork,
    private readonly clock: Clock,
  ) {}

  /** @throws group_not_found, group_forbidden, group_not_compatible, invalid_query, too_many_heavy_requests */
  async readAll(
    groupId: number,
    window: Parsed<MetricWindowQuery>,
    viewer: Viewer,
    client: Client,
  ): Promise<HandlerResponse<MetricDefinitionAggregate[]>> {
    await this.authorization.requireGroup(viewer, groupId);
    const typeId = await this.requireType(groupId);
    const request = { ...parseWindow(window.read(), this.clock.now()), count: 1 };
    const aggregates: MetricDefinitionAggregate[] = [];
    // One by one, so that memory holds only one metric of a large group.
    const definitions = await this.listNumeric(typeId, client);
    for (const { id } of definitions) {
      client.signal.throwIfAborted();
      aggregates.push(toDefinitionAggregate(id, await this.readTogether(groupId, id, request, client)));
    }
    const metricOf = shownMetrics(definitions);
    const kind = toListKind(MetricDefinitionAggregate, { metricOf: ({ definitionId }) => metricOf(definitionId) });
    return new HandlerResponse(aggregates, { kind });
  }

  /**
   * @throws group_not_found, group_forbidden, group_not_compatible, metric_definition_not_found, metric_not_numeric,
   *   invalid_query, too_many_heavy_requests
   */
  async readOne(
    groupId: number,
    definitionId: number,
    buckets: RequestedBuckets,
    viewer: Viewer,
    client: Client,
  ): Promise<HandlerResponse<MetricAggregate>> {
    await this.authorization.requireGroup(viewer, groupId);
    const typeId = await this.requireType(groupId);
    const [definition] = await this.queries.listDefinitions(typeId, definitionId);
    if (!definition) {
      throw new ApiError(
        MonitoringError.metric_definition_not_found,
        `The type of group ${groupId} has no metric definition with id ${definitionId}`,
      );
    }
    if (definition.dataType !== 'MEASUREMENT') {
      throw new ApiError(
        MonitoringError.metric_not_numeric,
        `The metric definition ${definitionId} is not numeric: it is of type ${definition.dataType}`,
      );
    }
    const window = parseBuckets(buckets, this.clock.now());
    const together = await this.readTogether(groupId, definitionId, window, client);
    const aggregate = toAggregate(definitionId, together, { hideEmpty: window.hideEmpty, isGroup: true });
    return new HandlerResponse(aggregate, { kind: one(MetricAggregate, { metricOf: () => shownMetric(definition) }) });
  }

  /** Chart data of each metric. See rule metrics-18. @throws as `readAll` */
  async readCharts(
    groupId: number,
    { dataPoints: count }: ChartPointsQuery,
    query: Parsed<MetricWindowQuery>,
    viewer: Viewer,
    client: Client,
  ): Promise<GroupChart[]> {
    await this.authorization.requireGroup(viewer, groupId);
    const typeId = await this.requireType(groupId);
    const now = this.clock.now();
    const request = { ...parseWindow(query.read(), now), count };
    const charts: GroupChart[] = [];
    const definitions = await this.listNumeric(typeId, client);
    refuseManyBuckets(definitions.length, count);
    // One by one, as above.
    for (const definition of definitions) {
      client.signal.throwIfAborted();
      const members = (await this.queries.listMeasured(groupId, definition.id)).filter(({ isEnabled }) => isEnabled);
      if (members.length === 0) continue;
      const ids = members.map(({ scheduleId }) => scheduleId);
      const together = await this.buckets.readTogether(ids, request, client);
      const newest = await this.reader.readLatest(ids, newestWindow(now));
      const { id, displayName, unit, isPerMinute, defaultIntervalMs } = definition;
      charts.push({
        definitionId: id,
        displayName,
        unit,
        perMinute: isPerMinute,
        collectionInterval: defaultIntervalMs,
        memberCount: members.length,
        ...findExtremes(members, newest),
        dataPoints: toAggregate(id, together, { hideEmpty: true }).dataPoints,
      });
    }
    return charts;
  }

  /** See rule groups-17. @throws group_not_found, group_forbidden */
  async listMembers(
    groupId: number,
    { window, q, availability, metric, sort }: GroupMemberQuery,
    viewer: Viewer,
  ): Promise<ListPage<GroupMember>> {
    await this.authorization.requireGroup(viewer, groupId);
    const [members, openAlerts] = await Promise.all([
      this.queries.listMembers(groupId, { namePart: q, availability, metricId: metric }),
      this.queries.countOpenAlerts(groupId, viewer),
    ]);
    const rows = members.map((row) => ({ ...row, openAlerts: openAlerts.get(row.resourceId) ?? 0 }));
    const withValues = async (some: typeof rows): Promise<GroupMember[]> => {
      const ids = some.flatMap(({ scheduleId }) => scheduleId ?? []);
      const newest = await this.reader.readLatest(ids, newestWindow(this.clock.now()));
      return some.map(({ scheduleId, ...row }) => ({
        ...row,
        value: newest.get(scheduleId ?? 0)?.value ?? 'NaN',
      }));
    };
    const items =
      sort.field === 'value'
        ? onPage(inOrder(await withValues(rows), sort), window)
        : await withValues(onPage(inOrder(rows, sort), window));
    return { items, total: rows.length, window };
  }

  /** Disabled schedules count as well, because they may have measured within the window. */
  private async readTogether(
    groupId: number,
    definitionId: number,
    request: BucketRequest,
    client: Client,
  ): Promise<BucketAccumulator> {
    const members = await this.queries.listMeasured(groupId, definitionId);
    return this.buckets.readTogether(
      members.map(({ scheduleId }) => scheduleId),
      request,
      client,
    );
  }

  /** @throws too_many_heavy_requests */
  private async listNumeric(typeId: number, client: Client): ReturnType<MetricGroupQueries['listDefinitions']> {
    const numeric = (await this.queries.listDefinitions(typeId)).filter(({ dataType }) => dataType === 'MEASUREMENT');
    if (numeric.length > DEFINITIONS_AT_ONCE) await this.heavyWork.begin(client);
    return numeric;
  }

  private async requireType(groupId: number): Promise<number> {
    const typeId = await this.queries.findType(groupId);
    if (typeId !== undefined) return typeId;
    throw new ApiError(MonitoringError.group_not_compatible, `Group ${groupId} is MIXED, not COMPATIBLE`);
  }
}
