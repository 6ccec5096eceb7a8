import { Controller, Delete, Get, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Caller, type CallerIdentity } from '@wardstone/auth';
import { Addition, Audit, type AuditNote, Operation } from '@wardstone/bootstrap';
import { toLink } from '@wardstone/dto';
import {
  ExternalAlertRest,
  IntegrationChange,
  IntegrationListQuery,
  IntegrationPartsQuery,
  IntegrationRequestRest,
  IntegrationRest,
  NewIntegration,
} from '@wardstone/dto/monitoring';
import { type HandlerResponse, type ListPage, RecordBody, result, type SentBody } from '@wardstone/media-types';
import { PathId } from '../api/path-id';
import { RequestQuery } from '../api/request-query.decorator';
import { IntegrationService } from './integration.service';
import { removal } from '../api/removal';

const EXAMPLE: IntegrationRest = {
  id: 10051,
  name: 'alertmanager-1',
  kind: 'ALERTMANAGER',
  open: 2,
  heardTime: 1_700_000_000_000,
  links: [toLink('self', 'http://localhost:8080/rest/integration/10051')],
};
const SHOWN = { title: 'Integration', example: EXAMPLE };
const WITH_ADDRESS = {
  title: 'Integration',
  example: { ...EXAMPLE, address: 'http://localhost:8080/rest/integration/receive/wsi_…' },
};
const ALERT: ExternalAlertRest = {
  id: 101,
  key: 'b1946ac92492d234',
  severity: 'CRITICAL',
  title: 'DiskFull: /var is full on db-1',
  host: 'db-1:9100',
  value: '97 %',
  link: 'http://prometheus.example:9090/graph?g0.expr=up',
  firstTime: 1_700_000_000_000,
  heardTime: 1_700_000_300_000,
  resolvedTime: 0,
};
const REQUEST: IntegrationRequestRest = {
  id: 5001,
  time: 1_700_000_000_000,
  fired: 1,
  updated: 0,
  resolved: 0,
  ignored: 0,
};

/** See rules integrations-1, integrations-2. */
@ApiTags('integration')
@Addition()
@Controller('rest/integration')
export class IntegrationController {
  constructor(private readonly integrations: IntegrationService) {}

  @Get()
  @Operation('List integrations', {
    description: 'Integrations that you can see, sorted by name by default.',
    access: 'authenticated',
    returns: result('alert', [IntegrationRest], { title: 'Integrations', example: [EXAMPLE], gzip: true }),
  })
  listIntegrations(
    @RequestQuery(IntegrationListQuery) query: IntegrationListQuery,
    @Caller() caller: CallerIdentity,
  ): Promise<ListPage<IntegrationRest>> {
    return this.integrations.list(query, caller);
  }

  @Post()
  @Operation('Create an integration', {
    description:
      'The integration becomes a resource with its own URL and one alert definition for each priority. Requires MANAGE_INVENTORY.',
    access: 'MANAGE_INVENTORY',
    returns: result('alert', IntegrationRest, { ...WITH_ADDRESS, status: 201 }),
    errors: ['resource_type_not_found', 'resource_exists'],
  })
  createIntegration(
    @RecordBody(NewIntegration, {
      description: 'Name and format',
      example: { name: 'alertmanager-1', kind: 'ALERTMANAGER' },
    })
    body: SentBody<NewIntegration>,
    @Audit() note: AuditNote,
  ): Promise<HandlerResponse<IntegrationRest>> {
    return this.integrations.create(body, note);
  }

  @Get(':id')
  @Operation('Get an integration', {
    description: 'Without its URL, which is returned only when it is created or replaced.',
    access: 'authenticated',
    returns: result('alert', IntegrationRest, SHOWN),
    errors: ['integration_not_found'],
  })
  getIntegration(@PathId() id: number, @Caller() caller: CallerIdentity): Promise<IntegrationRest> {
    return this.integrations.read(id, caller);
  }

  @Get(':id/alerts')
  @Operation('List the alerts that an integration reports', {
    description: 'Open ones first, then those of the last seven days.',
    access: 'authenticated',
    returns: result('alert', [ExternalAlertRest], { title: 'Reported alerts', example: [ALERT], gzip: true }),
    errors: ['integration_not_found'],
  })
  listExternalAlerts(
    @PathId() id: number,
    @RequestQuery(IntegrationPartsQuery) query: IntegrationPartsQuery,
    @Caller() caller: CallerIdentity,
  ): Promise<ListPage<ExternalAlertRest>> {
    return this.integrations.listAlerts(id, query, caller);
  }

  @Get(':id/requests')
  @Operation('List the last requests to an integration', {
    description: 'The last 50 requests, newest first, with the reason if one was refused.',
    access: 'authenticated',
    returns: result('alert', [IntegrationRequestRest], { title: 'Requests', example: [REQUEST], gzip: true }),
    errors: ['integration_not_found'],
  })
  listIntegrationRequests(
    @PathId() id: number,
    @RequestQuery(IntegrationPartsQuery) query: IntegrationPartsQuery,
    @Caller() caller: CallerIdentity,
  ): Promise<ListPage<IntegrationRequestRest>> {
    return this.integrations.listRequests(id, query, caller);
  }

  @Put(':id')
  @Operation('Change the mapping of an integration', {
    description: 'To change its name, change its resource. Requires MODIFY_RESOURCE.',
    access: 'MODIFY_RESOURCE',
    returns: result('alert', IntegrationRest, SHOWN),
    errors: ['integration_not_found', 'resource_forbidden'],
  })
  updateIntegration(
    @PathId() id: number,
    @RecordBody(IntegrationChange, {
      description: 'The new mapping',
      example: { mapping: { key: '/id', title: '/text', status: '/state' } },
    })
    body: SentBody<IntegrationChange>,
    @Caller() caller: CallerIdentity,
    @Audit() note: AuditNote,
  ): Promise<IntegrationRest> {
    return this.integrations.change(id, body, caller, note);
  }

  @Post(':id/address')
  @Operation('Replace the URL of an integration', {
    description: 'Requires MODIFY_RESOURCE.',
    access: 'MODIFY_RESOURCE',
    body: 'ignored',
    returns: result('alert', IntegrationRest, WITH_ADDRESS),
    status: 200,
    errors: ['integration_not_found', 'resource_forbidden'],
  })
  renewIntegrationAddress(
    @PathId() id: number,
    @Caller() caller: CallerIdentity,
    @Audit() note: AuditNote,
  ): Promise<HandlerResponse<IntegrationRest>> {
    return this.integrations.renewAddress(id, caller, note);
  }

  @Delete(':id')
  @Operation('Delete an integration', {
    description: 'Its alerts are closed, and its resource and alert definitions are removed. Requires DELETE_RESOURCE.',
    access: 'DELETE_RESOURCE',
    returns: removal('The integration is deleted', 'integration_not_found', 'a missing integration'),
    errors: ['integration_not_found', 'resource_forbidden'],
  })
  deleteIntegration(@PathId() id: number, @Caller() caller: CallerIdentity, @Audit() note: AuditNote): Promise<void> {
    return this.integrations.remove(id, caller, note);
  }
}
