import { Controller, Delete, Get, Post, Put } from '@nestjs/common';
import { ApiNoContentResponse, ApiTags } from '@nestjs/swagger';
import { Caller, type CallerIdentity } from '@wardstone/auth';
import { Audit, type AuditNote, nothing, Operation } from '@wardstone/bootstrap';
import {
  DeletionQuery,
  GroupDefinitionChangeQuery,
  GroupDefinitionListQuery,
  GroupDefinitionPreview,
  GroupDefinitionRest,
} from '@wardstone/dto/monitoring';
import { type HandlerResponse, RecordBody, result, type SentBody } from '@wardstone/media-types';
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
  @Operation('List the group definitions by name', {
    access: 'MANAGE_INVENTORY',
    returns: result('group', [GroupDefinitionRest], {
      title: 'Group definitions',
      example: [DEFINITION_EXAMPLE],
      gzip: true,
    }),
  })
  listGroupDefinitions(
    @RequestQuery(GroupDefinitionListQuery) query: GroupDefinitionListQuery,
  ): Promise<GroupDefinitionRest[]> {
    return this.definitions.list(query);
  }

  @Post('definitions')
  @Operation('Create a group definition without calculating it', {
    access: 'MANAGE_INVENTORY',
    returns: result('group', GroupDefinitionRest, { ...SHOWN, status: 201 }),
    errors: ['group_expression_invalid', 'group_definition_exists'],
  })
  createGroupDefinition(
    @RecordBody(GroupDefinitionRest, { description: 'Name and expression are required', example: SENT })
    body: SentBody<GroupDefinitionRest>,
    @Audit() note: AuditNote,
  ): Promise<HandlerResponse<GroupDefinitionRest>> {
    return this.definitions.create(body, note);
  }

  @Post('definitions/preview')
  @Operation('Evaluate an expression without generating groups', {
    description: 'Nothing is stored. The definition is validated as if it were saved.',
    access: 'MANAGE_INVENTORY',
    returns: result('group', GroupDefinitionPreview, {
      title: 'Preview of a group definition',
      example: PREVIEW_EXAMPLE,
      gzip: true,
    }),
    status: 200,
    errors: ['group_expression_invalid'],
    addition: true,
  })
  previewGroupDefinition(
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
  @Operation('Get a group definition', {
    access: 'authenticated',
    returns: result('group', GroupDefinitionRest, { ...SHOWN, gzip: true }),
    errors: ['group_definition_not_found', 'insufficient_scope'],
  })
  getGroupDefinition(@PathId() id: number, @Caller() caller: CallerIdentity): Promise<GroupDefinitionRest> {
    return this.definitions.read(id, caller);
  }

  @Put('definition/:id')
  @Operation('Change a group definition, or calculate its groups', {
    access: 'authenticated',
    returns: [
      result('group', GroupDefinitionRest, SHOWN),
      ApiNoContentResponse({ description: 'The groups are calculated' }),
    ],
    errors: [
      'group_definition_not_found',
      'group_expression_invalid',
      'group_definition_name_taken',
      'group_calculation_failed',
      'insufficient_scope',
    ],
  })
  updateGroupDefinition(
    @PathId() id: number,
    @RequestQuery(GroupDefinitionChangeQuery) query: GroupDefinitionChangeQuery,
    @RecordBody(GroupDefinitionRest, {
      description: 'Name and expression (kept when absent), description, interval and recursion (cleared when absent)',
      example: SENT,
    })
    body: SentBody<GroupDefinitionRest>,
    @Caller() caller: CallerIdentity,
    @Audit() note: AuditNote,
  ): Promise<HandlerResponse<GroupDefinitionRest | undefined>> {
    return this.definitions.change(id, query, body, caller, note);
  }

  @Delete('definition/:id')
  @Operation('Delete a group definition and its groups', {
    access: 'authenticated',
    returns: nothing('The definition and its groups are deleted'),
    errors: ['group_definition_not_found', 'insufficient_scope'],
  })
  deleteGroupDefinition(
    @PathId() id: number,
    @RequestQuery(DeletionQuery, { validate: 'Return 404 for an unknown definition' }) query: DeletionQuery,
    @Caller() caller: CallerIdentity,
    @Audit() note: AuditNote,
  ): Promise<void> {
    return this.definitions.delete(id, query, caller, note);
  }
}
