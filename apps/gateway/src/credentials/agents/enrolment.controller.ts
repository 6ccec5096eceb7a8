import { Body, Controller, Inject, Post, Req } from '@nestjs/common';
import { ApiBody, ApiCreatedResponse, ApiTags } from '@nestjs/swagger';
import { getRemoteAddress } from '@wardstone/auth';
import { noteForAudit, Operation } from '@wardstone/bootstrap';
import { EnrolledAgent, EnrolmentBody } from '@wardstone/dto/gateway';
import { BODY_ERRORS } from '@wardstone/errors';
import type { Request } from 'express';
import { GatewayConfig } from '../../gateway.config';
import { EnrolmentService } from './enrolment.service';

/** Enrolment of agents. See rule agents-10. */
@ApiTags('agents')
@Controller('auth/agents')
export class EnrolmentController {
  constructor(
    private readonly enrolments: EnrolmentService,
    @Inject(GatewayConfig) private readonly config: Readonly<GatewayConfig>,
  ) {}

  @Post()
  @Operation('Enrol an agent', {
    description:
      'Creates an account for the agent, with the key as its only login. Repeating the request with the same token and key has no effect.',
    access: 'public',
    body: ApiBody({ type: EnrolmentBody, description: 'Token, name and key' }),
    returns: ApiCreatedResponse({ description: 'The agent', type: EnrolledAgent }),
    headers: { 'Cache-Control': 'no-store' },
    errors: [...BODY_ERRORS, 'enrolment_refused', 'agent_name_taken', 'too_many_attempts', 'service_unavailable'],
  })
  async enrolAgent(@Body() body: EnrolmentBody, @Req() request: Request): Promise<EnrolledAgent> {
    noteForAudit(request, { agent: body.name });
    const from = getRemoteAddress(request, { trustProxy: this.config.TRUST_PROXY });
    const enrolled = await this.enrolments.enrol(body, from, (org) => noteForAudit(request, { org }));
    noteForAudit(request, { kid: enrolled.kid });
    return enrolled;
  }
}
