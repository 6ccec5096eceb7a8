import { Controller, Delete, Get, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Caller, type CallerIdentity } from '@wardstone/auth';
import { Addition, Audit, type AuditNote, Operation } from '@wardstone/bootstrap';
import { toLink } from '@wardstone/dto';
import {
  DefinitionEscalationChange,
  DefinitionEscalationRest,
  EscalationChange,
  EscalationRest,
  OnCallListQuery,
} from '@wardstone/dto/monitoring';
import {
  type HandlerResponse,
  IfMatch,
  type ListPage,
  Precondition,
  RecordBody,
  result,
  type SentBody,
} from '@wardstone/media-types';
import { PathId } from '../api/path-id';
import { RequestQuery } from '../api/request-query.decorator';
import { EscalationService } from './escalation.service';
import { DefinitionEscalationService } from '../alert-definitions/definition-escalation.service';
import { removal } from '../api/removal';

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
const RECEIVER_ERRORS = [
  'alert_sender_not_found',
  'user_not_found',
  'user_is_a_program',
  'rotation_not_found',
] as const;

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
  @Operation('List escalation policies', {
    description: 'Sorted by name.',
    access: 'MANAGE_ALERTS',
    returns: result('alert', [EscalationRest], { title: 'Escalation policies', example: [EXAMPLE], gzip: true }),
  })
  listEscalations(
    @RequestQuery(OnCallListQuery) query: OnCallListQuery,
    @Caller() caller: CallerIdentity,
  ): Promise<ListPage<EscalationRest>> {
    return this.escalations.list(query, caller);
  }

  @Post('on-call/escalation')
  @Operation('Create an escalation policy', {
    description: 'Steps notify further receivers until somebody acknowledges the alert.',
    access: 'MANAGE_INVENTORY',
    returns: result('alert', EscalationRest, { ...SHOWN, status: 201 }),
    errors: RECEIVER_ERRORS,
  })
  createEscalation(
    @RecordBody(EscalationChange, { description: 'The steps, and how often the last is repeated', example: SENT })
    body: SentBody<EscalationChange>,
    @Caller() caller: CallerIdentity,
    @Audit() note: AuditNote,
  ): Promise<HandlerResponse<EscalationRest>> {
    return this.escalations.create(body, caller, note);
  }

  @Get('on-call/escalation/:id')
  @Operation('Get an escalation policy', {
    description: 'With its steps and receivers; secrets are masked.',
    access: 'MANAGE_ALERTS',
    returns: result('alert', EscalationRest, SHOWN),
    errors: ['escalation_not_found'],
  })
  getEscalation(@PathId() id: number, @Caller() caller: CallerIdentity): Promise<EscalationRest> {
    return this.escalations.read(id, caller);
  }

  @Put('on-call/escalation/:id')
  @Operation('Replace an escalation policy', {
    description:
      'A receiver sent with its id keeps each stored secret whose value is sent as `********`. Open alerts follow the new policy from their next step.',
    access: 'MANAGE_INVENTORY',
    returns: result('alert', EscalationRest, { ...SHOWN, showsTarget: true }),
    errors: ['escalation_not_found', ...RECEIVER_ERRORS],
  })
  updateEscalation(
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
  @Operation('Delete an escalation policy', {
    description: 'Fails while an alert definition uses it.',
    access: 'MANAGE_INVENTORY',
    returns: removal('The escalation policy is deleted', 'escalation_not_found', 'a missing policy'),
    errors: ['escalation_in_use'],
  })
  deleteEscalation(@PathId() id: number, @Audit() note: AuditNote): Promise<void> {
    return this.escalations.remove(id, note);
  }

  @Get('alert/definition/:id/escalation')
  @Operation('Get the escalation policy of an alert definition', {
    description: 'A definition created from a template inherits the policy of the template.',
    access: 'authenticated',
    returns: result('alert', DefinitionEscalationRest, SHOWN_OF_DEFINITION),
    errors: ['alert_definition_not_found', 'alert_definition_forbidden'],
  })
  getEscalationOfDefinition(@PathId() id: number, @Caller() caller: CallerIdentity): Promise<DefinitionEscalationRest> {
    return this.definitions.read(id, caller);
  }

  @Put('alert/definition/:id/escalation')
  @Operation('Set the escalation policy of an alert definition', {
    description: 'Open incidents follow it from their next step.',
    access: 'authenticated',
    returns: result('alert', DefinitionEscalationRest, SHOWN_OF_DEFINITION),
    errors: ['alert_definition_not_found', 'alert_definition_forbidden', 'escalation_not_found'],
  })
  setEscalationOfDefinition(
    @PathId() id: number,
    @RecordBody(DefinitionEscalationChange, { description: 'The policy', example: { escalationId: 0 } })
    body: SentBody<DefinitionEscalationChange>,
    @Caller() caller: CallerIdentity,
    @Audit() note: AuditNote,
  ): Promise<DefinitionEscalationRest> {
    return this.definitions.change(id, body, caller, note);
  }
}
