import { Controller, Delete, Get, HttpCode, Inject, Param, Put } from '@nestjs/common';
import { ApiNoContentResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { RequirePermission } from '@wardstone/auth';
import { StreamedBody } from '@wardstone/bootstrap';
import { DeletionQuery } from '@wardstone/dto/monitoring';
import { ApiErrors, MonitoringError } from '@wardstone/errors';
import { AREA_TYPES, Produces, TEXTS } from '@wardstone/media-types';
import { PathId } from '../api/path-id';
import { RequestQuery } from '../api/request-query.decorator';
import { GroupRoleService } from './group-role.service';

const ROLE = { name: 'role', description: 'Name of the role' };

/** An extension of the contract: see decision 10. */
@ApiTags('group')
@Controller('rest/group/:id/roles')
export class GroupRoleController {
  constructor(@Inject(GroupRoleService) private readonly roles: GroupRoleService) {}

  @Get()
  @RequirePermission('MANAGE_SECURITY')
  @Produces(AREA_TYPES.group, TEXTS, { title: 'Roles', example: ['viewer'] })
  @ApiErrors(MonitoringError.group_not_found)
  @ApiOperation({ operationId: 'listGroupRoles', summary: 'The roles that see the members of a group' })
  list(@PathId() id: number): Promise<string[]> {
    return this.roles.list(id);
  }

  @Put(':role')
  @RequirePermission('MANAGE_SECURITY')
  @HttpCode(204)
  @StreamedBody()
  @ApiParam(ROLE)
  @ApiNoContentResponse({ description: 'Holders of the role see the members of the group' })
  @ApiErrors(MonitoringError.group_not_found, MonitoringError.role_not_found)
  @ApiOperation({ operationId: 'tieGroupRole', summary: 'Let the holders of a role see the members of a group' })
  tie(@PathId() id: number, @Param('role') role: string): Promise<void> {
    return this.roles.tie(id, role);
  }

  @Delete(':role')
  @RequirePermission('MANAGE_SECURITY')
  @HttpCode(204)
  @ApiParam(ROLE)
  @ApiNoContentResponse({ description: 'The role is not tied to the group' })
  @ApiErrors(MonitoringError.group_not_found, MonitoringError.role_not_found)
  @ApiOperation({ operationId: 'untieGroupRole', summary: 'Untie a role from a group' })
  untie(
    @PathId() id: number,
    @Param('role') role: string,
    @RequestQuery(DeletionQuery, { validate: 'Answer 404 when the role is not tied to the group' })
    query: DeletionQuery,
  ): Promise<void> {
    return this.roles.untie(id, role, query);
  }
}
