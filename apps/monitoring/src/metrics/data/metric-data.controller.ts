import { Controller, Get, Inject, Query } from '@nestjs/common';
import { ApiOperation, ApiQuery, ApiTags } from '@nestjs/swagger';
import { Caller } from '@wardstone/auth';
import type { CallerIdentity } from '@wardstone/auth';
import { MetricAggregate, NumericDataPoint } from '@wardstone/dto/monitoring';
import { ApiErrors, MonitoringError } from '@wardstone/errors';
import { AREA_TYPES, NegotiatedType, Produces, listOf, one } from '@wardstone/media-types';
import type { RecordMediaType, StreamedRecords } from '@wardstone/media-types';
import { ApiFlagQuery, ApiIntegerQuery, ApiTimeQuery } from '../../api/query-docs.decorator';
import { PathId } from '../../api/path-id';
import { ReadsResource } from '../../resources/reads-resource.decorator';
import { AGGREGATE_EXAMPLE, POINT_EXAMPLE } from '../metric.examples';
import { ReadsNumbers } from '../reads-schedule.decorator';
import { MetricDataService } from './metric-data.service';
import { RawDataService } from './raw-data.service';
import { ApiBuckets } from './window-query.decorators';
import { METRIC_AGGREGATE_PAGE, NUMERIC_DATA_POINT_PAGE } from '../metric.page';

/** See rule metrics-4. */
@ApiTags('metric')
@Controller('rest/metric/data')
export class MetricDataController {
  constructor(
    @Inject(MetricDataService) private readonly data: MetricDataService,
    @Inject(RawDataService) private readonly raw: RawDataService,
  ) {}

  @Get()
  @ReadsNumbers()
  @Produces(AREA_TYPES.metric, listOf(MetricAggregate, METRIC_AGGREGATE_PAGE), {
    title: 'Metric data',
    example: [AGGREGATE_EXAMPLE],
    gzip: true,
  })
  @ApiQuery({
    name: 'sid',
    required: true,
    description: 'Ids of schedules with commas between; order and repetitions are kept',
    schema: { type: 'string', pattern: '^[0-9]+(,[0-9]+)*$', example: '10431,10432' },
  })
  @ApiBuckets()
  @ApiOperation({ operationId: 'listMetricData', summary: 'What was measured of several schedules' })
  readSchedules(
    @Query() query: Record<string, unknown>,
    @Caller() caller: CallerIdentity,
    @NegotiatedType() type: RecordMediaType,
  ): Promise<MetricAggregate[]> {
    return this.data.readSchedules(query, caller, type);
  }

  @Get('resource/:resourceId')
  @ReadsResource()
  @Produces(AREA_TYPES.metric, listOf(MetricAggregate, METRIC_AGGREGATE_PAGE), {
    title: 'Metric data of a resource',
    example: [{ ...AGGREGATE_EXAMPLE, numDataPoints: 0, minTimeStamp: 0, maxTimeStamp: 0, dataPoints: [] }],
    gzip: true,
  })
  @ApiBuckets()
  @ApiFlagQuery('includeDataPoints', 'List the parts of the window too')
  @ApiOperation({ operationId: 'listMetricDataOfResource', summary: 'What was measured of all metrics of a resource' })
  readResource(
    @PathId('resourceId') resourceId: number,
    @Query() query: Record<string, unknown>,
    @Caller() caller: CallerIdentity,
    @NegotiatedType() type: RecordMediaType,
  ): Promise<MetricAggregate[]> {
    return this.data.readResource(resourceId, query, caller, type);
  }

  @Get(':scheduleId')
  @ReadsNumbers()
  @Produces(AREA_TYPES.metric, one(MetricAggregate, METRIC_AGGREGATE_PAGE), {
    title: 'Metric data',
    example: AGGREGATE_EXAMPLE,
    gzip: true,
  })
  @ApiBuckets()
  @ApiOperation({ operationId: 'getMetricData', summary: 'What was measured of a schedule' })
  readSchedule(
    @PathId('scheduleId') scheduleId: number,
    @Query() query: Record<string, unknown>,
    @Caller() caller: CallerIdentity,
    @NegotiatedType() type: RecordMediaType,
  ): Promise<MetricAggregate> {
    return this.data.readSchedule(scheduleId, query, caller, type);
  }

  @Get(':scheduleId/raw')
  @ReadsNumbers()
  @Produces(AREA_TYPES.metric, listOf(NumericDataPoint, NUMERIC_DATA_POINT_PAGE), {
    title: 'Raw metric data',
    example: [POINT_EXAMPLE],
    gzip: true,
  })
  @ApiTimeQuery('startTime', 'Beginning of the window, at most 7 days ago; counts when duration is absent')
  @ApiTimeQuery('endTime', 'When the window ends, itself not part of it; now when absent or 0')
  @ApiIntegerQuery('duration', 'Length of the window in ms; 8 hours when startTime is absent too')
  @ApiErrors(MonitoringError.invalid_query)
  @ApiOperation({ operationId: 'getRawMetricData', summary: 'All values of a schedule, in the order of time' })
  readRaw(
    @PathId('scheduleId') scheduleId: number,
    @Query() query: Record<string, unknown>,
    @Caller() caller: CallerIdentity,
    @NegotiatedType() type: RecordMediaType,
  ): Promise<StreamedRecords<NumericDataPoint>> {
    return this.raw.read(scheduleId, query, caller, type);
  }
}
