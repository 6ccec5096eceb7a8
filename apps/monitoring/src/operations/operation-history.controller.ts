import { Controller, Delete, Get, HttpCode, Param, Post, applyDecorators } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { Authenticated, Caller, type CallerIdentity } from '@wardstone/auth';
import { NoContent, StreamedBody } from '@wardstone/bootstrap';
import { DeletionQuery, OperationHistoryQuery, OperationHistoryRest, ResultValue } from '@wardstone/dto/monitoring';
import { ApiErrors, MonitoringError } from '@wardstone/errors';
import { AREA_TYPES, listOf, type ListPage, one, Produces } from '@wardstone/media-types';
import { OperationHistoryService } from './operation-history.service';
import { HISTORY_EXAMPLE, RESULT_VALUE_EXAMPLE } from './operation.examples';
import { RequestQuery } from '../api/request-query.decorator';

/** People read what came of their operations, too. See rule http-23. */
const HISTORY_TYPES = [...AREA_TYPES.operation, 'html'] as const;

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
  @Produces(HISTORY_TYPES, listOf(OperationHistoryRest), {
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
  @Produces(HISTORY_TYPES, one(OperationHistoryRest), {
    title: 'Executed operation',
    example: HISTORY_EXAMPLE,
    gzip: true,
  })
  @ApiOperation({ operationId: 'getOperationHistory', summary: 'One execution' })
  read(@Param('job') jobId: string, @Caller() caller: CallerIdentity): Promise<OperationHistoryRest> {
    return this.history.read(jobId, caller);
  }

  @Get(':job/values')
  @OfJob()
  @Produces(AREA_TYPES.operation, listOf(ResultValue), {
    title: 'Values of the result',
    example: [RESULT_VALUE_EXAMPLE],
    gzip: true,
  })
  @ApiOperation({
    operationId: 'listResultValues',
    summary: 'What the values of the result of an execution mean: their names, units and whether they are numbers',
    description: 'An addition to the contract. Empty when the operation is declared no more.',
  })
  listValues(@Param('job') jobId: string, @Caller() caller: CallerIdentity): Promise<ResultValue[]> {
    return this.history.listValues(jobId, caller);
  }

  @Delete(':job')
  @OfJob()
  @NoContent('The record is removed')
  @StreamedBody()
  @ApiErrors(MonitoringError.resource_forbidden, MonitoringError.operation_running)
  @ApiOperation({ operationId: 'removeOperationHistory', summary: 'Remove the record of an execution' })
  remove(
    @Param('job') jobId: string,
    @RequestQuery(DeletionQuery, { validate: 'Whether a missing execution is an error' })
    query: DeletionQuery,
    @Caller() caller: CallerIdentity,
  ): Promise<void> {
    return this.history.remove(jobId, query, caller);
  }

  @Post(':job/cancel')
  @HttpCode(200)
  @OfJob()
  @StreamedBody()
  @Produces(AREA_TYPES.operation, one(OperationHistoryRest), {
    title: 'Executed operation',
    example: HISTORY_EXAMPLE,
  })
  @ApiErrors(MonitoringError.resource_forbidden, MonitoringError.operation_ended)
  @ApiOperation({
    operationId: 'cancelOperation',
    summary: 'Cancel an execution',
    description: 'A waiting execution is canceled immediately, a running one when its agent responds.',
  })
  cancel(@Param('job') jobId: string, @Caller() caller: CallerIdentity): Promise<OperationHistoryRest> {
    return this.history.cancel(jobId, caller);
  }
}
