import { Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Authenticated, Caller, type CallerIdentity } from '@wardstone/auth';
import { StreamedBody } from '@wardstone/bootstrap';
import {
  OperationDefinitionQuery,
  OperationDefinitionRest,
  OperationResourceQuery,
  OperationRest,
} from '@wardstone/dto/monitoring';
import { ApiErrors, MonitoringError } from '@wardstone/errors';
import { AREA_TYPES, Produces, listOf, one } from '@wardstone/media-types';
import { PathId } from '../api/path-id';
import { RequestQuery } from '../api/request-query.decorator';
import { ReadsResource } from '../resources/reads-resource.decorator';
import { OperationDefinitionService } from './operation-definition.service';
import { OperationDraftService } from './operation-draft.service';
import { DEFINITION_EXAMPLE, DRAFT_EXAMPLE } from './operation.examples';

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
  @Produces(AREA_TYPES.operation, listOf(OperationDefinitionRest), {
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
  @Produces(AREA_TYPES.operation, one(OperationDefinitionRest), {
    title: 'Operation definition',
    example: DEFINITION_EXAMPLE,
  })
  @ApiErrors(MonitoringError.operation_definition_not_found)
  @ApiOperation({ operationId: 'getOperationDefinition', summary: 'One operation definition' })
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
  @Produces(AREA_TYPES.operation, one(OperationRest), { title: 'Draft operation', example: DRAFT_EXAMPLE })
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
