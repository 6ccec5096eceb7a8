import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keeps where the texts of values belong in the fixes of a guide. Guides imported before have to be imported again. */
export class FixSubstitutions1795429955105 implements MigrationInterface {
  name = 'FixSubstitutions1795429955105';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE fix ADD COLUMN substitutions jsonb NOT NULL DEFAULT '[]'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE fix DROP COLUMN substitutions`);
  }
}
