import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Caller, type CallerIdentity } from '@wardstone/auth';
import { Operation } from '@wardstone/bootstrap';
import { AuditEventsBody, AuditQuery } from '@wardstone/dto/gateway';
import { AuditService } from './audit.service';

/** Changes and refusals in all services. */
@ApiTags('audit')
@Controller('auth')
export class AuditController {
  constructor(private readonly audit: AuditService) {}

  @Get('audit')
  @Operation('List audit events', {
    description:
      'Changes in your organisation through any service, and requests refused for their credentials or permissions, newest first. ' +
      'Values, events and availability reported by agents are not included.',
    access: 'audit:read',
    returns: ApiOkResponse({ description: 'A page of events', type: AuditEventsBody }),
    headers: { 'Cache-Control': 'no-store' },
    errors: ['invalid_request'],
  })
  listAuditEvents(@Query() query: AuditQuery, @Caller() caller: CallerIdentity): Promise<AuditEventsBody> {
    return this.audit.list(query, caller);
  }
}
