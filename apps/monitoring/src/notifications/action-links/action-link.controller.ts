import { parse } from 'node:querystring';
import { Controller, Get, Post, Query, Req, Res } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiOkResponse, ApiProduces, ApiQuery, ApiTags } from '@nestjs/swagger';
import { plainAddress, getRemoteAddress } from '@wardstone/auth';
import { Addition, Audit, type AuditNote, BodyBytes, Operation } from '@wardstone/bootstrap';
import type { Request, Response } from 'express';
import { MonitoringConfig } from '../../monitoring.config';
import { renderLinkPage, renderUsedPage } from './action-link.page';
import { ActionLinkService } from './action-link.service';

const FORM_TYPE = 'application/x-www-form-urlencoded';
const LIMIT_BYTES = 1024;
const PAGE = { content: { 'text/html': { schema: { type: 'string' } } } } as const;

/**
 * Links of notifications. The token is in the query, which no log shows, and in a form, so that programs that open
 * links, such as mail scanners, change nothing. See rules alerts-43, alerts-44.
 */
@ApiTags('alert')
@Addition()
@Controller('rest/alert/link')
export class ActionLinkController {
  constructor(
    private readonly links: ActionLinkService,
    private readonly bytes: BodyBytes,
    private readonly config: MonitoringConfig,
  ) {}

  @Get()
  @Operation('Show the page of a notification link', {
    description:
      'Shows the alert and a button. Safe: opening the page changes nothing. The token in the URL is the credential.',
    access: 'public',
    parameters: ApiQuery({ name: 'token', description: 'Token of the link', schema: { type: 'string' } }),
    returns: [ApiProduces('text/html'), ApiOkResponse({ description: 'A page with a button', ...PAGE })],
    errors: ['alert_link_invalid', 'too_many_attempts', 'service_unavailable'],
  })
  async showAlertLink(
    @Query('token') token: unknown,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const text = toText(token);
    send(response, renderLinkPage(await this.links.show(text, this.clientAddress(request)), text));
  }

  @Post()
  @Operation('Acknowledge or resolve an alert by a notification link', {
    description: 'The token is the credential and works once.',
    access: 'public',
    body: [
      'streamed',
      ApiConsumes(FORM_TYPE),
      ApiBody({ schema: { type: 'object', required: ['token'], properties: { token: { type: 'string' } } } }),
    ],
    returns: [ApiProduces('text/html'), ApiOkResponse({ description: 'Page that confirms the action', ...PAGE })],
    status: 200,
    errors: [
      'alert_link_invalid',
      'too_many_attempts',
      'service_unavailable',
      'payload_too_large',
      'too_much_in_progress',
    ],
  })
  async useAlertLink(@Req() request: Request, @Res() response: Response, @Audit() note: AuditNote): Promise<void> {
    const { token } = parse((await this.bytes.read(request, response, LIMIT_BYTES)).toString());
    send(response, renderUsedPage(await this.links.use(toText(token), this.clientAddress(request), note)));
  }

  private clientAddress(request: Request): string {
    return plainAddress(getRemoteAddress(request, { trustProxy: this.config.TRUST_PROXY }));
  }
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function send(response: Response, page: string): void {
  response.setHeader('Cache-Control', 'no-store');
  // Keeps the token in the address from other pages; with no referrer at all, the origin of the form could not be
  // checked.
  response.setHeader('Referrer-Policy', 'strict-origin');
  response.type('html').send(page);
}
