import { Injectable } from '@nestjs/common';
import { isRoleName } from '@wardstone/auth';
import type { DeletionQuery } from '@wardstone/dto/monitoring';
import { ApiError, MonitoringError } from '@wardstone/errors';
import { groupNotFound } from '../authorization/authorization.service';
import { GroupRoleQueries } from './group-role.queries';
import { GroupQueries } from './group.queries';

/** Whose roles let them see the members of a group. See rule http-3. */
@Injectable()
export class GroupRoleService {
  constructor(
    private readonly queries: GroupRoleQueries,
    private readonly groups: GroupQueries,
  ) {}

  /** @throws group_not_found */
  async list(groupId: number): Promise<string[]> {
    await this.requireGroup(groupId);
    return this.queries.list(groupId);
  }

  /** @throws group_not_found, role_not_found */
  async tie(groupId: number, role: string): Promise<void> {
    await this.requireGroup(groupId);
    if (!isRoleName(role)) throw new ApiError(MonitoringError.role_not_found, `Unknown role ${role}`);
    await this.queries.tie(groupId, role);
  }

  /** @throws group_not_found; role_not_found with `validate` alone */
  async untie(groupId: number, role: string, query: DeletionQuery): Promise<void> {
    await this.requireGroup(groupId);
    const isUntied = await this.queries.untie(groupId, role);
    if (isUntied || !query.validate) return;
    throw new ApiError(MonitoringError.role_not_found, `Role ${role} has no access to the group with id ${groupId}`);
  }

  private async requireGroup(id: number): Promise<void> {
    if (!(await this.groups.find(id))) throw groupNotFound(id);
  }
}
