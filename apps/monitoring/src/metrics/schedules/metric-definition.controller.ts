import { Controller, Get, Put } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Authenticated, RequirePermission } from '@wardstone/auth';
import { MetricDefinitionChangeQuery, MetricDefinitionListQuery, MetricSchedule } from '@wardstone/dto/monitoring';
import { ApiErrors, MonitoringError } from '@wardstone/errors';
import {
  AREA_TYPES,
  IfMatch,
  listOf,
  one,
  type Parsed,
  Precondition,
  Produces,
  RecordBody,
  type Sent,
} from '@wardstone/media-types';
import { PathId } from '../../api/path-id';
import { RequestQuery } from '../../api/request-query.decorator';
import { DEFINITION_EXAMPLE } from '../metric.examples';
import { MetricDefinitionService } from './metric-definition.service';

/** An addition to the operations of the contract, for clients that know it from elsewhere. */
@ApiTags('metric')
@Controller('rest/metric')
export class MetricDefinitionController {
  constructor(private readonly definitions: MetricDefinitionService) {}

  @Get('definitions')
  @Authenticated()
  @Produces(AREA_TYPES.metric, listOf(MetricSchedule), {
    title: 'Metric definitions',
    example: [DEFINITION_EXAMPLE],
  })
  @ApiErrors(MonitoringError.resource_type_not_found)
  @ApiOperation({
    operationId: 'listMetricDefinitions',
    summary: 'Defaults of new schedules of the metrics of a type',
    description: 'Those that its plugin declares. An addition to the contract.',
  })
  list(@RequestQuery(MetricDefinitionListQuery) query: MetricDefinitionListQuery): Promise<MetricSchedule[]> {
    return this.definitions.list(query);
  }

  @Get('definition/:id')
  @Authenticated()
  @Produces(AREA_TYPES.metric, one(MetricSchedule), {
    title: 'Metric definition',
    example: DEFINITION_EXAMPLE,
  })
  @ApiErrors(MonitoringError.metric_definition_not_found)
  @ApiOperation({
    operationId: 'getMetricDefinition',
    summary: 'Defaults of new schedules of a metric',
    description:
      'As a schedule: enabled and collectionInterval are the defaults, scheduleId is that of the ' +
      'definition. An addition to the contract.',
  })
  read(@PathId() id: number): Promise<MetricSchedule> {
    return this.definitions.read(id);
  }

  @Put('definition/:id')
  @RequirePermission('MANAGE_SETTINGS')
  @Produces(AREA_TYPES.metric, one(MetricSchedule), {
    title: 'Metric definition',
    example: DEFINITION_EXAMPLE,
    showsTarget: true,
  })
  @ApiErrors(MonitoringError.metric_definition_not_found)
  @ApiOperation({
    operationId: 'updateMetricDefinition',
    summary: 'Change the defaults of new schedules of a metric',
    description: 'And with updateExisting all schedules of the metric. An addition to the contract.',
  })
  change(
    @PathId() id: number,
    @RecordBody(MetricSchedule, {
      description: 'enabled and collectionInterval, in ms, at least 30000; kept when absent. Other fields are ignored',
      example: { enabled: true, collectionInterval: 60_000 },
    })
    body: Parsed<Sent<MetricSchedule>>,
    @RequestQuery(MetricDefinitionChangeQuery) { updateExisting }: MetricDefinitionChangeQuery,
    @IfMatch() precondition: Precondition,
  ): Promise<MetricSchedule> {
    return this.definitions.change(id, body, { precondition, updateExisting });
  }
}
