import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Definitions that fire once until recovered, and those disabled by their own alert. See rules alerts-1, alerts-24. */
export class OnceUntilRecovered1795830000000 implements MigrationInterface {
  name = 'OnceUntilRecovered1795830000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE alert_definition ADD COLUMN once_until_recovered boolean NOT NULL DEFAULT false,
        ADD COLUMN disabled_by_alert boolean NOT NULL DEFAULT false;
      COMMENT ON COLUMN alert_definition.disabled_by_alert IS 'By ONCE; false once it is enabled again'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE alert_definition DROP COLUMN once_until_recovered, DROP COLUMN disabled_by_alert');
  }
}
