import { Controller, Get, Put } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Caller, type CallerIdentity, Authenticated, RequirePermission } from '@wardstone/auth';
import { Audit, type AuditNote } from '@wardstone/bootstrap';
import {
  MetricSchedule,
  ScheduleListQuery,
  MetricDefinitionChangeQuery,
  MetricDefinitionListQuery,
} from '@wardstone/dto/monitoring';
import {
  type Answer,
  IfMatch,
  listOf,
  one,
  Precondition,
  Produces,
  RecordBody,
  type SentBody,
  type StreamedRecords,
} from '@wardstone/media-types';
import { Addition } from '../../api/addition.decorator';
import { PathId } from '../../api/path-id';
import { RequestQuery } from '../../api/request-query.decorator';
import { ReadsResource } from '../../resources/reads-resource.decorator';
import { LISTED_SCHEDULE_EXAMPLE, SCHEDULE_EXAMPLE, DEFINITION_EXAMPLE } from '../metric.examples';
import { ReadsSchedule } from '../metric.decorators';
import { MetricScheduleService } from './metric-schedule.service';
import { ApiErrors, MonitoringError } from '@wardstone/errors';
import { MetricDefinitionService } from './metric-definition.service';

const DEFINITION_SHOWN = { title: 'Metric definition', example: DEFINITION_EXAMPLE };
const SCHEDULE_SHOWN = { title: 'Metric schedule', example: SCHEDULE_EXAMPLE };
const SENT = {
  description: 'enabled and collectionInterval, in ms, at least 30000; kept when absent. Other fields are ignored',
  example: { enabled: true, collectionInterval: 60_000 },
};

/** An addition to the operations of the contract, for clients that know it from elsewhere. */
@ApiTags('metric')
@Addition()
@Controller('rest/metric')
export class MetricDefinitionController {
  constructor(private readonly definitions: MetricDefinitionService) {}

  @Get('definitions')
  @Authenticated()
  @Produces('metric', listOf(MetricSchedule), { title: 'Metric definitions', example: [DEFINITION_EXAMPLE] })
  @ApiErrors(MonitoringError.resource_type_not_found)
  @ApiOperation({
    operationId: 'listMetricDefinitions',
    summary: "List the default schedules of a resource type's metrics",
    description: 'The defaults of the plugin, unless they were changed.',
  })
  list(@RequestQuery(MetricDefinitionListQuery) query: MetricDefinitionListQuery): Promise<MetricSchedule[]> {
    return this.definitions.list(query);
  }

  @Get('definition/:id')
  @Authenticated()
  @Produces('metric', one(MetricSchedule), DEFINITION_SHOWN)
  @ApiErrors(MonitoringError.metric_definition_not_found)
  @ApiOperation({
    operationId: 'getMetricDefinition',
    summary: 'Get the defaults of new schedules of a metric',
    description:
      'Returned as a schedule: enabled and collectionInterval are the defaults, scheduleId is that of the ' +
      'definition.',
  })
  read(@PathId() id: number): Promise<MetricSchedule> {
    return this.definitions.read(id);
  }

  @Put('definition/:id')
  @RequirePermission('MANAGE_SETTINGS')
  @Produces('metric', one(MetricSchedule), { ...DEFINITION_SHOWN, showsTarget: true })
  @ApiErrors(MonitoringError.metric_definition_not_found)
  @ApiOperation({
    operationId: 'updateMetricDefinition',
    summary: 'Change the defaults of new schedules of a metric',
    description: 'With updateExisting, also changes all existing schedules of the metric.',
  })
  change(
    @PathId() id: number,
    @RecordBody(MetricSchedule, SENT) body: SentBody<MetricSchedule>,
    @RequestQuery(MetricDefinitionChangeQuery) { updateExisting }: MetricDefinitionChangeQuery,
    @IfMatch() precondition: Precondition,
  ): Promise<MetricSchedule> {
    return this.definitions.change(id, body, { precondition, updateExisting });
  }
}

/** See rules metrics-2, metrics-3. */
@ApiTags('metric')
@Controller('rest/metric/schedule/:id')
export class MetricScheduleController {
  constructor(private readonly schedules: MetricScheduleService) {}

  @Get()
  @ReadsSchedule()
  @Produces('metric', one(MetricSchedule), SCHEDULE_SHOWN)
  @ApiOperation({ operationId: 'getSchedule', summary: 'Get a metric schedule' })
  read(@PathId() id: number, @Caller() caller: CallerIdentity): Promise<Answer<MetricSchedule>> {
    return this.schedules.read(id, caller);
  }

  @Put()
  @ReadsSchedule()
  @Produces('metric', one(MetricSchedule), { ...SCHEDULE_SHOWN, showsTarget: true })
  @ApiOperation({ operationId: 'updateSchedule', summary: 'Enable or disable a schedule, or change its interval' })
  change(
    @PathId() id: number,
    @RecordBody(MetricSchedule, SENT) body: SentBody<MetricSchedule>,
    @IfMatch() precondition: Precondition,
    @Caller() caller: CallerIdentity,
    @Audit() note: AuditNote,
  ): Promise<Answer<MetricSchedule>> {
    return this.schedules.change(id, body, precondition, caller, note);
  }
}

/** See rule metrics-2. */
@ApiTags('resource')
@Controller('rest/resource/:id/schedules')
export class ResourceSchedulesController {
  constructor(private readonly schedules: MetricScheduleService) {}

  @Get()
  @ReadsResource()
  @Produces('resource', listOf(MetricSchedule), {
    title: 'Schedules',
    example: [LISTED_SCHEDULE_EXAMPLE],
    gzip: true,
  })
  @ApiOperation({ operationId: 'listSchedules', summary: 'List the metric schedules of a resource' })
  list(
    @PathId() id: number,
    @RequestQuery(ScheduleListQuery) query: ScheduleListQuery,
    @Caller() caller: CallerIdentity,
  ): Promise<MetricSchedule[] | StreamedRecords<MetricSchedule>> {
    return this.schedules.listOfResource(id, query, caller);
  }
}
