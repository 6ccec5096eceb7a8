import { enableOrgIsolation } from '@wardstone/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Evidence of a policy is mailed on a schedule. */
export class EvidenceSchedules1796030000000 implements MigrationInterface {
  name = 'EvidenceSchedules1796030000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE evidence_schedule (
        org_id text COLLATE "C" NOT NULL,
        policy_id uuid NOT NULL,
        files text[] NOT NULL,
        cron text NOT NULL,
        time_zone text NOT NULL,
        people text[] NOT NULL,
        roles text[] NOT NULL,
        addresses text[] NOT NULL,
        -- the caller who set it
        author jsonb NOT NULL,
        updated_at timestamptz NOT NULL,
        -- the moment that is being served, or comes next
        due_at timestamptz,
        -- of the next attempt; null while it is off
        next_at timestamptz,
        attempts integer NOT NULL DEFAULT 0,
        -- of former attempts for this moment
        outcomes jsonb NOT NULL DEFAULT '[]',
        attempted_at timestamptz,
        outcome text,
        problem text,
        CONSTRAINT pk_evidence_schedule PRIMARY KEY (policy_id),
        CONSTRAINT fk_evidence_schedule_policy_id FOREIGN KEY (org_id, policy_id)
          REFERENCES policy (org_id, id) ON DELETE CASCADE
      );
      CREATE INDEX ix_evidence_schedule_next_at ON evidence_schedule (org_id, next_at);
      ${enableOrgIsolation('evidence_schedule').up}
      -- Read across organisations: where to look, and when.
      CREATE TABLE evidence_organisation (
        id text COLLATE "C" NOT NULL,
        next_at timestamptz NOT NULL,
        CONSTRAINT pk_evidence_organisation PRIMARY KEY (id)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE evidence_organisation, evidence_schedule');
  }
}
