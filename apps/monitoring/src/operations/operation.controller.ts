import { Controller, Delete, Get, Param, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Caller, type CallerIdentity } from '@wardstone/auth';
import { Audit, type AuditNote, nothing, Operation } from '@wardstone/bootstrap';
import {
  OperationDefinitionQuery,
  OperationDefinitionRest,
  OperationHistoryQuery,
  OperationHistoryRest,
  OperationRejection,
  OperationResourceQuery,
  OperationRest,
  ResultValue,
  StringValue,
} from '@wardstone/dto/monitoring';
import { type ListPage, RecordBody, result, type SentBody } from '@wardstone/media-types';
import { PathId } from '../api/path-id';
import { RequestQuery } from '../api/request-query.decorator';
import { OperationDefinitionService } from './operation-definition.service';
import { OperationDraftService } from './operation-draft.service';
import { DEFINITION_EXAMPLE, DRAFT_EXAMPLE, HISTORY_EXAMPLE, RESULT_VALUE_EXAMPLE } from './operation.examples';
import { OperationHistoryService } from './operation-history.service';
import { removal } from '../api/removal';

/** See rules operations-2 to operations-3. */
@ApiTags('operation')
@Controller('rest/operation')
export class OperationDefinitionController {
  constructor(
    private readonly definitions: OperationDefinitionService,
    private readonly drafts: OperationDraftService,
  ) {}

  @Get('definitions')
  @Operation('List the operations of a resource', {
    access: 'authenticated',
    returns: result('operation', [OperationDefinitionRest], {
      title: 'Operation definitions',
      example: [DEFINITION_EXAMPLE],
      gzip: true,
    }),
    errors: ['resource_not_found', 'resource_forbidden'],
  })
  listOperationDefinitions(
    @RequestQuery(OperationResourceQuery) query: OperationResourceQuery,
    @Caller() caller: CallerIdentity,
  ): Promise<OperationDefinitionRest[]> {
    return this.definitions.listOfResource(query, caller);
  }

  @Get('definition/:id')
  @Operation('Get an operation definition', {
    access: 'authenticated',
    returns: result('operation', OperationDefinitionRest, {
      title: 'Operation definition',
      example: DEFINITION_EXAMPLE,
    }),
    errors: ['operation_definition_not_found'],
  })
  getOperationDefinition(
    @PathId() id: number,
    @RequestQuery(OperationDefinitionQuery) query: OperationDefinitionQuery,
  ): Promise<OperationDefinitionRest> {
    return this.definitions.read(id, query);
  }

  @Post('definition/:id')
  @Operation('Create a draft of an operation', {
    access: 'authenticated',
    body: 'ignored',
    returns: result('operation', OperationRest, { title: 'Draft operation', example: DRAFT_EXAMPLE }),
    status: 200,
    errors: ['resource_not_found', 'resource_forbidden', 'operation_definition_not_found'],
  })
  createOperationDraft(
    @PathId() id: number,
    @RequestQuery(OperationResourceQuery, { resourceId: 'Resource the operation is for' })
    query: OperationResourceQuery,
    @Caller() caller: CallerIdentity,
  ): Promise<OperationRest> {
    return this.drafts.create(id, query, caller);
  }
}

const DRAFT_SHOWN = { title: 'Draft operation', example: DRAFT_EXAMPLE };

/** See rule operations-4. */
@ApiTags('operation')
@Controller('rest/operation')
export class OperationDraftController {
  constructor(private readonly drafts: OperationDraftService) {}

  @Get(':id')
  @Operation('Get a draft of the caller', {
    access: 'authenticated',
    returns: result('operation', OperationRest, DRAFT_SHOWN),
    errors: ['operation_draft_not_found'],
  })
  getOperationDraft(@PathId() id: number, @Caller() caller: CallerIdentity): Promise<OperationRest> {
    return this.drafts.read(id, caller);
  }

  @Put(':id')
  @Operation('Change a draft, or execute it', {
    description: 'With `readyToSubmit` the parameters are validated and the operation is executed once.',
    access: 'authenticated',
    returns: result('operation', OperationRest, DRAFT_SHOWN),
    errors: ['operation_draft_not_found', 'resource_not_found', 'resource_forbidden'],
  })
  updateOperationDraft(
    @PathId() id: number,
    @RecordBody(OperationRest, {
      description: 'Parameters, which replace those of the draft, and whether to execute it; other fields are ignored',
      example: { readyToSubmit: true, params: { level: 'WARN', seconds: 60 } },
    })
    body: SentBody<OperationRest>,
    @Caller() caller: CallerIdentity,
    @Audit() note: AuditNote,
  ): Promise<OperationRest> {
    return this.drafts.update(id, body, caller, note);
  }

  @Delete(':id')
  @Operation('Remove a draft; its execution continues', {
    access: 'authenticated',
    body: 'ignored',
    returns: nothing('The draft is removed'),
  })
  removeOperationDraft(@PathId() id: number, @Caller() caller: CallerIdentity): Promise<void> {
    return this.drafts.remove(id, caller);
  }
}

/** See rules operations-6, operations-7. */
@ApiTags('operation')
@Controller('rest/operation/history')
export class OperationHistoryController {
  constructor(private readonly history: OperationHistoryService) {}

