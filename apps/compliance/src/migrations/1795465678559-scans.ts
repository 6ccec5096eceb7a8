import { enableOrgIsolation } from '@wardstone/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Scans by agents: schedules, and the source documents of guides, which scanners need. */
export class Scans1795465678559 implements MigrationInterface {
  name = 'Scans1795465678559';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- apart from the guide, whose rows are read often
      CREATE TABLE guide_document (
        security_guide_id uuid NOT NULL,
        -- of the decoded document
        sha256 text NOT NULL,
        gzip bytea NOT NULL,
        CONSTRAINT pk_guide_document PRIMARY KEY (security_guide_id),
        CONSTRAINT fk_guide_document_security_guide_id FOREIGN KEY (security_guide_id)
          REFERENCES security_guide (id) ON DELETE CASCADE
      );
      -- it is compressed already
      ALTER TABLE guide_document ALTER COLUMN gzip SET STORAGE EXTERNAL;

      CREATE TABLE scan_schedule (
        policy_id uuid NOT NULL,
        org_id text COLLATE "C" NOT NULL,
        interval_hours integer NOT NULL,
        updated_at timestamptz NOT NULL,
        CONSTRAINT pk_scan_schedule PRIMARY KEY (policy_id),
        CONSTRAINT fk_scan_schedule_policy_id FOREIGN KEY (org_id, policy_id)
          REFERENCES policy (org_id, id) ON DELETE CASCADE,
        CONSTRAINT ck_scan_schedule_interval_hours CHECK (interval_hours BETWEEN 1 AND 8760)
      );

      CREATE TABLE scan (
        id uuid NOT NULL DEFAULT gen_random_uuid(),
        org_id text COLLATE "C" NOT NULL,
        policy_id uuid NOT NULL,
        system_id uuid NOT NULL,
        state text COLLATE "C" NOT NULL,
        -- why there is no result
        reason text COLLATE "C",
        -- rules that the scanner has come to
        evaluated_rule_count integer NOT NULL DEFAULT 0,
        -- name of the login; null: the schedule
        asked_by text COLLATE "C",
        created_at timestamptz NOT NULL,
        started_at timestamptz,
        ended_at timestamptz,
        -- no key: results are replaced
        test_result_id uuid,
        CONSTRAINT pk_scan PRIMARY KEY (id),
        CONSTRAINT fk_scan_policy_id FOREIGN KEY (org_id, policy_id) REFERENCES policy (org_id, id) ON DELETE CASCADE,
        CONSTRAINT fk_scan_system_id FOREIGN KEY (org_id, system_id) REFERENCES system (org_id, id) ON DELETE CASCADE,
        CONSTRAINT ck_scan_ended_at CHECK ((ended_at IS NULL) = (state IN ('queued', 'offered', 'running')))
      );
      CREATE UNIQUE INDEX uq_scan_open ON scan (system_id, policy_id) WHERE ended_at IS NULL;
      CREATE INDEX ix_scan_policy_id_system_id ON scan (policy_id, system_id, created_at DESC, id);
      CREATE INDEX ix_scan_system_id ON scan (system_id, created_at DESC, id);
      CREATE INDEX ix_scan_org_id_created_at ON scan (org_id, created_at, id)`);
    for (const table of ['scan_schedule', 'scan']) await runner.query(enableOrgIsolation(table).up);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE scan, scan_schedule, guide_document');
  }
}
