import { Injectable } from '@nestjs/common';
import { Clock } from '@wardstone/clock';
import type {
  ChartPointsQuery,
  ChartsQuery,
  MetricChart,
  MetricWindowQuery,
  ResourceChartsQuery,
} from '@wardstone/dto/monitoring';
import type { Client } from '@wardstone/bootstrap';
import type { ListPage, Parsed } from '@wardstone/media-types';
import { onPage } from '@wardstone/pagination';
import { invalidParameter } from '../../api/invalid-parameter';
import type { Viewer } from '../../authorization/viewer';
import { BucketReader } from '../data/bucket-reader';
import { toAggregate } from '../data/metric-aggregate';
import { refuseManyBuckets, refuseManySchedules, parseWindow } from '../data/window-query';
import { MetricScheduleService } from '../schedules/metric-schedule.service';
import { MetricSchedules, requireNumbers } from '../schedules/metric-schedules';
import { MetricReader, type NewestPoint } from '../storage/metric-reader';
import { MetricChartQueries } from './metric-chart.queries';
import { BaselineService } from '../baselines/baseline.service';

const MAX_PAGE = 200;
const MAX_ALERTS = 100;

/** See rule metrics-18. */
@Injectable()
export class MetricChartService {
  constructor(
    private readonly schedules: MetricSchedules,
    private readonly scheduleLists: MetricScheduleService,
    private readonly buckets: BucketReader,
    private readonly reader: MetricReader,
    private readonly baselines: BaselineService,
    private readonly queries: MetricChartQueries,
    private readonly clock: Clock,
  ) {}

  /** @throws invalid_query, schedule_not_found, resource_forbidden, metric_not_numeric */
  async read(
    { sid }: ChartsQuery,
    points: ChartPointsQuery,
    query: Parsed<MetricWindowQuery>,
    viewer: Viewer,
    client: Client,
  ): Promise<MetricChart[]> {
    refuseManySchedules(sid);
    return this.readCharts(sid, points, query, viewer, client);
  }

  /** @throws invalid_query, resource_not_found, resource_forbidden */
  async readResource(
    resourceId: number,
    { q = '', enabledOnly, window }: ResourceChartsQuery,
    points: ChartPointsQuery,
    query: Parsed<MetricWindowQuery>,
    viewer: Viewer,
    client: Client,
  ): Promise<ListPage<MetricChart>> {
    const listed = await this.scheduleLists.listNamesOfResource(
      resourceId,
      { type: 'measurement', enabledOnly },
      viewer,
    );
    if (window.size > MAX_PAGE) throw invalidParameter(`Parameter ps must be at most ${MAX_PAGE}`);
    const ids = listed
      .filter(({ displayName }) => displayName.toLowerCase().includes(q.toLowerCase()))
      .map(({ id }) => id);
    return {
      items: await this.readCharts(onPage(ids, window), points, query, viewer, client),
      total: ids.length,
      window,
    };
  }

  private async readCharts(
    sid: readonly number[],
    { dataPoints: count }: ChartPointsQuery,
    query: Parsed<MetricWindowQuery>,
    viewer: Viewer,
    client: Client,
  ): Promise<MetricChart[]> {
    refuseManyBuckets(sid.length, count);
    const schedules = await this.schedules.requireAll(sid, viewer);
    schedules.forEach(requireNumbers);
    const { window, tier } = parseWindow(query.read(), this.clock.now());
    const [accumulators, newest, baselines, limits, alerts] = await Promise.all([
      this.buckets.readEach(sid, { window, tier, count }, client),
      tier === 'raw' ? this.reader.readLatest(sid, window) : new Map<number, NewestPoint>(),
      this.baselines.findEach(sid),
      this.queries.listLimits(sid),
      this.queries.listAlerts(sid, window, MAX_ALERTS),
    ]);
    return schedules.map((schedule) => {
      const { id, definitionId, resourceId, resourceName, displayName, unit, isPerMinute } = schedule;
      const { min, avg, max, dataPoints } = toAggregate(id, accumulators.get(id)!, { hideEmpty: true });
      const isOwn = ({ scheduleId }: { scheduleId: number }): boolean => scheduleId === id;
      return {
        scheduleId: id,
        definitionId,
        resourceId,
        resourceName,
        displayName,
        unit,
        perMinute: isPerMinute,
        collectionInterval: schedule.collectionIntervalMs,
        // For roll-ups, the newest value is the last average.
        last: newest.get(id)?.value ?? dataPoints.at(-1)?.value ?? 'NaN',
        min,
        avg,
        max,
        baseline: baselines.get(id) ?? null,
        limits: limits.filter(isOwn).map(({ scheduleId: _schedule, ...limit }) => limit),
        alerts: alerts.filter(isOwn).map(({ scheduleId: _schedule, ...alert }) => alert),
        dataPoints,
      };
    });
  }
}
