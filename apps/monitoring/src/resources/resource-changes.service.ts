import { Inject, Injectable } from '@nestjs/common';
import { permits } from '@wardstone/auth';
import type { CallerIdentity } from '@wardstone/auth';
import { changeFacts } from '@wardstone/bootstrap';
import type { AuditNote } from '@wardstone/bootstrap';
import { Clock } from '@wardstone/clock';
import { Database } from '@wardstone/database';
import type { Transaction } from '@wardstone/database';
import { ResourceWithType } from '@wardstone/dto/monitoring';
import type { ResourceDeletionQuery } from '@wardstone/dto/monitoring';
import { ApiError, CommonError, MonitoringError } from '@wardstone/errors';
import { valueOf } from '@wardstone/media-types';
import type { Parsed, Precondition, Sent } from '@wardstone/media-types';
import { AuthorizationService, resourceNotFound } from '../authorization/authorization.service';
import type { Viewer } from '../authorization/viewer';
import { AgentRequests } from './agent-requests.service';
import { InventoryService } from './inventory.service';
import { isBlank, refuseWording } from './domain/wording';
import { ResourceChangesQueries } from './resource-changes.queries';
import { ResourceRecords } from './resource-record';
import type { VisibleRow } from './resource-row.sql';
import { InventoryQueries } from './inventory.queries';

/** See rules inventory-5, inventory-6, inventory-11. */
@Injectable()
export class ResourceChangesService {
  constructor(
    @Inject(ResourceChangesQueries) private readonly queries: ResourceChangesQueries,
    @Inject(InventoryService) private readonly inventory: InventoryService,
    @Inject(InventoryQueries) private readonly deletions: InventoryQueries,
    @Inject(AgentRequests) private readonly agents: AgentRequests,
    @Inject(AuthorizationService) private readonly authorization: AuthorizationService,
    @Inject(ResourceRecords) private readonly records: ResourceRecords,
    @Inject(Database) private readonly db: Database,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /**
   * Changes what people write about a resource, or imports a discovered one.
   *
   * @throws resource_not_found, resource_forbidden, insufficient_scope, precondition_failed, invalid_content,
   *   resource_not_in_inventory
   */
  change(
    id: number,
    body: Parsed<Sent<ResourceWithType>>,
    precondition: Precondition,
    viewer: Viewer,
    note: AuditNote,
  ): Promise<ResourceWithType> {
    return this.db.transaction(async (tx) => {
      const row = await this.requireLocked(tx, id, viewer);
      this.authorization.authorizeResource(viewer, { id, isSeen: row.is_seen }, 'MODIFY_RESOURCE');
      precondition.require(ResourceWithType, this.records.of(row));
      const sent = valueOf(body);
      const isImport =
        row.inventory_status === 'NEW' && row.category !== 'SERVICE' && sent.status?.toUpperCase() === 'COMMITTED';
      if (isImport) await this.import(tx, row, viewer);
      else await this.update(tx, row, sent);
      const changed = await this.requireLocked(tx, id, viewer);
      note(changeFacts({ kind: 'resource', id, name: changed.name }, wordingOf(row), wordingOf(changed)));
      return this.records.of(changed);
    });
  }

  /**
   * Takes a resource and all below it out of the inventory. What is not in it was removed already.
   *
   * @throws resource_not_found with `validate` alone, resource_forbidden
   */
  async remove(id: number, query: ResourceDeletionQuery, caller: CallerIdentity, note: AuditNote): Promise<void> {
    await this.db.transaction(async (tx) => {
      const row = await this.queries.lock(tx, id, caller);
      if (!row || row.inventory_status === 'UNINVENTORIED') {
        if (query.validate) throw resourceNotFound(id);
        return;
      }
      this.authorization.authorizeResource(caller, { id, isSeen: row.is_seen }, 'DELETE_RESOURCE');
      note(changeFacts({ kind: 'resource', id, name: row.name }));
      const nowMs = this.clock.now();
      if (query.physical) {
        // It leaves the inventory when its agent has done so.
        if (await this.agents.orderDeletion(tx, id, caller.username, nowMs)) return;
        await this.deletions.insertDeletion(tx, id, caller.username, nowMs);
      }
      await this.inventory.uninventory(tx, [id], nowMs);
    });
  }

  private async update(tx: Transaction, row: VisibleRow, sent: Sent<ResourceWithType>): Promise<void> {
    if (row.inventory_status !== 'COMMITTED') throw notInInventory(row);
    const problem = refuseWording(sent);
    if (problem !== undefined) throw new ApiError(MonitoringError.invalid_content, problem);
    const name = isBlank(sent.resourceName) ? row.name : sent.resourceName;
    const wording = { name, description: sent.description ?? null, location: sent.location ?? null };
    const isSame = name === row.name && wording.description === row.description && wording.location === row.location;
    if (isSame) return;
    const nowMs = this.clock.now();
    await this.queries.update(tx, row.id, wording, nowMs);
    if (name !== row.name) await this.queries.rewriteAncestryBelow(tx, row.id, nowMs);
  }

  private async import(tx: Transaction, row: VisibleRow, viewer: Viewer): Promise<void> {
    if (!permits(viewer.permissions, 'MANAGE_INVENTORY')) {
      throw new ApiError(CommonError.insufficient_scope, 'This operation requires the permission MANAGE_INVENTORY.');
    }
    if (row.parent_id !== null && (await this.queries.findStatus(tx, row.parent_id)) !== 'COMMITTED') {
      throw new ApiError(
        MonitoringError.resource_not_in_inventory,
        `Resource with id ${row.parent_id} must be imported first: resource ${row.id} is below it`,
      );
    }
    const nowMs = this.clock.now();
    await this.inventory.enter(tx, await this.inventory.commit(tx, row.id, nowMs), nowMs);
  }

  private async requireLocked(tx: Transaction, id: number, viewer: Viewer): Promise<VisibleRow> {
    const row = await this.queries.lock(tx, id, viewer);
    if (!row) throw resourceNotFound(id);
    return row;
  }
}

/** The resource would have to be COMMITTED. */
export function notInInventory({ id, inventory_status }: Pick<VisibleRow, 'id' | 'inventory_status'>): ApiError {
  return new ApiError(
    MonitoringError.resource_not_in_inventory,
    `Resource with id ${id} is ${inventory_status}, not COMMITTED`,
  );
}

/** What people write about a resource, and whether it is in inventory. */
function wordingOf({ name, description, location, inventory_status: status }: VisibleRow): object {
  return { name, description, location, status };
}
