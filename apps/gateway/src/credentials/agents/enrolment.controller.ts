import { Body, Controller, Header, Inject, Post, Req } from '@nestjs/common';
import { ApiBody, ApiCreatedResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Public, remoteAddressOf } from '@wardstone/auth';
import { noteForAudit } from '@wardstone/bootstrap';
import { EnrolledAgent, EnrolmentBody } from '@wardstone/dto/gateway';
import { ApiErrors, BODY_ERRORS, CommonError, GatewayError } from '@wardstone/errors';
import type { Request } from 'express';
import { GatewayConfig } from '../../gateway.config';
import { EnrolmentService } from './enrolment.service';

/** How agents become known. See rule agents-10. */
@ApiTags('agents')
@Controller('auth/agents')
export class EnrolmentController {
  constructor(
    private readonly enrolments: EnrolmentService,
    @Inject(GatewayConfig) private readonly config: Readonly<GatewayConfig>,
  ) {}

  @Post()
  @Public()
  @Header('Cache-Control', 'no-store')
  @ApiOperation({
    summary: 'Enrol an agent',
    description:
      'Creates an account for the agent, with the key as its only login. Repeating the request with the same token and key has no effect.',
    operationId: 'enrolAgent',
  })
  @ApiBody({ type: EnrolmentBody, description: 'Token, name and key' })
  @ApiCreatedResponse({ description: 'The agent', type: EnrolledAgent })
  @ApiErrors(
    ...BODY_ERRORS,
    GatewayError.enrolment_refused,
    GatewayError.agent_name_taken,
    CommonError.too_many_attempts,
    CommonError.service_unavailable,
  )
  async enrol(@Body() body: EnrolmentBody, @Req() request: Request): Promise<EnrolledAgent> {
    noteForAudit(request, { agent: body.name });
    const from = remoteAddressOf(request, { trustProxy: this.config.TRUST_PROXY });
    const enrolled = await this.enrolments.enrol(body, from, (org) => noteForAudit(request, { org }));
    noteForAudit(request, { kid: enrolled.kid });
    return enrolled;
  }
}
