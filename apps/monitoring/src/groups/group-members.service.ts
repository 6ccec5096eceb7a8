import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type AuditNote, changeFacts } from '@wardstone/bootstrap';
import { Clock } from '@wardstone/clock';
import { Database, type Transaction } from '@wardstone/database';
import type { DeletionQuery, GroupRest, MetricSchedule, ResourceWithType } from '@wardstone/dto/monitoring';
import { ApiError, MonitoringError } from '@wardstone/errors';
import { Addresses } from '../api/addresses';
import { InventoryChanges, type InventoryListener } from '../resources/inventory-changes';
import { InventoryService } from '../resources/inventory.service';
import { ResourceRecords } from '../resources/resource-record';
import { AuthorizationService, groupNotFound, resourceNotFound } from '../authorization/authorization.service';
import type { Viewer } from '../authorization/viewer';
import { type ScheduleRow, toSchedule } from '../metrics/schedules/schedule-record';
import { typeOfGroup } from './domain/group-category';
import { GroupRecords } from './group-records';
import type { GroupRow } from './group-row.sql';
import { GroupQueries, type HeldResource } from './group.queries';
import { requireManager, toAuditedObject } from './group.service';
import { MembershipQueries } from './membership.queries';

/** Keeps members of groups consistent with the inventory. See rules groups-4, groups-5. */
@Injectable()
export class GroupMembersService implements OnModuleInit, InventoryListener {
  constructor(
    private readonly queries: GroupQueries,
    private readonly membership: MembershipQueries,
    private readonly inventory: InventoryService,
    private readonly changes: InventoryChanges,
    private readonly groups: GroupRecords,
    private readonly resources: ResourceRecords,
    private readonly authorization: AuthorizationService,
    private readonly addresses: Addresses,
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.changes.beforeCommit(this);
  }

  async resourcesEntering(tx: Transaction, resourceIds: readonly number[]): Promise<void> {
    await this.inventory.lockTree(tx);
    await this.membership.enter(tx, resourceIds);
  }

  async resourcesLeft(tx: Transaction, resourceIds: readonly number[]): Promise<void> {
    await this.membership.leave(tx, resourceIds);
  }

  /** The explicit members. @throws group_not_found, group_forbidden */
  async list(id: number, viewer: Viewer): Promise<ResourceWithType[]> {
    await this.authorization.requireGroup(viewer, id);
    return (await this.queries.listMembers(id)).map((row) => this.resources.of(row));
  }

  /** @throws as `change`, resource_not_in_inventory, group_type_mismatch */
  add(id: number, resourceId: number, viewer: Viewer, note: AuditNote): Promise<GroupRest> {
    return this.change(id, resourceId, viewer, async (tx, group, resource) => {
      if (resource.inventory_status !== 'COMMITTED') {
        throw new ApiError(
          MonitoringError.resource_not_in_inventory,
          `Resource with id ${resourceId} is ${resource.inventory_status}, not COMMITTED`,
        );
      }
      if (group.declared_type_id !== null && group.declared_type_id !== resource.type_id) {
        throw new ApiError(
          MonitoringError.group_type_mismatch,
          `Group ${id} accepts resources of type ${group.declared_type_id}; resource ${resourceId} is of type ${resource.type_id}`,
        );
      }
      await this.membership.add(tx, id, resourceId);
      await this.queries.touch(tx, id, this.clock.now());
      note(changeFacts(toAuditedObject(group), {}, { member: resource.name }));
    });
  }

  /**
   * Adds those of the resources that are permitted to the group with this name, which is created if needed. The caller
   * holds `lockMembers`.
   * @returns the members among them, and why others are refused
   */
  async admit(
    tx: Transaction,
    name: string,
    resourceIds: readonly number[],
  ): Promise<{ admitted: readonly number[]; refusal?: string }> {
    const nowMs = this.clock.now();
    const existing = await this.queries.findByName(name, tx);
    if (existing && existing.definition_id !== 0)
      return { admitted: [], refusal: 'a definition calculates its members' };
    const id = existing?.id ?? (await this.queries.insert(tx, { name, typeId: null, isRecursive: true }, nowMs))!;
    const admitted: number[] = [];
    for (const resourceId of resourceIds) {
      const resource = await this.queries.holdResource(tx, resourceId);
      if (!resource || !mayBeMember(resource, existing?.declared_type_id ?? null)) continue;
      await this.membership.add(tx, id, resourceId);
      admitted.push(resourceId);
    }
    if (admitted.length > 0) {
      await this.queries.touch(tx, id, nowMs);
      await this.changes.groupMembersChanged(tx, [id], admitted);
    }
    return admitted.length === resourceIds.length
      ? { admitted }
      : { admitted, refusal: 'it accepts resources of another type' };
  }

  /** @throws as `change`, group_member_not_found with `validate` alone */
  async remove(id: number, resourceId: number, query: DeletionQuery, viewer: Viewer, note: AuditNote): Promise<void> {
    await this.change(id, resourceId, viewer, async (tx, group, resource) => {
      const isRemoved = await this.membership.remove(tx, id, resourceId);
      if (isRemoved) {
        await this.queries.touch(tx, id, this.clock.now());
        note(changeFacts(toAuditedObject(group), { member: resource.name }, {}));
      }
      if (isRemoved || !query.validate) return;
      throw new ApiError(
        MonitoringError.group_member_not_found,
        `Resource with id ${resourceId} is not a member of the group with id ${id}`,
      );
    });
  }

  /**
   * The metrics of the members' common type.
   * @throws group_not_found, group_forbidden, group_not_compatible
   */
  async listMetricDefinitions(id: number, viewer: Viewer): Promise<MetricSchedule[]> {
    await this.authorization.requireGroup(viewer, id);
    const group = await this.queries.find(id);
    if (!group) throw groupNotFound(id);
    const typeId = typeOfGroup(group);
    if (typeId === null) {
      throw new ApiError(MonitoringError.group_not_compatible, `The group with id ${id} is not compatible`);
    }
    return (await this.queries.listMetrics(typeId)).map((metric) => this.toSchedule(id, metric));
  }

  /**
   * Fails unless group and resource exist.
   * @throws group_not_found, resource_not_found, insufficient_scope
   */
  private change(
    id: number,
    resourceId: number,
    viewer: Viewer,
    work: (tx: Transaction, group: GroupRow, resource: HeldResource) => Promise<void>,
  ): Promise<GroupRest> {
    return this.db.transaction(async (tx) => {
      await this.inventory.lockMembers(tx);
      const group = await this.queries.find(id, tx);
      if (!group) throw groupNotFound(id);
      const resource = await this.queries.holdResource(tx, resourceId);
      if (!resource) throw resourceNotFound(resourceId);
      requireManager(viewer);
      await work(tx, group, resource);
      await this.changes.groupMembersChanged(tx, [id], [resourceId]);
      return this.groups.of((await this.queries.find(id, tx))!);
    });
  }

  /** A definition in the format of a schedule; ids are those of the definition. */
  private toSchedule(groupId: number, row: ScheduleRow): MetricSchedule {
    const metric = this.addresses.link('metric', `/metric/data/group/${groupId}/${row.id}`);
    return { ...toSchedule(row, row.dataType === 'MEASUREMENT' ? [metric] : []), unit: row.unit };
  }
}

function mayBeMember({ inventory_status, type_id }: HeldResource, declaredTypeId: number | null): boolean {
  return inventory_status === 'COMMITTED' && (declaredTypeId === null || declaredTypeId === type_id);
}
