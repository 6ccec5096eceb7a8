import { Controller, Get, HttpCode, Post, Delete, Put, Param, applyDecorators } from '@nestjs/common';
import { ApiOperation, ApiTags, ApiParam } from '@nestjs/swagger';
import { Authenticated, Caller, type CallerIdentity } from '@wardstone/auth';
import { StreamedBody, Audit, type AuditNote, NoContent } from '@wardstone/bootstrap';
import {
  OperationDefinitionQuery,
  OperationDefinitionRest,
  OperationResourceQuery,
  OperationRest,
  OperationHistoryQuery,
  OperationHistoryRest,
  ResultValue,
  StringValue,
} from '@wardstone/dto/monitoring';
import { ApiErrors, MonitoringError } from '@wardstone/errors';
import { listOf, type ListPage, one, Produces, RecordBody, type SentBody } from '@wardstone/media-types';
import { Addition } from '../api/addition.decorator';
import { PathId } from '../api/path-id';
import { Removes } from '../api/removes.decorator';
import { RequestQuery } from '../api/request-query.decorator';
import { ReadsResource } from '../resources/reads-resource.decorator';
import { OperationDefinitionService } from './operation-definition.service';
import { OperationDraftService } from './operation-draft.service';
import { DEFINITION_EXAMPLE, DRAFT_EXAMPLE, HISTORY_EXAMPLE, RESULT_VALUE_EXAMPLE } from './operation.examples';
import { OperationHistoryService } from './operation-history.service';

/** See rules operations-2 to operations-3. */
@ApiTags('operation')
@Controller('rest/operation')
export class OperationDefinitionController {
  constructor(
    private readonly definitions: OperationDefinitionService,
    private readonly drafts: OperationDraftService,
  ) {}

  @Get('definitions')
  @ReadsResource()
  @Produces('operation', listOf(OperationDefinitionRest), {
    title: 'Operation definitions',
    example: [DEFINITION_EXAMPLE],
    gzip: true,
  })
  @ApiOperation({ operationId: 'listOperationDefinitions', summary: 'List the operations of a resource' })
  listOfResource(
    @RequestQuery(OperationResourceQuery) query: OperationResourceQuery,
    @Caller() caller: CallerIdentity,
  ): Promise<OperationDefinitionRest[]> {
    return this.definitions.listOfResource(query, caller);
  }

  @Get('definition/:id')
  @Authenticated()
  @Produces('operation', one(OperationDefinitionRest), {
    title: 'Operation definition',
    example: DEFINITION_EXAMPLE,
  })
  @ApiErrors(MonitoringError.operation_definition_not_found)
  @ApiOperation({ operationId: 'getOperationDefinition', summary: 'Get an operation definition' })
  read(
    @PathId() id: number,
    @RequestQuery(OperationDefinitionQuery) query: OperationDefinitionQuery,
  ): Promise<OperationDefinitionRest> {
    return this.definitions.read(id, query);
  }

