import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiFoundResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { content, Operation } from '@wardstone/bootstrap';
import { PAGE_POLICY } from '@wardstone/pages';
import type { Request, Response } from 'express';
import { ConsoleFiles } from './console-files';
import { SessionService } from '../credentials/sessions/session.service';
import { renderLandingPage } from './landing-page';
import { toServiceStates } from './service-states';
import { HEALTHS, UpstreamHealth } from './upstream-health';

const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': PAGE_POLICY,
  'Cache-Control': 'private, no-cache',
  'Referrer-Policy': 'same-origin',
};

const STATES_SCHEMA = {
  type: 'object',
  required: ['services'],
  properties: {
    services: {
      type: 'array',
      items: {
        type: 'object',
        required: ['service', 'state', 'prefixes'],
        properties: {
          service: { type: 'string', description: 'Name of the service', example: 'monitoring' },
          state: { type: 'string', enum: [...HEALTHS], description: 'Result of its readiness check' },
          prefixes: {
            type: 'array',
            items: { type: 'string' },
            description: 'Path prefixes of the service',
            example: ['/rest', '/prometheus', '/otlp'],
          },
        },
      },
    },
  },
};

/** The root path, and the page of services. */
@ApiTags('documents')
@Controller()
export class LandingController {
  constructor(
    private readonly health: UpstreamHealth,
    private readonly sessions: SessionService,
    private readonly console: ConsoleFiles,
  ) {}

  @Get()
  @Operation('Redirect browsers to the console; return the page of the services to others', {
    access: 'public',
    returns: [
      content('text/html', 'The page of `/services`'),
      ApiFoundResponse({ description: 'Redirect to `/console/`, if `Accept` has `text/html`' }),
    ],
    headers: { Vary: 'Accept, Cookie' },
  })
  async landing(@Req() request: Request, @Res() response: Response): Promise<void> {
    if (this.console.page !== undefined && request.headers.accept?.includes('text/html')) {
      response.redirect('/console/');
    } else {
      response.set(PAGE_HEADERS).send(await this.render(request));
    }
  }

  @Get('services')
  @Operation('Get the state of the services, as an HTML page with links or as JSON', {
    access: 'public',
    returns: ApiOkResponse({
      description: 'The page, or the states',
      content: { 'text/html': { schema: { type: 'string' } }, 'application/json': { schema: STATES_SCHEMA } },
    }),
    headers: { Vary: 'Accept, Cookie' },
  })
  async services(@Req() request: Request, @Res() response: Response): Promise<void> {
    if (request.accepts(['html', 'json']) === 'json') {
      response.set('Cache-Control', 'no-cache').json(toServiceStates(await this.health.list()));
    } else {
      response.set(PAGE_HEADERS).send(await this.render(request));
    }
  }

  private async render(request: Request): Promise<string> {
    // The page must work without the database, to show what is down.
    const session = await this.sessions.look(request).catch(() => undefined);
    return renderLandingPage(await this.health.list(), session?.caller.username);
  }
}
