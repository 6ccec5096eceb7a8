import { Controller, Delete, Get, Param, Put } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { Authenticated, Caller, type CallerIdentity } from '@wardstone/auth';
import { NoContent, StreamedBody } from '@wardstone/bootstrap';
import { GroupRest, ResourceWithType, UserRest } from '@wardstone/dto/monitoring';
import { ApiErrors, MonitoringError } from '@wardstone/errors';
import { listOf, one, Produces } from '@wardstone/media-types';
import { PathId } from '../api/path-id';
import { Removes } from '../api/removes.decorator';
import { FAVORITE_GROUP, FAVORITE_RESOURCE } from './favorite.page';
import { UserService } from './user.service';

@ApiTags('user')
@Authenticated()
@Controller('rest/user')
export class UserController {
  constructor(private readonly users: UserService) {}

  @Get('favorites/resource')
  @Produces('user', listOf(ResourceWithType, FAVORITE_RESOURCE), {
    title: 'Favorite resources',
    example: [],
    gzip: true,
  })
  @ApiOperation({ operationId: 'getFavoriteResources', summary: 'List the favorite resources of the caller, by id' })
  listResources(@Caller() caller: CallerIdentity): Promise<ResourceWithType[]> {
    return this.users.listResources(caller);
  }

  @Get('favorites/group')
  @Produces('user', listOf(GroupRest, FAVORITE_GROUP), { title: 'Favorite groups', example: [], gzip: true })
  @ApiOperation({ operationId: 'getFavoriteGroups', summary: 'List the favorite groups of the caller, by id' })
  listGroups(@Caller() caller: CallerIdentity): Promise<GroupRest[]> {
    return this.users.listGroups(caller);
  }

  @Put('favorites/resource/:id')
  @NoContent('The resource is a favorite')
  @StreamedBody()
  @ApiOperation({ operationId: 'addFavoriteResource', summary: 'Add a resource to the favorites of the caller' })
  @ApiErrors(MonitoringError.resource_not_found, MonitoringError.resource_forbidden)
  addResource(@Caller() caller: CallerIdentity, @PathId('id', 'Id of the resource') id: number): Promise<void> {
    return this.users.addResource(caller, id);
  }

  @Put('favorites/group/:id')
  @NoContent('The group is a favorite')
  @StreamedBody()
  @ApiOperation({ operationId: 'addFavoriteGroup', summary: 'Add a group to the favorites of the caller' })
  @ApiErrors(MonitoringError.group_not_found, MonitoringError.group_forbidden)
  addGroup(@Caller() caller: CallerIdentity, @PathId('id', 'Id of the group') id: number): Promise<void> {
    return this.users.addGroup(caller, id);
  }

  @Delete('favorites/resource/:id')
  @Removes('The resource is not a favorite', MonitoringError.favorite_not_found, 'a missing favorite')
  @ApiOperation({
    operationId: 'removeFavoriteResource',
    summary: 'Remove a resource from the favorites of the caller',
  })
  removeResource(@Caller() caller: CallerIdentity, @PathId('id', 'Id of the resource') id: number): Promise<void> {
    return this.users.remove('resource', caller, id);
  }

  @Delete('favorites/group/:id')
  @Removes('The group is not a favorite', MonitoringError.favorite_not_found, 'a missing favorite')
  @ApiOperation({ operationId: 'removeFavoriteGroup', summary: 'Remove a group from the favorites of the caller' })
  removeGroup(@Caller() caller: CallerIdentity, @PathId('id', 'Id of the group') id: number): Promise<void> {
    return this.users.remove('group', caller, id);
  }

  @Get(':login')
  @ApiParam({ name: 'login', description: 'User name, case-sensitive' })
  @Produces('user', one(UserRest), {
    title: 'User',
    example: { id: 2, login: 'jdoe', tel: null, email: 'jdoe@example.test', firstName: 'Jane', lastName: 'Doe' },
  })
  @ApiOperation({ operationId: 'getUser', summary: 'Get a user by name' })
  @ApiErrors(MonitoringError.user_not_found)
  read(@Param('login') login: string, @Caller() caller: CallerIdentity): Promise<UserRest> {
    return this.users.read(login, caller);
  }
}
