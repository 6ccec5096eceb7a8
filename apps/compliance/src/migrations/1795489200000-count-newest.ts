import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the newest results of a report are counted by stands in their index, in place of a page of the table for each. */
export class CountNewest1795489200000 implements MigrationInterface {
  name = 'CountNewest1795489200000';
  /** Built beside the traffic. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // Those from before it was counted; the owner changes the rows of all organisations.
    await runner.query(`
      ALTER TABLE test_result NO FORCE ROW LEVEL SECURITY;
      ALTER TABLE rule_outcome NO FORCE ROW LEVEL SECURITY;
      UPDATE test_result t
         SET passed_rule_count = coalesce((SELECT cardinality(o.rule_numbers) FROM rule_outcome o
                                            WHERE o.test_result_id = t.id AND o.result = 'pass'), 0)
       WHERE t.passed_rule_count IS NULL;
      ALTER TABLE test_result ALTER COLUMN passed_rule_count SET NOT NULL;
      ALTER TABLE test_result FORCE ROW LEVEL SECURITY;
      ALTER TABLE rule_outcome FORCE ROW LEVEL SECURITY`);
    // Each can be repeated after one that was cut off; at every moment an index holds the newest unique.
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
