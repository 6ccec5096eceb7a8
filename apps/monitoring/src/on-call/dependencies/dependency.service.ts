import { Injectable } from '@nestjs/common';
import { dependsOn } from '@wardstone/alerting';
import type { CallerIdentity } from '@wardstone/auth';
import { type AuditNote, changeFacts } from '@wardstone/bootstrap';
import { Database, type Transaction } from '@wardstone/database';
import type {
  DependencyListQuery,
  DependentResource,
  ResourceDependencies,
  ResourceDependency,
} from '@wardstone/dto/monitoring';
import { ApiError, MonitoringError } from '@wardstone/errors';
import type { ListPage, SentBody } from '@wardstone/media-types';
import { Addresses } from '../../api/addresses';
import { toStorableId } from '../../api/path-id';
import { AuthorizationService } from '../../authorization/authorization.service';
import type { Viewer } from '../../authorization/viewer';
import { InventoryService } from '../../resources/inventory.service';
import { AlertNotices } from '../../alert-engine/alert-notices';
import { DependencyQueries, type DependencyRow } from './dependency.queries';
import { PresentHoldsService } from '../../alert-state/present-holds.service';

/** See rule alerts-35. */
@Injectable()
export class DependencyService {
  constructor(
    private readonly queries: DependencyQueries,
    private readonly notices: AlertNotices,
    private readonly holds: PresentHoldsService,
    private readonly authorization: AuthorizationService,
    private readonly inventory: InventoryService,
    private readonly addresses: Addresses,
    private readonly db: Database,
  ) {}

  /** Dependencies between resources that the caller sees. */
  async listAll(query: DependencyListQuery, viewer: Viewer): Promise<ListPage<DependentResource>> {
    const { rows, total } = await this.queries.listAll(viewer, query);
    const items = rows.map(({ id, name, dependsOn: ids }) => ({
      resourceId: id,
      resourceName: name,
      dependsOn: ids,
      links: [this.addresses.link('resource', `/resource/${id}`)],
    }));
    return { items, total, window: query.window };
  }

  /** @throws resource_not_found, resource_forbidden */
  async list(resourceId: number, viewer: Viewer): Promise<ResourceDependency[]> {
    await this.authorization.requireResource(viewer, resourceId);
    return this.records(await this.queries.list(resourceId, viewer));
  }

  /** @throws resource_not_found, resource_forbidden */
  async listDependents(resourceId: number, viewer: Viewer): Promise<ResourceDependency[]> {
    await this.authorization.requireResource(viewer, resourceId);
    return this.records(await this.queries.listDependents(resourceId, viewer));
  }

  /**
   * Replaces the dependencies of a resource; those that the caller does not see stay.
   * @throws resource_not_found, resource_forbidden, resource_not_in_inventory, dependency_circle
   */
  async replace(
    resourceId: number,
    body: SentBody<ResourceDependencies>,
    caller: CallerIdentity,
    note: AuditNote,
  ): Promise<ResourceDependency[]> {
    const requireOwn = async (tx?: Transaction): Promise<string> => {
      await this.authorization.requireResource(caller, resourceId, 'MANAGE_ALERTS', tx);
      const name = await this.queries.findName(resourceId, tx);
      if (name === undefined) throw notInInventory(resourceId);
      return name;
    };
    await requireOwn();
    const ids = [...new Set((body.read().dependsOn ?? []).map(toStorableId))];
    const { name, before, after } = await this.db.transaction(async (tx) => {
      // Two concurrent requests would both miss the cycle that they create.
      await this.inventory.lockMembers(tx);
      const own = await requireOwn(tx);
      for (const id of ids) await this.authorization.requireResource(caller, id, 'VIEW_RESOURCE', tx);
      const former = await this.queries.list(resourceId, caller, tx);
      const added = ids.filter((id) => !former.some((row) => row.id === id));
      const removed = former.map(({ id }) => id).filter((id) => !ids.includes(id));
      const upstream = await this.holds.listUpstream(tx, added);
      for (const id of added) {
        if (!upstream.get(id)?.isPresent) throw notInInventory(id);
        if (id === resourceId || dependsOn(id, resourceId, upstream)) throw circle(resourceId, id);
      }
      await this.queries.remove(tx, resourceId, removed);
      await this.queries.add(tx, resourceId, added);
      await this.notices.releaseCauses(tx, removed);
      return { name: own, before: former, after: await this.queries.list(resourceId, caller, tx) };
    });
    const names = (rows: readonly DependencyRow[]) => ({ dependsOn: rows.map((row) => row.name).join(', ') });
    note(changeFacts({ kind: 'resource', id: resourceId, name }, names(before), names(after)));
    return this.records(after);
  }

  private records(rows: readonly DependencyRow[]): ResourceDependency[] {
    return rows.map(({ id, name, availability }) => ({
      resourceId: id,
      resourceName: name,
      availability,
      links: [this.addresses.link('resource', `/resource/${id}`)],
    }));
  }
}

function notInInventory(id: number): ApiError {
  return new ApiError(MonitoringError.resource_not_in_inventory, `Resource with id ${id} is not in inventory`);
}

function circle(resourceId: number, otherId: number): ApiError {
  const detail =
    resourceId === otherId
      ? `Resource ${resourceId} cannot depend on itself`
      : `Resource ${otherId} depends on resource ${resourceId}, which therefore cannot depend on it`;
  return new ApiError(MonitoringError.dependency_circle, detail);
}
