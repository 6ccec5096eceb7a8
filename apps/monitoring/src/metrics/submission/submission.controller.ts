import { Controller, Post, Put } from '@nestjs/common';
import { ApiNoContentResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Authenticated, Caller, type CallerIdentity } from '@wardstone/auth';
import { StreamedBody } from '@wardstone/bootstrap';
import { DoubleValue, MetricRejection, NamedDataPoint, NumericDataPoint } from '@wardstone/dto/monitoring';
import { ApiErrors, MonitoringError } from '@wardstone/errors';
import { type Answer, one, Produces, RecordBody, type SentBody } from '@wardstone/media-types';
import { PathId, PathTime } from '../../api/path-id';
import { ReadsResource } from '../../resources/reads-resource.decorator';
import { AnswersEmpty, ReadsNumbers } from '../metric.decorators';
import { POINT_EXAMPLE } from '../metric.examples';
import { ApiPointsBody, type PointsBody, SentPointsBody } from './points-body';
import { SubmissionService } from './submission.service';

const NAMED_EXAMPLE = { timestamp: 1_700_000_000_000, value: 1.5, metric: 'Native.MemoryInfo.free' };

/** See rule metrics-9. */
@ApiTags('metric')
@Controller('rest/metric/data')
export class SubmissionController {
  constructor(private readonly submission: SubmissionService) {}

  @Post('raw')
  @Authenticated()
  @StreamedBody()
  @Produces('metric', one(MetricRejection), {
    title: 'Stored, except for the points listed',
    example: { rejected: [POINT_EXAMPLE], message: 'Unknown schedule or no permission to write to it: 10431' },
    status: 201,
  })
  @ApiNoContentResponse({ description: 'All stored' })
  @ApiPointsBody(NumericDataPoint, [POINT_EXAMPLE])
  @ApiErrors(MonitoringError.points_rejected)
  @ApiOperation({
    operationId: 'submitMetricData',
    summary: 'Submit values of schedules',
    description: 'A second value of a schedule at the same time replaces the first.',
  })
  submitMany(
    @SentPointsBody() body: PointsBody,
    @Caller() caller: CallerIdentity,
  ): Promise<Answer<MetricRejection | undefined>> {
    return this.submission.submitMany(body, caller);
  }

  @Post('raw/:resourceId')
  @ReadsResource()
  @StreamedBody()
  @AnswersEmpty(204, 'All stored')
  @ApiPointsBody(NamedDataPoint, [NAMED_EXAMPLE])
  @ApiErrors(MonitoringError.metric_name_unknown, MonitoringError.resource_not_in_inventory)
  @ApiOperation({
    operationId: 'submitMetricDataOfResource',
    summary: 'Submit values of a resource by metric name',
  })
  submitToResource(
    @PathId('resourceId') resourceId: number,
    @SentPointsBody() body: PointsBody,
    @Caller() caller: CallerIdentity,
  ): Promise<Answer> {
    return this.submission.submitToResource(resourceId, body, caller);
  }

  @Put(':scheduleId/raw/:timeStamp')
  @ReadsNumbers()
  @AnswersEmpty(201, 'Stored; Location has the URL of the value')
  @ApiErrors(
    MonitoringError.points_too_old,
    MonitoringError.resource_not_in_inventory,
    MonitoringError.metric_backlog_full,
  )
  @ApiOperation({ operationId: 'submitMetricValue', summary: 'Submit one value' })
  submitOne(
    @PathId('scheduleId') scheduleId: number,
    @PathTime() timeMs: number,
    @RecordBody(DoubleValue, { description: 'The value', example: { value: 1.5 } }) body: SentBody<DoubleValue>,
    @Caller() caller: CallerIdentity,
  ): Promise<Answer> {
    return this.submission.submitOne(scheduleId, timeMs, body, caller);
  }
}
