import { Controller, Get, Put } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Caller, type CallerIdentity } from '@wardstone/auth';
import { Addition, nothing, Operation } from '@wardstone/bootstrap';
import { CallTimeQuery, CallTimeRest, CallTimeValueRest } from '@wardstone/dto/monitoring';
import { type HandlerResponse, type Parsed, RecordsBody, result, type SentList } from '@wardstone/media-types';
import { PathId } from '../../api/path-id';
import { ParsedQuery } from '../../api/request-query.decorator';
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
  @Operation('Get the call times of a schedule', {
    access: 'authenticated',
    returns: result('metric', [CallTimeRest], { title: 'Call times', example: [EXAMPLE] }),
    errors: ['schedule_not_found', 'resource_forbidden'],
  })
  listCallTimes(
    @PathId('scheduleId') scheduleId: number,
    @ParsedQuery(CallTimeQuery) query: Parsed<CallTimeQuery>,
    @Caller() caller: CallerIdentity,
  ): Promise<HandlerResponse<CallTimeRest[]>> {
    return this.callTimes.read(scheduleId, query, caller);
  }

  @Put()
  @Operation('Submit call times of a schedule', {
    access: 'authenticated',
    returns: [
      nothing('Stored; Location has the URL of the list; no body', 201),
      ApiOkResponse({ description: 'Nothing to store; no body' }),
    ],
    errors: ['schedule_not_found', 'resource_forbidden', 'metric_not_call_time', 'points_too_old'],
  })
  submitCallTimes(
    @PathId('scheduleId') scheduleId: number,
    @RecordsBody(CallTimeValueRest, {
      description: 'The calls; at most 7 days old',
      example: [{ callDestination: '/shop', beginTime: 1_772_899_490_000, duration: 35 }],
    })
    body: SentList<CallTimeValueRest>,
    @Caller() caller: CallerIdentity,
  ): Promise<HandlerResponse> {
    return this.callTimes.submit(scheduleId, body, caller);
  }
}
