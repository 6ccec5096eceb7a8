import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Caller, type CallerIdentity } from '@wardstone/auth';
import { type Client, RequestClient } from '@wardstone/bootstrap';
import {
  BucketsQuery,
  MetricAggregate,
  MetricWindowQuery,
  NumericDataPoint,
  RawWindowQuery,
  ResourceDataQuery,
  SchedulesQuery,
} from '@wardstone/dto/monitoring';
import { type Answer, listOf, one, type Parsed, Produces, type StreamedRecords } from '@wardstone/media-types';
import { PathId } from '../../api/path-id';
import { ParsedQuery, RequestQuery } from '../../api/request-query.decorator';
import { ReadsResource } from '../../resources/reads-resource.decorator';
import { AGGREGATE_EXAMPLE, POINT_EXAMPLE } from '../metric.examples';
import { ReadsNumbers } from '../metric.decorators';
import { MetricDataService } from './metric-data.service';

/** See rule metrics-4. */
@ApiTags('metric')
@Controller('rest/metric/data')
export class MetricDataController {
  constructor(private readonly data: MetricDataService) {}

  @Get()
  @ReadsNumbers()
  @Produces('metric', listOf(MetricAggregate), {
    title: 'Metric data',
    example: [AGGREGATE_EXAMPLE],
    gzip: true,
  })
  @ApiOperation({ operationId: 'listMetricData', summary: 'Get metric data for several schedules' })
  readSchedules(
    @RequestQuery(SchedulesQuery) query: SchedulesQuery,
    @ParsedQuery(BucketsQuery) buckets: Parsed<BucketsQuery>,
    @ParsedQuery(MetricWindowQuery) window: Parsed<MetricWindowQuery>,
    @Caller() caller: CallerIdentity,
    @RequestClient() client: Client,
  ): Promise<Answer<MetricAggregate[]>> {
    return this.data.readSchedules(query, { buckets, window }, caller, client);
  }

  @Get('resource/:resourceId')
  @ReadsResource()
  @Produces('metric', listOf(MetricAggregate), {
    title: 'Metric data of a resource',
    example: [{ ...AGGREGATE_EXAMPLE, numDataPoints: 0, minTimeStamp: 0, maxTimeStamp: 0, dataPoints: [] }],
    gzip: true,
  })
  @ApiOperation({ operationId: 'listMetricDataOfResource', summary: 'Get metric data for all metrics of a resource' })
  readResource(
    @PathId('resourceId') resourceId: number,
    @RequestQuery(ResourceDataQuery) query: ResourceDataQuery,
    @ParsedQuery(BucketsQuery) buckets: Parsed<BucketsQuery>,
    @ParsedQuery(MetricWindowQuery) window: Parsed<MetricWindowQuery>,
    @Caller() caller: CallerIdentity,
    @RequestClient() client: Client,
  ): Promise<Answer<MetricAggregate[]>> {
    return this.data.readResource(resourceId, query, { buckets, window }, caller, client);
  }

  @Get(':scheduleId')
  @ReadsNumbers()
  @Produces('metric', one(MetricAggregate), {
    title: 'Metric data',
    example: AGGREGATE_EXAMPLE,
    gzip: true,
  })
  @ApiOperation({ operationId: 'getMetricData', summary: 'Get metric data for a schedule' })
  readSchedule(
    @PathId('scheduleId') scheduleId: number,
    @ParsedQuery(BucketsQuery) buckets: Parsed<BucketsQuery>,
    @ParsedQuery(MetricWindowQuery) window: Parsed<MetricWindowQuery>,
    @Caller() caller: CallerIdentity,
    @RequestClient() client: Client,
  ): Promise<Answer<MetricAggregate>> {
    return this.data.readSchedule(scheduleId, { buckets, window }, caller, client);
  }

  @Get(':scheduleId/raw')
  @ReadsNumbers()
  @Produces('metric', listOf(NumericDataPoint), {
    title: 'Raw metric data',
    example: [POINT_EXAMPLE],
    gzip: true,
  })
  @ApiOperation({ operationId: 'getRawMetricData', summary: 'Get raw values of a schedule, oldest first' })
  readRaw(
    @PathId('scheduleId') scheduleId: number,
    @ParsedQuery(RawWindowQuery) window: Parsed<RawWindowQuery>,
    @Caller() caller: CallerIdentity,
  ): Promise<StreamedRecords<NumericDataPoint>> {
    return this.data.readRaw(scheduleId, window, caller);
  }
}
