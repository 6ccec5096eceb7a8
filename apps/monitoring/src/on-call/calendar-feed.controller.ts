import { Controller, Delete, Get, Post, Query, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProduces, ApiQuery, ApiTags } from '@nestjs/swagger';
import { Authenticated, Caller, type CallerIdentity, plainAddress, Public, remoteAddressOf } from '@wardstone/auth';
import { Audit, type AuditNote } from '@wardstone/bootstrap';
import { CalendarFeedChange, CalendarFeedRest } from '@wardstone/dto/monitoring';
import { ApiErrors, CommonError, MonitoringError } from '@wardstone/errors';
import { type Answer, listOf, one, Produces, RecordBody, type SentBody } from '@wardstone/media-types';
import type { Request, Response } from 'express';
import { Addition } from '../api/addition.decorator';
import { PathId } from '../api/path-id';
import { Removes } from '../api/removes.decorator';
import { MonitoringConfig } from '../monitoring.config';
import { CalendarFeedService } from './calendar-feed.service';

const MEDIA_TYPE = 'text/calendar';
const EXAMPLE: CalendarFeedRest = {
  id: 10002,
  rotationId: 10012,
  rotationName: 'Platform',
  createdTime: 1_796_029_200_000,
};
const WITH_ADDRESS = {
  title: 'Calendar feed',
  example: { ...EXAMPLE, address: 'http://localhost:8080/rest/on-call/calendar?token=wsc_…' },
};

/** See rule alerts-63. */
@ApiTags('on-call')
@Addition()
@Controller('rest/on-call')
export class CalendarFeedController {
  constructor(
    private readonly feeds: CalendarFeedService,
    private readonly config: MonitoringConfig,
  ) {}

  @Get('feed')
  @Authenticated()
  @Produces('alert', listOf(CalendarFeedRest), { title: 'Calendar feeds', example: [EXAMPLE] })
  @ApiOperation({
    operationId: 'listCalendarFeeds',
    summary: 'List your calendar feeds',
    description: 'Without their URLs, which are returned only when they are created.',
  })
  list(@Caller() caller: CallerIdentity): Promise<CalendarFeedRest[]> {
    return this.feeds.list(caller);
  }

  @Post('feed')
  @Authenticated()
  @ApiErrors(MonitoringError.rotation_not_found, CommonError.insufficient_scope)
  @Produces('alert', one(CalendarFeedRest), { ...WITH_ADDRESS, status: 201 })
  @ApiOperation({
    operationId: 'createCalendarFeed',
    summary: 'Create a calendar feed',
    description:
      'Returns a URL for calendar apps. It replaces your previous URL for the same shifts. Anyone with the URL can read these shifts, but nothing else. Feeds of a rotation require MANAGE_ALERTS.',
  })
  create(
    @RecordBody(CalendarFeedChange, { description: 'Whose shifts', example: { rotationId: 10012 } })
    body: SentBody<CalendarFeedChange>,
    @Caller() caller: CallerIdentity,
    @Audit() note: AuditNote,
  ): Promise<Answer<CalendarFeedRest>> {
    return this.feeds.create(body, caller, note);
  }

  @Delete('feed/:id')
  @Authenticated()
  @Removes('The address is unknown from now on', MonitoringError.calendar_feed_not_found, 'a missing feed')
  @ApiOperation({
    operationId: 'deleteCalendarFeed',
    summary: 'Revoke one of your calendar feeds',
    description: 'Its URL stops working immediately.',
  })
  remove(@PathId() id: number, @Caller() caller: CallerIdentity, @Audit() note: AuditNote): Promise<void> {
    return this.feeds.remove(id, caller, note);
  }

  @Get('calendar')
  @Public()
  @ApiProduces(MEDIA_TYPE)
  @ApiQuery({ name: 'token', description: 'Token of the feed', schema: { type: 'string' } })
  @ApiOkResponse({
    description: 'Shifts of the next 90 days, in UTC (RFC 5545)',
    content: { [MEDIA_TYPE]: { schema: { type: 'string' } } },
  })
  @ApiErrors(MonitoringError.calendar_feed_not_found, CommonError.too_many_attempts)
  @ApiOperation({
    operationId: 'readCalendarFeed',
    summary: 'Get a calendar feed',
    description: 'For calendar apps (iCalendar). The token in the URL is the credential.',
  })
  async read(@Query('token') token: unknown, @Req() request: Request, @Res() response: Response): Promise<void> {
    const address = plainAddress(remoteAddressOf(request, { trustProxy: this.config.TRUST_PROXY }));
    const calendar = await this.feeds.read(typeof token === 'string' ? token : '', address);
    response.setHeader('Cache-Control', 'no-store');
    response.setHeader('Referrer-Policy', 'no-referrer');
    response.setHeader('Content-Disposition', 'inline; filename="on-call.ics"');
    response.type(`${MEDIA_TYPE}; charset=utf-8`).send(calendar);
  }
}
