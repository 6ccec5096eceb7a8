import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Index to find alerts for an external alert, and the previous one of the same definition. */
export class IndexExternalAlerts1795957200001 implements MigrationInterface {
  name = 'IndexExternalAlerts1795957200001';
  /** Builds the index without blocking writes. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX IF EXISTS ix_alert_external_id');
    await runner.query(
      'CREATE INDEX CONCURRENTLY ix_alert_external_id ON alert (external_id, alert_definition_id, fired_ms DESC, id DESC)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX IF EXISTS ix_alert_external_id');
  }
}
