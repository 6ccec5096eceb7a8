import { Controller, Delete, Get, Post, Put, Req, applyDecorators } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import { Authenticated, Caller, type CallerIdentity } from '@wardstone/auth';
import { Audit, type AuditNote } from '@wardstone/bootstrap';
import {
  AlertDefinitionRest,
  DefinitionListQuery,
  DefinitionOwnerQuery,
  DefinitionQuery,
  NewEscalationQuery,
  NotificationCheckQuery,
} from '@wardstone/dto/monitoring';
import { ApiErrors, MonitoringError } from '@wardstone/errors';
import {
  Answer,
  IfMatch,
  listOf,
  type ListPage,
  one,
  Precondition,
  Produces,
  RecordBody,
  type SentBody,
  SUFFIXES,
} from '@wardstone/media-types';
import type { Request } from 'express';
import { ApiQueryOf, RequestQuery } from '../api/request-query.decorator';
import { PathId } from '../api/path-id';
import { Removes } from '../api/removes.decorator';
import { DEFINITION_BASICS_EXAMPLE, DEFINITION_EXAMPLE, DEFINITION_SENT } from './definition.examples';
import { Addresses } from '../api/addresses';
import { AlertDefinitionService } from './alert-definition.service';

const OfDefinition = (): MethodDecorator =>
  applyDecorators(
    Authenticated(),
    ApiErrors(MonitoringError.alert_definition_not_found, MonitoringError.alert_definition_forbidden),
  );

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
  @Authenticated()
  @Produces('alert', listOf(AlertDefinitionRest), {
    title: 'Alert definitions',
    example: [],
    status: 303,
  })
  @ApiQueryOf(DefinitionListQuery)
  @ApiResponse({ status: 303, description: 'The list is at /rest/alert/definitions' })
  @ApiOperation({ operationId: 'redirectToAlertDefinitions', summary: 'Redirect to the list' })
  redirect(@Req() { originalUrl }: Request): Answer {
    // With the suffix and the query of the request. See rule alerts-4.
    const [path = '', ...query] = originalUrl.split('?');
    const suffix = Object.values(SUFFIXES).find((known) => path.endsWith(known)) ?? '';
    const rest = query.length > 0 ? `?${query.join('?')}` : '';
    const location = this.addresses.of(`/alert/definitions${suffix}${rest}`);
    return new Answer(undefined, { status: 303, headers: { Location: location }, text: location });
  }

  @Get('definitions')
  @Authenticated()
  @Produces('alert', listOf(AlertDefinitionRest), {
    title: 'Alert definitions',
    example: [DEFINITION_BASICS_EXAMPLE],
    gzip: true,
  })
  @ApiOperation({
    operationId: 'listAlertDefinitions',
    summary: 'List alert definitions of resources, groups and types',
  })
  list(
    @RequestQuery(DefinitionListQuery) query: DefinitionListQuery,
    @Caller() caller: CallerIdentity,
  ): Promise<ListPage<AlertDefinitionRest>> {
    return this.definitions.list(query, caller);
  }

  @Post('definitions')
  @Authenticated()
  @Produces('alert', one(AlertDefinitionRest), { ...SHOWN, status: 201 })
  @ApiErrors(
    MonitoringError.resource_not_found,
    MonitoringError.resource_forbidden,
    MonitoringError.group_not_found,
    MonitoringError.group_forbidden,
    MonitoringError.mixed_group,
    MonitoringError.resource_type_not_found,
    MonitoringError.alert_definition_not_found,
    MonitoringError.alert_definition_forbidden,
    MonitoringError.alert_sender_not_found,
    MonitoringError.metric_definition_not_found,
    MonitoringError.escalation_not_found,
  )
  @ApiOperation({
    operationId: 'createAlertDefinition',
    summary: 'Create an alert definition for a resource, group or type',
  })
  async create(
    @RequestQuery(DefinitionOwnerQuery) query: DefinitionOwnerQuery,
    @RequestQuery(NotificationCheckQuery) check: NotificationCheckQuery,
    @RequestQuery(NewEscalationQuery) escalation: NewEscalationQuery,
    @RecordBody(AlertDefinitionRest, { description: 'The definition; name is required', example: DEFINITION_SENT })
    body: SentBody<AlertDefinitionRest>,
    @Caller() caller: CallerIdentity,
    @Audit() note: AuditNote,
  ): Promise<Answer<AlertDefinitionRest>> {
    const created = await this.definitions.create({ ...query, ...check, ...escalation }, body, caller, note);
    const location = this.addresses.of(`/alert/definition/${created.id}`);
    return new Answer(created, { headers: { Location: location } });
  }

  @Get('definition/:id')
  @OfDefinition()
  @Produces('alert', one(AlertDefinitionRest), SHOWN)
  @ApiOperation({ operationId: 'getAlertDefinition', summary: 'Get an alert definition' })
  read(
    @PathId() id: number,
    @RequestQuery(DefinitionQuery) query: DefinitionQuery,
    @Caller() caller: CallerIdentity,
  ): Promise<AlertDefinitionRest> {
    return this.definitions.read(id, query, caller);
  }

  @Put('definition/:id')
  @OfDefinition()
  @Produces('alert', one(AlertDefinitionRest), {
    title: 'Alert definition',
    example: DEFINITION_BASICS_EXAMPLE,
    showsTarget: true,
  })
  @ApiOperation({
    operationId: 'updateAlertDefinition',
    summary: 'Replace enablement, priority, dampening and recovery',
  })
  change(
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
  @OfDefinition()
  @Removes('The definition is deleted', MonitoringError.alert_definition_not_found, 'a missing definition')
  @ApiOperation({ operationId: 'deleteAlertDefinition', summary: 'Delete an alert definition; its alerts stay' })
  remove(@PathId() id: number, @Caller() caller: CallerIdentity, @Audit() note: AuditNote): Promise<void> {
    return this.definitions.remove(id, caller, note);
  }
}
