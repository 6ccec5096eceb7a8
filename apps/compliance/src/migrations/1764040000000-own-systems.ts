import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Notes which login registered a system, because agents see and change their own alone. Who registered the systems that
 * are there already is not known: they belong to no login, so that operators alone reach them.
 */
export class OwnSystems1764040000000 implements MigrationInterface {
  name = 'OwnSystems1764040000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE system ADD COLUMN registered_by text COLLATE "C"`);
    await runner.query(`
      CREATE INDEX ix_system_org_id_registered_by ON system (org_id, registered_by, id) WHERE deleted_at IS NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX ix_system_org_id_registered_by`);
    await runner.query(`ALTER TABLE system DROP COLUMN registered_by`);
  }
}
