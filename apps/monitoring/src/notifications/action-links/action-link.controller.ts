import { parse } from 'node:querystring';
import { Controller, Get, HttpCode, Post, Query, Req, Res } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiOkResponse, ApiOperation, ApiProduces, ApiQuery, ApiTags } from '@nestjs/swagger';
import { plainAddress, Public, remoteAddressOf } from '@wardstone/auth';
import { Audit, type AuditNote, BodyBytes, StreamedBody } from '@wardstone/bootstrap';
import { ApiErrors, CommonError, MonitoringError } from '@wardstone/errors';
import type { Request, Response } from 'express';
import { Addition } from '../../api/addition.decorator';
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
  @Public()
  @ApiProduces('text/html')
  @ApiQuery({ name: 'token', description: 'Token of the link', schema: { type: 'string' } })
  @ApiOkResponse({ description: 'A page with a button', ...PAGE })
  @ApiErrors(MonitoringError.alert_link_invalid, CommonError.too_many_attempts, CommonError.service_unavailable)
  @ApiOperation({
    operationId: 'showAlertLink',
    summary: 'Show the page of a notification link',
    description:
      'Shows the alert and a button. Safe: opening the page changes nothing. The token in the URL is the credential.',
  })
  async show(@Query('token') token: unknown, @Req() request: Request, @Res() response: Response): Promise<void> {
    const text = toText(token);
    send(response, renderLinkPage(await this.links.show(text, this.addressOf(request)), text));
  }

  @Post()
  @Public()
  @StreamedBody()
  @HttpCode(200)
  @ApiProduces('text/html')
  @ApiConsumes(FORM_TYPE)
  @ApiBody({ schema: { type: 'object', required: ['token'], properties: { token: { type: 'string' } } } })
  @ApiOkResponse({ description: 'Page that confirms the action', ...PAGE })
  @ApiErrors(
    MonitoringError.alert_link_invalid,
    CommonError.too_many_attempts,
    CommonError.service_unavailable,
    CommonError.payload_too_large,
    CommonError.too_much_in_progress,
  )
  @ApiOperation({
    operationId: 'useAlertLink',
    summary: 'Acknowledge or resolve an alert by a notification link',
    description: 'The token is the credential and works once.',
  })
  async use(@Req() request: Request, @Res() response: Response, @Audit() note: AuditNote): Promise<void> {
    const { token } = parse((await this.bytes.read(request, response, LIMIT_BYTES)).toString());
    send(response, renderUsedPage(await this.links.use(toText(token), this.addressOf(request), note)));
  }

  private addressOf(request: Request): string {
    return plainAddress(remoteAddressOf(request, { trustProxy: this.config.TRUST_PROXY }));
  }
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function send(response: Response, page: string): void {
  response.setHeader('Cache-Control', 'no-store');
  // The address holds the token: no page learns it. Without any referrer the form would not show whose page it is on.
  response.setHeader('Referrer-Policy', 'strict-origin');
  response.type('html').send(page);
}
