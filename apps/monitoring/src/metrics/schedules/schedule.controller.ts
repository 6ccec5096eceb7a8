import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Caller, type CallerIdentity } from '@wardstone/auth';
import { MetricSchedule, ScheduleListQuery } from '@wardstone/dto/monitoring';
import { AREA_TYPES, Produces, listOf } from '@wardstone/media-types';
import { PathId } from '../../api/path-id';
import { RequestQuery } from '../../api/request-query.decorator';
import { ReadsResource } from '../../resources/reads-resource.decorator';
import { LISTED_SCHEDULE_EXAMPLE } from './schedule.example';
import { ScheduleService } from './schedule.service';

@ApiTags('resource')
@Controller('rest/resource/:id/schedules')
export class ScheduleController {
  constructor(private readonly schedules: ScheduleService) {}

  @Get()
  @ReadsResource()
  @Produces(AREA_TYPES.resource, listOf(MetricSchedule), {
    title: 'Schedules',
    example: [LISTED_SCHEDULE_EXAMPLE],
    gzip: true,
  })
  @ApiOperation({ operationId: 'listSchedules', summary: 'The metric schedules of a resource' })
  listOfResource(
    @PathId() id: number,
    @RequestQuery(ScheduleListQuery) query: ScheduleListQuery,
    @Caller() caller: CallerIdentity,
  ): Promise<MetricSchedule[]> {
    return this.schedules.listOfResource(id, query, caller);
  }
}
