import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type CallerIdentity, permits } from '@wardstone/auth';
import type { Transaction } from '@wardstone/database';
import type { GroupRest, ResourceWithType, UserRest } from '@wardstone/dto/monitoring';
import { ApiError, MonitoringError } from '@wardstone/errors';
import { GroupRecords } from '../groups/group-records';
import { InventoryChanges, type InventoryListener } from '../resources/inventory-changes';
import { ResourceRecords } from '../resources/resource-record';
import { AuthorizationService } from '../authorization/authorization.service';
import { type FavoriteKind, FavoritesQueries, UserQueries } from './user.queries';

/** Users and their favorites. See rule http-21. */
@Injectable()
export class UserService implements OnModuleInit, InventoryListener {
  constructor(
    private readonly users: UserQueries,
    private readonly favorites: FavoritesQueries,
    private readonly authorization: AuthorizationService,
    private readonly resources: ResourceRecords,
    private readonly groups: GroupRecords,
    private readonly inventory: InventoryChanges,
  ) {}

  onModuleInit(): void {
    this.inventory.beforeCommit(this);
  }

  /** Resources that leave the inventory leave all favorites. */
  async resourcesLeft(tx: Transaction, resourceIds: readonly number[]): Promise<void> {
    await this.favorites.forgetResources(tx, resourceIds);
  }

  /**
   * Only user administrators may read other logins, so that nobody else can find out who exists.
   * @throws user_not_found
   */
  async read(login: string, caller: CallerIdentity): Promise<UserRest> {
    const mayKnow = login === caller.username || permits(caller.permissions, 'MANAGE_SECURITY');
    const user = mayKnow ? await this.users.find(login) : undefined;
    if (!user) throw new ApiError(MonitoringError.user_not_found, `User with login ${login} not found`);
    return user;
  }

  async listResources(caller: CallerIdentity): Promise<ResourceWithType[]> {
    const rows = await this.favorites.listResources(caller.subject, caller);
    return rows.map((row) => this.resources.of(row));
  }

  async listGroups(caller: CallerIdentity): Promise<GroupRest[]> {
    const rows = await this.favorites.listGroups(caller.subject, caller);
    return rows.map((row) => this.groups.of(row));
  }

  /** @throws resource_not_found, resource_forbidden */
  async addResource(caller: CallerIdentity, id: number): Promise<void> {
    await this.authorization.requireResource(caller, id);
    await this.favorites.add('resource', caller.subject, id);
  }

  /** @throws group_not_found, group_forbidden */
  async addGroup(caller: CallerIdentity, id: number): Promise<void> {
    await this.authorization.requireGroup(caller, id);
    await this.favorites.add('group', caller.subject, id);
  }

  /** @throws favorite_not_found */
  async remove(kind: FavoriteKind, caller: CallerIdentity, id: number): Promise<void> {
    if (await this.favorites.remove(kind, caller.subject, id)) return;
    throw new ApiError(MonitoringError.favorite_not_found, `The ${kind} with id ${id} is not among your favorites`);
  }
}
