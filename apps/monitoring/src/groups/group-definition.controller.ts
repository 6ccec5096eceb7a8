import { Controller, Delete, Get, HttpCode, Post, Put } from '@nestjs/common';
import { ApiNoContentResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Authenticated, Caller, type CallerIdentity, RequirePermission } from '@wardstone/auth';
import { Audit, type AuditNote, NoContent } from '@wardstone/bootstrap';
import {
  DeletionQuery,
  GroupDefinitionChangeQuery,
  GroupDefinitionListQuery,
  GroupDefinitionPreview,
  GroupDefinitionRest,
} from '@wardstone/dto/monitoring';
import { ApiErrors, CommonError, MonitoringError } from '@wardstone/errors';
import { type Answer, listOf, one, Produces, RecordBody, type SentBody } from '@wardstone/media-types';
import { Addition } from '../api/addition.decorator';
import { PathId } from '../api/path-id';
import { RequestQuery } from '../api/request-query.decorator';
import { GroupDefinitionService } from './group-definition.service';
import { DEFINITION_EXAMPLE, PREVIEW_EXAMPLE } from './group.examples';

const SHOWN = { title: 'Group definition', example: DEFINITION_EXAMPLE };
const SENT = {
  name: 'by-type',
  description: 'One group per type',
  expression: ['groupby resource.type.plugin', 'groupby resource.type.name'],
  recalcInterval: 600_000,
  recursive: false,
};

/** See rules groups-7, groups-8. */
@ApiTags('group definition')
@Controller('rest/group')
export class GroupDefinitionController {
  constructor(private readonly definitions: GroupDefinitionService) {}

  @Get('definitions')
  @RequirePermission('MANAGE_INVENTORY')
  @Produces('group', listOf(GroupDefinitionRest), {
    title: 'Group definitions',
    example: [DEFINITION_EXAMPLE],
    gzip: true,
  })
  @ApiOperation({ operationId: 'listGroupDefinitions', summary: 'List the group definitions by name' })
  list(@RequestQuery(GroupDefinitionListQuery) query: GroupDefinitionListQuery): Promise<GroupDefinitionRest[]> {
    return this.definitions.list(query);
  }

  @Post('definitions')
  @RequirePermission('MANAGE_INVENTORY')
  @Produces('group', one(GroupDefinitionRest), { ...SHOWN, status: 201 })
  @ApiErrors(MonitoringError.group_expression_invalid, MonitoringError.group_definition_exists)
  @ApiOperation({ operationId: 'createGroupDefinition', summary: 'Create a group definition without calculating it' })
  create(
    @RecordBody(GroupDefinitionRest, { description: 'Name and expression are required', example: SENT })
    body: SentBody<GroupDefinitionRest>,
    @Audit() note: AuditNote,
  ): Promise<Answer<GroupDefinitionRest>> {
    return this.definitions.create(body, note);
  }

  @Post('definitions/preview')
  @RequirePermission('MANAGE_INVENTORY')
  @HttpCode(200)
  @Produces('group', one(GroupDefinitionPreview), {
    title: 'Preview of a group definition',
    example: PREVIEW_EXAMPLE,
    gzip: true,
  })
  @ApiErrors(MonitoringError.group_expression_invalid)
  @Addition()
  @ApiOperation({
    operationId: 'previewGroupDefinition',
    summary: 'Evaluate an expression without generating groups',
    description: 'Nothing is stored. The definition is validated as if it were saved.',
  })
  preview(
    @RecordBody(GroupDefinitionRest, {
      description:
        'The expression is required. Names of groups begin with `name`. The groups of the definition `id` may have ' +
        'these names already. Description and interval are ignored',
      example: SENT,
    })
    body: SentBody<GroupDefinitionRest>,
  ): Promise<GroupDefinitionPreview> {
    return this.definitions.preview(body);
  }

  @Get('definition/:id')
  @Authenticated()
  @Produces('group', one(GroupDefinitionRest), { ...SHOWN, gzip: true })
  @ApiErrors(MonitoringError.group_definition_not_found, CommonError.insufficient_scope)
  @ApiOperation({ operationId: 'getGroupDefinition', summary: 'Get a group definition' })
  read(@PathId() id: number, @Caller() caller: CallerIdentity): Promise<GroupDefinitionRest> {
    return this.definitions.read(id, caller);
  }

  @Put('definition/:id')
  @Authenticated()
  @Produces('group', one(GroupDefinitionRest), SHOWN)
  @ApiNoContentResponse({ description: 'The groups are calculated' })
  @ApiErrors(
    MonitoringError.group_definition_not_found,
    MonitoringError.group_expression_invalid,
    MonitoringError.group_definition_name_taken,
    MonitoringError.group_calculation_failed,
    CommonError.insufficient_scope,
  )
  @ApiOperation({ operationId: 'updateGroupDefinition', summary: 'Change a group definition, or calculate its groups' })
  change(
    @PathId() id: number,
    @RequestQuery(GroupDefinitionChangeQuery) query: GroupDefinitionChangeQuery,
    @RecordBody(GroupDefinitionRest, {
      description: 'Name and expression (kept when absent), description, interval and recursion (cleared when absent)',
      example: SENT,
    })
    body: SentBody<GroupDefinitionRest>,
    @Caller() caller: CallerIdentity,
    @Audit() note: AuditNote,
  ): Promise<Answer<GroupDefinitionRest | undefined>> {
    return this.definitions.change(id, query, body, caller, note);
  }

  @Delete('definition/:id')
  @Authenticated()
  @NoContent('The definition and its groups are deleted')
  @ApiErrors(MonitoringError.group_definition_not_found, CommonError.insufficient_scope)
  @ApiOperation({ operationId: 'deleteGroupDefinition', summary: 'Delete a group definition and its groups' })
  delete(
    @PathId() id: number,
    @RequestQuery(DeletionQuery, { validate: 'Return 404 for an unknown definition' }) query: DeletionQuery,
    @Caller() caller: CallerIdentity,
    @Audit() note: AuditNote,
  ): Promise<void> {
    return this.definitions.delete(id, query, caller, note);
  }
}
