import { applyDecorators, Controller, Delete, Get, Post, Put } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Authenticated, Caller, type CallerIdentity, RequirePermission } from '@wardstone/auth';
import { Audit, type AuditNote } from '@wardstone/bootstrap';
import { toLink } from '@wardstone/dto';
import {
  DefinitionEscalationChange,
  DefinitionEscalationRest,
  EscalationChange,
  EscalationRest,
  OnCallListQuery,
} from '@wardstone/dto/monitoring';
import { ApiErrors, MonitoringError } from '@wardstone/errors';
import {
  type Answer,
  IfMatch,
  listOf,
  type ListPage,
  one,
  Precondition,
  Produces,
  RecordBody,
  type SentBody,
} from '@wardstone/media-types';
import { Addition } from '../api/addition.decorator';
import { PathId } from '../api/path-id';
import { Removes } from '../api/removes.decorator';
import { RequestQuery } from '../api/request-query.decorator';
import { EscalationService } from './escalation.service';
import { DefinitionEscalationService } from '../alert-definitions/definition-escalation.service';

const RECEIVER = { id: 1, senderName: 'Direct Emails', config: { emailAddress: 'ops@example.test' } };
const SENT = {
  name: 'Platform',
  steps: [{ afterMinutes: 10, receivers: [RECEIVER] }],
  repeatMinutes: 60,
  repeatTimes: 12,
};
const EXAMPLE: EscalationRest = {
  ...SENT,
  id: 10013,
  links: [toLink('self', 'http://localhost:8080/rest/on-call/escalation/10013')],
};
const SHOWN = { title: 'Escalation policy', example: EXAMPLE };
const OF_DEFINITION: DefinitionEscalationRest = {
  definitionId: 10022,
  escalationId: 0,
  escalationName: undefined,
  inherited: false,
};
const SHOWN_OF_DEFINITION = { title: 'Escalation', example: OF_DEFINITION };

const MayRead = (): MethodDecorator => RequirePermission('MANAGE_ALERTS');
const MayChange = (): MethodDecorator => RequirePermission('MANAGE_INVENTORY');
const OfPolicy = (): MethodDecorator => ApiErrors(MonitoringError.escalation_not_found);
/** Errors of receivers. */
const TakesReceivers = (): MethodDecorator =>
  ApiErrors(
    MonitoringError.alert_sender_not_found,
    MonitoringError.user_not_found,
    MonitoringError.user_is_a_program,
    MonitoringError.rotation_not_found,
  );
const OfDefinition = (): MethodDecorator =>
  applyDecorators(
    Authenticated(),
    ApiErrors(MonitoringError.alert_definition_not_found, MonitoringError.alert_definition_forbidden),
  );

/** See rule alerts-41. */
@ApiTags('on-call')
@Addition()
@Controller('rest')
export class EscalationController {
  constructor(
    private readonly escalations: EscalationService,
    private readonly definitions: DefinitionEscalationService,
  ) {}

  @Get('on-call/escalation')
  @MayRead()
  @Produces('alert', listOf(EscalationRest), { title: 'Escalation policies', example: [EXAMPLE], gzip: true })
  @ApiOperation({
    operationId: 'listEscalations',
    summary: 'List escalation policies',
    description: 'Sorted by name.',
  })
  list(
    @RequestQuery(OnCallListQuery) query: OnCallListQuery,
    @Caller() caller: CallerIdentity,
  ): Promise<ListPage<EscalationRest>> {
    return this.escalations.list(query, caller);
  }

  @Post('on-call/escalation')
  @MayChange()
  @TakesReceivers()
  @Produces('alert', one(EscalationRest), { ...SHOWN, status: 201 })
  @ApiOperation({
    operationId: 'createEscalation',
    summary: 'Create an escalation policy',
    description: 'Steps notify further receivers until somebody acknowledges the alert.',
  })
  create(
    @RecordBody(EscalationChange, { description: 'The steps, and how often the last is repeated', example: SENT })
    body: SentBody<EscalationChange>,
    @Caller() caller: CallerIdentity,
    @Audit() note: AuditNote,
  ): Promise<Answer<EscalationRest>> {
    return this.escalations.create(body, caller, note);
  }

  @Get('on-call/escalation/:id')
  @OfPolicy()
  @MayRead()
  @Produces('alert', one(EscalationRest), SHOWN)
  @ApiOperation({
    operationId: 'getEscalation',
    summary: 'Get an escalation policy',
    description: 'With its steps and receivers; secrets are masked.',
  })
  read(@PathId() id: number, @Caller() caller: CallerIdentity): Promise<EscalationRest> {
    return this.escalations.read(id, caller);
  }

  @Put('on-call/escalation/:id')
  @OfPolicy()
  @MayChange()
  @TakesReceivers()
  @Produces('alert', one(EscalationRest), { ...SHOWN, showsTarget: true })
  @ApiOperation({
    operationId: 'updateEscalation',
    summary: 'Replace an escalation policy',
    description:
      'A receiver sent with its id keeps each stored secret whose value is sent as `********`. Open alerts follow the new policy from their next step.',
  })
  change(
    @PathId() id: number,
    @RecordBody(EscalationChange, { description: 'The steps, and how often the last is repeated', example: SENT })
    body: SentBody<EscalationChange>,
    @IfMatch() precondition: Precondition,
    @Caller() caller: CallerIdentity,
    @Audit() note: AuditNote,
  ): Promise<EscalationRest> {
    return this.escalations.change(id, body, precondition, caller, note);
  }

  @Delete('on-call/escalation/:id')
  @MayChange()
  @Removes('The escalation policy is gone', MonitoringError.escalation_not_found, 'a missing policy')
  @ApiErrors(MonitoringError.escalation_in_use)
  @ApiOperation({
    operationId: 'deleteEscalation',
    summary: 'Delete an escalation policy',
    description: 'Fails while an alert definition uses it.',
  })
  remove(@PathId() id: number, @Audit() note: AuditNote): Promise<void> {
    return this.escalations.remove(id, note);
  }

  @Get('alert/definition/:id/escalation')
  @OfDefinition()
  @Produces('alert', one(DefinitionEscalationRest), SHOWN_OF_DEFINITION)
  @ApiOperation({
    operationId: 'getEscalationOfDefinition',
    summary: 'Get the escalation policy of an alert definition',
    description: 'A definition created from a template inherits the policy of the template.',
  })
  readOfDefinition(@PathId() id: number, @Caller() caller: CallerIdentity): Promise<DefinitionEscalationRest> {
    return this.definitions.read(id, caller);
  }

  @Put('alert/definition/:id/escalation')
  @OfDefinition()
  @Produces('alert', one(DefinitionEscalationRest), SHOWN_OF_DEFINITION)
  @ApiErrors(MonitoringError.escalation_not_found)
  @ApiOperation({
    operationId: 'setEscalationOfDefinition',
    summary: 'Set the escalation policy of an alert definition',
    description: 'Open incidents follow it from their next step.',
  })
  setOfDefinition(
    @PathId() id: number,
    @RecordBody(DefinitionEscalationChange, { description: 'The policy', example: { escalationId: 0 } })
    body: SentBody<DefinitionEscalationChange>,
    @Caller() caller: CallerIdentity,
    @Audit() note: AuditNote,
  ): Promise<DefinitionEscalationRest> {
    return this.definitions.change(id, body, caller, note);
  }
}
