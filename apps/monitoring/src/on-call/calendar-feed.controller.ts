import { Controller, Delete, Get, Post, Query, Req, Res } from '@nestjs/common';
import { ApiProduces, ApiQuery, ApiTags } from '@nestjs/swagger';
import { Caller, type CallerIdentity, plainAddress, getRemoteAddress } from '@wardstone/auth';
import { Addition, Audit, type AuditNote, content, Operation } from '@wardstone/bootstrap';
import { CalendarFeedChange, CalendarFeedRest } from '@wardstone/dto/monitoring';
import { type HandlerResponse, RecordBody, result, type SentBody } from '@wardstone/media-types';
import type { Request, Response } from 'express';
import { PathId } from '../api/path-id';
import { MonitoringConfig } from '../monitoring.config';
import { CalendarFeedService } from './calendar-feed.service';
import { removal } from '../api/removal';

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
  @Operation('List your calendar feeds', {
    description: 'Without their URLs, which are returned only when they are created.',
    access: 'authenticated',
    returns: result('alert', [CalendarFeedRest], { title: 'Calendar feeds', example: [EXAMPLE] }),
  })
  listCalendarFeeds(@Caller() caller: CallerIdentity): Promise<CalendarFeedRest[]> {
    return this.feeds.list(caller);
  }

  @Post('feed')
  @Operation('Create a calendar feed', {
    description:
      'Returns a URL for calendar apps. It replaces your previous URL for the same shifts. Anyone with the URL can read these shifts, but nothing else. Feeds of a rotation require MANAGE_ALERTS.',
    access: 'authenticated',
    returns: result('alert', CalendarFeedRest, { ...WITH_ADDRESS, status: 201 }),
    errors: ['rotation_not_found', 'insufficient_scope'],
  })
  createCalendarFeed(
    @RecordBody(CalendarFeedChange, { description: 'Shifts of the feed', example: { rotationId: 10012 } })
    body: SentBody<CalendarFeedChange>,
    @Caller() caller: CallerIdentity,
    @Audit() note: AuditNote,
  ): Promise<HandlerResponse<CalendarFeedRest>> {
    return this.feeds.create(body, caller, note);
  }

  @Delete('feed/:id')
  @Operation('Revoke one of your calendar feeds', {
    description: 'Its URL stops working immediately.',
    access: 'authenticated',
    returns: removal('The URL no longer works', 'calendar_feed_not_found', 'a missing feed'),
  })
  deleteCalendarFeed(@PathId() id: number, @Caller() caller: CallerIdentity, @Audit() note: AuditNote): Promise<void> {
    return this.feeds.remove(id, caller, note);
  }

  @Get('calendar')
  @Operation('Get a calendar feed', {
    description: 'For calendar apps (iCalendar). The token in the URL is the credential.',
    access: 'public',
    parameters: ApiQuery({ name: 'token', description: 'Token of the feed', schema: { type: 'string' } }),
    returns: [ApiProduces(MEDIA_TYPE), content(MEDIA_TYPE, 'Shifts of the next 90 days, in UTC (RFC 5545)')],
    errors: ['calendar_feed_not_found', 'too_many_attempts'],
  })
  async readCalendarFeed(
    @Query('token') token: unknown,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const address = plainAddress(getRemoteAddress(request, { trustProxy: this.config.TRUST_PROXY }));
    const calendar = await this.feeds.read(typeof token === 'string' ? token : '', address);
    response.setHeader('Cache-Control', 'no-store');
    response.setHeader('Referrer-Policy', 'no-referrer');
    response.setHeader('Content-Disposition', 'inline; filename="on-call.ics"');
    response.type(`${MEDIA_TYPE}; charset=utf-8`).send(calendar);
  }
}
