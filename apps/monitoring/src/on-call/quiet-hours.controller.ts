import { Controller, Delete, Get, Put } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Authenticated, Caller, type CallerIdentity } from '@wardstone/auth';
import { NoContent, StreamedBody } from '@wardstone/bootstrap';
import { DeletionQuery, QuietHoursRest } from '@wardstone/dto/monitoring';
import { ApiErrors, MonitoringError } from '@wardstone/errors';
import { one, Produces, RecordBody, type SentBody } from '@wardstone/media-types';
import { Addition } from '../api/addition.decorator';
import { RequestQuery } from '../api/request-query.decorator';
import { QuietHoursService } from './quiet-hours.service';

const EXAMPLE: QuietHoursRest = {
  timeZone: 'UTC',
  startTime: '22:00',
  endTime: '07:00',
  days: ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'],
  urgentPriority: 'HIGH',
};
const SHOWN = { title: 'Quiet hours', example: EXAMPLE };

/** Quiet hours of the caller. See rule alerts-42. */
@ApiTags('on-call')
@Authenticated()
@Addition()
@Controller('rest/on-call/quiet-hours')
export class QuietHoursController {
  constructor(private readonly quiet: QuietHoursService) {}

  @Get()
  @Produces('alert', one(QuietHoursRest), SHOWN)
  @ApiErrors(MonitoringError.quiet_hours_not_found)
  @ApiOperation({
    operationId: 'getQuietHours',
    summary: 'Get your quiet hours',
    description: '404 if you have none.',
  })
  read(@Caller() caller: CallerIdentity): Promise<QuietHoursRest> {
    return this.quiet.read(caller);
  }

  @Put()
  @Produces('alert', one(QuietHoursRest), SHOWN)
  @ApiOperation({
    operationId: 'setQuietHours',
    summary: 'Set your quiet hours',
    description: 'During quiet hours you get only urgent notifications. The others are sent when quiet hours end.',
  })
  set(
    @RecordBody(QuietHoursRest, { description: 'Time zone and times of day', example: EXAMPLE })
    body: SentBody<QuietHoursRest>,
    @Caller() caller: CallerIdentity,
  ): Promise<QuietHoursRest> {
    return this.quiet.set(body, caller);
  }

  @Delete()
  @NoContent('The caller has no quiet hours')
  @StreamedBody()
  @ApiErrors(MonitoringError.quiet_hours_not_found)
  @ApiOperation({
    operationId: 'deleteQuietHours',
    summary: 'Delete your quiet hours',
    description: 'From then on, notifications are sent to you at any time.',
  })
  remove(
    @RequestQuery(DeletionQuery, { validate: 'Whether missing quiet hours are an error' }) query: DeletionQuery,
    @Caller() caller: CallerIdentity,
  ): Promise<void> {
    return this.quiet.remove(query, caller);
  }
}
