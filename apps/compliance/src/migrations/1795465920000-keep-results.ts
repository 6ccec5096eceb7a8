import { enableOrgIsolation } from '@wardstone/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const ROLL_UPS = ['result_day', 'report_day'];
const INDEXES = [
  'uq_test_result_newest',
  'ix_test_result_report_id_system_id',
  'ix_test_result_newest_score',
  'ix_test_result_newest_end_time',
  'ix_test_result_newest_failed',
];

/**
 * Keeps every result with a mark on the newest of each system and policy; daily numbers; maximum age of results in
 * policies.
 */
export class KeepResults1795465920000 implements MigrationInterface {
  name = 'KeepResults1795465920000';
  /** Builds the indexes without blocking writes. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // Each statement can be repeated after an interruption.
    await runner.query(`
      ALTER TABLE policy
        ADD COLUMN IF NOT EXISTS max_result_age_days integer,
        DROP CONSTRAINT IF EXISTS ck_policy_max_result_age_days,
        ADD CONSTRAINT ck_policy_max_result_age_days CHECK (max_result_age_days BETWEEN 1 AND 3650)`);
    await runner.query(`
      ALTER TABLE test_result
        ADD COLUMN IF NOT EXISTS is_newest boolean NOT NULL DEFAULT true,
        -- of the decoded document; null for results from before it was taken
        ADD COLUMN IF NOT EXISTS sha256 text COLLATE "C"`);
    for (const name of INDEXES) await runner.query(`DROP INDEX IF EXISTS ${name}`);
    await runner.query(
      'CREATE UNIQUE INDEX CONCURRENTLY uq_test_result_newest ON test_result (report_id, system_id) WHERE is_newest',
    );
    await runner.query(
      'CREATE INDEX CONCURRENTLY ix_test_result_report_id_system_id ON test_result (report_id, system_id, end_time)',
    );
    // Lists show only the newest results, so what they read does not grow with the history.
    await runner.query(
      'CREATE INDEX CONCURRENTLY ix_test_result_newest_score ON test_result (report_id, score, id) WHERE is_newest',
    );
    await runner.query(
      'CREATE INDEX CONCURRENTLY ix_test_result_newest_end_time ON test_result (report_id, end_time, id) WHERE is_newest',
    );
    await runner.query(`
      CREATE INDEX CONCURRENTLY ix_test_result_newest_failed
          ON test_result (report_id, failed_rule_count, id) WHERE is_newest`);
    await runner.query(`
      ALTER TABLE test_result DROP CONSTRAINT IF EXISTS uq_test_result_report_id_system_id;
      DROP INDEX IF EXISTS ix_test_result_report_id_score, ix_test_result_report_id_end_time,
                           ix_test_result_report_id_failed_rule_count;

      -- What the last scan of a day came to, by the threshold of that day.
      CREATE TABLE result_day (
        org_id text COLLATE "C" NOT NULL,
        report_id uuid NOT NULL,
        system_id uuid NOT NULL,
        day date NOT NULL,
        verdict text COLLATE "C" NOT NULL,
        score double precision,
        failed_rule_count integer NOT NULL,
        passed_rule_count integer NOT NULL,
        CONSTRAINT pk_result_day PRIMARY KEY (report_id, system_id, day),
        CONSTRAINT fk_result_day_report_id FOREIGN KEY (org_id, report_id)
          REFERENCES policy (org_id, id) ON DELETE CASCADE,
        CONSTRAINT fk_result_day_system_id FOREIGN KEY (org_id, system_id)
          REFERENCES system (org_id, id) ON DELETE CASCADE
      );
      CREATE INDEX ix_result_day_system_id ON result_day (system_id);

      -- The numbers of a report at the end of a day, over all systems of the policy.
      CREATE TABLE report_day (
        org_id text COLLATE "C" NOT NULL,
        report_id uuid NOT NULL,
        day date NOT NULL,
        reported integer NOT NULL,
        compliant integer NOT NULL,
        unsupported integer NOT NULL,
        not_applicable integer NOT NULL,
        score double precision,
        CONSTRAINT pk_report_day PRIMARY KEY (report_id, day),
        CONSTRAINT fk_report_day_report_id FOREIGN KEY (org_id, report_id)
          REFERENCES policy (org_id, id) ON DELETE CASCADE
      );
      ${ROLL_UPS.map((table) => enableOrgIsolation(table).up).join('')}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    // Row-level security would hide older results from the owner as well.
    await runner.query(`
      DROP TABLE report_day, result_day;
      ALTER TABLE test_result NO FORCE ROW LEVEL SECURITY;
      DELETE FROM test_result WHERE NOT is_newest;
      ALTER TABLE test_result FORCE ROW LEVEL SECURITY;
      DROP INDEX uq_test_result_newest, ix_test_result_report_id_system_id, ix_test_result_newest_score,
                 ix_test_result_newest_end_time, ix_test_result_newest_failed;
      ALTER TABLE test_result
        DROP COLUMN is_newest,
        DROP COLUMN sha256,
        ADD CONSTRAINT uq_test_result_report_id_system_id UNIQUE (report_id, system_id);
      CREATE INDEX ix_test_result_report_id_score ON test_result (report_id, score, id);
      CREATE INDEX ix_test_result_report_id_end_time ON test_result (report_id, end_time, id);
      CREATE INDEX ix_test_result_report_id_failed_rule_count ON test_result (report_id, failed_rule_count, id);
      ALTER TABLE policy DROP COLUMN max_result_age_days;`);
  }
}
