import { forEachOrg } from '@wardstone/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the number of compliant systems with a stale result to days. */
export class StaleDays1795985400000 implements MigrationInterface {
  name = 'StaleDays1795985400000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE report_day
        -- null where it was not counted
        ADD COLUMN stale_compliant integer,
        ADD COLUMN stale_compliant_with_exceptions integer`);
    await forEachOrg(runner, 'account', async () => {
      await runner.query(`
        UPDATE report_day d
           SET stale_compliant = 0, stale_compliant_with_exceptions = 0
         WHERE d.stale = 0 OR d.compliant = 0 AND d.compliant_with_exceptions = 0`);
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE report_day DROP COLUMN stale_compliant, DROP COLUMN stale_compliant_with_exceptions',
    );
  }
}
