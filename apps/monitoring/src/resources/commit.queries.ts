import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from '@wardstone/database';
import { MembershipQueries } from '../groups/membership.queries';
import { InventoryChanges } from './inventory-changes';

/** What comes with a resource's entry into the inventory (inventory spec 4.2, 5.1, 6.2, 12.5), for many at once. */
@Injectable()
export class CommitQueries {
  constructor(
    @Inject(MembershipQueries) private readonly membership: MembershipQueries,
    @Inject(InventoryChanges) private readonly changes: InventoryChanges,
  ) {}

  /**
   * Gives the resources an availability record, the schedules of their types, and a place in the recursive groups of
   * their ancestors, as far as they lack them, and tells who follows the inventory. Once per transaction: what follows
   * holds more than the rows of the resources.
   */
  async complete(tx: Transaction, ids: readonly number[], nowMs: number): Promise<void> {
    await tx.query(
      `INSERT INTO availability_record (resource_id, type, since_ms)
       SELECT r.id, 'UNKNOWN', 0 FROM resource r
        WHERE r.id = ANY ($1::integer[])
          AND NOT EXISTS (SELECT 1 FROM availability_record a WHERE a.resource_id = r.id)
        ORDER BY r.id`,
      [ids],
    );
    await tx.query(
      `INSERT INTO metric_schedule (metric_definition_id, resource_id, is_enabled, collection_interval_ms, modified_ms)
       SELECT d.id, r.id, d.is_on_by_default, d.default_interval_ms, $2
         FROM resource r JOIN metric_definition d ON d.resource_type_id = r.resource_type_id
        WHERE r.id = ANY ($1::integer[])
        ORDER BY r.id, d.position, d.id
       ON CONFLICT DO NOTHING`,
      [ids, nowMs],
    );
    await this.membership.enter(tx, ids);
    await this.changes.resourcesEntered(tx, ids);
  }

  /** Has what is collected of the resources collected at least this often, and switches on what `always` names. */
  async quicken(
    tx: Transaction,
    ids: readonly number[],
    { intervalMs, always }: { intervalMs: number; always: readonly string[] },
    nowMs: number,
  ): Promise<void> {
    await tx.query(
      `UPDATE metric_schedule s
          SET is_enabled = true, collection_interval_ms = least(s.collection_interval_ms, $2), modified_ms = $4
         FROM metric_definition d
        WHERE d.id = s.metric_definition_id AND s.resource_id = ANY ($1::integer[])
          AND d.data_type IN ('MEASUREMENT', 'AVAILABILITY')
          AND (s.is_enabled AND s.collection_interval_ms > $2 OR d.name = ANY ($3::text[]))`,
      [ids, intervalMs, always, nowMs],
    );
  }
}
