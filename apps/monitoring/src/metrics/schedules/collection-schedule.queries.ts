import { Injectable } from '@nestjs/common';
import type { Transaction } from '@wardstone/database';

@Injectable()
export class CollectionScheduleQueries {
  /**
   * Creates missing schedules for the metrics of the resources' types, enabled by the defaults of the metrics: for all
   * of these resources, or for these metrics on all resources in inventory.
   */
  async insert(tx: Transaction, of: 'resources' | 'metrics', ids: readonly number[], nowMs: number): Promise<void> {
    const wanted = of === 'resources' ? `r.id = ANY ($1)` : `d.id = ANY ($1) AND r.inventory_status <> 'UNINVENTORIED'`;
    await tx.query(
      `INSERT INTO metric_schedule (metric_definition_id, resource_id, is_enabled, collection_interval_ms, modified_ms)
       SELECT d.id, r.id, d.is_on_by_default, d.default_interval_ms, $2
         FROM resource r JOIN metric_definition d ON d.resource_type_id = r.resource_type_id
        WHERE ${wanted} AND NOT d.is_received
        ORDER BY r.id, d.position, d.id
       ON CONFLICT DO NOTHING`,
      [ids, nowMs],
    );
  }

  async shortenIntervals(
    tx: Transaction,
    resourceIds: readonly number[],
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
      [resourceIds, intervalMs, always, nowMs],
    );
  }
}
