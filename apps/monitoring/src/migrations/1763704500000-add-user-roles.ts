import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The roles that users had when they called last, so that a role can be told of an alert. */
export class AddUserRoles1763704500000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE service_user ADD COLUMN roles text[] NOT NULL DEFAULT '{}'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE service_user DROP COLUMN roles`);
  }
}
