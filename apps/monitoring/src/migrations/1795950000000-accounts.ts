import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Kind of account, and whether it is in use, as the gateway states. */
export class Accounts1795950000000 implements MigrationInterface {
  name = 'Accounts1795950000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- null until the account calls, or the gateway names it
      ALTER TABLE service_user ADD COLUMN type text;
      -- when the account was removed or disabled; null while it is in use
      ALTER TABLE service_user ADD COLUMN ended_at timestamptz`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE service_user DROP COLUMN ended_at, DROP COLUMN type');
  }
}
