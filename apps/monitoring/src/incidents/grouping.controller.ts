import { Controller, Get, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Caller, type CallerIdentity } from '@wardstone/auth';
import { Addition, Audit, type AuditNote, Operation } from '@wardstone/bootstrap';
import { DefinitionGroupingChange, DefinitionGroupingRest } from '@wardstone/dto/monitoring';
import { RecordBody, result, type SentBody } from '@wardstone/media-types';
import { PathId } from '../api/path-id';
import { GroupingService } from './grouping.service';

const EXAMPLE: DefinitionGroupingRest = { definitionId: 10022, grouping: 'HOST', chosen: true, inherited: false };
const SHOWN = { title: 'Grouping', example: EXAMPLE };

/** See rule alerts-36. */
@ApiTags('alert')
@Addition()
@Controller('rest/alert/definition/:id/grouping')
export class GroupingController {
  constructor(private readonly groupings: GroupingService) {}

  @Get()
  @Operation('Get the grouping of a definition: which alerts share an incident', {
    description: 'The grouping of the definition, else of its template, else the default.',
    access: 'authenticated',
    returns: result('alert', DefinitionGroupingRest, SHOWN),
    errors: ['alert_definition_not_found', 'alert_definition_forbidden'],
  })
  getGroupingOfDefinition(@PathId() id: number, @Caller() caller: CallerIdentity): Promise<DefinitionGroupingRest> {
    return this.groupings.read(id, caller);
  }

  @Put()
  @Operation('Set the grouping of a definition: which alerts share an incident', {
    description: 'Applies to alerts that fire from now on.',
    access: 'authenticated',
    returns: result('alert', DefinitionGroupingRest, SHOWN),
    errors: ['alert_definition_not_found', 'alert_definition_forbidden'],
  })
  setGroupingOfDefinition(
    @PathId() id: number,
    @RecordBody(DefinitionGroupingChange, { description: 'The grouping', example: { grouping: 'HOST' } })
    body: SentBody<DefinitionGroupingChange>,
    @Caller() caller: CallerIdentity,
    @Audit() note: AuditNote,
  ): Promise<DefinitionGroupingRest> {
    return this.groupings.set(id, body, caller, note);
  }
}
