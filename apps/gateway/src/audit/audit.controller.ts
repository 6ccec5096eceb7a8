import { Controller, Get, Header, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Caller, type CallerIdentity, RequirePermission } from '@wardstone/auth';
import { AuditEventsBody, AuditQuery } from '@wardstone/dto/gateway';
import { ApiErrors, CommonError } from '@wardstone/errors';
import { AuditService } from './audit.service';

/** Changes and refusals of all services. */
@ApiTags('audit')
@Controller('auth')
export class AuditController {
  constructor(private readonly audit: AuditService) {}

  @Get('audit')
  @RequirePermission('audit:read')
  @Header('Cache-Control', 'no-store')
  @ApiOperation({
    summary: 'List audit events',
    description:
      'Changes in your organisation through any service, and requests refused for their credentials or permissions, newest first. ' +
      'Values, events and availability reported by agents are not included.',
    operationId: 'listAuditEvents',
  })
  @ApiOkResponse({ description: 'A page of events', type: AuditEventsBody })
  @ApiErrors(CommonError.invalid_request)
  list(@Query() query: AuditQuery, @Caller() caller: CallerIdentity): Promise<AuditEventsBody> {
    return this.audit.list(query, caller);
  }
}
