import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Numbers of passed and of not applicable rules of a scan. Null if stored before they were counted. */
export class CountRules1795464720000 implements MigrationInterface {
  name = 'CountRules1795464720000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE test_result ADD COLUMN passed_rule_count integer, ADD COLUMN not_applicable_rule_count integer',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE test_result DROP COLUMN passed_rule_count, DROP COLUMN not_applicable_rule_count');
  }
}
