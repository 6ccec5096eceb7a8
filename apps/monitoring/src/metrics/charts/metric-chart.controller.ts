import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Caller, type CallerIdentity } from '@wardstone/auth';
import { Addition, type Client, Operation, RequestClient } from '@wardstone/bootstrap';
import {
  ChartPointsQuery,
  ChartsQuery,
  GroupChart,
  MetricChart,
  MetricWindowQuery,
  ResourceChartsQuery,
} from '@wardstone/dto/monitoring';
import { toListKind, type ListPage, type Parsed, result } from '@wardstone/media-types';
import type { Unit } from '@wardstone/units';
import { PathId } from '../../api/path-id';
import { ParsedQuery, RequestQuery } from '../../api/request-query.decorator';
import { shownMetric } from '../shown-metric';
import { MetricGroupService } from '../groups/metric-group.service';
import { CHART_EXAMPLE, GROUP_CHART_EXAMPLE } from '../metric.examples';
import { MetricChartService } from './metric-chart.service';

const CHART_PAGE = {
  metricOf: ({ displayName, unit, perMinute }: MetricChart | GroupChart) =>
    shownMetric({ displayName, unit: unit as Unit, isPerMinute: perMinute }),
};

/** See rule metrics-18. */
@ApiTags('metric')
@Addition()
@Controller('rest/metric/charts')
export class MetricChartController {
  constructor(
    private readonly charts: MetricChartService,
    private readonly groups: MetricGroupService,
  ) {}

  @Get()
  @Operation('Get chart data of several schedules: values, baselines, limits, alerts', {
    description: 'All charts of a page in one request.',
    access: 'authenticated',
    returns: result('metric', toListKind(MetricChart, CHART_PAGE), {
      title: 'Charts',
      example: [CHART_EXAMPLE],
      gzip: true,
    }),
    errors: ['schedule_not_found', 'resource_forbidden', 'metric_not_numeric', 'too_many_heavy_requests'],
  })
  listCharts(
    @RequestQuery(ChartsQuery) query: ChartsQuery,
    @RequestQuery(ChartPointsQuery) points: ChartPointsQuery,
    @ParsedQuery(MetricWindowQuery) window: Parsed<MetricWindowQuery>,
    @Caller() caller: CallerIdentity,
    @RequestClient() client: Client,
  ): Promise<MetricChart[]> {
    return this.charts.read(query, points, window, caller, client);
  }

  @Get('resource/:resourceId')
  @Operation('List chart data of a resource, in the order in which its plugin declares the metrics', {
    access: 'authenticated',
    returns: result('metric', toListKind(MetricChart, CHART_PAGE), {
      title: 'Charts of a resource',
      example: [CHART_EXAMPLE],
      gzip: true,
    }),
    errors: ['resource_not_found', 'resource_forbidden'],
  })
  listChartsOfResource(
    @PathId('resourceId') resourceId: number,
    @RequestQuery(ResourceChartsQuery) query: ResourceChartsQuery,
    @RequestQuery(ChartPointsQuery) points: ChartPointsQuery,
    @ParsedQuery(MetricWindowQuery) window: Parsed<MetricWindowQuery>,
    @Caller() caller: CallerIdentity,
    @RequestClient() client: Client,
  ): Promise<ListPage<MetricChart>> {
    return this.charts.readResource(resourceId, query, points, window, caller, client);
  }

  @Get('group/:groupId')
  @Operation('Get chart data of a group: mean, lowest and highest value, and the members with these values', {
    description: 'Metrics that no member collects are left out.',
    access: 'authenticated',
    returns: result('metric', toListKind(GroupChart, CHART_PAGE), {
      title: 'Charts of a group',
      example: [GROUP_CHART_EXAMPLE],
      gzip: true,
    }),
    errors: ['group_not_found', 'group_forbidden', 'group_not_compatible'],
  })
  listChartsOfGroup(
    @PathId('groupId') groupId: number,
    @RequestQuery(ChartPointsQuery) points: ChartPointsQuery,
    @ParsedQuery(MetricWindowQuery) window: Parsed<MetricWindowQuery>,
    @Caller() caller: CallerIdentity,
    @RequestClient() client: Client,
  ): Promise<GroupChart[]> {
    return this.groups.readCharts(groupId, points, window, caller, client);
  }
}
