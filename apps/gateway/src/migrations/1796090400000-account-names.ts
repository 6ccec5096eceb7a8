import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Display names of people, separate from their logins. */
export class AccountNames1796090400000 implements MigrationInterface {
  name = 'AccountNames1796090400000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE account ADD COLUMN name text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE account DROP COLUMN name');
  }
}
