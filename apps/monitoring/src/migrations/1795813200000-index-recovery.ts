import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Few definitions recover another one: a partial index stays small and gives the planner their number. */
export class IndexRecovery1795813200000 implements MigrationInterface {
  name = 'IndexRecovery1795813200000';
  /** Builds the index without blocking writes. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX IF EXISTS ix_alert_definition_recovers');
    await runner.query(
      'CREATE INDEX CONCURRENTLY ix_alert_definition_recovers ON alert_definition (recovery_id) WHERE recovery_id <> 0',
    );
    await runner.query('DROP INDEX IF EXISTS ix_alert_definition_recovery_id');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX IF NOT EXISTS ix_alert_definition_recovery_id ON alert_definition (recovery_id)');
    await runner.query('DROP INDEX IF EXISTS ix_alert_definition_recovers');
  }
}
