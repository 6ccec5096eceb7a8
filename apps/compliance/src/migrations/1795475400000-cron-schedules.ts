import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Cron schedules of scans, beside intervals. */
export class CronSchedules1795475400000 implements MigrationInterface {
  name = 'CronSchedules1795475400000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE scan_schedule
        ALTER COLUMN interval_hours DROP NOT NULL,
        ADD COLUMN cron text COLLATE "C",
        ADD COLUMN time_zone text COLLATE "C",
        ADD COLUMN spread_minutes integer,
        ADD CONSTRAINT ck_scan_schedule_timing
          CHECK (num_nonnulls(interval_hours, cron) = 1 AND num_nonnulls(cron, time_zone, spread_minutes) IN (0, 3))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DELETE FROM scan_schedule WHERE interval_hours IS NULL;
      ALTER TABLE scan_schedule
        DROP CONSTRAINT ck_scan_schedule_timing,
        DROP COLUMN cron, DROP COLUMN time_zone, DROP COLUMN spread_minutes,
        ALTER COLUMN interval_hours SET NOT NULL`);
  }
}
