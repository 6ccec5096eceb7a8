import { Injectable } from '@nestjs/common';
import type { CallerClaims } from '@wardstone/auth';
import { OrgDatabase, Queries } from '@wardstone/database';
import type { EvidenceFile } from '@wardstone/dto/compliance';
import type { ComplianceChannel, ComplianceMailOutcome } from '@wardstone/dto/monitoring';

export interface EvidenceScheduleRow {
  readonly policy_id: string;
  readonly files: readonly EvidenceFile[];
  readonly cron: string;
  readonly time_zone: string;
  readonly people: readonly string[];
  readonly roles: readonly string[];
  readonly addresses: readonly string[];
  /** With their secrets. */
  readonly channels: readonly ComplianceChannel[];
  readonly author: CallerClaims;
  readonly updated_at: Date;
  readonly due_at: Date | null;
  readonly next_at: Date | null;
  readonly attempts: number;
  readonly outcomes: readonly ComplianceMailOutcome[];
  readonly attempted_at: Date | null;
  readonly outcome: string | null;
  readonly problem: string | null;
}

export type EvidenceScheduleSetting = Omit<
  EvidenceScheduleRow,
  'due_at' | 'attempts' | 'outcomes' | 'attempted_at' | 'outcome' | 'problem' | 'next_at'
> & { readonly next_at: Date };

/** Result of an attempt to send, and when to try next. */
export type AttemptResult = Pick<
  EvidenceScheduleRow,
  'due_at' | 'next_at' | 'attempts' | 'outcomes' | 'attempted_at' | 'outcome' | 'problem'
>;

const COLUMNS = `e.policy_id, e.files, e.cron, e.time_zone, e.people, e.roles, e.addresses, e.channels, e.author, e.updated_at, e.due_at,
  e.next_at, e.attempts, e.outcomes, e.attempted_at, e.outcome, e.problem`;

@Injectable()
export class EvidenceSchedulesQueries {
  constructor(private readonly db: OrgDatabase) {}

  hasPolicy(orgId: string, policyId: string): Promise<boolean> {
    return this.db.hasRow(orgId, 'SELECT 1 FROM policy p WHERE p.org_id = $1 AND p.id = $2', [orgId, policyId]);
  }

  find(orgId: string, policyId: string): Promise<EvidenceScheduleRow | undefined> {
    return this.db.first<EvidenceScheduleRow>(
      orgId,
      `SELECT ${COLUMNS} FROM evidence_schedule e WHERE e.org_id = $1 AND e.policy_id = $2`,
      [orgId, policyId],
    );
  }

  /** Undefined if the policy is deleted. */
  put(orgId: string, setting: EvidenceScheduleSetting): Promise<EvidenceScheduleRow | undefined> {
    const { policy_id, files, cron, time_zone, people, roles, addresses, channels, author, updated_at, next_at } =
      setting;
    return this.db.transaction(orgId, async (tx) => {
      const stored = await tx.first<EvidenceScheduleRow>(
        `INSERT INTO evidence_schedule AS e (org_id, policy_id, files, cron, time_zone, people, roles, addresses, author, updated_at,
                                             due_at, next_at, channels)
         SELECT p.org_id, p.id, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11, $12 FROM policy p WHERE p.org_id = $1 AND p.id = $2
         ON CONFLICT (policy_id) DO UPDATE
           SET files = $3, cron = $4, time_zone = $5, people = $6, roles = $7, addresses = $8, author = $9, updated_at = $10,
               due_at = $11, next_at = $11, channels = $12, attempts = 0, outcomes = '[]', problem = NULL
         RETURNING ${COLUMNS}`,
        [
          orgId,
          policy_id,
          files,
          cron,
          time_zone,
          people,
          roles,
          addresses,
          JSON.stringify(author),
          updated_at,
          next_at,
          JSON.stringify(channels),
        ],
      );
      if (stored)
        await tx.query(
          `INSERT INTO evidence_organisation AS o (id, next_at) VALUES ($1, $2)
           ON CONFLICT (id) DO UPDATE SET next_at = least(o.next_at, $2)`,
          [orgId, next_at],
        );
      return stored;
    });
  }

  remove(orgId: string, policyId: string): Promise<EvidenceScheduleRow | undefined> {
    return this.db.first<EvidenceScheduleRow>(
      orgId,
      `DELETE FROM evidence_schedule e WHERE e.org_id = $1 AND e.policy_id = $2 RETURNING ${COLUMNS}`,
      [orgId, policyId],
    );
  }

  /** A due schedule, which no other process takes until the lease ends. */
  lease(orgId: string, now: Date, until: Date): Promise<EvidenceScheduleRow | undefined> {
    return this.db.first<EvidenceScheduleRow>(
      orgId,
      `UPDATE evidence_schedule e SET next_at = $3
        WHERE e.policy_id = (SELECT d.policy_id FROM evidence_schedule d WHERE d.org_id = $1 AND d.next_at <= $2
                              ORDER BY d.next_at, d.policy_id LIMIT 1 FOR UPDATE SKIP LOCKED)
        RETURNING ${COLUMNS}`,
      [orgId, now, until],
    );
  }

  /** Keeps the result of an attempt, unless the schedule was set again meanwhile. */
  async record(
    orgId: string,
    { policy_id, updated_at, next_at: lease }: EvidenceScheduleRow,
    made: AttemptResult,
  ): Promise<void> {
    const { due_at, next_at, attempts, outcomes, attempted_at, outcome, problem } = made;
    await this.db.query(
      orgId,
      `UPDATE evidence_schedule e
          SET due_at = $5, next_at = $6, attempts = $7, outcomes = $8, attempted_at = $9, outcome = $10, problem = $11
        WHERE e.org_id = $1 AND e.policy_id = $2 AND e.updated_at = $3 AND e.next_at = $4`,
      [
        orgId,
        policy_id,
        updated_at,
        lease,
        due_at,
        next_at,
        attempts,
        JSON.stringify(outcomes),
        attempted_at,
        outcome,
        problem,
      ],
    );
  }

  /** Records when to check the organisation again. */
  lookAgain(orgId: string): Promise<void> {
    return this.db.transaction(orgId, async (tx) => {
      // Schedules that are set meanwhile wait for this lock.
      await tx.query('SELECT 1 FROM evidence_organisation o WHERE o.id = $1 FOR UPDATE', [orgId]);
      const next = await tx.first<{ next_at: Date | null }>(
        'SELECT min(e.next_at) AS next_at FROM evidence_schedule e WHERE e.org_id = $1',
        [orgId],
      );
      if (next?.next_at)
        await tx.query('UPDATE evidence_organisation SET next_at = $2 WHERE id = $1', [orgId, next.next_at]);
      else await tx.query('DELETE FROM evidence_organisation WHERE id = $1', [orgId]);
    });
  }
}

/** Across organisations. */
export class EvidenceOrganisationsQueries extends Queries {
  /** Organisations with something to send. */
  async listDue(now: Date, limit: number): Promise<string[]> {
    const rows = await this.db.query<{ id: string }>(
      'SELECT o.id FROM evidence_organisation o WHERE o.next_at <= $1 ORDER BY o.next_at, o.id LIMIT $2',
      [now, limit],
    );
    return rows.map(({ id }) => id);
  }
}
