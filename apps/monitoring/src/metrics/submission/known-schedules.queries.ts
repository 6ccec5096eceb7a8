import { parameters, Queries } from '@wardstone/database';
import type { Submitter } from '../../authorization/viewer';
import { submitsTo } from '../../authorization/visible.sql';
import { arrayText } from '../storage/array-text.sql';

export class KnownSchedulesQueries extends Queries {
  /** Schedules that the caller may submit to: numeric ones of resources in inventory. */
  async findOpen(ids: readonly number[], submitter: Submitter): Promise<number[]> {
    const { params, bind } = parameters(arrayText(ids));
    const isOpen = submitsTo(submitter, 'r', bind);
    // Prepared for each form of the condition, because it runs with every submission.
    const name = isOpen === 'true' ? 'open_schedules' : `open_schedules_${params.length - 1}`;
    const rows = await this.db.queryPrepared<[number]>(
      name,
      `SELECT s.id
         FROM metric_schedule s
         JOIN metric_definition d ON d.id = s.metric_definition_id
         JOIN resource r ON r.id = s.resource_id
        WHERE s.id = ANY ($1::int[]) AND d.data_type = 'MEASUREMENT' AND r.inventory_status = 'COMMITTED'
          AND ${isOpen}`,
      params,
    );
    return rows.map(([id]) => id);
  }

  /** Numeric schedules of a resource by metric name; of two with the same name, the raw counter. */
  async findByName(resourceId: number, names: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const rows = await this.db.query<{ id: number; name: string }>(
      `SELECT DISTINCT ON (d.name) s.id, d.name
         FROM metric_schedule s JOIN metric_definition d ON d.id = s.metric_definition_id
        WHERE s.resource_id = $1 AND d.name = ANY ($2::text[]) AND d.data_type = 'MEASUREMENT'
        ORDER BY d.name, d.is_per_minute`,
      [resourceId, names],
    );
    return new Map(rows.map(({ id, name }) => [name, id]));
  }

  isInInventory(resourceId: number): Promise<boolean> {
    return this.db.hasRow(`SELECT 1 FROM resource r WHERE r.id = $1 AND r.inventory_status = 'COMMITTED'`, [
      resourceId,
    ]);
  }
}
