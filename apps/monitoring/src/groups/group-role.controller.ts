import { Controller, Delete, Get, Param, Put } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { RequirePermission } from '@wardstone/auth';
import { NoContent, StreamedBody } from '@wardstone/bootstrap';
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
  constructor(private readonly roles: GroupRoleService) {}

  @Get()
  @RequirePermission('MANAGE_SECURITY')
  @Produces(AREA_TYPES.group, TEXTS, { title: 'Roles', example: ['viewer'] })
  @ApiErrors(MonitoringError.group_not_found)
  @ApiOperation({ operationId: 'listGroupRoles', summary: 'List the roles with access to a group' })
  list(@PathId() id: number): Promise<string[]> {
    return this.roles.list(id);
  }

  @Put(':role')
  @RequirePermission('MANAGE_SECURITY')
  @NoContent('The role has access to the group')
  @StreamedBody()
  @ApiParam(ROLE)
  @ApiErrors(MonitoringError.group_not_found, MonitoringError.role_not_found)
  @ApiOperation({ operationId: 'tieGroupRole', summary: 'Give a role access to a group' })
  tie(@PathId() id: number, @Param('role') role: string): Promise<void> {
    return this.roles.tie(id, role);
  }

  @Delete(':role')
  @RequirePermission('MANAGE_SECURITY')
  @NoContent('The role has no access to the group')
  @ApiParam(ROLE)
  @ApiErrors(MonitoringError.group_not_found, MonitoringError.role_not_found)
  @ApiOperation({ operationId: 'untieGroupRole', summary: 'Revoke the access of a role to a group' })
  untie(
    @PathId() id: number,
    @Param('role') role: string,
    @RequestQuery(DeletionQuery, { validate: 'Return 404 if the role has no access to the group' })
    query: DeletionQuery,
  ): Promise<void> {
    return this.roles.untie(id, role, query);
  }
}
