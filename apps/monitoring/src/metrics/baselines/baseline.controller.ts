import { Controller, Get, Put } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Caller, type CallerIdentity } from '@wardstone/auth';
import { BaselineRest } from '@wardstone/dto/monitoring';
import { ApiErrors, MonitoringError } from '@wardstone/errors';
import { type Answer, one, Produces, RecordBody, type SentBody } from '@wardstone/media-types';
import { PathId } from '../../api/path-id';
import { AnswersEmpty, ReadsNumbers } from '../metric.decorators';
import { BASELINE_EXAMPLE } from '../metric.examples';
import { BaselineService } from './baseline.service';

/** See rule metrics-13. */
@ApiTags('metric')
@Controller('rest/metric/data/:scheduleId/baseline')
export class BaselineController {
  constructor(private readonly baselines: BaselineService) {}

  @Get()
  @ReadsNumbers()
  @Produces('metric', one(BaselineRest), { title: 'Baseline', example: BASELINE_EXAMPLE })
  @ApiErrors(MonitoringError.baseline_not_found)
  @ApiOperation({ operationId: 'getBaseline', summary: 'Get the baseline of a metric: its usual range' })
  read(@PathId('scheduleId') scheduleId: number, @Caller() caller: CallerIdentity): Promise<Answer<BaselineRest>> {
    return this.baselines.read(scheduleId, caller);
  }

  @Put()
  @ReadsNumbers()
  @AnswersEmpty(201, 'Stored; Location has its URL')
  @ApiOperation({ operationId: 'enterBaseline', summary: 'Set a baseline; it is no longer calculated' })
  enter(
    @PathId('scheduleId') scheduleId: number,
    @RecordBody(BaselineRest, { description: 'computeTime is ignored', example: BASELINE_EXAMPLE })
    body: SentBody<BaselineRest>,
    @Caller() caller: CallerIdentity,
  ): Promise<Answer> {
    return this.baselines.enter(scheduleId, body, caller);
  }
}
