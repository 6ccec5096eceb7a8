import { Controller, Delete, Get, Param, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Caller, type CallerIdentity } from '@wardstone/auth';
import { nothing, Operation } from '@wardstone/bootstrap';
import { GroupRest, ResourceWithType, UserRest } from '@wardstone/dto/monitoring';
import { toListKind, result } from '@wardstone/media-types';
import { PathId } from '../api/path-id';
import { FAVORITE_GROUP, FAVORITE_RESOURCE } from './favorite.page';
import { UserService } from './user.service';
import { removal } from '../api/removal';

@ApiTags('user')
@Controller('rest/user')
export class UserController {
  constructor(private readonly users: UserService) {}

  @Get('favorites/resource')
  @Operation('List the favorite resources of the caller, by id', {
    access: 'authenticated',
    returns: result('user', toListKind(ResourceWithType, FAVORITE_RESOURCE), {
      title: 'Favorite resources',
      example: [],
      gzip: true,
    }),
  })
  getFavoriteResources(@Caller() caller: CallerIdentity): Promise<ResourceWithType[]> {
    return this.users.listResources(caller);
  }

  @Get('favorites/group')
  @Operation('List the favorite groups of the caller, by id', {
    access: 'authenticated',
    returns: result('user', toListKind(GroupRest, FAVORITE_GROUP), {
      title: 'Favorite groups',
      example: [],
      gzip: true,
    }),
  })
  getFavoriteGroups(@Caller() caller: CallerIdentity): Promise<GroupRest[]> {
    return this.users.listGroups(caller);
  }

  @Put('favorites/resource/:id')
  @Operation('Add a resource to the favorites of the caller', {
    access: 'authenticated',
    body: 'ignored',
    returns: nothing('The resource is a favorite'),
    errors: ['resource_not_found', 'resource_forbidden'],
  })
  addFavoriteResource(@Caller() caller: CallerIdentity, @PathId('id', 'Id of the resource') id: number): Promise<void> {
    return this.users.addResource(caller, id);
  }

  @Put('favorites/group/:id')
  @Operation('Add a group to the favorites of the caller', {
    access: 'authenticated',
    body: 'ignored',
    returns: nothing('The group is a favorite'),
    errors: ['group_not_found', 'group_forbidden'],
  })
  addFavoriteGroup(@Caller() caller: CallerIdentity, @PathId('id', 'Id of the group') id: number): Promise<void> {
    return this.users.addGroup(caller, id);
  }

  @Delete('favorites/resource/:id')
  @Operation('Remove a resource from the favorites of the caller', {
    access: 'authenticated',
    returns: removal('The resource is not a favorite', 'favorite_not_found', 'a missing favorite'),
  })
  removeFavoriteResource(
    @Caller() caller: CallerIdentity,
    @PathId('id', 'Id of the resource') id: number,
  ): Promise<void> {
    return this.users.remove('resource', caller, id);
  }

  @Delete('favorites/group/:id')
  @Operation('Remove a group from the favorites of the caller', {
    access: 'authenticated',
    returns: removal('The group is not a favorite', 'favorite_not_found', 'a missing favorite'),
  })
  removeFavoriteGroup(@Caller() caller: CallerIdentity, @PathId('id', 'Id of the group') id: number): Promise<void> {
    return this.users.remove('group', caller, id);
  }

  @Get(':login')
  @Operation('Get a user by name', {
    access: 'authenticated',
    path: { login: 'User name, case-sensitive' },
    returns: result('user', UserRest, {
      title: 'User',
      example: { id: 2, login: 'jdoe', tel: null, email: 'jdoe@example.test', firstName: 'Jane', lastName: 'Doe' },
    }),
    errors: ['user_not_found'],
  })
  getUser(@Param('login') login: string, @Caller() caller: CallerIdentity): Promise<UserRest> {
    return this.users.read(login, caller);
  }
}
