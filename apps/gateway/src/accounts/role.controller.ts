import { Controller, Get, Header } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Authenticated, PERMISSIONS, ROLES, ROLE_NAMES, permits } from '@wardstone/auth';
import { RolesBody } from '@wardstone/dto/gateway';

/** The one table of roles, which is the same in every installation. See rule platform-2. */
const TABLE: RolesBody = {
  roles: ROLE_NAMES.map((name) => ({ name, description: ROLES[name].description })),
  permissions: PERMISSIONS.map(({ name, service, description }) => ({
    name,
    service,
    description,
    roles: ROLE_NAMES.filter((role) => permits(ROLES[role].permissions, name)),
  })),
};

@ApiTags('accounts')
@Controller('auth')
export class RoleController {
  @Get('roles')
  @Authenticated()
  @Header('Cache-Control', 'no-store')
  @ApiOperation({ summary: 'Roles and the permissions they hold', operationId: 'listRoles' })
  @ApiOkResponse({ description: 'The table', type: RolesBody })
  list(): RolesBody {
    return TABLE;
  }
}
