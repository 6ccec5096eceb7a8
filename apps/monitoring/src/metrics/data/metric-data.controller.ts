import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Caller, type CallerIdentity } from '@wardstone/auth';
import { type Client, Operation, RequestClient } from '@wardstone/bootstrap';
import {
  BucketsQuery,
  MetricAggregate,
  MetricWindowQuery,
  NumericDataPoint,
  RawWindowQuery,
  ResourceDataQuery,
  SchedulesQuery,
} from '@wardstone/dto/monitoring';
import { type HandlerResponse, type Parsed, result, type StreamedRecords } from '@wardstone/media-types';
import { PathId } from '../../api/path-id';
import { ParsedQuery, RequestQuery } from '../../api/request-query.decorator';
import { AGGREGATE_EXAMPLE, POINT_EXAMPLE } from '../metric.examples';
import { MetricDataService } from './metric-data.service';

/** See rule metrics-4. */
@ApiTags('metric')
@Controller('rest/metric/data')
export class MetricDataController {
  constructor(private readonly data: MetricDataService) {}

  @Get()
  @Operation('Get metric data for several schedules', {
    access: 'authenticated',
    returns: result('metric', [MetricAggregate], { title: 'Metric data', example: [AGGREGATE_EXAMPLE], gzip: true }),
    errors: ['schedule_not_found', 'resource_forbidden', 'metric_not_numeric', 'too_many_heavy_requests'],
  })
  listMetricData(
    @RequestQuery(SchedulesQuery) query: SchedulesQuery,
    @ParsedQuery(BucketsQuery) buckets: Parsed<BucketsQuery>,
    @ParsedQuery(MetricWindowQuery) window: Parsed<MetricWindowQuery>,
    @Caller() caller: CallerIdentity,
    @RequestClient() client: Client,
  ): Promise<HandlerResponse<MetricAggregate[]>> {
    return this.data.readSchedules(query, { buckets, window }, caller, client);
  }

  @Get('resource/:resourceId')
  @Operation('Get metric data for all metrics of a resource', {
    access: 'authenticated',
    returns: result('metric', [MetricAggregate], {
      title: 'Metric data of a resource',
      example: [{ ...AGGREGATE_EXAMPLE, numDataPoints: 0, minTimeStamp: 0, maxTimeStamp: 0, dataPoints: [] }],
      gzip: true,
    }),
    errors: ['resource_not_found', 'resource_forbidden'],
  })
  listMetricDataOfResource(
    @PathId('resourceId') resourceId: number,
    @RequestQuery(ResourceDataQuery) query: ResourceDataQuery,
    @ParsedQuery(BucketsQuery) buckets: Parsed<BucketsQuery>,
    @ParsedQuery(MetricWindowQuery) window: Parsed<MetricWindowQuery>,
    @Caller() caller: CallerIdentity,
    @RequestClient() client: Client,
  ): Promise<HandlerResponse<MetricAggregate[]>> {
    return this.data.readResource(resourceId, query, { buckets, window }, caller, client);
  }

  @Get(':scheduleId')
  @Operation('Get metric data for a schedule', {
    access: 'authenticated',
    returns: result('metric', MetricAggregate, { title: 'Metric data', example: AGGREGATE_EXAMPLE, gzip: true }),
    errors: ['schedule_not_found', 'resource_forbidden', 'metric_not_numeric', 'too_many_heavy_requests'],
  })
  getMetricData(
    @PathId('scheduleId') scheduleId: number,
    @ParsedQuery(BucketsQuery) buckets: Parsed<BucketsQuery>,
    @ParsedQuery(MetricWindowQuery) window: Parsed<MetricWindowQuery>,
    @Caller() caller: CallerIdentity,
    @RequestClient() client: Client,
  ): Promise<HandlerResponse<MetricAggregate>> {
    return this.data.readSchedule(scheduleId, { buckets, window }, caller, client);
  }

  @Get(':scheduleId/raw')
  @Operation('Get raw values of a schedule, oldest first', {
    access: 'authenticated',
    returns: result('metric', [NumericDataPoint], { title: 'Raw metric data', example: [POINT_EXAMPLE], gzip: true }),
    errors: ['schedule_not_found', 'resource_forbidden', 'metric_not_numeric', 'too_many_heavy_requests'],
  })
  getRawMetricData(
    @PathId('scheduleId') scheduleId: number,
    @ParsedQuery(RawWindowQuery) window: Parsed<RawWindowQuery>,
    @Caller() caller: CallerIdentity,
  ): Promise<StreamedRecords<NumericDataPoint>> {
    return this.data.readRaw(scheduleId, window, caller);
  }
}
