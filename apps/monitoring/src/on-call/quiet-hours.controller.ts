import { Controller, Delete, Get, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Caller, type CallerIdentity } from '@wardstone/auth';
import { Addition, nothing, Operation } from '@wardstone/bootstrap';
import { DeletionQuery, QuietHoursRest } from '@wardstone/dto/monitoring';
import { RecordBody, result, type SentBody } from '@wardstone/media-types';
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
@Addition()
@Controller('rest/on-call/quiet-hours')
export class QuietHoursController {
  constructor(private readonly quiet: QuietHoursService) {}

  @Get()
  @Operation('Get your quiet hours', {
    description: '404 if you have none.',
    access: 'authenticated',
    returns: result('alert', QuietHoursRest, SHOWN),
    errors: ['quiet_hours_not_found'],
  })
  getQuietHours(@Caller() caller: CallerIdentity): Promise<QuietHoursRest> {
    return this.quiet.read(caller);
  }

  @Put()
  @Operation('Set your quiet hours', {
    description: 'During quiet hours you get only urgent notifications. The others are sent when quiet hours end.',
    access: 'authenticated',
    returns: result('alert', QuietHoursRest, SHOWN),
  })
  setQuietHours(
    @RecordBody(QuietHoursRest, { description: 'Time zone and times of day', example: EXAMPLE })
    body: SentBody<QuietHoursRest>,
    @Caller() caller: CallerIdentity,
  ): Promise<QuietHoursRest> {
    return this.quiet.set(body, caller);
  }

  @Delete()
  @Operation('Delete your quiet hours', {
    description: 'From then on, notifications are sent to you at any time.',
    access: 'authenticated',
    body: 'ignored',
    returns: nothing('The caller has no quiet hours'),
    errors: ['quiet_hours_not_found'],
  })
  deleteQuietHours(
    @RequestQuery(DeletionQuery, { validate: 'Whether missing quiet hours are an error' }) query: DeletionQuery,
    @Caller() caller: CallerIdentity,
  ): Promise<void> {
    return this.quiet.remove(query, caller);
  }
}
