import { Queries } from '@wardstone/database';
import { PROBES_PLUGIN, QUORUM_TYPE } from '../plugins/platforms/probes-descriptor';
import type { QuorumVotes } from './domain/judge-quorum';

/** A quorum with the present states of its resources. */
export interface QuorumRow extends QuorumVotes {
  id: number;
  availability: string | null;
  /** Null for more than half. */
  needed: number | null;
}

export class QuorumQueries extends Queries {
  /**
   * Quorums after an id, in order of id. Only those that people added: what an agent reports has an agent, and names
   * resources that nobody authorised.
   */
  list(afterId: number, limit: number): Promise<QuorumRow[]> {
    return this.db.query<QuorumRow>(
      `SELECT q.id, q.availability, votes.*,
              substring(q.plugin_configuration ->> 'down' FROM '^\\s*(\\d{1,4})\\s*$')::integer AS needed
         FROM resource q
         JOIN resource_type t ON t.id = q.resource_type_id AND t.name = $1
         JOIN plugin p ON p.id = t.plugin_id AND p.name = $2
        CROSS JOIN LATERAL (
          SELECT count(*) FILTER (WHERE r.availability = 'UP')::integer AS up,
                 count(*) FILTER (WHERE r.availability = 'DOWN')::integer AS down,
                 count(*) FILTER (WHERE r.availability IS NULL OR r.availability NOT IN ('UP', 'DOWN'))::integer AS unknown
            FROM resource r
           WHERE r.inventory_status = 'COMMITTED' AND r.id <> q.id
             AND r.id = ANY (ARRAY (
               SELECT named.id::integer
                 FROM regexp_split_to_table(btrim(q.plugin_configuration ->> 'resources'), '\\s*,\\s*') AS named (id)
                WHERE named.id ~ '^\\d{1,9}$'))) votes
        WHERE q.id > $3 AND q.inventory_status = 'COMMITTED' AND q.agent_name IS NULL
          AND q.availability IS DISTINCT FROM 'DISABLED'
        ORDER BY q.id LIMIT $4`,
      [QUORUM_TYPE, PROBES_PLUGIN, afterId, limit],
    );
  }
}
