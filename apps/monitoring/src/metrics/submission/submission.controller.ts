import { Controller, Post, Put } from '@nestjs/common';
import { ApiNoContentResponse, ApiTags } from '@nestjs/swagger';
import { Caller, type CallerIdentity } from '@wardstone/auth';
import { nothing, Operation } from '@wardstone/bootstrap';
import { DoubleValue, MetricRejection, NamedDataPoint, NumericDataPoint } from '@wardstone/dto/monitoring';
import { type HandlerResponse, RecordBody, result, type SentBody } from '@wardstone/media-types';
import { PathId, PathTime } from '../../api/path-id';
import { POINT_EXAMPLE } from '../metric.examples';
import { type PointsBody, SentPointsBody } from './points-body';
import { SubmissionService } from './submission.service';

const NAMED_EXAMPLE = { timestamp: 1_700_000_000_000, value: 1.5, metric: 'Native.MemoryInfo.free' };

/** See rule metrics-9. */
@ApiTags('metric')
@Controller('rest/metric/data')
export class SubmissionController {
  constructor(private readonly submission: SubmissionService) {}

  @Post('raw')
  @Operation('Submit values of schedules', {
    description: 'A second value of a schedule at the same time replaces the first.',
    access: 'authenticated',
    returns: [
      result('metric', MetricRejection, {
        title: 'Stored, except for the points listed',
        example: { rejected: [POINT_EXAMPLE], message: 'Unknown schedule or no permission to write to it: 10431' },
        status: 201,
      }),
      ApiNoContentResponse({ description: 'All stored' }),
    ],
    errors: ['points_rejected'],
  })
  submitMetricData(
    @SentPointsBody(NumericDataPoint, [POINT_EXAMPLE]) body: PointsBody,
    @Caller() caller: CallerIdentity,
  ): Promise<HandlerResponse<MetricRejection | undefined>> {
    return this.submission.submitMany(body, caller);
  }

  @Post('raw/:resourceId')
  @Operation('Submit values of a resource by metric name', {
    access: 'authenticated',
    returns: nothing('All stored; no body'),
    errors: ['resource_not_found', 'resource_forbidden', 'metric_name_unknown', 'resource_not_in_inventory'],
  })
  submitMetricDataOfResource(
    @PathId('resourceId') resourceId: number,
    @SentPointsBody(NamedDataPoint, [NAMED_EXAMPLE]) body: PointsBody,
    @Caller() caller: CallerIdentity,
  ): Promise<HandlerResponse> {
    return this.submission.submitToResource(resourceId, body, caller);
  }

  @Put(':scheduleId/raw/:timeStamp')
  @Operation('Submit one value', {
    access: 'authenticated',
    returns: nothing('Stored; Location has the URL of the value; no body', 201),
    errors: [
      'schedule_not_found',
      'resource_forbidden',
      'metric_not_numeric',
      'too_many_heavy_requests',
      'points_too_old',
      'resource_not_in_inventory',
      'metric_backlog_full',
    ],
  })
  submitMetricValue(
    @PathId('scheduleId') scheduleId: number,
    @PathTime() timeMs: number,
    @RecordBody(DoubleValue, { description: 'The value', example: { value: 1.5 } }) body: SentBody<DoubleValue>,
    @Caller() caller: CallerIdentity,
  ): Promise<HandlerResponse> {
    return this.submission.submitOne(scheduleId, timeMs, body, caller);
  }
}
