import { forEachOrg } from '@wardstone/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Few enough not to delay uploads that need the rows. */
const COUNTED_AT_ONCE = 2_000;

/** Covering index for counting a report's newest results. */
export class CountNewest1795489200000 implements MigrationInterface {
  name = 'CountNewest1795489200000';
  /** Builds the index without blocking writes. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // Counts older results in batches while the table is in use; new ones already have the columns.
    await runner.query(`
      ALTER TABLE test_result DROP CONSTRAINT IF EXISTS ck_test_result_passed_rule_count,
        ADD CONSTRAINT ck_test_result_passed_rule_count CHECK (passed_rule_count IS NOT NULL) NOT VALID`);
    await forEachOrg(runner, 'account', async () => {
      let last: string | undefined = '00000000-0000-0000-0000-000000000000';
      while (last !== undefined) last = await count(runner, last);
    });
    // The validated constraint spares a full scan under a lock.
    await runner.query('ALTER TABLE test_result VALIDATE CONSTRAINT ck_test_result_passed_rule_count');
    await runner.query(`
      ALTER TABLE test_result ALTER COLUMN passed_rule_count SET NOT NULL,
        DROP CONSTRAINT ck_test_result_passed_rule_count`);
    // Each can be repeated after an interruption; a unique index of the newest results exists at all times.
    await runner.query('DROP INDEX IF EXISTS uq_test_result_newest_next');
    await runner.query(`
      CREATE UNIQUE INDEX CONCURRENTLY uq_test_result_newest_next ON test_result (report_id, system_id)
     INCLUDE (org_id, id, supported, score, failed_rule_count, passed_rule_count, end_time) WHERE is_newest`);
    await runner.query(`
      DROP INDEX IF EXISTS uq_test_result_newest;
      ALTER INDEX uq_test_result_newest_next RENAME TO uq_test_result_newest`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX uq_test_result_newest;
      CREATE UNIQUE INDEX uq_test_result_newest ON test_result (report_id, system_id) WHERE is_newest;
      ALTER TABLE test_result ALTER COLUMN passed_rule_count DROP NOT NULL`);
  }
}

/** Counts the next results of the organisation, and returns the last of them. */
async function count(runner: QueryRunner, after: string): Promise<string | undefined> {
  const rows = (await runner.query(
    `WITH next AS (SELECT t.id FROM test_result t WHERE t.id > $1 ORDER BY t.id LIMIT ${COUNTED_AT_ONCE}),
          counted AS (
            UPDATE test_result t
               SET passed_rule_count = coalesce((SELECT cardinality(o.rule_numbers) FROM rule_outcome o
                                                  WHERE o.test_result_id = t.id AND o.result = 'pass'), 0)
              FROM next WHERE t.id = next.id AND t.passed_rule_count IS NULL)
     SELECT next.id FROM next ORDER BY next.id DESC LIMIT 1`,
    [after],
  )) as { id: string }[];
  return rows[0]?.id;
}
