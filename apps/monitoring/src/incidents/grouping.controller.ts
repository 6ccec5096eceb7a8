import { applyDecorators, Controller, Get, Put } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Authenticated, Caller, type CallerIdentity } from '@wardstone/auth';
import { Audit, type AuditNote } from '@wardstone/bootstrap';
import { DefinitionGroupingChange, DefinitionGroupingRest } from '@wardstone/dto/monitoring';
import { ApiErrors, MonitoringError } from '@wardstone/errors';
import { one, Produces, RecordBody, type SentBody } from '@wardstone/media-types';
import { Addition } from '../api/addition.decorator';
import { PathId } from '../api/path-id';
import { GroupingService } from './grouping.service';

const EXAMPLE: DefinitionGroupingRest = { definitionId: 10022, grouping: 'HOST', chosen: true, inherited: false };
const SHOWN = { title: 'Grouping', example: EXAMPLE };

const OfDefinition = (): MethodDecorator =>
  applyDecorators(
    Authenticated(),
    ApiErrors(MonitoringError.alert_definition_not_found, MonitoringError.alert_definition_forbidden),
  );

/** See rule alerts-36. */
@ApiTags('alert')
@Addition()
@Controller('rest/alert/definition/:id/grouping')
export class GroupingController {
  constructor(private readonly groupings: GroupingService) {}

  @Get()
  @OfDefinition()
  @Produces('alert', one(DefinitionGroupingRest), SHOWN)
  @ApiOperation({
    operationId: 'getGroupingOfDefinition',
    summary: 'Get how alerts of a definition are grouped into incidents',
    description: 'The grouping of the definition, else of its template, else the default.',
  })
  read(@PathId() id: number, @Caller() caller: CallerIdentity): Promise<DefinitionGroupingRest> {
    return this.groupings.read(id, caller);
  }

  @Put()
  @OfDefinition()
  @Produces('alert', one(DefinitionGroupingRest), SHOWN)
  @ApiOperation({
    operationId: 'setGroupingOfDefinition',
    summary: 'Set how alerts of a definition are grouped into incidents',
    description: 'Applies to alerts that fire from now on.',
  })
  set(
    @PathId() id: number,
    @RecordBody(DefinitionGroupingChange, { description: 'The grouping', example: { grouping: 'HOST' } })
    body: SentBody<DefinitionGroupingChange>,
    @Caller() caller: CallerIdentity,
    @Audit() note: AuditNote,
  ): Promise<DefinitionGroupingRest> {
    return this.groupings.set(id, body, caller, note);
  }
}
