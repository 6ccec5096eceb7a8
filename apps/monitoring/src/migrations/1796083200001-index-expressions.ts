import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds the definitions with expressions among all. */
export class IndexExpressions1796083200001 implements MigrationInterface {
  name = 'IndexExpressions1796083200001';
  /** Built beside the traffic. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX IF EXISTS ix_alert_condition_expression');
    await runner.query(
      `CREATE INDEX CONCURRENTLY ix_alert_condition_expression ON alert_condition (alert_definition_id)
        WHERE category = 'EXPRESSION'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX IF EXISTS ix_alert_condition_expression');
  }
}
