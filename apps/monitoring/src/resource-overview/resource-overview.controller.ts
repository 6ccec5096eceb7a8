import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Caller, type CallerIdentity } from '@wardstone/auth';
import { Addition, Operation } from '@wardstone/bootstrap';
import { type CurrentMetric, ResourceOverview } from '@wardstone/dto/monitoring';
import { result } from '@wardstone/media-types';
import { PathId } from '../api/path-id';
import { STATUS_EXAMPLE } from '../incidents/alert.examples';
import { ResourceOverviewService } from './resource-overview.service';

const LOAD: CurrentMetric = {
  scheduleId: 10431,
  definitionId: 10055,
  name: 'CpuPerc.user',
  displayName: 'User Load',
  unit: 'PERCENTAGE',
  perMinute: false,
  collectionInterval: 600_000,
  value: 0.97,
  time: 1_700_000_480_000,
};

const USED_SHARE = { name: 'fileSystemUsage.usePercent', displayName: 'Used Percentage' };

/** Example for the API document. */
const OVERVIEW_EXAMPLE: ResourceOverview = {
  resourceId: 10001,
  availability: 'UP',
  availabilitySince: 1_699_990_000_000,
  agent: { name: 'web-1', version: '1.0.0', lastContact: 1_700_000_490_000, silent: false, problems: [] },
  openAlertCount: 1,
  acknowledgedCount: 1,
  recoveredCount: 0,
  openAlerts: [
    {
      alertId: 10044,
      definitionId: 10012,
      name: 'Disk almost full',
      priority: 'HIGH',
      resourceId: 10009,
      resourceName: '/var',
      description: 'Used Percentage > 90 % (96 %)',
      count: 3,
      since: 1_700_000_000_000,
      latest: 1_700_000_480_000,
      ...STATUS_EXAMPLE,
    },
  ],
  downCount: 1,
  down: [{ resourceId: 10011, resourceName: 'PostgreSQL', typeName: 'PostgreSQL', since: 1_700_000_100_000 }],
  metrics: [LOAD],
  parts: [
    {
      typeId: 10010,
      typeName: 'File System',
      count: 4,
      worst: [
        {
          resourceId: 10009,
          resourceName: '/var',
          availability: 'UP',
          openAlerts: 1,
          metrics: [{ ...LOAD, scheduleId: 10460, definitionId: 10070, ...USED_SHARE, value: 0.96 }],
        },
      ],
    },
  ],
  traits: [{ displayName: 'OS Name', value: 'Linux' }],
  changes: [
    {
      kind: 'OPERATION',
      time: 1_700_000_200_000,
      resourceId: 10001,
      resourceName: 'web-1',
      name: 'View Process List',
      status: 'SUCCESS',
      by: 'admin',
      job: 'rhq-resource-10001-1234-1700000200000_=_rhq-resource-10001',
    },
  ],
};

/** See rule inventory-19. */
@ApiTags('resource')
@Addition()
@Controller('rest/resource')
export class ResourceOverviewController {
  constructor(private readonly overviews: ResourceOverviewService) {}

  @Get(':id/overview')
  @Operation('Get an overview of a resource and its parts: alerts, outages, main metrics, last changes', {
    description: 'The state of a machine in one request.',
    access: 'authenticated',
    returns: result('resource', ResourceOverview, {
      title: 'Overview of a resource',
      example: OVERVIEW_EXAMPLE,
      gzip: true,
    }),
    errors: ['resource_not_found', 'resource_forbidden'],
  })
  getResourceOverview(@PathId() id: number, @Caller() caller: CallerIdentity): Promise<ResourceOverview> {
    return this.overviews.read(id, caller);
  }
}
