import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Since when a problem lasts that fires again and again, and the problems that recovered lately. */
export class Problems1795917600000 implements MigrationInterface {
  name = 'Problems1795917600000';
  /** The index is built beside the traffic. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // Each statement can be repeated after one that was cut off.
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
