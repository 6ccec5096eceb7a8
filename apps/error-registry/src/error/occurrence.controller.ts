import { Body, Controller, Get, Param, Post } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { nothing, Operation } from '@wardstone/bootstrap';
import { BODY_ERRORS } from '@wardstone/errors';
import { ERROR_TYPE_PARAMETER } from './api-documentation';
import { OccurrenceReportBody, OccurrencesBody } from '@wardstone/dto/error-registry';
import { OccurrenceService } from './occurrence.service';
import { ErrorTypePipe } from './parameter.pipes';

@ApiTags('occurrence')
@Controller('api/v1')
export class OccurrenceController {
  constructor(private readonly occurrences: OccurrenceService) {}

  @Get('error/:error_type/occurrences')
  @Operation('List where and how often an error occurred in the last 24 hours', {
    access: 'errors:occurrences',
    path: { error_type: ERROR_TYPE_PARAMETER },
    returns: ApiOkResponse({
      description: 'Count and last occurrences; empty if there were none',
      type: OccurrencesBody,
    }),
    headers: { 'Cache-Control': 'no-store' },
    errors: ['malformed_error_type', 'unknown_error_type'],
  })
  listOccurrences(@Param('error_type', ErrorTypePipe) type: string): Promise<OccurrencesBody> {
    return this.occurrences.list(type);
  }

  @Post('occurrences')
  @Operation('Report occurrences', {
    description:
      'Internal: only the gateway, which reports the errors it relays, may call this; no role grants the permission. Unknown error types and occurrences older than a day are skipped.',
    access: 'errors:report',
    body: ApiBody({ type: OccurrenceReportBody, description: 'The occurrence' }),
    returns: nothing('Stored; no body'),
    errors: BODY_ERRORS,
  })
  reportOccurrences(@Body() body: OccurrenceReportBody): Promise<void> {
    return this.occurrences.report(body);
  }
}
