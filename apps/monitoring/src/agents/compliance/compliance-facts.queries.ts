import { toColumns, Queries, type Transaction } from '@wardstone/database';
import { ancestryBelow } from '../../resources/domain/ancestry';
import { COMPLIANCE_PLUGIN, POLICY_TYPE } from '../../plugins/platforms/built-in-plugins';

/** An agent whose machine is in inventory. */
export interface AgentPlatform {
  agent: string;
  owner_subject: string;
  id: number;
  name: string;
  resource_type_id: number;
  ancestry: string | null;
}

/** A policy on a machine, identified by its platform. */
export interface PolicyPlace {
  platform: AgentPlatform;
  policyId: string;
}

/** The resource of a policy on a machine. */
export interface PolicyResource {
  id: number;
  platform_id: number;
  resource_key: string;
  name: string;
  availability: string;
  values_through: number;
  events_through: number;
  /** Ids of schedules by metric. */
  schedules: Readonly<Record<string, number>>;
  event_definition_id: number | null;
}

/** Time up to which the facts of a resource are stored. */
export interface Mark {
  readonly id: number;
  readonly moment: number;
}

const OF_TYPE = `SELECT t.id FROM resource_type t JOIN plugin p ON p.id = t.plugin_id
  WHERE t.name = '${POLICY_TYPE}' AND p.name = '${COMPLIANCE_PLUGIN}' AND NOT t.is_deleted`;

const toKey = (policyId: string): string => `policy:${policyId}`;

export class ComplianceFactsQueries extends Queries {
  listPlatforms(agents: readonly string[]): Promise<AgentPlatform[]> {
    return this.db.query<AgentPlatform>(
      `SELECT a.name AS agent, a.owner_subject, r.id, r.name, r.resource_type_id, r.ancestry
         FROM agent a
         JOIN resource r ON r.agent_name = a.name AND r.parent_id IS NULL AND r.inventory_status = 'COMMITTED'
        WHERE a.name = ANY ($1::text[])`,
      [agents],
    );
  }

  async linkSystems(links: readonly { platformId: number; systemId: string }[]): Promise<void> {
    await this.db.query(
      `INSERT INTO compliance_system AS c (platform_id, system_id)
       SELECT r.id, l.system_id
         FROM unnest($1::integer[], $2::uuid[]) l (platform_id, system_id) JOIN resource r ON r.id = l.platform_id
        ORDER BY r.id
       ON CONFLICT (platform_id) DO UPDATE SET system_id = EXCLUDED.system_id WHERE c.system_id <> EXCLUDED.system_id`,
      toColumns(links, 'platformId', 'systemId'),
    );
  }

  /** Existing policies, by `placeKey`. */
  async findPolicies(places: readonly PolicyPlace[]): Promise<Map<string, PolicyResource>> {
    const rows = await this.db.query<PolicyResource>(
      `SELECT r.id, r.parent_id AS platform_id, r.resource_key, r.name, r.availability, c.values_through, c.events_through,
              (SELECT json_object_agg(d.name, s.id)
                 FROM metric_schedule s JOIN metric_definition d ON d.id = s.metric_definition_id
                WHERE s.resource_id = r.id) AS schedules,
              (SELECT e.id FROM event_definition e WHERE e.resource_type_id = r.resource_type_id) AS event_definition_id
         FROM unnest($1::integer[], $2::text[]) w (platform_id, resource_key)
         JOIN resource r ON r.parent_id = w.platform_id AND r.resource_key = w.resource_key
         JOIN compliance_policy c ON c.resource_id = r.id
        WHERE r.resource_type_id = (${OF_TYPE}) AND r.inventory_status = 'COMMITTED'`,
      getKeyColumns(places),
    );
    return new Map(rows.map((row) => [`${row.platform_id} ${row.resource_key}`, row]));
  }

  /**
   * Creates the resources of policies below their platforms, without an agent, so that none can collect or submit for
   * them. Skips existing resources, missing types, and platforms outside the inventory.
   */
  addPolicies(tx: Transaction, places: readonly (PolicyPlace & { name: string })[], nowMs: number): Promise<number[]> {
    return tx.ids(
      `WITH platform AS (
         SELECT r.id FROM resource r WHERE r.id = ANY ($1::integer[]) AND r.inventory_status = 'COMMITTED'
          ORDER BY r.id FOR KEY SHARE
       ), made AS (
         INSERT INTO resource (resource_type_id, category, parent_id, resource_key, name, description, inventory_status,
                               ancestry, created_ms, modified_ms, imported_ms)
         SELECT t.id, t.category, platform.id, w.resource_key, w.name, t.description, 'COMMITTED', w.ancestry, $5, $5, $5
           FROM unnest($1::integer[], $2::text[], $3::text[], $4::text[]) w (platform_id, resource_key, name, ancestry)
           JOIN platform ON platform.id = w.platform_id
           JOIN resource_type t ON t.id = (${OF_TYPE})
          ORDER BY platform.id, w.resource_key
         ON CONFLICT DO NOTHING
         RETURNING id)
       INSERT INTO compliance_policy (resource_id) SELECT made.id FROM made RETURNING resource_id AS id`,
      [
        ...getKeyColumns(places),
        places.map(({ name }) => name),
        places.map(({ platform }) => ancestryBelow({ ...platform, typeId: platform.resource_type_id })),
        nowMs,
      ],
    );
  }

  async rename(named: readonly { id: number; name: string }[], nowMs: number): Promise<void> {
    if (named.length === 0) return;
    await this.db.query(
      `UPDATE resource r SET name = n.name, modified_ms = $3
         FROM unnest($1::integer[], $2::text[]) n (id, name) WHERE r.id = n.id`,
      [...toColumns(named, 'id', 'name'), nowMs],
    );
  }

  /**
   * Claims marks whose values are to be stored now, except those already stored and those that another transaction is
   * storing.
   */
  takeValues(tx: Transaction, marks: readonly Mark[]): Promise<number[]> {
    return tx.ids(
      `UPDATE compliance_policy c SET values_through = m.moment
         FROM unnest($1::integer[], $2::bigint[]) m (id, moment)
        WHERE c.resource_id = m.id
          AND c.resource_id IN (SELECT c.resource_id
                                  FROM compliance_policy c
                                  JOIN unnest($1::integer[], $2::bigint[]) m (id, moment) ON m.id = c.resource_id
                                 WHERE c.values_through < m.moment FOR UPDATE OF c SKIP LOCKED)
       RETURNING c.resource_id AS id`,
      toColumns(marks, 'id', 'moment'),
    );
  }

  /** Claims marks whose events are to be stored now; waits for another transaction that is storing them. */
  async takeEvents(tx: Transaction, marks: readonly Mark[]): Promise<number[]> {
    const given = toColumns(marks, 'id', 'moment');
    await tx.query(
      'SELECT 1 FROM compliance_policy c WHERE c.resource_id = ANY ($1::integer[]) ORDER BY c.resource_id FOR UPDATE',
      [given[0]],
    );
    return tx.ids(
      `UPDATE compliance_policy c SET events_through = m.moment
         FROM unnest($1::integer[], $2::bigint[]) m (id, moment)
        WHERE c.resource_id = m.id AND c.events_through < m.moment
       RETURNING c.resource_id AS id`,
      given,
    );
  }
}

/** Key of `findPolicies`. */
export const placeKey = ({ platform, policyId }: PolicyPlace): string => `${platform.id} ${toKey(policyId)}`;

function getKeyColumns(places: readonly PolicyPlace[]): [number[], string[]] {
  return [places.map(({ platform }) => platform.id), places.map(({ policyId }) => toKey(policyId))];
}
