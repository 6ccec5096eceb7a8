import { Controller, Get, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Caller, type CallerIdentity } from '@wardstone/auth';
import { nothing, Operation } from '@wardstone/bootstrap';
import { AvailabilityHistoryQuery, AvailabilityRest, AvailabilitySummary } from '@wardstone/dto/monitoring';
import { RecordBody, result, type SentBody } from '@wardstone/media-types';
import { PathId } from '../api/path-id';
import { RequestQuery } from '../api/request-query.decorator';
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
  @Operation('Get the current availability of a resource', {
    access: 'authenticated',
    returns: result('resource', AvailabilityRest, { title: 'Availability', example: EXAMPLE }),
    errors: ['resource_not_found', 'resource_forbidden'],
  })
  getAvailability(@PathId() id: number, @Caller() caller: CallerIdentity): Promise<AvailabilityRest> {
    return this.availability.readCurrent(id, caller);
  }

  @Get('history')
  @Operation('List the availability history of a resource, newest first', {
    access: 'authenticated',
    returns: result('resource', [AvailabilityRest], { title: 'Availability history', example: [EXAMPLE], gzip: true }),
    errors: ['resource_not_found', 'resource_forbidden'],
  })
  listAvailabilityHistory(
    @PathId() id: number,
    @RequestQuery(AvailabilityHistoryQuery) query: AvailabilityHistoryQuery,
    @Caller() caller: CallerIdentity,
  ): Promise<AvailabilityRest[]> {
    return this.availability.listHistory(id, query, caller);
  }

  @Get('summary')
  @Operation('Get an availability summary of a resource', {
    access: 'authenticated',
    returns: result('resource', AvailabilitySummary, { title: 'Availability summary', example: SUMMARY_EXAMPLE }),
    errors: ['resource_not_found', 'resource_forbidden'],
  })
  getAvailabilitySummary(@PathId() id: number, @Caller() caller: CallerIdentity): Promise<AvailabilitySummary> {
    return this.availability.readSummary(id, caller);
  }

  @Put()
  @Operation('Report the availability of a resource', {
    access: 'authenticated',
    returns: nothing('Stored, even if it changes nothing'),
    errors: ['resource_not_found', 'insufficient_scope'],
  })
  reportAvailability(
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
