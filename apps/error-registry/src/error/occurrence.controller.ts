import { Body, Controller, Get, Header, Param, Post } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { RequirePermission } from '@wardstone/auth';
import { NoContent } from '@wardstone/bootstrap';
import { ApiErrors, BODY_ERRORS, RegistryError } from '@wardstone/errors';
import { ERROR_TYPE_PARAMETER } from './api-documentation';
import { OccurrenceReportBody, OccurrencesBody } from '@wardstone/dto/error-registry';
import { OccurrenceService } from './occurrence.service';
import { ErrorTypePipe } from './parameter.pipes';

@ApiTags('occurrence')
@Controller('api/v1')
export class OccurrenceController {
  constructor(private readonly occurrences: OccurrenceService) {}

  @Get('error/:error_type/occurrences')
  @RequirePermission('errors:occurrences')
  @Header('Cache-Control', 'no-store')
  @ApiOperation({ summary: 'List where and how often an error occurred in the last 24 hours' })
  @ApiParam(ERROR_TYPE_PARAMETER)
  @ApiOkResponse({ description: 'Count and last occurrences; empty if there were none', type: OccurrencesBody })
  @ApiErrors(RegistryError.malformed_error_type, RegistryError.unknown_error_type)
  listOccurrences(@Param('error_type', ErrorTypePipe) type: string): Promise<OccurrencesBody> {
    return this.occurrences.list(type);
  }

  @Post('occurrences')
  @RequirePermission('errors:report')
  @NoContent('Stored; no body')
  @ApiOperation({
    summary: 'Report occurrences',
    description:
      'Internal: only the gateway, which reports the errors it relays, may call this; no role grants the permission. Unknown error types and occurrences older than a day are skipped.',
  })
  @ApiBody({ type: OccurrenceReportBody, description: 'The occurrence' })
  @ApiErrors(...BODY_ERRORS)
  reportOccurrences(@Body() body: OccurrenceReportBody): Promise<void> {
    return this.occurrences.report(body);
  }
}
