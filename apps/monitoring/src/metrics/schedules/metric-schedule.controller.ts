import { Controller, Get, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Caller, type CallerIdentity } from '@wardstone/auth';
import { Addition, Audit, type AuditNote, Operation } from '@wardstone/bootstrap';
import {
  MetricDefinitionChangeQuery,
  MetricDefinitionListQuery,
  MetricSchedule,
  ScheduleListQuery,
} from '@wardstone/dto/monitoring';
import {
  type HandlerResponse,
  IfMatch,
  Precondition,
  RecordBody,
  result,
  type SentBody,
  type StreamedRecords,
} from '@wardstone/media-types';
import { PathId } from '../../api/path-id';
import { RequestQuery } from '../../api/request-query.decorator';
import { DEFINITION_EXAMPLE, LISTED_SCHEDULE_EXAMPLE, SCHEDULE_EXAMPLE } from '../metric.examples';
import { MetricScheduleService } from './metric-schedule.service';
import { MetricDefinitionService } from './metric-definition.service';

const DEFINITION_SHOWN = { title: 'Metric definition', example: DEFINITION_EXAMPLE };
const SCHEDULE_SHOWN = { title: 'Metric schedule', example: SCHEDULE_EXAMPLE };
const SENT = {
  description: 'enabled and collectionInterval, in ms, at least 30000; kept when absent. Other fields are ignored',
  example: { enabled: true, collectionInterval: 60_000 },
};

/** An addition to the contract, for clients that know the operation from the reference. */
@ApiTags('metric')
@Addition()
@Controller('rest/metric')
export class MetricDefinitionController {
  constructor(private readonly definitions: MetricDefinitionService) {}

  @Get('definitions')
  @Operation("List the default schedules of a resource type's metrics", {
    description: 'The defaults of the plugin, unless they were changed.',
    access: 'authenticated',
    returns: result('metric', [MetricSchedule], { title: 'Metric definitions', example: [DEFINITION_EXAMPLE] }),
    errors: ['resource_type_not_found'],
  })
  listMetricDefinitions(
    @RequestQuery(MetricDefinitionListQuery) query: MetricDefinitionListQuery,
  ): Promise<MetricSchedule[]> {
    return this.definitions.list(query);
  }

  @Get('definition/:id')
  @Operation('Get the defaults of new schedules of a metric', {
    description:
      'Returned as a schedule: enabled and collectionInterval are the defaults, scheduleId is that of the ' +
      'definition.',
    access: 'authenticated',
    returns: result('metric', MetricSchedule, DEFINITION_SHOWN),
    errors: ['metric_definition_not_found'],
  })
  getMetricDefinition(@PathId() id: number): Promise<MetricSchedule> {
    return this.definitions.read(id);
  }

  @Put('definition/:id')
  @Operation('Change the defaults of new schedules of a metric', {
    description: 'With updateExisting, also changes all existing schedules of the metric.',
    access: 'MANAGE_SETTINGS',
    returns: result('metric', MetricSchedule, { ...DEFINITION_SHOWN, showsTarget: true }),
    errors: ['metric_definition_not_found'],
  })
  updateMetricDefinition(
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
  @Operation('Get a metric schedule', {
    access: 'authenticated',
    returns: result('metric', MetricSchedule, SCHEDULE_SHOWN),
    errors: ['schedule_not_found', 'resource_forbidden'],
  })
  getSchedule(@PathId() id: number, @Caller() caller: CallerIdentity): Promise<HandlerResponse<MetricSchedule>> {
    return this.schedules.read(id, caller);
  }

  @Put()
  @Operation('Enable or disable a schedule, or change its interval', {
    access: 'authenticated',
    returns: result('metric', MetricSchedule, { ...SCHEDULE_SHOWN, showsTarget: true }),
    errors: ['schedule_not_found', 'resource_forbidden'],
  })
  updateSchedule(
    @PathId() id: number,
    @RecordBody(MetricSchedule, SENT) body: SentBody<MetricSchedule>,
    @IfMatch() precondition: Precondition,
    @Caller() caller: CallerIdentity,
    @Audit() note: AuditNote,
  ): Promise<HandlerResponse<MetricSchedule>> {
    return this.schedules.change(id, body, precondition, caller, note);
  }
}

/** See rule metrics-2. */
@ApiTags('resource')
@Controller('rest/resource/:id/schedules')
export class ResourceSchedulesController {
  constructor(private readonly schedules: MetricScheduleService) {}

  @Get()
  @Operation('List the metric schedules of a resource', {
    access: 'authenticated',
    returns: result('resource', [MetricSchedule], {
      title: 'Schedules',
      example: [LISTED_SCHEDULE_EXAMPLE],
      gzip: true,
    }),
    errors: ['resource_not_found', 'resource_forbidden'],
  })
  listSchedules(
    @PathId() id: number,
    @RequestQuery(ScheduleListQuery) query: ScheduleListQuery,
    @Caller() caller: CallerIdentity,
  ): Promise<MetricSchedule[] | StreamedRecords<MetricSchedule>> {
    return this.schedules.listOfResource(id, query, caller);
  }
}
