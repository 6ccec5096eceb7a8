import { Injectable } from '@nestjs/common';
import { toColumns, OrgDatabase, type Transaction } from '@wardstone/database';
import type { ComplianceFact } from '@wardstone/dto/monitoring';

export interface QueuedFact {
  readonly id: number;
  readonly system_id: string;
  readonly fact: ComplianceFact;
}

/** Due fact of a waiting host. */
export interface DueFact extends QueuedFact {
  readonly since: Date;
}

/** A host that is missing in monitoring's inventory. */
export interface WaitingHost {
  readonly system_id: string;
  readonly since: Date;
  readonly due_at: Date;
}

/** Waiting facts, in the transaction that delivers them. */
export class FactQueue {
  constructor(
    private readonly db: Transaction,
    private readonly orgId: string,
  ) {}

  /** Locks the work for the organisation until the transaction ends; false if another process has it. */
  async tryLock(work: 'monitoring_fact' | 'monitoring_sweep'): Promise<boolean> {
    const row = await this.db.first<{ held: boolean }>(
      'SELECT pg_try_advisory_xact_lock(hashtext($2), hashtext($1)) AS held',
      [this.orgId, work],
    );
    return row?.held === true;
  }

  /** The first facts that are not set aside, in order of writing. */
  listReady(limit: number): Promise<(QueuedFact & { readonly is_waiting: boolean })[]> {
    return this.db.query(
      `SELECT f.id, f.system_id, f.fact, w.system_id IS NOT NULL AS is_waiting
         FROM monitoring_fact f
         LEFT JOIN monitoring_wait w ON w.org_id = f.org_id AND w.system_id = f.system_id
        WHERE f.org_id = $1 AND NOT f.is_waiting
        ORDER BY f.id
        LIMIT $2`,
      [this.orgId, limit],
    );
  }

  /** The first fact of each host whose retry is due. */
  listDue(now: Date, limit: number): Promise<DueFact[]> {
    return this.db.query<DueFact>(
      `SELECT f.id, w.system_id, f.fact, w.since
         FROM (SELECT w.system_id, w.since FROM monitoring_wait w
                WHERE w.org_id = $1 AND w.due_at <= $2 ORDER BY w.due_at LIMIT $3) w
        CROSS JOIN LATERAL (SELECT f.id, f.fact FROM monitoring_fact f
                             WHERE f.org_id = $1 AND f.system_id = w.system_id ORDER BY f.id LIMIT 1) f`,
      [this.orgId, now, limit],
    );
  }

  async remove(ids: readonly number[]): Promise<void> {
    await this.db.query('DELETE FROM monitoring_fact f WHERE f.org_id = $1 AND f.id = ANY ($2::bigint[])', [
      this.orgId,
      ids,
    ]);
  }

  /** Sets the facts of hosts aside, or back. */
  async setAside(systemIds: readonly string[], isWaiting: boolean): Promise<void> {
    await this.db.query(
      `UPDATE monitoring_fact f SET is_waiting = $3
        WHERE f.org_id = $1 AND f.system_id = ANY ($2::uuid[]) AND f.is_waiting <> $3`,
      [this.orgId, systemIds, isWaiting],
    );
  }

  async wait(hosts: readonly WaitingHost[]): Promise<void> {
    await this.db.query(
      `INSERT INTO monitoring_wait (org_id, system_id, since, due_at)
       SELECT $1, * FROM unnest($2::uuid[], $3::timestamptz[], $4::timestamptz[])
       ON CONFLICT (org_id, system_id) DO UPDATE SET due_at = EXCLUDED.due_at`,
      [this.orgId, ...toColumns(hosts, 'system_id', 'since', 'due_at')],
    );
  }

  /** Hosts that have entered the inventory, with all facts set aside for them. */
  async requeueHosts(systemIds: readonly string[]): Promise<void> {
    await this.db.query('DELETE FROM monitoring_wait w WHERE w.org_id = $1 AND w.system_id = ANY ($2::uuid[])', [
      this.orgId,
      systemIds,
    ]);
    await this.setAside(systemIds, false);
  }

  hasWaitingHosts(): Promise<boolean> {
    return this.db.hasRow('SELECT 1 FROM monitoring_wait w WHERE w.org_id = $1 LIMIT 1', [this.orgId]);
  }

  async forget(createdBefore: Date): Promise<void> {
    const gone = await this.db.query<{ system_id: string }>(
      `WITH gone AS (
         DELETE FROM monitoring_fact f WHERE f.org_id = $1 AND f.created_at < $2 RETURNING f.system_id)
       SELECT DISTINCT gone.system_id FROM gone`,
      [this.orgId, createdBefore],
    );
    await this.db.query(
      `DELETE FROM monitoring_wait w
        WHERE w.org_id = $1 AND w.system_id = ANY ($2::uuid[])
          AND NOT EXISTS (SELECT 1 FROM monitoring_fact f WHERE f.org_id = $1 AND f.system_id = w.system_id)`,
      [this.orgId, gone.map(({ system_id }) => system_id)],
    );
  }

  /** Time of the last sweep. */
  async sweptAt(): Promise<Date | undefined> {
    const row = await this.db.first<{ swept_at: Date }>('SELECT o.swept_at FROM swept_organisation o WHERE o.id = $1', [
      this.orgId,
    ]);
    return row?.swept_at;
  }

  async noteSwept(now: Date): Promise<void> {
    await this.db.query('UPDATE swept_organisation SET swept_at = $2 WHERE id = $1', [this.orgId, now]);
  }

  /** Whether an exception came into force or ended, or was marked as expiring soon. */
  haveWaiversChanged(since: Date, now: Date): Promise<boolean> {
    return this.db.hasRow(
      `SELECT 1 FROM waiver w
        WHERE w.org_id = $1 AND w.decision = 'approved'
          AND (w.decided_at >= $2 OR w.withdrawn_at >= $2 OR w.expires_at >= $2 AND w.expires_at <= $3
               OR w.expiry_noted_at >= $2)
        LIMIT 1`,
      [this.orgId, since, now],
    );
  }
}

@Injectable()
export class FactQueueQueries {
  constructor(private readonly db: OrgDatabase) {}

  /** Runs `work` in one transaction. */
  hand<T>(orgId: string, work: (queue: FactQueue, transaction: Transaction) => Promise<T>): Promise<T> {
    return this.db.transaction(orgId, (transaction) => work(new FactQueue(transaction, orgId), transaction));
  }
}
