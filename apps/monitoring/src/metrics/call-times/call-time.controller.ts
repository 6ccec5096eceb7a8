import { Controller, Get, Put } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Caller, type CallerIdentity } from '@wardstone/auth';
import { CallTimeQuery, CallTimeRest, CallTimeValueRest } from '@wardstone/dto/monitoring';
import { ApiErrors, MonitoringError } from '@wardstone/errors';
import { type Answer, listOf, type Parsed, Produces, RecordsBody, type SentList } from '@wardstone/media-types';
import { Addition } from '../../api/addition.decorator';
import { PathId } from '../../api/path-id';
import { ParsedQuery } from '../../api/request-query.decorator';
import { AnswersEmpty, ReadsSchedule } from '../metric.decorators';
import { CallTimeService } from './call-time.service';

const EXAMPLE: CallTimeRest = {
  callDestination: '/shop',
  minimum: 12,
  maximum: 140,
  average: 35,
  total: 350,
  count: 10,
};

/** See rule metrics-17. */
@ApiTags('metric')
@Addition()
@Controller('rest/metric/data/:scheduleId/callTime')
export class CallTimeController {
  constructor(private readonly callTimes: CallTimeService) {}

  @Get()
  @ReadsSchedule()
  @Produces('metric', listOf(CallTimeRest), { title: 'Call times', example: [EXAMPLE] })
  @ApiOperation({ operationId: 'listCallTimes', summary: 'Get call times' })
  read(
    @PathId('scheduleId') scheduleId: number,
    @ParsedQuery(CallTimeQuery) query: Parsed<CallTimeQuery>,
    @Caller() caller: CallerIdentity,
  ): Promise<Answer<CallTimeRest[]>> {
    return this.callTimes.read(scheduleId, query, caller);
  }

  @Put()
  @ReadsSchedule()
  @AnswersEmpty(201, 'Stored; Location has the URL of the list')
  @ApiOkResponse({ description: 'Nothing to store; no body' })
  @ApiErrors(MonitoringError.metric_not_call_time, MonitoringError.points_too_old)
  @ApiOperation({ operationId: 'submitCallTimes', summary: 'Submit call times' })
  submit(
    @PathId('scheduleId') scheduleId: number,
    @RecordsBody(CallTimeValueRest, {
      description: 'The calls; at most 7 days old',
      example: [{ callDestination: '/shop', beginTime: 1_772_899_490_000, duration: 35 }],
    })
    body: SentList<CallTimeValueRest>,
    @Caller() caller: CallerIdentity,
  ): Promise<Answer> {
    return this.callTimes.submit(scheduleId, body, caller);
  }
}
