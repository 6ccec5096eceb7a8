import { Injectable } from '@nestjs/common';
import type { Transaction } from '@wardstone/database';

@Injectable()
export class SampleInventoryQueries {
  /** Whether no resource was ever created; concurrent replicas wait for each other. */
  async isUntouched(tx: Transaction): Promise<boolean> {
    await tx.query(`SELECT pg_advisory_xact_lock(hashtext('sample inventory'))`);
    const [sequence] = await tx.query<{ is_called: boolean }>(`SELECT s.is_called FROM resource_id_seq s`);
    return sequence?.is_called === false;
  }

  /** Adds a discovered resource below another one. Returns its id; undefined if its type is missing. */
  async insertDiscovered(
    tx: Transaction,
    found: { plugin: string; type: string; name: string; parentId: number | null },
    nowMs: number,
  ): Promise<number | undefined> {
    const [row] = await tx.query<{ id: number }>(
      `INSERT INTO resource (resource_type_id, category, parent_id, resource_key, name, description, inventory_status,
                             ancestry, plugin_configuration, resource_configuration, created_ms, modified_ms)
       SELECT t.id, t.category, $3::integer, 'sample:' || $4::text, $4, t.description, 'NEW',
              (SELECT concat_ws('_:_', p.resource_type_id, p.id, p.name) FROM resource p WHERE p.id = $3),
              coalesce(t.plugin_configuration -> 'defaultValues', '{}'),
              coalesce(t.resource_configuration -> 'defaultValues', '{}'), $5, $5
         FROM resource_type t JOIN plugin p ON p.id = t.plugin_id
        WHERE p.name = $1 AND t.name = $2 AND NOT t.is_deleted
       RETURNING id`,
      [found.plugin, found.type, found.parentId, found.name, nowMs],
    );
    return row?.id;
  }
}
