import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Files that rules name (rule compliance-51). */
export class NamedFiles1796212000000 implements MigrationInterface {
  name = 'NamedFiles1796212000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE rule ADD COLUMN named_files text[] COLLATE "C" NOT NULL DEFAULT '{}'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE rule DROP COLUMN named_files');
  }
}