  @Get()
  @Operation('List executed operations', {
    access: 'authenticated',
    returns: result('operationHistory', [OperationHistoryRest], {
      title: 'Executed operations',
      example: [HISTORY_EXAMPLE],
      gzip: true,
    }),
  })
  listOperationHistory(
    @RequestQuery(OperationHistoryQuery) query: OperationHistoryQuery,
    @Caller() caller: CallerIdentity,
  ): Promise<ListPage<OperationHistoryRest>> {
    return this.history.list(query, caller);
  }

  @Get(':job')
  @Operation('Get an execution', {
    access: 'authenticated',
    path: { job: 'Job id of the execution' },
    returns: result('operationHistory', OperationHistoryRest, {
      title: 'Executed operation',
      example: HISTORY_EXAMPLE,
      gzip: true,
    }),
    errors: ['operation_history_not_found', 'invalid_query'],
  })
  getOperationHistory(@Param('job') jobId: string, @Caller() caller: CallerIdentity): Promise<OperationHistoryRest> {
    return this.history.read(jobId, caller);
  }

  @Get(':job/values')
  @Operation('List the values of an operation result: names, units and types', {
    description: 'Empty if the operation is no longer declared.',
    access: 'authenticated',
    path: { job: 'Job id of the execution' },
    returns: result('operation', [ResultValue], {
      title: 'Values of the result',
      example: [RESULT_VALUE_EXAMPLE],
      gzip: true,
    }),
    errors: ['operation_history_not_found', 'invalid_query'],
    addition: true,
  })
  listResultValues(@Param('job') jobId: string, @Caller() caller: CallerIdentity): Promise<ResultValue[]> {
    return this.history.listValues(jobId, caller);
  }

  @Get(':job/output')
  @Operation('Get the output of a running operation so far', {
    description: 'Empty if there is no output yet.',
    access: 'authenticated',
    path: { job: 'Job id of the execution' },
    returns: result('operation', StringValue, { title: 'Output', example: { value: 'Reloading nginx\n' }, gzip: true }),
    errors: ['operation_history_not_found', 'invalid_query'],
    addition: true,
  })
  getOperationOutput(@Param('job') jobId: string, @Caller() caller: CallerIdentity): Promise<StringValue> {
    return this.history.readOutput(jobId, caller);
  }

  @Delete(':job')
  @Operation('Remove the record of an execution', {
    access: 'authenticated',
    path: { job: 'Job id of the execution' },
    returns: removal('The record is removed', 'operation_history_not_found', 'a missing execution'),
    errors: ['operation_history_not_found', 'invalid_query', 'resource_forbidden', 'operation_running'],
  })
  removeOperationHistory(@Param('job') jobId: string, @Caller() caller: CallerIdentity): Promise<void> {
    return this.history.remove(jobId, caller);
  }

  @Post(':job/approve')
  @Operation('Approve an execution', {
    description:
      'An operation that `OPERATION_APPROVAL` names starts only after a person other than its requester has approved it. Requires the permission CONTROL.',
    access: 'authenticated',
    path: { job: 'Job id of the execution' },
    body: 'ignored',
    returns: result('operation', OperationHistoryRest, { title: 'Executed operation', example: HISTORY_EXAMPLE }),
    status: 200,
    errors: [
      'operation_history_not_found',
      'invalid_query',
      'resource_forbidden',
      'operation_not_awaiting_approval',
      'approval_forbidden',
    ],
    addition: true,
  })
  approveOperation(
    @Param('job') jobId: string,
    @Caller() caller: CallerIdentity,
    @Audit() note: AuditNote,
  ): Promise<OperationHistoryRest> {
    return this.history.approve(jobId, caller, note);
  }

  @Post(':job/reject')
  @Operation('Reject an execution', {
    description: 'It never runs. Fails if it has already been approved. Requires the permission CONTROL.',
    access: 'authenticated',
    path: { job: 'Job id of the execution' },
    returns: result('operation', OperationHistoryRest, { title: 'Executed operation', example: HISTORY_EXAMPLE }),
    status: 200,
    errors: ['operation_history_not_found', 'invalid_query', 'resource_forbidden', 'operation_not_awaiting_approval'],
    addition: true,
  })
  rejectOperation(
    @Param('job') jobId: string,
    @RecordBody(OperationRejection, { description: 'A reason', example: { reason: 'wait for the maintenance window' } })
    body: SentBody<OperationRejection>,
    @Caller() caller: CallerIdentity,
    @Audit() note: AuditNote,
  ): Promise<OperationHistoryRest> {
    return this.history.reject(jobId, body, caller, note);
  }

  @Post(':job/cancel')
  @Operation('Cancel an execution', {
    description: 'A waiting execution is cancelled immediately, a running one when its agent responds.',
    access: 'authenticated',
    path: { job: 'Job id of the execution' },
    body: 'ignored',
    returns: result('operation', OperationHistoryRest, { title: 'Executed operation', example: HISTORY_EXAMPLE }),
    status: 200,
    errors: ['operation_history_not_found', 'invalid_query', 'resource_forbidden', 'operation_ended'],
    addition: true,
  })
  cancelOperation(@Param('job') jobId: string, @Caller() caller: CallerIdentity): Promise<OperationHistoryRest> {
    return this.history.cancel(jobId, caller);
  }
}
