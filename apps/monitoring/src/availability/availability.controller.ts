import { Controller, Get, Put } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Authenticated, Caller, type CallerIdentity } from '@wardstone/auth';
import { NoContent } from '@wardstone/bootstrap';
import { AvailabilityHistoryQuery, AvailabilityRest, AvailabilitySummary } from '@wardstone/dto/monitoring';
import { ApiErrors, CommonError, MonitoringError } from '@wardstone/errors';
import { listOf, one, Produces, RecordBody, type SentBody } from '@wardstone/media-types';
import { PathId } from '../api/path-id';
import { RequestQuery } from '../api/request-query.decorator';
import { ReadsResource } from '../resources/reads-resource.decorator';
import { AvailabilityService } from './availability.service';

const EXAMPLE: AvailabilityRest = { since: 1_700_000_000_000, type: 'UP', until: null, resourceId: 10001 };
export const SUMMARY_EXAMPLE: AvailabilitySummary = {
  currentTime: 20000,
  upTime: 16000,
  downTime: 3000,
  disabledTime: 0,
  unknownTime: 0,
  knownTime: 19000,
  failures: 2,
  disabled: 0,
  lastChange: 13000,
  current: 'UP',
  resourceId: 10001,
  upPercentage: 0.8421052631578947,
  downPercentage: 0.15789473684210525,
  disabledPercentage: 0,
  mtbf: 9000,
  mttr: 1500,
  links: [],
};

/** See rule inventory-12. */
@ApiTags('resource')
@Controller('rest/resource/:id/availability')
export class AvailabilityController {
  constructor(private readonly availability: AvailabilityService) {}

  @Get()
  @ReadsResource()
  @Produces('resource', one(AvailabilityRest), { title: 'Availability', example: EXAMPLE })
  @ApiOperation({ operationId: 'getAvailability', summary: 'Get the current availability of a resource' })
  readCurrent(@PathId() id: number, @Caller() caller: CallerIdentity): Promise<AvailabilityRest> {
    return this.availability.readCurrent(id, caller);
  }

  @Get('history')
  @ReadsResource()
  @Produces('resource', listOf(AvailabilityRest), {
    title: 'Availability history',
    example: [EXAMPLE],
    gzip: true,
  })
  @ApiOperation({
    operationId: 'listAvailabilityHistory',
    summary: 'List the availability history of a resource, newest first',
  })
  listHistory(
    @PathId() id: number,
    @RequestQuery(AvailabilityHistoryQuery) query: AvailabilityHistoryQuery,
    @Caller() caller: CallerIdentity,
  ): Promise<AvailabilityRest[]> {
    return this.availability.listHistory(id, query, caller);
  }

  @Get('summary')
  @ReadsResource()
  @Produces('resource', one(AvailabilitySummary), {
    title: 'Availability summary',
    example: SUMMARY_EXAMPLE,
  })
  @ApiOperation({ operationId: 'getAvailabilitySummary', summary: 'Get an availability summary of a resource' })
  readSummary(@PathId() id: number, @Caller() caller: CallerIdentity): Promise<AvailabilitySummary> {
    return this.availability.readSummary(id, caller);
  }

  @Put()
  @Authenticated()
  @NoContent('Stored, even if it changes nothing')
  @ApiErrors(MonitoringError.resource_not_found, CommonError.insufficient_scope)
  @ApiOperation({ operationId: 'reportAvailability', summary: 'Report the availability of a resource' })
  report(
    @PathId() id: number,
    @RecordBody(AvailabilityRest, {
      description: 'The report; `until` is ignored',
      example: { since: EXAMPLE.since, type: EXAMPLE.type },
    })
    body: SentBody<AvailabilityRest>,
    @Caller() caller: CallerIdentity,
  ): Promise<void> {
    return this.availability.report(id, body, caller);
  }
}
