import { applyDecorators, Controller, Delete, Get, HttpCode, Post, Put } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Authenticated, Caller, type CallerIdentity, type PermissionName, RequirePermission } from '@wardstone/auth';
import { Audit, type AuditNote, StreamedBody } from '@wardstone/bootstrap';
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
import { ApiErrors, MonitoringError } from '@wardstone/errors';
import { type Answer, listOf, type ListPage, one, Produces, RecordBody, type SentBody } from '@wardstone/media-types';
import { Addition } from '../api/addition.decorator';
import { PathId } from '../api/path-id';
import { Removes } from '../api/removes.decorator';
import { RequestQuery } from '../api/request-query.decorator';
import { IntegrationService } from './integration.service';

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

const OfIntegration = (): MethodDecorator => ApiErrors(MonitoringError.integration_not_found);

const Changes = (permission: PermissionName): MethodDecorator =>
  applyDecorators(RequirePermission(permission), OfIntegration(), ApiErrors(MonitoringError.resource_forbidden));

/** See rules integrations-1, integrations-2. */
@ApiTags('integration')
@Addition()
@Controller('rest/integration')
export class IntegrationController {
  constructor(private readonly integrations: IntegrationService) {}

  @Get()
  @Authenticated()
  @Produces('alert', listOf(IntegrationRest), { title: 'Integrations', example: [EXAMPLE], gzip: true })
  @ApiOperation({
    operationId: 'listIntegrations',
    summary: 'List integrations',
    description: 'Integrations that you can see, sorted by name by default.',
  })
  list(
    @RequestQuery(IntegrationListQuery) query: IntegrationListQuery,
    @Caller() caller: CallerIdentity,
  ): Promise<ListPage<IntegrationRest>> {
    return this.integrations.list(query, caller);
  }

  @Post()
  @RequirePermission('MANAGE_INVENTORY')
  @Produces('alert', one(IntegrationRest), { ...WITH_ADDRESS, status: 201 })
  @ApiErrors(MonitoringError.resource_type_not_found, MonitoringError.resource_exists)
  @ApiOperation({
    operationId: 'createIntegration',
    summary: 'Create an integration',
    description:
      'The integration becomes a resource with its own URL and one alert definition for each priority. Requires MANAGE_INVENTORY.',
  })
  create(
    @RecordBody(NewIntegration, {
      description: 'Name and format',
      example: { name: 'alertmanager-1', kind: 'ALERTMANAGER' },
    })
    body: SentBody<NewIntegration>,
    @Audit() note: AuditNote,
  ): Promise<Answer<IntegrationRest>> {
    return this.integrations.create(body, note);
  }

  @Get(':id')
  @Authenticated()
  @OfIntegration()
  @Produces('alert', one(IntegrationRest), SHOWN)
  @ApiOperation({
    operationId: 'getIntegration',
    summary: 'Get an integration',
    description: 'Without its URL, which is returned only when it is created or replaced.',
  })
  read(@PathId() id: number, @Caller() caller: CallerIdentity): Promise<IntegrationRest> {
    return this.integrations.read(id, caller);
  }

  @Get(':id/alerts')
  @Authenticated()
  @OfIntegration()
  @Produces('alert', listOf(ExternalAlertRest), { title: 'Reported alerts', example: [ALERT], gzip: true })
  @ApiOperation({
    operationId: 'listExternalAlerts',
    summary: 'List the alerts that an integration reports',
    description: 'Open ones first, then those of the last seven days.',
  })
  listAlerts(
    @PathId() id: number,
    @RequestQuery(IntegrationPartsQuery) query: IntegrationPartsQuery,
    @Caller() caller: CallerIdentity,
  ): Promise<ListPage<ExternalAlertRest>> {
    return this.integrations.listAlerts(id, query, caller);
  }

  @Get(':id/requests')
  @Authenticated()
  @OfIntegration()
  @Produces('alert', listOf(IntegrationRequestRest), { title: 'Requests', example: [REQUEST], gzip: true })
  @ApiOperation({
    operationId: 'listIntegrationRequests',
    summary: 'List the last requests to an integration',
    description: 'The last 50 requests, newest first, with the reason if one was refused.',
  })
  listRequests(
    @PathId() id: number,
    @RequestQuery(IntegrationPartsQuery) query: IntegrationPartsQuery,
    @Caller() caller: CallerIdentity,
  ): Promise<ListPage<IntegrationRequestRest>> {
    return this.integrations.listRequests(id, query, caller);
  }

  @Put(':id')
  @Changes('MODIFY_RESOURCE')
  @Produces('alert', one(IntegrationRest), SHOWN)
  @ApiOperation({
    operationId: 'updateIntegration',
    summary: 'Change the mapping of an integration',
    description: 'To change its name, change its resource. Requires MODIFY_RESOURCE.',
  })
  change(
    @PathId() id: number,
    @RecordBody(IntegrationChange, {
      description: 'The mapping',
      example: { mapping: { key: '/id', title: '/text', status: '/state' } },
    })
    body: SentBody<IntegrationChange>,
    @Caller() caller: CallerIdentity,
    @Audit() note: AuditNote,
  ): Promise<IntegrationRest> {
    return this.integrations.change(id, body, caller, note);
  }

  @Post(':id/address')
  @Changes('MODIFY_RESOURCE')
  @StreamedBody()
  @HttpCode(200)
  @Produces('alert', one(IntegrationRest), WITH_ADDRESS)
  @ApiOperation({
    operationId: 'renewIntegrationAddress',
    summary: 'Replace the URL of an integration',
    description: 'Requires MODIFY_RESOURCE.',
  })
  renew(
    @PathId() id: number,
    @Caller() caller: CallerIdentity,
    @Audit() note: AuditNote,
  ): Promise<Answer<IntegrationRest>> {
    return this.integrations.renewAddress(id, caller, note);
  }

  @Delete(':id')
  @Changes('DELETE_RESOURCE')
  @Removes('The integration is gone', MonitoringError.integration_not_found, 'a missing integration')
  @ApiOperation({
    operationId: 'deleteIntegration',
    summary: 'Delete an integration',
    description: 'Its alerts are closed, and its resource and alert definitions are removed. Requires DELETE_RESOURCE.',
  })
  remove(@PathId() id: number, @Caller() caller: CallerIdentity, @Audit() note: AuditNote): Promise<void> {
    return this.integrations.remove(id, caller, note);
  }
}
