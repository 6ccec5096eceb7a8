import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Start of problems that fire repeatedly, and recently recovered problems. */
export class Problems1795917600000 implements MigrationInterface {
  name = 'Problems1795917600000';
  /** Builds the index without blocking writes. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // Each statement can be repeated after an interruption.
    await runner.query(`
      ALTER TABLE alert_hold
        -- when the first alert of the same problem fired; null of that one
        ADD COLUMN IF NOT EXISTS since_ms bigint,
        -- alerts of the problem so far
        ADD COLUMN IF NOT EXISTS times integer NOT NULL DEFAULT 1`);
    await runner.query('DROP INDEX IF EXISTS ix_alert_hold_recovered');
    await runner.query('CREATE INDEX CONCURRENTLY ix_alert_hold_recovered ON alert_hold (ended_ms) WHERE is_recovered');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX IF EXISTS ix_alert_hold_recovered;
      ALTER TABLE alert_hold DROP COLUMN IF EXISTS since_ms, DROP COLUMN IF EXISTS times`);
  }
}
