import { Injectable } from '@nestjs/common';
import { isRoleName, permits } from '@wardstone/auth';
import { type AuditNote, changeFacts } from '@wardstone/bootstrap';
import { Clock } from '@wardstone/clock';
import { Database, type Transaction } from '@wardstone/database';
import type { DeletionQuery, GroupListQuery, GroupRest } from '@wardstone/dto/monitoring';
import { ApiError, CommonError, MonitoringError } from '@wardstone/errors';
import { HandlerResponse, type ListPage, type SentBody } from '@wardstone/media-types';
import { invalidContent } from '../api/invalid-parameter';
import { toStorableId } from '../api/path-id';
import { InventoryChanges } from '../resources/inventory-changes';
import { InventoryService } from '../resources/inventory.service';
import { AuthorizationService, groupNotFound } from '../authorization/authorization.service';
import type { Viewer } from '../authorization/viewer';
import { GroupRecords } from './group-records';
import type { GroupRow } from './group-row.sql';
import { GroupQueries } from './group.queries';

const MAX_NAME_LENGTH = 4000;

/** See rule groups-4. */
@Injectable()
export class GroupService {
  constructor(
    private readonly queries: GroupQueries,
    private readonly inventory: InventoryService,
    private readonly changes: InventoryChanges,
    private readonly records: GroupRecords,
    private readonly authorization: AuthorizationService,
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  /** Groups of one resource, or all. @throws resource_not_found, resource_forbidden */
  async list({ window, q }: GroupListQuery, viewer: Viewer, resourceId?: number): Promise<ListPage<GroupRest>> {
    if (resourceId !== undefined) await this.authorization.requireResource(viewer, resourceId);
    const { rows, total } = await this.queries.list({ resourceId, namePart: q }, viewer, window);
    return { items: rows.map((row) => this.records.of(row)), total, window };
  }

  /** @throws group_not_found, group_forbidden */
  async read(id: number, viewer: Viewer): Promise<GroupRest> {
    await this.authorization.requireGroup(viewer, id);
    return this.records.of(await this.require(id));
  }

  /**
   * Creates a group, or returns the existing one with this name unchanged.
   * @throws invalid_content, resource_type_not_found
   */
  async create(body: SentBody<GroupRest>, note: AuditNote): Promise<HandlerResponse<GroupRest>> {
    const { name: sentName, resourceTypeId: typeId = null, recursive: isRecursive = false } = body.read();
    const name = checkedName(sentName);
    if (typeId !== null && !(await this.queries.typeExists(toStorableId(typeId)))) {
      throw new ApiError(MonitoringError.resource_type_not_found, `Resource type with id ${typeId} not found`);
    }
    return this.db.transaction(async (tx) => {
      await this.inventory.lockMembers(tx);
      const existing = await this.queries.findByName(name, tx);
      if (existing) return new HandlerResponse(this.records.of(existing), { status: 200 });
      const id = (await this.queries.insert(tx, { name, typeId, isRecursive }, this.clock.now()))!;
      const row = await this.require(id, tx);
      note(changeFacts(toAuditedObject(row)));
      return new HandlerResponse(this.records.of(row), {
        status: 201,
        headers: { Location: this.records.toAddress(row) },
      });
    });
  }

  /**
   * Changes only the name.
   * @throws group_not_found, insufficient_scope, invalid_content, group_name_taken
   */
  async rename(id: number, body: SentBody<GroupRest>, viewer: Viewer, note: AuditNote): Promise<GroupRest> {
    await this.require(id);
    requireManager(viewer);
    const name = checkedName(body.read().name);
    return this.db.transaction(async (tx) => {
      await this.inventory.lockMembers(tx);
      const row = await this.require(id, tx);
      const other = await this.queries.findByName(name, tx);
      if (other && other.id !== id) {
        throw new ApiError(MonitoringError.group_name_taken, `Group ${other.id} has the name ${other.name}`);
      }
      if (name !== row.name) await this.queries.rename(tx, id, name, this.clock.now());
      note(changeFacts({ ...toAuditedObject(row), name }, { name: row.name }, { name }));
      return this.records.of({ ...row, name });
    });
  }

  /** @throws group_not_found with `validate` alone, insufficient_scope */
  async delete(id: number, query: DeletionQuery, viewer: Viewer, note: AuditNote): Promise<void> {
    await this.db.transaction(async (tx) => {
      await this.inventory.lockMembers(tx);
      const row = await this.queries.find(id, tx);
      if (!row && query.validate) throw groupNotFound(id);
      if (!row) return;
      requireManager(viewer);
      await this.changes.groupsDeleted(tx, [id]);
      await this.queries.delete(tx, id);
      note(changeFacts(toAuditedObject(row)));
    });
  }

  /** Roles with access to the members. See rule http-3. @throws group_not_found */
  async listRoles(id: number): Promise<string[]> {
    await this.require(id);
    return this.queries.listRoles(id);
  }

  /** @throws group_not_found, role_not_found */
  async tieRole(id: number, role: string, note: AuditNote): Promise<void> {
    const row = await this.require(id);
    if (!isRoleName(role)) throw new ApiError(MonitoringError.role_not_found, `Unknown role ${role}`);
    await this.queries.tieRole(id, role);
    note(changeFacts(toAuditedObject(row), {}, { role }));
  }

  /** @throws group_not_found; role_not_found with `validate` alone */
  async untieRole(id: number, role: string, query: DeletionQuery, note: AuditNote): Promise<void> {
    const row = await this.require(id);
    const isUntied = await this.queries.untieRole(id, role);
    if (isUntied) note(changeFacts(toAuditedObject(row), { role }, {}));
    if (isUntied || !query.validate) return;
    throw new ApiError(MonitoringError.role_not_found, `Role ${role} has no access to the group with id ${id}`);
  }

  private async require(id: number, tx?: Transaction): Promise<GroupRow> {
    const row = await this.queries.find(id, tx);
    if (!row) throw groupNotFound(id);
    return row;
  }
}

/**
 * Changing groups requires inventory management, whatever the caller sees.
 * @throws insufficient_scope
 */
export function requireManager({ permissions }: Viewer): void {
  if (permits(permissions, 'MANAGE_INVENTORY')) return;
  throw new ApiError(CommonError.insufficient_scope, 'This operation requires the permission MANAGE_INVENTORY.');
}

/** @throws invalid_content */
function checkedName(sent: string | undefined): string {
  const name = sent?.trim() ?? '';
  if (name === '') throw invalidContent('Field name must be given');
  if ([...name].length > MAX_NAME_LENGTH) {
    throw invalidContent(`Field name is longer than ${MAX_NAME_LENGTH} characters`);
  }
  return name;
}

/** The group in the audit log. */
export function toAuditedObject({ id, name }: Pick<GroupRow, 'id' | 'name'>) {
  return { kind: 'group', id, name } as const;
}
