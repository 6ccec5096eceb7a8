import { toColumns, parameters, type Queryable, type Transaction } from '@wardstone/database';
import type { SystemPolicyRecord } from '@wardstone/dto/compliance';
import type { SystemReach } from './domain/system-reach';
import type { SystemValues } from './domain/system-values';
import { PolicySystemEntity } from './policy-system.entity';
import { SystemEntity } from './system.entity';
import { SYSTEM_COLUMNS, type SystemRow } from './system-row.sql';
import { isVisible } from './visible-system.sql';

/** Includes a system that the caller cannot see. */
export function listPolicies(db: Queryable, systemId: string): Promise<SystemPolicyRecord[]> {
  return db.query<SystemPolicyRecord>(
    `SELECT p.id, p.title
       FROM policy_system ps
       JOIN policy p ON p.id = ps.policy_id
      WHERE ps.system_id = $1
      ORDER BY p.title, p.id`,
    [systemId],
  );
}

/** Login that registers a system, and time. */
export interface Registration {
  /** Subject of the system's new owner. */
  readonly registeredBy: string;
  /** Agent whose host it is. */
  readonly agentName?: string;
  readonly now: Date;
}

/** Numbers of systems registered by, or assigned to, a login. */
export interface OwnSystems {
  readonly present: number;
  readonly removed: number;
}

/** Systems in one transaction. */
export class SystemWriter {
  constructor(
    private readonly db: Transaction,
    private readonly orgId: string,
  ) {}

  /** The organisation's system, including deleted and invisible ones; locked until the transaction ends. */
  lock(id: string): Promise<SystemRow | undefined> {
    return this.db.first<SystemRow>(
      `SELECT ${SYSTEM_COLUMNS} FROM system s WHERE s.org_id = $1 AND s.id = $2 FOR UPDATE`,
      [this.orgId, id],
    );
  }

  lockVisible(id: string, reach: SystemReach): Promise<SystemRow | undefined> {
    const { params, bind } = parameters(this.orgId, id);
    return this.db.first<SystemRow>(
      `SELECT ${SYSTEM_COLUMNS} FROM system s
        WHERE s.id = $2 AND ${isVisible('$1', reach, bind)} FOR UPDATE`,
      params,
    );
  }

  /**
   * Hosts that agents with this name reported, removed ones included; until the transaction ends no other one adds one.
   */
  async lockHosts(agentName: string, subject: string): Promise<SystemRow[]> {
    await this.lockOwn(subject);
    return this.db.query<SystemRow>(
      `SELECT ${SYSTEM_COLUMNS} FROM system s WHERE s.org_id = $1 AND s.agent_name = $2 ORDER BY s.id FOR UPDATE`,
      [this.orgId, agentName],
    );
  }

