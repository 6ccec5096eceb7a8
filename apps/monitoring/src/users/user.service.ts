import { Inject, Injectable } from '@nestjs/common';
import type { CallerIdentity } from '@wardstone/auth';
import { ApiError, MonitoringError } from '@wardstone/errors';
import { Addresses } from '../http/addresses';
import { flagOf } from '../http/query-values';
import type { Query } from '../http/query-values';
import { ResourceRecords } from '../resources/resource-record';
import type { ResourceWithType } from '../resources/resource.shape';
import { Visibility } from '../visibility/visibility.service';
import { FavoritesQueries } from './favorites.queries';
import type { FavoriteKind, GroupRow } from './favorites.queries';
import type { GroupRest } from './group.shape';
import { UserQueries } from './user.queries';
import type { UserRest } from './user.shape';

/** Users and what they marked as favorites. Source: contract 4 "User", media spec 10. */
@Injectable()
export class UserService {
  constructor(
    @Inject(UserQueries) private readonly users: UserQueries,
    @Inject(FavoritesQueries) private readonly favorites: FavoritesQueries,
    @Inject(Visibility) private readonly visibility: Visibility,
    @Inject(ResourceRecords) private readonly resources: ResourceRecords,
    @Inject(Addresses) private readonly addresses: Addresses,
  ) {}

  /** @throws user_not_found */
  async read(login: string): Promise<UserRest> {
    const user = await this.users.find(login);
    if (!user) throw new ApiError(MonitoringError.user_not_found, `User with login ${login} not found`);
    return user;
  }

  async listResources(caller: CallerIdentity): Promise<ResourceWithType[]> {
    const rows = await this.favorites.listResources(caller.username, caller);
    return rows.map((row) => this.resources.of(row));
  }

  async listGroups(caller: CallerIdentity): Promise<GroupRest[]> {
    const rows = await this.favorites.listGroups(caller.username, caller);
    return rows.map((row) => this.toGroup(row));
  }

  /** @throws resource_not_found, resource_forbidden */
  async addResource(caller: CallerIdentity, id: number): Promise<void> {
    await this.visibility.requireResource(caller, id);
    await this.favorites.add('resource', caller.username, id);
  }

  /** @throws group_not_found, group_forbidden */
  async addGroup(caller: CallerIdentity, id: number): Promise<void> {
    await this.visibility.requireGroup(caller, id);
    await this.favorites.add('group', caller.username, id);
  }

  /** @throws favorite_not_found when it is none and `validate` is true */
  async remove(kind: FavoriteKind, caller: CallerIdentity, id: number, query: Query): Promise<void> {
    const isRemoved = await this.favorites.remove(kind, caller.username, id);
    if (isRemoved || !flagOf(query, 'validate')) return;
    throw new ApiError(MonitoringError.favorite_not_found, `The ${kind} with id ${id} is not among your favorites`);
  }

  /** Source: inventory spec 12.1 and 12.3. */
  private toGroup(row: GroupRow): GroupRest {
    const path = `/group/${row.id}`;
    return {
      id: row.id,
      name: row.name,
      resourceTypeId: row.type_id,
      recursive: row.is_recursive,
      category: row.type_id === null ? 'MIXED' : 'COMPATIBLE',
      dynaGroupDefinitionId: 0,
      explicitCount: row.explicit_count,
      implicitCount: row.implicit_count,
      links: [
        this.addresses.link('edit', path),
        this.addresses.link('self', path),
        this.addresses.link('metricDefinitions', `${path}/metricDefinitions`),
        this.addresses.console(`ResourceGroup/${row.id}`),
      ],
    };
  }
}
