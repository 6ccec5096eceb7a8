import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Files of groups of rules, so that groups of the same name stay apart. */
export class RuleFiles1796215000000 implements MigrationInterface {
  name = 'RuleFiles1796215000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE alert_expression ADD COLUMN rule_file text NOT NULL DEFAULT ''`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE alert_expression DROP COLUMN rule_file');
  }
}