  /** Until the transaction ends, no other one counts the systems of this login. */
  private async lockOwn(subject: string): Promise<void> {
    await this.db.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
      `systems of ${JSON.stringify([this.orgId, subject])}`,
    ]);
  }

  /** Counts up to these limits; until the transaction ends, no other one counts the systems of this login. */
  async countOwn(subject: string, most: OwnSystems): Promise<OwnSystems> {
    await this.lockOwn(subject);
    const count = (condition: string, limit: string): string => `(
      SELECT count(*)::int FROM (
        SELECT 1 FROM system s
         WHERE s.org_id = $1 AND s.registered_by = $2 AND s.deleted_at ${condition} LIMIT ${limit}) own)`;
    const [row] = await this.db.query<OwnSystems>(
      `SELECT ${count('IS NULL', '$3')} AS present, ${count('IS NOT NULL', '$4')} AS removed`,
      [this.orgId, subject, most.present, most.removed],
    );
    return row!;
  }

  listPolicies(id: string): Promise<SystemPolicyRecord[]> {
    return listPolicies(this.db, id);
  }

  /**
   * @param id undefined for a generated one
   * @returns undefined if the id is in use in any organisation
   */
  async insert(
    id: string | undefined,
    values: SystemValues,
    { registeredBy, agentName, now }: Registration,
  ): Promise<SystemRow | undefined> {
    await this.db.query('INSERT INTO account (org_id) VALUES ($1) ON CONFLICT (org_id) DO NOTHING', [this.orgId]);
    return this.db.first<SystemRow>(
      `INSERT INTO system AS s (org_id, id, display_name, os_name, os_major_version, os_minor_version, groups, tags,
                                insights_id, owner_id, stale_timestamp, updated, registered_by,
                                last_seen, agent_name)
       VALUES ($1, coalesce($2::uuid, gen_random_uuid()), $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
       ON CONFLICT (id) DO NOTHING
       RETURNING ${SYSTEM_COLUMNS}`,
      [this.orgId, id, ...toParameters(values), registeredBy, now, agentName ?? null],
    );
  }

  /** Also restores a deleted system. */
  async update(id: string, values: SystemValues, now: Date): Promise<SystemRow> {
    const [row] = await this.db.query<SystemRow>(
      `UPDATE system s
          SET display_name = $3, os_name = $4, os_major_version = $5, os_minor_version = $6, groups = $7, tags = $8,
              insights_id = $9, owner_id = $10, stale_timestamp = $11, updated = $12, deleted_at = NULL,
              last_seen = greatest(s.last_seen, $13)
        WHERE s.org_id = $1 AND s.id = $2
       RETURNING ${SYSTEM_COLUMNS}`,
      [this.orgId, id, ...toParameters(values), now],
    );
    return row!;
  }

  /** Records a sign of life other than a report. */
  async see(id: string, now: Date): Promise<void> {
    await this.db.query('UPDATE system s SET last_seen = greatest(s.last_seen, $3) WHERE s.org_id = $1 AND s.id = $2', [
      this.orgId,
      id,
      now,
    ]);
  }

  /**
   * @param subject null for no owner
   * @param agent_name null if it is not the host of an agent
   */
  async giveTo(id: string, subject: string | null, agent_name: string | null): Promise<void> {
    await this.db.repository(SystemEntity).update({ org_id: this.orgId, id }, { registered_by: subject, agent_name });
  }

  /** Stores the ids of the systems' resources in monitoring. */
  async link(platforms: readonly { systemId: string; resourceId: number }[]): Promise<void> {
    await this.db.query(
      `UPDATE system s SET platform_id = p.id
         FROM unnest($2::uuid[], $3::integer[]) p (system_id, id)
        WHERE s.org_id = $1 AND s.id = p.system_id AND s.platform_id IS DISTINCT FROM p.id`,
      [this.orgId, ...toColumns(platforms, 'systemId', 'resourceId')],
    );
  }

  /** Locks the system's policies before their assignments, like the deletion of a policy, to avoid deadlocks. */
  async lockPolicies(id: string): Promise<void> {
    await this.db.query(
      `SELECT 1 FROM policy p
        WHERE p.id IN (SELECT ps.policy_id FROM policy_system ps WHERE ps.system_id = $1)
        ORDER BY p.id FOR NO KEY UPDATE`,
      [id],
    );
  }

  /** Removes assignments, keeps tailorings, and marks the row (rule compliance-24). */
  async remove(id: string, now: Date): Promise<void> {
    await this.db.repository(PolicySystemEntity).delete({ org_id: this.orgId, system_id: id });
    await this.db.repository(SystemEntity).update({ org_id: this.orgId, id }, { deleted_at: now });
  }
}

function toParameters(values: SystemValues): unknown[] {
  return [
    values.display_name,
    values.os_name,
    values.os_major_version,
    values.os_minor_version,
    JSON.stringify(values.groups),
    JSON.stringify(values.tags),
    values.insights_id,
    values.owner_id,
    values.stale_timestamp,
    values.updated,
  ];
}