  @Post('definition/:id')
  @HttpCode(200)
  @ReadsResource()
  @StreamedBody()
  @Produces('operation', one(OperationRest), { title: 'Draft operation', example: DRAFT_EXAMPLE })
  @ApiErrors(MonitoringError.operation_definition_not_found)
  @ApiOperation({ operationId: 'createOperationDraft', summary: 'Create a draft of an operation' })
  createDraft(
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
@Authenticated()
@Controller('rest/operation')
export class OperationDraftController {
  constructor(private readonly drafts: OperationDraftService) {}

  @Get(':id')
  @Produces('operation', one(OperationRest), DRAFT_SHOWN)
  @ApiErrors(MonitoringError.operation_draft_not_found)
  @ApiOperation({ operationId: 'getOperationDraft', summary: 'Get a draft of the caller' })
  read(@PathId() id: number, @Caller() caller: CallerIdentity): Promise<OperationRest> {
    return this.drafts.read(id, caller);
  }

  @Put(':id')
  @Produces('operation', one(OperationRest), DRAFT_SHOWN)
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
    body: SentBody<OperationRest>,
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

/** People read what came of their operations, too. See rule http-23. */
const OfJob = (): MethodDecorator =>
  applyDecorators(
    Authenticated(),
    ApiParam({ name: 'job', description: 'Job id of the execution', schema: { type: 'string' } }),
    ApiErrors(MonitoringError.operation_history_not_found, MonitoringError.invalid_query),
  );

/** See rules operations-6, operations-7. */
@ApiTags('operation')
@Controller('rest/operation/history')
export class OperationHistoryController {
  constructor(private readonly history: OperationHistoryService) {}

  @Get()
  @Authenticated()
  @Produces('operationHistory', listOf(OperationHistoryRest), {
    title: 'Executed operations',
    example: [HISTORY_EXAMPLE],
    gzip: true,
  })
  @ApiOperation({ operationId: 'listOperationHistory', summary: 'List executed operations' })
  list(
    @RequestQuery(OperationHistoryQuery) query: OperationHistoryQuery,
    @Caller() caller: CallerIdentity,
  ): Promise<ListPage<OperationHistoryRest>> {
    return this.history.list(query, caller);
  }

  @Get(':job')
  @OfJob()
  @Produces('operationHistory', one(OperationHistoryRest), {
    title: 'Executed operation',
    example: HISTORY_EXAMPLE,
    gzip: true,
  })
  @ApiOperation({ operationId: 'getOperationHistory', summary: 'Get an execution' })
  read(@Param('job') jobId: string, @Caller() caller: CallerIdentity): Promise<OperationHistoryRest> {
    return this.history.read(jobId, caller);
  }

  @Get(':job/values')
  @OfJob()
  @Produces('operation', listOf(ResultValue), {
    title: 'Values of the result',
    example: [RESULT_VALUE_EXAMPLE],
    gzip: true,
  })
  @Addition()
  @ApiOperation({
    operationId: 'listResultValues',
    summary: 'List the values of an operation result: names, units and types',
    description: 'Empty if the operation is no longer declared.',
  })
  listValues(@Param('job') jobId: string, @Caller() caller: CallerIdentity): Promise<ResultValue[]> {
    return this.history.listValues(jobId, caller);
  }

  @Get(':job/output')
  @OfJob()
  @Produces('operation', one(StringValue), { title: 'Output', example: { value: 'Reloading nginx\n' }, gzip: true })
  @Addition()
  @ApiOperation({
    operationId: 'getOperationOutput',
    summary: 'Get the output of a running operation so far',
    description: 'Empty without output.',
  })
  readOutput(@Param('job') jobId: string, @Caller() caller: CallerIdentity): Promise<StringValue> {
    return this.history.readOutput(jobId, caller);
  }

  @Delete(':job')
  @OfJob()
  @Removes('The record is removed', MonitoringError.operation_history_not_found, 'a missing execution')
  @ApiErrors(MonitoringError.resource_forbidden, MonitoringError.operation_running)
  @ApiOperation({ operationId: 'removeOperationHistory', summary: 'Remove the record of an execution' })
  remove(@Param('job') jobId: string, @Caller() caller: CallerIdentity): Promise<void> {
    return this.history.remove(jobId, caller);
  }

  @Post(':job/cancel')
  @HttpCode(200)
  @OfJob()
  @StreamedBody()
  @Produces('operation', one(OperationHistoryRest), {
    title: 'Executed operation',
    example: HISTORY_EXAMPLE,
  })
  @ApiErrors(MonitoringError.resource_forbidden, MonitoringError.operation_ended)
  @Addition()
  @ApiOperation({
    operationId: 'cancelOperation',
    summary: 'Cancel an execution',
    description: 'A waiting execution is canceled immediately, a running one when its agent responds.',
  })
  cancel(@Param('job') jobId: string, @Caller() caller: CallerIdentity): Promise<OperationHistoryRest> {
    return this.history.cancel(jobId, caller);
  }
}
