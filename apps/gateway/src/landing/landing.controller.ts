import { Controller, Get, Header, Inject, Req } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Public } from '@wardstone/auth';
import { PAGE_POLICY } from '@wardstone/pages';
import type { Request } from 'express';
import { SessionService } from '../sessions/session.service';
import { renderLandingPage } from './landing-page';
import { UpstreamHealth } from './upstream-health';

/** The page of the bare address. */
@ApiTags('documents')
@Controller()
export class LandingController {
  constructor(
    @Inject(UpstreamHealth) private readonly health: UpstreamHealth,
    @Inject(SessionService) private readonly sessions: SessionService,
  ) {}

  @Get()
  @Public()
  @Header('Content-Type', 'text/html; charset=utf-8')
  @Header('Content-Security-Policy', PAGE_POLICY)
  @Header('Cache-Control', 'private, no-cache')
  @Header('Referrer-Policy', 'same-origin')
  @Header('Vary', 'Cookie')
  @ApiOperation({ summary: 'HTML page with the state of the services and links', operationId: 'landing' })
  @ApiOkResponse({ description: 'The page', content: { 'text/html': { schema: { type: 'string' } } } })
  async page(@Req() request: Request): Promise<string> {
    // A database that is away must not take the page with it that shows what is.
    const session = await this.sessions.look(request).catch(() => undefined);
    return renderLandingPage(await this.health.list(), session?.caller.username);
  }
}
