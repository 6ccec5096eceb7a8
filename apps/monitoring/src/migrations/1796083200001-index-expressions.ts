import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Index to find definitions with expressions. */
export class IndexExpressions1796083200001 implements MigrationInterface {
  name = 'IndexExpressions1796083200001';
  /** Builds the index without blocking writes. */
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
