import { Injectable } from '@nestjs/common';
import type { Transaction } from '@wardstone/database';

/** Where an event of an agent comes from. */
export interface Place {
  resourceId: number;
  /** Name of the event definition. */
  definition: string;
  location: string;
}

/** The source of a place, or why there is none. */
type SourceOf = (resourceId: number, definition: string, location: string) => number | string;

@Injectable()
export class AgentEventQueries {
  /** The sources of all places, made as needed. */
  async requireSources(tx: Transaction, agent: string, places: readonly Place[]): Promise<SourceOf> {
    const ids = [...new Set(places.map(({ resourceId }) => resourceId))];
    const known = await tx.query<{ resource_id: number; id: number | null; name: string | null }>(
      `SELECT r.id AS resource_id, d.id, d.name
         FROM resource r LEFT JOIN event_definition d ON d.resource_type_id = r.resource_type_id
        WHERE r.id = ANY ($1::integer[]) AND r.agent_name = $2 AND r.inventory_status <> 'UNINVENTORIED'`,
      [ids, agent],
    );
    const resources = new Set(known.map(({ resource_id }) => resource_id));
    const definitions = new Map(known.map(({ resource_id, id, name }) => [keyOf(resource_id, name ?? ''), id]));
    const wanted = new Map<string, { resource_id: number; definition_id: number; location: string }>();
    for (const { resourceId, definition, location } of places) {
      const definitionId = definitions.get(keyOf(resourceId, definition));
      if (definitionId == null) continue;
      wanted.set(keyOf(resourceId, definitionId, location), {
        resource_id: resourceId,
        definition_id: definitionId,
        location,
      });
    }
    const sources = await this.insertMissing(tx, [...wanted.values()]);
    return (resourceId, definition, location) => {
      if (!resources.has(resourceId)) return `unknown resource ${resourceId}`;
      const definitionId = definitions.get(keyOf(resourceId, definition));
      if (definitionId == null) return `unknown event definition ${definition}`;
      return sources.get(keyOf(resourceId, definitionId, location)) ?? 'the source was removed meanwhile';
    };
  }

  private async insertMissing(tx: Transaction, wanted: readonly object[]): Promise<Map<string, number>> {
    if (wanted.length === 0) return new Map();
    const given = `jsonb_to_recordset($1::jsonb) AS w(resource_id integer, definition_id integer, location text)`;
    const params = [JSON.stringify(wanted)];
    await tx.query(
      `INSERT INTO event_source (resource_id, event_definition_id, location)
       SELECT w.resource_id, w.definition_id, w.location FROM ${given}
        ORDER BY w.resource_id, w.definition_id, w.location
       ON CONFLICT DO NOTHING`,
      params,
    );
    const rows = await tx.query<{ id: number; resource_id: number; event_definition_id: number; location: string }>(
      `SELECT s.id, s.resource_id, s.event_definition_id, s.location
         FROM ${given}
         JOIN event_source s
           ON s.resource_id = w.resource_id AND s.event_definition_id = w.definition_id
          AND md5(s.location) = md5(w.location)
          FOR KEY SHARE OF s`,
      params,
    );
    return new Map(rows.map((row) => [keyOf(row.resource_id, row.event_definition_id, row.location), row.id]));
  }
}

function keyOf(...parts: readonly (string | number)[]): string {
  return JSON.stringify(parts);
}
