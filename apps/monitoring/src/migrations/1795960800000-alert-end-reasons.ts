import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Reasons for the end of alerts, and who resolved them. */
export class AlertEndReasons1795960800000 implements MigrationInterface {
  name = 'AlertEndReasons1795960800000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE alert_hold
        -- an EndReason; null while it lasts, and of alerts that ended before this migration
        ADD COLUMN end_reason text,
        -- login, address or channel of the person who resolved it
        ADD COLUMN ended_by text`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE alert_hold DROP COLUMN end_reason, DROP COLUMN ended_by');
  }
}
