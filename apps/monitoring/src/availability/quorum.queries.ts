import { parameters, Queries } from '@wardstone/database';
import type { Viewer } from '../authorization/viewer';
import { seesResource } from '../authorization/visible.sql';
import { PROBES_PLUGIN, QUORUM_TYPE } from '../plugins/platforms/probes-descriptor';
import type { QuorumVotes } from './domain/judge-quorum';

/** An account that named the resources of quorums. */
export interface QuorumAuthor {
  login: string;
  subject: string;
}

/** A quorum with the present states of its resources. */
export interface QuorumRow extends QuorumVotes {
  id: number;
  availability: string | null;
  /** Null for more than half. */
  needed: number | null;
}

export class QuorumQueries extends Queries {
  listAuthors(): Promise<QuorumAuthor[]> {
    return this.db.query<QuorumAuthor>(
      `SELECT DISTINCT a.subject, a.login FROM resource_author a ORDER BY a.subject, a.login`,
    );
  }

  /**
   * Quorums of an author after an id, in order of id, with the resources that the author may see now; none if there is
   * no such account any more. What an agent reports has no author.
   */
  list(
    { login, subject, viewer }: QuorumAuthor & { viewer: Viewer | undefined },
    afterId: number,
    limit: number,
  ): Promise<QuorumRow[]> {
    const { params, bind } = parameters(QUORUM_TYPE, PROBES_PLUGIN, afterId, limit, login, subject);
    const isSeen = viewer ? seesResource(viewer, 'r.id', bind) : 'false';
    return this.db.query<QuorumRow>(
      `SELECT q.id, q.availability, votes.*,
              substring(q.plugin_configuration ->> 'down' FROM '^\\s*(\\d{1,4})\\s*$')::integer AS needed
         FROM resource_author a
         JOIN resource q ON q.id = a.resource_id
         JOIN resource_type t ON t.id = q.resource_type_id AND t.name = $1
         JOIN plugin p ON p.id = t.plugin_id AND p.name = $2
        CROSS JOIN LATERAL (
          SELECT count(*) FILTER (WHERE r.availability = 'UP')::integer AS up,
                 count(*) FILTER (WHERE r.availability = 'DOWN')::integer AS down,
                 count(*) FILTER (WHERE r.availability IS NULL OR r.availability NOT IN ('UP', 'DOWN'))::integer AS unknown
            FROM resource r
           WHERE r.inventory_status = 'COMMITTED' AND r.id <> q.id AND ${isSeen}
             AND r.id = ANY (ARRAY (
               SELECT named.id::integer
                 FROM regexp_split_to_table(btrim(q.plugin_configuration ->> 'resources'), '\\s*,\\s*') AS named (id)
                WHERE named.id ~ '^\\d{1,9}$'))) votes
        WHERE a.subject = $6 AND a.login = $5 AND q.id > $3 AND q.inventory_status = 'COMMITTED'
          AND q.agent_name IS NULL AND q.availability IS DISTINCT FROM 'DISABLED'
        ORDER BY q.id LIMIT $4`,
      params,
    );
  }
}
