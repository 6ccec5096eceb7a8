import { Controller, Get, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Caller, type CallerIdentity } from '@wardstone/auth';
import { nothing, Operation } from '@wardstone/bootstrap';
import { BaselineRest } from '@wardstone/dto/monitoring';
import { type HandlerResponse, RecordBody, result, type SentBody } from '@wardstone/media-types';
import { PathId } from '../../api/path-id';
import { BASELINE_EXAMPLE } from '../metric.examples';
import { BaselineService } from './baseline.service';

/** See rule metrics-13. */
@ApiTags('metric')
@Controller('rest/metric/data/:scheduleId/baseline')
export class BaselineController {
  constructor(private readonly baselines: BaselineService) {}

  @Get()
  @Operation('Get the baseline of a metric: its usual range', {
    access: 'authenticated',
    returns: result('metric', BaselineRest, { title: 'Baseline', example: BASELINE_EXAMPLE }),
    errors: [
      'schedule_not_found',
      'resource_forbidden',
      'metric_not_numeric',
      'too_many_heavy_requests',
      'baseline_not_found',
    ],
  })
  getBaseline(
    @PathId('scheduleId') scheduleId: number,
    @Caller() caller: CallerIdentity,
  ): Promise<HandlerResponse<BaselineRest>> {
    return this.baselines.read(scheduleId, caller);
  }

  @Put()
  @Operation('Set a baseline; it is no longer calculated', {
    access: 'authenticated',
    returns: nothing('Stored; Location has its URL; no body', 201),
    errors: ['schedule_not_found', 'resource_forbidden', 'metric_not_numeric', 'too_many_heavy_requests'],
  })
  enterBaseline(
    @PathId('scheduleId') scheduleId: number,
    @RecordBody(BaselineRest, { description: 'computeTime is ignored', example: BASELINE_EXAMPLE })
    body: SentBody<BaselineRest>,
    @Caller() caller: CallerIdentity,
  ): Promise<HandlerResponse> {
    return this.baselines.enter(scheduleId, body, caller);
  }
}
