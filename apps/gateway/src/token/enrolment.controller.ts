import { Body, Controller, Header, Inject, Optional, Post, Req } from '@nestjs/common';
import { ApiBody, ApiCreatedResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { AccountError, AccountsReadOnlyError, EnrolmentService, Public } from '@wardstone/auth';
import { noteForAudit } from '@wardstone/bootstrap';
import { ApiError, ApiErrors, CommonError, GatewayError } from '@wardstone/errors';
import type { Request } from 'express';

const REQUEST_SCHEMA = {
  type: 'object',
  required: ['token', 'password'],
  properties: {
    token: { type: 'string', description: 'One-time token created for this agent' },
    password: {
      type: 'string',
      format: 'password',
      description: 'Password chosen by the agent, at least 12 characters',
    },
  },
  example: { token: 'the token printed by the invitation', password: 'a password chosen by the agent' },
};

const RESPONSE_SCHEMA = {
  type: 'object',
  required: ['username'],
  properties: { username: { type: 'string', description: 'The account of the agent' } },
};

/** Accounts of agents, for one-time tokens. See rule agents-1. */
@ApiTags('login')
@Controller('auth')
export class EnrolmentController {
  constructor(@Optional() @Inject(EnrolmentService) private readonly enrolments: EnrolmentService | undefined) {}

  @Post('agents')
  @Public()
  @Header('Cache-Control', 'no-store')
  @ApiOperation({
    summary: 'Enrol an agent',
    description:
      'Uses up a one-time token (`npm run account -- invite NAME`). It can be repeated for ten minutes with the same password, without effect, in case a response was lost.',
    operationId: 'enrolAgent',
  })
  @ApiBody({ schema: REQUEST_SCHEMA })
  @ApiCreatedResponse({ description: 'The account', content: { 'application/json': { schema: RESPONSE_SCHEMA } } })
  @ApiErrors(
    CommonError.invalid_request,
    CommonError.payload_too_large,
    CommonError.unsupported_media_type,
    GatewayError.enrolment_refused,
    GatewayError.enrolment_unavailable,
  )
  async enrol(@Body() body: unknown, @Req() request: Request): Promise<{ username: string }> {
    const { token, password } = (body ?? {}) as { token?: unknown; password?: unknown };
    if (typeof token !== 'string' || typeof password !== 'string') {
      throw new ApiError(
        CommonError.invalid_request,
        'The body must be an object with the strings token and password.',
      );
    }
    const username = await this.enrolWith(token, password);
    if (username === undefined) throw new ApiError(GatewayError.enrolment_refused);
    noteForAudit(request, { account: username });
    return { username };
  }

  private async enrolWith(token: string, password: string): Promise<string | undefined> {
    try {
      return await this.enrolments?.enrol(token, password);
    } catch (error) {
      if (error instanceof AccountsReadOnlyError) {
        throw new ApiError(GatewayError.enrolment_unavailable, undefined, { cause: error });
      }
      if (error instanceof AccountError) throw new ApiError(CommonError.invalid_request, error.message);
      throw error;
    }
  }
}
