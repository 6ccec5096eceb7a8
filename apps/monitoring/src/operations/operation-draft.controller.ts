import { Controller, Delete, Get, Put } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Authenticated, Caller, type CallerIdentity } from '@wardstone/auth';
import { Audit, type AuditNote, NoContent, StreamedBody } from '@wardstone/bootstrap';
import { OperationRest } from '@wardstone/dto/monitoring';
import { ApiErrors, MonitoringError } from '@wardstone/errors';
import { AREA_TYPES, one, type Parsed, Produces, RecordBody, type Sent } from '@wardstone/media-types';
import { PathId } from '../api/path-id';
import { OperationDraftService } from './operation-draft.service';
import { DRAFT_EXAMPLE } from './operation.examples';

const SHOWN = { title: 'Draft operation', example: DRAFT_EXAMPLE };

/** See rule operations-4. */
@ApiTags('operation')
@Authenticated()
@Controller('rest/operation')
export class OperationDraftController {
  constructor(private readonly drafts: OperationDraftService) {}

  @Get(':id')
  @Produces(AREA_TYPES.operation, one(OperationRest), SHOWN)
  @ApiErrors(MonitoringError.operation_draft_not_found)
  @ApiOperation({ operationId: 'getOperationDraft', summary: 'A draft of the caller' })
  read(@PathId() id: number, @Caller() caller: CallerIdentity): Promise<OperationRest> {
    return this.drafts.read(id, caller);
  }

  @Put(':id')
  @Produces(AREA_TYPES.operation, one(OperationRest), SHOWN)
  @ApiErrors(
    MonitoringError.operation_draft_not_found,
    MonitoringError.resource_not_found,
    MonitoringError.resource_forbidden,
  )
  @ApiOperation({
    operationId: 'updateOperationDraft',
    summary: 'Change a draft, or execute it',
    description: 'With `readyToSubmit` the parameters are validated and the operation is executed once.',
  })
  update(
    @PathId() id: number,
    @RecordBody(OperationRest, {
      description: 'Parameters, which replace those of the draft, and whether to execute it; other fields are ignored',
      example: { readyToSubmit: true, params: { level: 'WARN', seconds: 60 } },
    })
    body: Parsed<Sent<OperationRest>>,
    @Caller() caller: CallerIdentity,
    @Audit() note: AuditNote,
  ): Promise<OperationRest> {
    return this.drafts.update(id, body, caller, note);
  }

  @Delete(':id')
  @NoContent('The draft is removed')
  @StreamedBody()
  @ApiOperation({ operationId: 'removeOperationDraft', summary: 'Remove a draft; its execution continues' })
  remove(@PathId() id: number, @Caller() caller: CallerIdentity): Promise<void> {
    return this.drafts.remove(id, caller);
  }
}
