import { Injectable } from '@nestjs/common';
import { type CallerIdentity, permits } from '@wardstone/auth';
import { type AuditNote, changeFacts } from '@wardstone/bootstrap';
import { Clock } from '@wardstone/clock';
import { Database, type Transaction } from '@wardstone/database';
import { type ResourceDeletionQuery, ResourceWithType } from '@wardstone/dto/monitoring';
import { ApiError, CommonError, MonitoringError } from '@wardstone/errors';
import { type Precondition, type Sent, type SentBody } from '@wardstone/media-types';
import { invalidContent } from '../api/invalid-parameter';
import { AuthorizationService, resourceNotFound } from '../authorization/authorization.service';
import type { Viewer } from '../authorization/viewer';
import { AgentRequests } from './agent-requests.service';
import { InventoryService } from './inventory.service';
import { isBlank, refuseWording } from './domain/wording';
import { ResourceChangesQueries } from './resource-changes.queries';
import { ResourceRecords } from './resource-record';
import { ResourceReadQueries } from './resource-reads.queries';
import { lockVisible } from './resource-row.queries';
import type { VisibleRow } from './resource-row.sql';

/** See rules inventory-5, inventory-6, inventory-11. */
@Injectable()
export class ResourceChangesService {
  constructor(
    private readonly queries: ResourceChangesQueries,
    private readonly reads: ResourceReadQueries,
    private readonly inventory: InventoryService,
    private readonly agents: AgentRequests,
    private readonly authorization: AuthorizationService,
    private readonly records: ResourceRecords,
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Changes the texts of a resource, or imports a discovered one.
   * @throws resource_not_found, resource_forbidden, insufficient_scope, precondition_failed, invalid_content,
   * resource_not_in_inventory
   */
  async change(
    id: number,
    body: SentBody<ResourceWithType>,
    precondition: Precondition,
    viewer: Viewer,
    note: AuditNote,
  ): Promise<ResourceWithType> {
    const changeable = (row: VisibleRow | undefined): VisibleRow => {
      if (!row) throw resourceNotFound(id);
      this.authorization.authorizeResource(viewer, { id, isSeen: row.is_seen }, 'MODIFY_RESOURCE');
      precondition.require(ResourceWithType, this.records.of(row));
      return row;
    };
    changeable(await this.reads.find(id, viewer));
    const sent = body.read();
    return this.db.transaction(async (tx) => {
      const row = changeable(await lockVisible(tx, id, viewer));
      const isImport =
        row.inventory_status === 'NEW' && row.category !== 'SERVICE' && sent.status?.toUpperCase() === 'COMMITTED';
      if (isImport) await this.import(tx, row, viewer);
      else await this.update(tx, row, sent);
      const changed = (await lockVisible(tx, id, viewer))!;
      note(changeFacts({ kind: 'resource', id, name: changed.name }, getWording(row), getWording(changed)));
      return this.records.of(changed);
    });
  }

  /**
   * Removes a resource and its descendants from the inventory. A resource that is not in it was already removed.
   * @throws resource_not_found with `validate` alone, resource_forbidden
   */
  async remove(id: number, query: ResourceDeletionQuery, caller: CallerIdentity, note: AuditNote): Promise<void> {
    await this.db.transaction(async (tx) => {
      const row = await lockVisible(tx, id, caller);
      if (!row || row.inventory_status === 'UNINVENTORIED') {
        if (query.validate) throw resourceNotFound(id);
        return;
      }
      this.authorization.authorizeResource(caller, { id, isSeen: row.is_seen }, 'DELETE_RESOURCE');
      note(changeFacts({ kind: 'resource', id, name: row.name }));
      const nowMs = this.clock.now();
      // It leaves the inventory once its agent has deleted the resource on the machine.
      if (query.physical && (await this.agents.orderDeletion(tx, id, caller.username, nowMs))) return;
      await this.inventory.uninventory(tx, [id], nowMs);
    });
  }

  private async update(tx: Transaction, row: VisibleRow, sent: Sent<ResourceWithType>): Promise<void> {
    if (row.inventory_status !== 'COMMITTED') throw notInInventory(row);
    const problem = refuseWording(sent);
    if (problem !== undefined) throw invalidContent(problem);
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
    await this.agents.announceImport(tx, row.id);
  }
}

/** The resource would have to be COMMITTED. */
export function notInInventory({ id, inventory_status }: Pick<VisibleRow, 'id' | 'inventory_status'>): ApiError {
  return new ApiError(
    MonitoringError.resource_not_in_inventory,
    `Resource with id ${id} is ${inventory_status}, not COMMITTED`,
  );
}

/** Editable texts of a resource, and its status. */
function getWording({ name, description, location, inventory_status: status }: VisibleRow): object {
  return { name, description, location, status };
}
