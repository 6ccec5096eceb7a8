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
      'Requests to any service that may have changed something in your organisation, and requests that were refused ' +
      'because of their sender, newest first. Values, events and availability that agents report are not among them.',
    operationId: 'listAuditEvents',
  })
  @ApiOkResponse({ description: 'A page of events', type: AuditEventsBody })
  @ApiErrors(CommonError.invalid_request)
  list(@Query() query: AuditQuery, @Caller() caller: CallerIdentity): Promise<AuditEventsBody> {
    return this.audit.list(query, caller);
  }
}
