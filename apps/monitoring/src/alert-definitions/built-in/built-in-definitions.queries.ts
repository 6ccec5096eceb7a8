import { Injectable } from '@nestjs/common';
import type { Transaction } from '@wardstone/database';
import { BuiltInDefinitionEntity } from './built-in-definition.entity';

@Injectable()
export class BuiltInDefinitionQueries {
  /** Keys of built-in definitions that were created before; replicas that start concurrently wait for each other. */
  async holdPlaced(tx: Transaction): Promise<ReadonlySet<string>> {
    await tx.query(`SELECT pg_advisory_xact_lock(hashtext('built-in definitions'))`);
    const rows = await tx.query<{ key: string }>(`SELECT b.key FROM built_in_definition b`);
    return new Set(rows.map(({ key }) => key));
  }

  /** Ids of a type and its metrics by name; undefined if the type is missing. */
  findType(
    tx: Transaction,
    { plugin, type }: { plugin: string; type: string },
  ): Promise<{ id: number; metrics: Partial<Record<string, number>> } | undefined> {
    return tx.first<{ id: number; metrics: Partial<Record<string, number>> }>(
      `SELECT t.id, coalesce((SELECT json_object_agg(m.name, m.id) FROM metric_definition m
                               WHERE m.resource_type_id = t.id AND NOT m.is_per_minute), '{}') AS metrics
         FROM resource_type t JOIN plugin p ON p.id = t.plugin_id
        WHERE p.name = $1 AND t.name = $2 AND NOT t.is_deleted`,
      [plugin, type],
    );
  }

  async notePlaced(tx: Transaction, key: string, definitionId: number): Promise<void> {
    await tx.repository(BuiltInDefinitionEntity).insert({ key, definition_id: definitionId });
  }
}
