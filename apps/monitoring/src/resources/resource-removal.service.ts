import { Injectable } from '@nestjs/common';
import type { CallerIdentity } from '@wardstone/auth';
import { type AuditedObject, type AuditNote, changeFacts } from '@wardstone/bootstrap';
import { Clock } from '@wardstone/clock';
import { Database, type Transaction } from '@wardstone/database';
import type { RemovalPreviewQuery, RemovalQuery, ResourceRemoval } from '@wardstone/dto/monitoring';
import { ApiError, CommonError } from '@wardstone/errors';
import { invalidParameter } from '../api/invalid-parameter';
import type { Viewer } from '../authorization/viewer';
import { InventoryQueries } from './inventory.queries';
import { InventoryService } from './inventory.service';
import { toResourceFilter } from './resource-reads.service';
import { type NamedResource, ResourceReadQueries } from './resource-reads.queries';

/**
 * Maximum number of resources that one request may remove, descendants included, because they are locked until all have
 * left.
 */
const MAX_AT_ONCE = 50_000;
/** Maximum number of names in an audit event. */
const MAX_NAMED = 20;

/** Removal of many resources together. See rule inventory-20. */
@Injectable()
export class ResourceRemovalService {
  constructor(
    private readonly search: ResourceReadQueries,
    private readonly queries: InventoryQueries,
    private readonly inventory: InventoryService,
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Counts the resources to be removed.
   * @throws invalid_query
   */
  preview(query: RemovalPreviewQuery, viewer: Viewer): Promise<ResourceRemoval> {
    return this.db.transaction(async (tx) => this.count(tx, await this.choose(tx, query, viewer)));
  }

  /**
   * Removes the matching resources, if their number is the expected one.
   * @throws invalid_query, precondition_failed
   */
  remove(query: RemovalQuery, caller: CallerIdentity, note: AuditNote): Promise<ResourceRemoval> {
    return this.db.transaction(async (tx) => {
      await this.inventory.lockTree(tx);
      const chosen = await this.choose(tx, query, caller);
      if (chosen.length !== query.expected) {
        throw new ApiError(
          CommonError.precondition_failed,
          `${chosen.length} resources match, not ${query.expected}: nothing was removed`,
        );
      }
      const removal = await this.count(tx, chosen);
      note(changeFacts(toAuditedObject(chosen)));
      await this.inventory.uninventory(tx, chosen.map(toId), this.clock.now());
      return removal;
    });
  }

  private choose(tx: Transaction, query: RemovalPreviewQuery, viewer: Viewer): Promise<NamedResource[]> {
    return this.search.listNamed(tx, toResourceFilter(query), viewer, MAX_AT_ONCE + 1);
  }

  private async count(tx: Transaction, chosen: readonly NamedResource[]): Promise<ResourceRemoval> {
    const { total, openAlerts, schedules } = await this.queries.countSubtrees(tx, chosen.map(toId));
    if (total > MAX_AT_ONCE) throw invalidParameter(`More than ${MAX_AT_ONCE} resources match, parts included`);
    return { resources: chosen.length, parts: total - chosen.length, openAlerts, schedules };
  }
}

const toId = ({ id }: NamedResource): number => id;

/** For several resources: their number, and some names. */
function toAuditedObject(chosen: readonly NamedResource[]): AuditedObject {
  const [first, ...others] = chosen;
  if (first && others.length === 0) return { kind: 'resource', ...first };
  return {
    kind: 'resources',
    id: chosen.length,
    name: chosen
      .slice(0, MAX_NAMED)
      .map(({ name }) => name)
      .join(', '),
  };
}
