import { forEachOrg } from '@wardstone/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const INDEXED = 'org_id, id, supported, score, failed_rule_count, passed_rule_count, end_time';

/** Adds the effect of exceptions and stale results to days, and the assignment of the system to results. */
export class DaysWithExceptions1795727700000 implements MigrationInterface {
  name = 'DaysWithExceptions1795727700000';
  /** Builds the index without blocking writes. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // Each statement can be repeated after an interruption.
    await runner.query(`
      ALTER TABLE report_day
        -- null where it was not counted
        ADD COLUMN IF NOT EXISTS stale integer,
        ADD COLUMN IF NOT EXISTS compliant_with_exceptions integer,
        ADD COLUMN IF NOT EXISTS score_with_exceptions double precision`);
    await runner.query(`
      ALTER TABLE result_day
        -- null where it was not kept
        ADD COLUMN IF NOT EXISTS verdict_with_exceptions text COLLATE "C",
        ADD COLUMN IF NOT EXISTS score_with_exceptions double precision`);
    await runner.query(`
      ALTER TABLE test_result
        -- whether a row of policy_system stands for its system and report
        ADD COLUMN IF NOT EXISTS is_assigned boolean NOT NULL DEFAULT true`);
    await forEachOrg(runner, 'account', async () => {
      await runner.query(`
        UPDATE test_result t
           SET is_assigned = FALSE
         WHERE t.is_newest AND t.is_assigned AND NOT EXISTS (
                 SELECT 1 FROM policy_system ps WHERE ps.policy_id = t.report_id AND ps.system_id = t.system_id)`);
      // Waivers are never deleted: before the first approved one, exceptions had no effect.
      await runner.query(`
        UPDATE report_day d
           SET compliant_with_exceptions = d.compliant, score_with_exceptions = d.score
         WHERE d.compliant_with_exceptions IS NULL AND NOT EXISTS (
                 SELECT 1 FROM waiver w
                  WHERE w.decision = 'approved' AND w.decided_at < (d.day + 1)::timestamp AT TIME ZONE 'UTC')`);
    });
    // A unique index of the newest results exists at all times.
    await runner.query('DROP INDEX IF EXISTS uq_test_result_newest_next');
    await runner.query(`
      CREATE UNIQUE INDEX CONCURRENTLY uq_test_result_newest_next ON test_result (report_id, system_id)
     INCLUDE (${INDEXED}, is_assigned) WHERE is_newest`);
    await runner.query(`
      DROP INDEX IF EXISTS uq_test_result_newest;
      ALTER INDEX uq_test_result_newest_next RENAME TO uq_test_result_newest`);
  }

  async down(runner: QueryRunner): Promise<void> {
    // The index is dropped with its column.
    await runner.query(`
      ALTER TABLE test_result DROP COLUMN is_assigned;
      CREATE UNIQUE INDEX uq_test_result_newest ON test_result (report_id, system_id) INCLUDE (${INDEXED}) WHERE is_newest;
      ALTER TABLE result_day DROP COLUMN verdict_with_exceptions, DROP COLUMN score_with_exceptions;
      ALTER TABLE report_day DROP COLUMN stale, DROP COLUMN compliant_with_exceptions, DROP COLUMN score_with_exceptions`);
  }
}
