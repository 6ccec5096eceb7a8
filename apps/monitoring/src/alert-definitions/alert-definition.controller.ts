import { Controller, Delete, Get, Post, Put, Req } from '@nestjs/common';
import { ApiResponse, ApiTags } from '@nestjs/swagger';
import { Caller, type CallerIdentity } from '@wardstone/auth';
import { Audit, type AuditNote, Operation } from '@wardstone/bootstrap';
import {
  AlertDefinitionRest,
  DefinitionListQuery,
  DefinitionOwnerQuery,
  DefinitionQuery,
  NewEscalationQuery,
  NotificationCheckQuery,
} from '@wardstone/dto/monitoring';
import {
  HandlerResponse,
  IfMatch,
  type ListPage,
  Precondition,
  RecordBody,
  result,
  type SentBody,
  SUFFIXES,
} from '@wardstone/media-types';
import type { Request } from 'express';
import { queryDocs, RequestQuery } from '../api/request-query.decorator';
import { PathId } from '../api/path-id';
import { DEFINITION_BASICS_EXAMPLE, DEFINITION_EXAMPLE, DEFINITION_SENT } from './definition.examples';
import { Addresses } from '../api/addresses';
import { AlertDefinitionService } from './alert-definition.service';
import { removal } from '../api/removal';

const SHOWN = { title: 'Alert definition', example: DEFINITION_EXAMPLE };

/** See rule alerts-1. */
@ApiTags('alert')
@Controller('rest/alert')
export class AlertDefinitionController {
  constructor(
    private readonly definitions: AlertDefinitionService,
    private readonly addresses: Addresses,
  ) {}

  @Get('definition')
  @Operation('Redirect to the list of alert definitions', {
    access: 'authenticated',
    parameters: queryDocs(DefinitionListQuery),
    returns: [
      result('alert', [AlertDefinitionRest], { title: 'Alert definitions', example: [], status: 303 }),
      ApiResponse({ status: 303, description: 'The list is at /rest/alert/definitions' }),
    ],
  })
  redirectToAlertDefinitions(@Req() { originalUrl }: Request): HandlerResponse {
    // Keeps the suffix and the query of the request. See rule alerts-4.
    const [path = '', ...query] = originalUrl.split('?');
    const suffix = Object.values(SUFFIXES).find((known) => path.endsWith(known)) ?? '';
    const rest = query.length > 0 ? `?${query.join('?')}` : '';
    const location = this.addresses.of(`/alert/definitions${suffix}${rest}`);
    return new HandlerResponse(undefined, { status: 303, headers: { Location: location }, text: location });
  }

  @Get('definitions')
  @Operation('List alert definitions of resources, groups and types', {
    access: 'authenticated',
    returns: result('alert', [AlertDefinitionRest], {
      title: 'Alert definitions',
      example: [DEFINITION_BASICS_EXAMPLE],
      gzip: true,
    }),
  })
  listAlertDefinitions(
    @RequestQuery(DefinitionListQuery) query: DefinitionListQuery,
    @Caller() caller: CallerIdentity,
  ): Promise<ListPage<AlertDefinitionRest>> {
    return this.definitions.list(query, caller);
  }

  @Post('definitions')
  @Operation('Create an alert definition for a resource, group or type', {
    access: 'authenticated',
    returns: result('alert', AlertDefinitionRest, { ...SHOWN, status: 201 }),
    errors: [
      'resource_not_found',
      'resource_forbidden',
      'group_not_found',
      'group_forbidden',
      'mixed_group',
      'resource_type_not_found',
      'alert_definition_not_found',
      'alert_definition_forbidden',
      'alert_sender_not_found',
      'metric_definition_not_found',
      'escalation_not_found',
      'too_many_expressions',
    ],
  })
  async createAlertDefinition(
    @RequestQuery(DefinitionOwnerQuery) query: DefinitionOwnerQuery,
    @RequestQuery(NotificationCheckQuery) check: NotificationCheckQuery,
    @RequestQuery(NewEscalationQuery) escalation: NewEscalationQuery,
    @RecordBody(AlertDefinitionRest, { description: 'The definition; name is required', example: DEFINITION_SENT })
    body: SentBody<AlertDefinitionRest>,
    @Caller() caller: CallerIdentity,
    @Audit() note: AuditNote,
  ): Promise<HandlerResponse<AlertDefinitionRest>> {
    const created = await this.definitions.create({ ...query, ...check, ...escalation }, body, caller, note);
    const location = this.addresses.of(`/alert/definition/${created.id}`);
    return new HandlerResponse(created, { headers: { Location: location } });
  }

  @Get('definition/:id')
  @Operation('Get an alert definition', {
    access: 'authenticated',
    returns: result('alert', AlertDefinitionRest, SHOWN),
    errors: ['alert_definition_not_found', 'alert_definition_forbidden'],
  })
  getAlertDefinition(
    @PathId() id: number,
    @RequestQuery(DefinitionQuery) query: DefinitionQuery,
    @Caller() caller: CallerIdentity,
  ): Promise<AlertDefinitionRest> {
    return this.definitions.read(id, query, caller);
  }

  @Put('definition/:id')
  @Operation('Replace enablement, priority, dampening and recovery of an alert definition', {
    access: 'authenticated',
    returns: result('alert', AlertDefinitionRest, {
      title: 'Alert definition',
      example: DEFINITION_BASICS_EXAMPLE,
      showsTarget: true,
    }),
    errors: ['alert_definition_not_found', 'alert_definition_forbidden'],
  })
  updateAlertDefinition(
    @PathId() id: number,
    @RecordBody(AlertDefinitionRest, {
      description:
        'enabled, priority, recoveryId and the dampening fields; absent fields get their defaults, only onceUntilRecovered stays as it is',
      example: DEFINITION_SENT,
    })
    body: SentBody<AlertDefinitionRest>,
    @IfMatch() precondition: Precondition,
    @Caller() caller: CallerIdentity,
    @Audit() note: AuditNote,
  ): Promise<AlertDefinitionRest> {
    return this.definitions.change(id, body, precondition, caller, note);
  }

  @Delete('definition/:id')
  @Operation('Delete an alert definition; its alerts stay', {
    access: 'authenticated',
    returns: removal('The definition is deleted', 'alert_definition_not_found', 'a missing definition'),
    errors: ['alert_definition_not_found', 'alert_definition_forbidden'],
  })
  deleteAlertDefinition(
    @PathId() id: number,
    @Caller() caller: CallerIdentity,
    @Audit() note: AuditNote,
  ): Promise<void> {
    return this.definitions.remove(id, caller, note);
  }
}
