import { Controller, Get, Inject } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Authenticated } from '@wardstone/auth';
import { MetricSchedule } from '@wardstone/dto/monitoring';
import { ApiErrors, MonitoringError } from '@wardstone/errors';
import { AREA_TYPES, Produces, one } from '@wardstone/media-types';
import { PathId } from '../../api/path-id';
import { DEFINITION_EXAMPLE } from '../metric.examples';
import { MetricDefinitionService } from './metric-definition.service';
import { METRIC_SCHEDULE_PAGE } from '../../schedules/schedule.page';

/** An addition to the operations of the contract, for clients that know it from elsewhere. */
@ApiTags('metric')
@Controller('rest/metric/definition/:id')
export class MetricDefinitionController {
  constructor(@Inject(MetricDefinitionService) private readonly definitions: MetricDefinitionService) {}

  @Get()
  @Authenticated()
  @Produces(AREA_TYPES.metric, one(MetricSchedule, METRIC_SCHEDULE_PAGE), {
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
}
