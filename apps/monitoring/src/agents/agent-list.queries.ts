import { type Paged, parameters, Queries } from '@wardstone/database';
import type { AgentListQuery, ListedAgent } from '@wardstone/dto/monitoring';
import { substringPattern } from '@wardstone/patterns';
import { seesEverything, type Viewer } from '../authorization/viewer';
import { seesResource } from '../authorization/visible.sql';

const KEYS: Record<AgentListQuery['sort']['field'], string> = {
  name: 'a.name COLLATE natural_order',
  hostname: 'a.hostname COLLATE natural_order',
  version: 'a.version COLLATE natural_order',
  lastSeen: 'a.last_seen_ms',
};

export class AgentListQueries extends Queries {
  /** A page of the agents, and their total; a caller with limited visibility gets those whose machines are visible. */
  async list(
    viewer: Viewer,
    { q, silent, sort: { field, descends }, window: { offset, limit } }: AgentListQuery,
  ): Promise<Paged<ListedAgent>> {
    const { params, bind } = parameters();
    const seesAll = seesEverything(viewer);
    const getMachines = (agent: string): string =>
      `FROM resource r WHERE r.agent_name = ${agent}.name AND r.parent_id IS NULL AND r.category = 'PLATFORM'` +
      (seesAll ? '' : ` AND ${seesResource(viewer, 'r.id', bind)}`);
    const pattern = q === undefined ? undefined : bind(substringPattern(q));
    const conditions = [
      ...(silent === undefined ? [] : [`a.is_silent = ${bind(silent)}`]),
      ...(pattern === undefined
        ? []
        : [`(lower(a.name) LIKE lower(${pattern}) OR lower(a.hostname) LIKE lower(${pattern}))`]),
      ...(seesAll ? [] : [`EXISTS (SELECT 1 ${getMachines('a')})`]),
    ];
    const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
    const found = await this.db.query<ListedAgent & { total: number }>(
      `WITH shown AS MATERIALIZED (SELECT a.* FROM agent a ${where}),
            page AS (SELECT a.*, row_number() OVER (ORDER BY ${KEYS[field]} ${descends ? 'DESC' : 'ASC'}, a.name) AS place
                       FROM shown a ORDER BY place LIMIT ${bind(limit ?? null)} OFFSET ${bind(offset)})
       SELECT counted.total, page.name, page.version, page.hostname, page.registered_ms::double precision AS registered,
              page.last_seen_ms::double precision AS "lastSeen", page.is_silent AS silent, page.problems,
              host.id AS "hostId", host.name AS "hostName", host.inventory_status AS "hostStatus"
         FROM (SELECT count(*)::integer AS total FROM shown) counted
         LEFT JOIN page ON true
         LEFT JOIN LATERAL (SELECT r.id, r.name, r.inventory_status ${getMachines('page')} ORDER BY r.id LIMIT 1) host ON true
        ORDER BY page.place`,
      params,
    );
    return {
      rows: found.filter(({ name }) => name !== null).map(({ total: _total, ...row }) => row),
      total: found[0]!.total,
    };
  }
}
